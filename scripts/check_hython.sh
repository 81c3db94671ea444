#!/usr/bin/env bash
# Checks the types of the Python: the asset compiler and its tests, and the hython scripts against
# Houdini's own signatures: 21.0.512 and 20.5.487, as types-houdini has them. Needs python3 with venv
# and PyPI.
#   scripts/check_hython.sh FOLDER      where the signatures are kept
set -eu
cd "$(dirname "$0")/.."
folder=$(mkdir -p "$1" && cd "$1" && pwd)

# environment NAME PACKAGES...
environment() {
  local place=$folder/$1
  shift
  [ -e "$place/done" ] && return
  python3 -m venv "$place"
  "$place/bin/pip" install --quiet --disable-pip-version-check "$@"
  touch "$place/done"
}

environment h21 mypy types-houdini==21.0.512.3
environment h205 types-houdini==20.5.487.0
"$folder/h21/bin/mypy" --strict --cache-dir "$folder/mypy_cache" hda/build.py hda/rill_hda/*.py tests/hda/*.py \
  tests/hda_kernels/*.py
for houdini in h21 h205; do
  "$folder/h21/bin/mypy" --strict --cache-dir "$folder/mypy_cache_$houdini" \
    --python-executable "$folder/$houdini/bin/python" houdini/scripts/*.py hda/scripts/*.py
done
