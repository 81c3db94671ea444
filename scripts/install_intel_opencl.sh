#!/usr/bin/env bash
# Puts Intel's OpenCL CPU runtime into a folder (0.7 GB; needs python3 with venv) and writes a folder of
# .icd files that names it beside the system's own, so that tests see every device.
#   scripts/install_intel_opencl.sh FOLDER
# Afterwards: export OCL_ICD_VENDORS=FOLDER/vendors LD_LIBRARY_PATH=FOLDER/venv/lib
set -eu
folder=$(mkdir -p "$1" && cd "$1" && pwd)

if [ ! -e "$folder/done" ]; then
  python3 -m venv "$folder/venv"
  "$folder/venv/bin/pip" install --quiet --disable-pip-version-check intel-opencl-rt intel-cmplr-lib-rt
  touch "$folder/done"
fi
library=$(find "$folder/venv" -name libintelocl.so | head -n 1)
[ -n "$library" ] || { echo "intel-opencl-rt holds no libintelocl.so" >&2; exit 1; }

rm -rf "$folder/vendors"
mkdir "$folder/vendors"
for icd in /etc/OpenCL/vendors/*.icd; do
  [ -e "$icd" ] && cp "$icd" "$folder/vendors/"
done
echo "$library" >"$folder/vendors/intel_cpu.icd"
