#!/usr/bin/env bash
# Synthesises each block with Yosys: no latch, no loop, no warning. Prints cells (gates and flip-flops),
# flip-flops and memory bits (buffers and tables) of each block and its parts, as on docs/rtl.md.
# Usage: synthesise.sh [LINKS...] [iwarp]: the DS-Link, C104s of so many links, the iWarp cell. Yosys 0.23
# ends with neither 8 links nor the iWarp cell in minutes.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# synthesise TOP PARAMETERS SOURCES...: the log is $work/log, the statistics $work/stat
synthesise() {
  local top=$1 parameters=$2
  shift 2
  printf '%s\n' "read_verilog -I$root/rtl/dslink -I$root/rtl/c104 -I$root/rtl/iwarp $*" "$parameters" \
    "hierarchy -check -top $top" "script $root/tests/rtl/synthesise.ys" >"$work/commands"
  yosys -q -l "$work/log" -s "$work/commands" -p "tee -q -o $work/stat stat" >"$work/errors" 2>&1 || {
    echo "$top: yosys fails" >&2
    tail -5 "$work/errors" >&2
    return 1
  }
  if grep -i '^warning' "$work/log"; then
    echo "$top: yosys warns" >&2
    return 1
  fi
}

# One line for each module: name, cells, flip-flops. The last is the whole.
table() {
  awk -v top="$1" '
    /^=== / { name = $2 == "design" ? top : $2; sub(/^\$paramod[^\\]*\\/, "  ", name); sub(/\\.*/, "", name)
              cells = flops = bits = 0 }
    /Number of cells:/ { cells = $4 }
    /Number of memory bits:/ { bits = $5 }
    /\$_(S|A|AL)?DFF/ { flops += $2 }
    function row() { if (cells) printf "%-24s %8d %8d %8d\n", name, cells, flops, bits; cells = 0 }
    /^ *$/ { row() }
    END { row() }' "$work/stat"
}

printf '%-24s %8s %8s %8s\n' block cells flip-flops memory
synthesise dslink "" "$root"/rtl/dslink/*.v
table dslink
for links in "$@"; do
  if [[ $links == iwarp ]]; then
    synthesise iwarp "" "$root"/rtl/iwarp/*.v
    table iwarp
    continue
  fi
  synthesise c104 "chparam -set LINKS $links c104" "$root"/rtl/dslink/*.v "$root"/rtl/c104/*.v
  table "c104 of $links links"
done
