#!/usr/bin/env bash
# Prints the fuzzers' dictionary: the keys and names of the schema, and how values look.
set -euo pipefail
{
  grep -oE '^ *"[a-z0-9_]+": \{' "$1" | grep -oE '[a-z0-9_]+'
  awk '/"enum": \[/ { names = 1; next } /\]/ { names = 0 } names' "$1" | tr -d ' ",'
  printf '%s\n' "'*'" "'node[0,0].router'" link0..link3 '- {' '{type: ' 4x4 '1 us' '100 Mbit/s' \
    1..256 true false '&a ' '*a' 65536
} | sort -u | sed 's/.*/"&"/'
