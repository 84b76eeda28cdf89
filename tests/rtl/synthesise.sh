#!/usr/bin/env bash
# Synthesises with Yosys: no latch, no loop, no warning. Prints cells (gates and flip-flops), flip-flops
# and memory bits (buffers and tables), as on docs/rtl.md.
# Usage: synthesise.sh WHAT...: a number for the DS-Link and a C104 of so many links, with their parts; or
# the name of a module, which is synthesised alone: the blocks in it are left out.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# synthesise TOP PREPARATION SOURCES...: the log is $work/log, the statistics $work/stat
synthesise() {
  local top=$1 preparation=$2
  shift 2
  printf '%s\n' "read_verilog -I$root/rtl/dslink -I$root/rtl/c104 -I$root/rtl/iwarp $*" "$preparation" \
    "script $root/tests/rtl/synthesise.ys" >"$work/commands"
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
for what in "$@"; do
  if [[ $what =~ ^[0-9]+$ ]]; then
    synthesise dslink "hierarchy -check -top dslink" "$root"/rtl/dslink/*.v
    table dslink
    synthesise c104 "chparam -set LINKS $what c104; hierarchy -check -top c104" \
      "$root"/rtl/dslink/*.v "$root"/rtl/c104/*.v
    table "c104 of $what links"
  else
    folders=("$root/rtl/${what%%_*}")
    [[ $what == ds_* ]] && folders=("$root/rtl/dslink")
    [[ $what == c104* ]] && folders+=("$root/rtl/dslink")
    synthesise "$what" "hierarchy -check -top $what; blackbox * A:top %d" "${folders[@]/%//*.v}"
    table "$what"
  fi
done
