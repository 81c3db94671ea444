#!/usr/bin/env bash
# Writes the parameter table of docs/manual.md, and Houdini's help cards and lists for its scripts, from
# the programs themselves, and the digital assets from their descriptions.
#   scripts/generate_docs.sh [--check] [path of rill [path of rill_houdini_pages]]
set -eu
cd "$(dirname "$0")/.."
check=""
if [ "${1:-}" = --check ]; then
  check=yes
  shift
fi
rill=${1:-build/cli/rill}
pages=${2:-build/sop/rill_houdini_pages}
cards=houdini/help/nodes/sop
scripts=houdini/scripts
page=docs/manual.md
fresh=$(mktemp)
fresh_cards=$(mktemp -d)
fresh_lists=$(mktemp -d)
trap 'rm -rf "$fresh" "$fresh_cards" "$fresh_lists"' EXIT

awk '/<!-- parameters: begin -->/ {print; exit} {print}' $page >"$fresh"
"$rill" params --markdown >>"$fresh"
awk '/<!-- parameters: end -->/ {found = 1} found {print}' $page >>"$fresh"
"$pages" help "$fresh_cards"
"$pages" names >"$fresh_lists/rill_names.json"
"$pages" sums >"$fresh_lists/rill_sums.json"

if [ -n "$check" ]; then
  for card in "$fresh_cards"/*.txt; do  # the folder also has cards of the digital assets
    cmp -s "$card" "$cards/${card##*/}" ||
      { echo "$cards/${card##*/} is stale; run scripts/generate_docs.sh" >&2; exit 1; }
  done
  for list in rill_names rill_sums; do
    cmp -s "$fresh_lists/$list.json" $scripts/$list.json ||
      { echo "$scripts/$list.json is stale; run scripts/generate_docs.sh" >&2; exit 1; }
  done
  cmp -s "$fresh" $page || { echo "$page is stale; run scripts/generate_docs.sh" >&2; exit 1; }
  python3 hda/build.py --check
else
  cp "$fresh" $page
  cp "$fresh_cards"/*.txt $cards/
  cp "$fresh_lists"/*.json $scripts/
  python3 hda/build.py  # after the lists, which it reads
fi
