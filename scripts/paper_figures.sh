#!/usr/bin/env bash
# The figures of Jako and Toth 2011 with their own scheme: scripts/paper_figures.sh [fig5 ... fig9]
# Pictures go to docs/paper/ (or $OUT); without a name all of them are made.
set -eu
cd "$(dirname "$0")/.."

build=${BUILD:-build}
[ -f "$build/CMakeCache.txt" ] || cmake -B "$build" >/dev/null
cmake --build "$build" --target rill_cli rill_ripples >/dev/null
rill=$build/cli/rill
out=${OUT:-docs/paper}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"

cook() { "$rill" cook "$@" --preset jako2011 --quiet; }

# Talus on a regular field until it rests, with the largest rate and step that the paper allows.
fig5() {
  "$rill" generate "$work/plateau.npz" --size 64x64 --cell 1 --shape plateau --relief 10
  for steps in 100 1000 2000; do
    cook "$work/plateau.npz" --node thermal --thermal 3 --time-step 0.05 --iterations $steps \
      -o "$work/slid$steps.npz"
  done
  "$rill" compare "$work/slid1000.npz" "$work/slid2000.npz" --tolerance 0 >/dev/null ||
    { echo "Figure 5: material still moves after 1000 iterations." >&2; exit 1; }
  "$rill" preview "$work/plateau.npz" "$work/slid100.npz" "$work/slid1000.npz" --3d --cell 1 \
    --exaggerate 1 --width 400 --sheet 3 --label before --label "100 iterations" \
    --label "1000 iterations, at rest" -o "$out/fig5.png"
}

# A cone of 100 m with eight folds, 256 x 256 cells of 1 m, as an ESRI ASCII grid.
folded_cone() {
  awk 'BEGIN {
    n = 256
    printf "ncols %d\nnrows %d\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value -9999\n", n, n
    for (j = 0; j < n; ++j)
      for (i = 0; i < n; ++i) {
        x = (i - (n - 1) / 2) / (n / 2)
        y = (j - (n - 1) / 2) / (n / 2)
        r = sqrt(x * x + y * y)
        printf "%.4f%s", 100 - 100 * r + 8 * r * cos(8 * atan2(y, x)), i + 1 < n ? " " : "\n"
      }
  }'
}

# Hydraulic erosion on a regular field, 1000 iterations.
fig6() {
  folded_cone >"$work/cone.asc"
  cook "$work/cone.asc" --cell 1 --node hydraulic -o "$work/carved.npz"
  "$rill" preview "$work/cone.asc" "$work/carved.npz" --3d --cell 1 --width 560 --sheet 2 \
    --label before --label "1000 iterations" -o "$out/fig6.png"
}

# A random terrain, and what water, talus and both do to it in 1000 iterations.
fig7() {
  "$rill" generate "$work/start.npz" --size 400x400 --cell 1 --relief 120 --seed 7 --hardness 0.2:0.8
  for node in hydraulic thermal combined; do
    cook "$work/start.npz" --node $node -o "$work/$node.npz"
  done
  "$rill" preview "$work/start.npz" "$work/hydraulic.npz" "$work/thermal.npz" \
    "$work/combined.npz" --3d --cell 1 --width 480 --sheet 2 --label "a start" \
    --label "b hydraulic" --label "c thermal" --label "d combined" -o "$out/fig7.png"
}

# Water without the equations 12c and 13c, and with them, in the model before the paper: without
# its depth limit as well. A beach, half of it under water; for hills only the roughness is printed.
fig8() {
  "$rill" generate "$work/beach.r32" --size 128x128 --cell 1 --shape ramp --relief 12
  "$rill" generate "$work/hills.r32" --size 128x128 --cell 1 --relief 30 --seed 3
  for land in hills:20 beach:7; do
    for mode in without with; do
      "$build/examples/rill_ripples" "$work/${land%:*}.r32" 128 1 1500 $mode \
        "$work/${land%:*}_$mode.npz" "${land#*:}" erosion_depth=0.001
    done
  done
  "$rill" preview "$work/beach_without.npz" "$work/beach_with.npz" --3d --width 640 --sheet 2 \
    --label "without 12c and 13c" --label "with them" -o "$out/fig8.png"
}

# Riverbeds after 300 iterations without and with the limit of the erosion depth.
fig9() {
  "$rill" generate "$work/start9.npz" --size 400x400 --cell 1 --relief 120 --seed 7 --hardness 0.2:0.8
  cook "$work/start9.npz" --node hydraulic --iterations 300 --erosion-depth 0.001 \
    -o "$work/unlimited.npz"
  cook "$work/start9.npz" --node hydraulic --iterations 300 -o "$work/limited.npz"
  "$rill" preview "$work/unlimited.npz" "$work/limited.npz" --3d --cell 1 --width 560 --sheet 2 \
    --label "no limit" --label "limit 10 m" -o "$out/fig9.png"
}

for figure in "${@:-fig5 fig6 fig7 fig8 fig9}"; do
  for one in $figure; do
    case $one in
      fig5 | fig6 | fig7 | fig8 | fig9) $one ;;
      *)
        echo "There is no figure '$one'; use fig5 to fig9." >&2
        exit 2
        ;;
    esac
  done
done
