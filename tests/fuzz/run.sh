#!/usr/bin/env bash
# run.sh SECONDS: builds the fuzzers and lets each run for that long. What it finds is left in
# build/fuzz/found; a file that is worth keeping goes to tests/fuzz/corpus.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
cmake --preset fuzz >/dev/null
cmake --build --preset fuzz
work=build/fuzz/found
mkdir -p "$work/corpus"
tests/fuzz/make_dictionary.sh platforms/platform.schema.json >"$work/platform.dict"
build/fuzz/tests/fuzz/fuzz_platform -max_total_time="${1:?for how many seconds?}" -timeout=20 \
  -max_len=4096 -rss_limit_mb=2048 -dict="$work/platform.dict" -artifact_prefix="$work/" \
  "$work/corpus" tests/fuzz/corpus platforms
