#!/usr/bin/env bash
# Makes a terrain of one kilometre, erodes it and shows both: sets up and builds whatever is missing.
set -eu
cd "$(dirname "$0")/.."

scripts/install_dependencies.sh
[ -f build/CMakeCache.txt ] || cmake --preset release >/dev/null
cmake --build build --target rill_cli

rill=build/cli/rill
size=1024x1024
cell=1
mkdir -p out
$rill generate out/terrain.r32 --size $size --cell $cell --relief 200 --seed 7
$rill cook out/terrain.r32 --size $size --cell $cell --node combined \
  --set output_flow=1 --stats out/stats.json -o out/eroded
$rill preview out/eroded --size $size --cell $cell --before out/terrain.r32 -o out/before_after.png
$rill preview out/eroded --size $size --cell $cell --3d -o out/view.png

echo
echo "Layers:  $PWD/out/eroded (raw 32-bit floats, $size)"
echo "Figures: $PWD/out/stats.json"
echo "Pictures: $PWD/out/before_after.png, $PWD/out/view.png"
