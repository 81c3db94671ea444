#!/usr/bin/env bash
# Installs what rill builds and tests with, on Debian or Ubuntu. Does nothing when all is there.
set -eu

packages="cmake ninja-build g++ clang libclang-rt-14-dev libtbb-dev libcli11-dev nlohmann-json3-dev
libgtest-dev libpng-dev libtiff-dev libopenexr-dev libblosc-dev zlib1g-dev libxxhash-dev ocl-icd-opencl-dev opencl-headers pocl-opencl-icd oclgrind valgrind libclc-14 python3-venv"

missing=""
for package in $packages; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
    missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=""
if [ "$(id -u)" != 0 ]; then
  command -v sudo >/dev/null || { echo "rill needs$missing; install them as root." >&2; exit 1; }
  as_root="sudo"
fi
echo "Installing$missing"
$as_root apt-get update -qq
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null
