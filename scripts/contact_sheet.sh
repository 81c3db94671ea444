#!/usr/bin/env bash
# Every preset on one kilometre of fractal terrain: docs/presets.png (or $OUT), $SIZE cells a side.
set -eu
cd "$(dirname "$0")/.."

build=${BUILD:-build}
[ -f "$build/CMakeCache.txt" ] || cmake -B "$build" >/dev/null
cmake --build "$build" --target rill_cli >/dev/null
rill=$build/cli/rill
out=${OUT:-docs/presets.png}
size=${SIZE:-512}
cell=$(awk "BEGIN { print 1024 / $size }")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$rill" generate "$work/before.npz" --size "${size}x$size" --cell "$cell" --relief 200 --seed 7
files=("$work/before.npz")
for preset in $("$rill" presets | awk '{ print $1 }'); do
  "$rill" cook "$work/before.npz" --preset "$preset" --quiet -o "$work/$preset.npz"
  files+=("$work/$preset.npz")
done
"$rill" preview "${files[@]}" --cell "$cell" ${VIEW:---3d} --width "${WIDTH:-480}" --sheet 2 -o "$out"
