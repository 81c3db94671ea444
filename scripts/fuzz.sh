#!/usr/bin/env bash
# Builds the fuzzers with clang and runs each for so many seconds, starting from tests/fuzz/corpus
# and the files of other programs in tests/io/data. What it finds is kept in build-fuzz/corpus.
#   scripts/fuzz.sh SECONDS [name...]
# Each run begins at the same random numbers, so that a test run can be repeated; to hunt for new
# faults, begin elsewhere:
#   RILL_FUZZ_SEED=0 scripts/fuzz.sh 3600     (0: another beginning every time)
set -eu -o pipefail
cd "$(dirname "$0")/.."
seconds=${1:?how many seconds for each reader}
shift

cmake --preset fuzz >/dev/null
cmake --build --preset fuzz --target fuzzers | tail -n 1

[ $# -gt 0 ] || set -- $(sed -n 's/^rill_add_fuzzer(\([a-z0-9_]*\) .*/\1/p' tests/fuzz/CMakeLists.txt)
fuzz() {
  local name=$1 found=build-fuzz/corpus/$1
  mkdir -p "$found" "tests/fuzz/corpus/$name"
  for seed in tests/io/data/*."$name"; do [ ! -e "$seed" ] || cp -n "$seed" "$found"; done
  # Memory is bounded, because sizes must be checked before anything is allocated.
  build-fuzz/tests/fuzz/fuzz_"$name" -seed="${RILL_FUZZ_SEED:-1}" -max_total_time="$seconds" \
    -timeout=20 -rss_limit_mb=2048 -malloc_limit_mb=1024 -max_len=16384 \
    -print_final_stats=1 -verbosity=0 -close_fd_mask=1 \
    -artifact_prefix="build-fuzz/$name-" "$found" "tests/fuzz/corpus/$name" \
    2>"build-fuzz/$name.log" || { tail -n 60 "build-fuzz/$name.log" >&2; exit 1; }
  echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "build-fuzz/$name.log") runs"
}
export -f fuzz
export seconds
# One on each core; a failure of any is the script's.
printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} bash -eu -c 'fuzz {}'
