#!/usr/bin/env python3
"""Runs write_houdini_samples and reads its files with the independent reader: same values?"""
import struct
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import check_bgeo


def fnv(values):
    total = 14695981039346656037
    for byte in struct.pack("<%df" % len(values), *values):
        total = (total ^ byte) * 1099511628211 & 0xFFFFFFFFFFFFFFFF
    return total


def layers_of(path):
    top = check_bgeo.load(path)
    shared = {entry[1]: entry[2] for entry in top["sharedprimitivedata"][1::2]}
    names = check_bgeo.attribute(top, "primitiveattributes", "name", top["primitivecount"])
    points = check_bgeo.attribute(top, "pointattributes", "P", top["pointcount"])
    indices = check_bgeo.pairs(check_bgeo.pairs(top["topology"])["pointref"])["indices"]
    assert len(names) == top["primitivecount"] and len(points) == top["pointcount"]
    assert len(indices) == top["vertexcount"]
    assert not {"artist", "hostname"} & set(top["info"]), top["info"]
    for number, fields in check_bgeo.volumes(top):
        height = names[number] == "height"
        assert fields["border"] == {"type": "streak" if height else "constant", "value": 0}
        assert fields["visualization"]["mode"] == ("heightfield" if height else "smoke")
        assert points[indices[fields["vertex"]]] == (0, 0, 0)
        nx, ny, depth = fields["res"]
        t = fields["transform"]
        assert depth == 1 and [t[i] for i in (0, 1, 4, 5, 6, 7, 8)] == [0, 0, 0, 0, 0, 1, 0], t
        cells = (2 * t[2] / nx, 2 * t[3] / ny)
        yield names[number], nx, ny, cells, fnv(check_bgeo.voxels(shared[fields["sharedvoxels"]], fields["res"]))


def main(program, data, folder):
    wanted = {}
    for line in subprocess.run([program, data, folder], check=True, capture_output=True,
                               text=True).stdout.splitlines():
        path, name, nx, ny, cell, total = line.split()
        wanted.setdefault(path, {})[name] = (int(nx), int(ny), (float(cell),) * 2, int(total, 16))
    assert len(wanted) == 19, len(wanted)
    for path, layers in wanted.items():
        found = {name: rest for name, *rest in layers_of(path)}
        assert set(found) == set(layers), (path, set(found), set(layers))
        for name, expected in layers.items():
            assert tuple(found[name]) == expected, (path, name, found[name], expected)
    print(len(wanted), "files agree")


if __name__ == "__main__":
    main(*sys.argv[1:])
