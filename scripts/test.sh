#!/usr/bin/env bash
# Runs every test: sets up what is missing, builds with gcc and clang (warnings are errors), checks
# that both give the same bits, then runs the tests again under the sanitizers.
set -eu
cd "$(dirname "$0")/.."

say() { printf '\n== %s\n' "$*"; }
# build <preset> [targets...]
build() {
  local preset=$1
  shift
  cmake --preset "$preset" >/dev/null
  cmake --build --preset "$preset" ${1:+--target "$@"}
}

scripts/install_dependencies.sh

say "clang: build"
build ci-clang
say "clang: the parts, and the same bits on every instruction set and thread count"
ctest --preset ci-clang -j2 -L 'unit|agree'

say "AddressSanitizer and UBSan"
build asan
ctest --preset asan -j2 -L 'unit|agree|threads|cli'

say "ThreadSanitizer"
build tsan test_threads
TSAN_OPTIONS=halt_on_error=1 ctest --preset tsan -j2 -L threads

say "gcc: build"
build ci
say "gcc and clang: the same bits"
build-gcc/tests/agree/rill_hashes >build-gcc/hashes.txt
build-clang/tests/agree/rill_hashes >build-clang/hashes.txt
cmp build-gcc/hashes.txt build-clang/hashes.txt
echo "$(wc -l <build-gcc/hashes.txt) cooks agree"
say "generated pages are fresh"
scripts/generate_docs.sh --check build-gcc/cli/rill
say "gcc: every test"
ctest --preset ci -j2
