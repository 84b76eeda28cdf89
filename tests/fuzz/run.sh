#!/usr/bin/env bash
# run.sh SECONDS: builds the fuzzers and lets them run for that long together, on two cores in half of it.
# What they find is left in build/fuzz/found; a file that is worth keeping goes to tests/fuzz/corpus.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
seconds=${1:?for how many seconds?}

# libFuzzer comes in a package of its own
if ! echo 'extern "C" int LLVMFuzzerTestOneInput(const char*, long) { return 0; }' |
  clang++ -fsanitize=fuzzer,address -x c++ - -o /dev/null 2>/dev/null; then
  echo "clang++ without libFuzzer (Debian's libclang-rt-14-dev): skipped"
  exit 0
fi

cmake --preset fuzz >/dev/null
cmake --build --preset fuzz

# fuzz NAME SECONDS [SEEDS...]: what it finds new is kept for the next run
fuzz() {
  local name=$1 time=$2 found=build/fuzz/found/$1
  shift 2
  mkdir -p "$found"
  "build/fuzz/tests/fuzz/fuzz_$name" -max_total_time="$time" -timeout=20 -max_len=4096 \
    -rss_limit_mb=2048 -artifact_prefix="build/fuzz/found/$name-" -verbosity=0 \
    -print_final_stats=1 "$found" "tests/fuzz/corpus/$name" "$@"
}
# two at a time
log=$(mktemp)
fuzz platform $((seconds / 2)) platforms >"$log" 2>&1 &
platform=$!
trap 'kill "$platform" 2>/dev/null || true; rm -f "$log"' EXIT
fuzz files $((seconds / 4)) platforms/graphs platforms/programs
fuzz experiment $((seconds / 8)) testbench/sweeps
fuzz copy_transfer $((seconds / 8)) platforms/machines
status=0
wait "$platform" || status=$?
cat "$log"
exit "$status"
