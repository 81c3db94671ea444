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

# Talus on a regular field: 1000 iterations as in the paper, and until it rests.
fig5() {
  "$rill" generate "$work/plateau.npz" --size 128x128 --cell 1 --shape plateau --relief 40
  cook "$work/plateau.npz" --node thermal -o "$work/slid.npz"
  cook "$work/plateau.npz" --node thermal --iterations 30000 -o "$work/rests.npz"
  "$rill" preview "$work/plateau.npz" "$work/slid.npz" "$work/rests.npz" --3d --cell 1 \
    --width 400 --sheet 3 --label before --label "1000 iterations" --label "30000 iterations" \
    -o "$out/fig5.png"
}

# Hydraulic erosion on a regular field, 1000 iterations: metres that it took.
fig6() {
  "$rill" generate "$work/cone.npz" --size 256x256 --cell 1 --shape cone --relief 120
  cook "$work/cone.npz" --node hydraulic --output-erosion -o "$work/carved.npz"
  "$rill" preview "$work/carved.npz" --cell 1 --width 480 --layer erosion -o "$out/fig6.png"
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

# The water surface without the equations 12c and 13c, and with them.
fig8() {
  "$rill" generate "$work/hills.r32" --size 128x128 --cell 1 --relief 30 --seed 3
  for mode in without with; do
    "$build/examples/rill_ripples" "$work/hills.r32" 128 1 1500 $mode "$work/$mode"
  done
  "$rill" preview "$work/without" "$work/with" --size 128x128 --cell 1 --width 384 --sheet 2 \
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
