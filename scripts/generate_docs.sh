#!/usr/bin/env bash
# Writes the parameter table of docs/manual.md from the program itself.
#   scripts/generate_docs.sh [--check] [path of rill]
set -eu
cd "$(dirname "$0")/.."
check=""
if [ "${1:-}" = --check ]; then
  check=yes
  shift
fi
rill=${1:-build/cli/rill}
page=docs/manual.md
fresh=$(mktemp)
trap 'rm -f "$fresh"' EXIT

awk '/<!-- parameters: begin -->/ {print; exit} {print}' $page >"$fresh"
"$rill" params --markdown >>"$fresh"
awk '/<!-- parameters: end -->/ {found = 1} found {print}' $page >>"$fresh"

if [ -n "$check" ]; then
  cmp -s "$fresh" $page || { echo "$page is stale; run scripts/generate_docs.sh" >&2; exit 1; }
else
  cp "$fresh" $page
fi
