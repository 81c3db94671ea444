#!/usr/bin/env bash
# Writes the parameter table of docs/manual.md and Houdini's help cards from the programs themselves.
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
page=docs/manual.md
fresh=$(mktemp)
fresh_cards=$(mktemp -d)
trap 'rm -rf "$fresh" "$fresh_cards"' EXIT

awk '/<!-- parameters: begin -->/ {print; exit} {print}' $page >"$fresh"
"$rill" params --markdown >>"$fresh"
awk '/<!-- parameters: end -->/ {found = 1} found {print}' $page >>"$fresh"
"$pages" help "$fresh_cards"

if [ -n "$check" ]; then
  diff -qr "$fresh_cards" $cards || { echo "$cards is stale; run scripts/generate_docs.sh" >&2; exit 1; }
  cmp -s "$fresh" $page || { echo "$page is stale; run scripts/generate_docs.sh" >&2; exit 1; }
else
  cp "$fresh" $page
  cp "$fresh_cards"/*.txt $cards/
fi
