#!/usr/bin/env bash
# Runs every test: sets up what is missing, builds with gcc and clang (warnings are errors), checks
# that both give the same bits, and runs the tests of the parts again under the sanitizers.
set -eu -o pipefail
cd "$(dirname "$0")/.."

say() { printf '\n== %s\n' "$*"; }
# build <preset> [targets...]
build() {
  local preset=$1 log
  shift
  log=$(mktemp)
  cmake --preset "$preset" >/dev/null
  cmake --build --preset "$preset" ${1:+--target "$@"} >"$log" 2>&1 ||
    { grep -m 3 -A 30 FAILED "$log" >&2; exit 1; }
  tail -n 1 "$log"
  rm "$log"
}
# run <preset> [options of ctest...]; no test at all is a failure, too
run() {
  local preset=$1
  shift
  ctest --preset "$preset" --no-tests=error -j2 "$@"
}

scripts/install_dependencies.sh

say "ThreadSanitizer"
build tsan test_threads test_sop_many
# A long history: only with both stacks does it know TBB's own accesses, which are left out.
TSAN_OPTIONS="halt_on_error=1 history_size=7" run tsan -L 'threads|sop_many'

say "AddressSanitizer and UBSan"
build asan test_unit test_agree test_safety test_threads test_io test_formats test_houdini_files test_cli rill_cli test_sop test_sop_many
LSAN_OPTIONS="suppressions=$PWD/tests/leaks.supp" \
  run asan -L 'unit|agree|threads|cli|houdini_files|sop|sop_many'

say "Fuzzing: a minute for each file reader"
scripts/fuzz.sh 60

say "clang: build, then the parts and the same bits on every instruction set and thread count"
build ci-clang
run ci-clang -L 'unit|agree|sop'

say "gcc: build"
build ci
say "gcc and clang: the same bits"
build-gcc/tests/agree/rill_hashes >build-gcc/hashes.txt
build-clang/tests/agree/rill_hashes >build-clang/hashes.txt
cmp build-gcc/hashes.txt build-clang/hashes.txt
echo "$(wc -l <build-gcc/hashes.txt) cooks agree"
say "generated pages are fresh"
scripts/generate_docs.sh --check build-gcc/cli/rill build-gcc/sop/rill_houdini_pages

say "hython scripts: types as in Houdini 21.0 and 20.5"
scripts/check_hython.sh build-hython

say "OpenCL on every device there is"
if scripts/install_intel_opencl.sh build-intel; then
  OCL_ICD_VENDORS="$PWD/build-intel/vendors" LD_LIBRARY_PATH="$PWD/build-intel/venv/lib" \
    run ci -L 'opencl|hda_kernels'
else
  echo "Intel's CPU runtime cannot be had here; going on with the devices of this machine."
  run ci -L 'opencl|hda_kernels'
fi

say "gcc: every other test"
run ci -LE 'opencl|hda_kernels'
