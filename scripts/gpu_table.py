#!/usr/bin/env python3
"""Prints, as a table for docs/performance.md, what the compilers of GPUs make of kernels:

    scripts/gpu_table.py build/tests/opencl/*_tiles.cl build/tests/hda_kernels/plain/*.step.cl

clang with libclc makes the code, CUDA's ptxas counts NVIDIA's registers. Occupancy is that of groups of
256 work items: the share of a multiprocessor's threads (NVIDIA) or of a SIMD's ten waves (AMD) that
registers and local memory leave room for.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

INCLUDE = Path(__file__).resolve().parent.parent / "ocl" / "include"
GROUP = 256
# Threads, registers and bytes of shared memory of a multiprocessor; bytes that a group takes besides.
NVIDIA = {"sm_75": ("7.5", 1024, 65536, 65536, 0), "sm_89": ("7.8", 1536, 65536, 102400, 1024)}


def find_libclc(name: str) -> str:
    for folder in ("/usr/lib/clc", "/usr/share/clc", "/usr/local/share/clc"):
        if (Path(folder) / name).exists():
            return str(Path(folder) / name)
    raise SystemExit(f"There is no {name}: install libclc.")


def compiled(source: Path, target: list[str], library: str, out: Path) -> str:
    command = ["clang", "-x", "cl", "-cl-std=CL1.2", "-Xclang", "-finclude-default-header", *target,
               "-Xclang", "-mlink-bitcode-file", "-Xclang", find_libclc(library), "-O2", "-S",
               f"-I{INCLUDE}", str(source), "-o", str(out)]
    subprocess.run(command, check=True)
    return out.read_text()


def nvidia_cells(source: Path, folder: Path) -> dict[str, list[str]]:
    text = compiled(source, ["-target", "nvptx64--nvidiacl"], "nvptx64--nvidiacl.bc", folder / "a.s")
    cells: dict[str, list[str]] = {}
    for chip, (version, threads, registers, shared, extra) in NVIDIA.items():
        ptx = re.sub(r"^\.version .*$", f".version {version}", text, flags=re.M)
        ptx = re.sub(r"^\.target .*$", f".target {chip}", ptx, flags=re.M)
        (folder / "a.ptx").write_text(ptx)
        log = subprocess.run(["ptxas", f"-arch={chip}", "-v", str(folder / "a.ptx"), "-o",
                              str(folder / "a.cubin")], check=True, capture_output=True, text=True).stderr
        for name, spills, used, rest in re.findall(
                r"Function properties for (\w+)\n[^\n]*?(\d+) bytes spill stores[^\n]*\n"
                r"[^\n]*Used (\d+) registers([^\n]*)", log):
            smem = re.search(r"(\d+) bytes smem", rest)
            per_group = (int(smem.group(1)) if smem else 0) + extra
            groups = min(threads // GROUP, registers // (GROUP * -(-int(used) // 8) * 8),
                         shared // per_group if per_group else 99)
            share = 100 * min(groups, threads // GROUP) * GROUP // threads
            cells.setdefault(name, []).append(f"{used}, {spills}, {share} %")
    return cells


def amd_cells(source: Path, folder: Path) -> dict[str, str]:
    text = compiled(source, ["-target", "amdgcn--amdhsa", "-mcpu=gfx900", "-nogpulib"],
                    "amdgcn--amdhsa.bc", folder / "b.s")
    cells: dict[str, str] = {}
    pattern = (r"amdhsa_kernel (\w+).*?NumVgprs: (\d+).*?ScratchSize: (\d+).*?LDSByteSize: (\d+)"
               r".*?Occupancy: (\d+)")
    for name, registers, scratch, local, waves in re.findall(pattern, text, re.S):
        room = min(int(waves), 65536 // int(local)) if int(local) else int(waves)
        cells[name] = f"{registers}, {scratch}, {10 * room} % | {local}"
    return cells


def main() -> int:
    print("| kernel | sm_75: registers, spilled, occupancy | sm_89 | gfx900: registers, scratch, "
          "occupancy | local bytes |\n|---|---|---|---|---|")
    for argument in sys.argv[1:]:
        source = Path(argument)
        with tempfile.TemporaryDirectory() as name:
            nvidia, amd = nvidia_cells(source, Path(name)), amd_cells(source, Path(name))
        for kernel, cells in nvidia.items():
            print(f"| {source.stem}: {kernel} | {cells[0]} | {cells[1]} | {amd[kernel]} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
