#!/usr/bin/env bash
# Synthesises a block with Yosys, each module once for each of its parameters: no latch, no loop, no
# warning. Prints for each module how often it is in the block, and of all of them together the cells
# (gates and flip-flops), the flip-flops and the bits of memories; the last line is their sum.
# With --at-most it fails if there are more cells.
# Usage: synthesise.sh [--at-most CELLS] BLOCK [PARAMETER=VALUE...], as `synthesise.sh c104 LINKS=8`
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

most=
if [[ ${1-} == --at-most ]]; then
  most=$2
  shift 2
fi
block=$1
shift
declare -A folders=([dslink]=dslink [c104]="dslink c104" [iwarp]=iwarp)
[[ -v folders[$block] ]] || {
  echo "no block $block; there are dslink, c104 and iwarp" >&2
  exit 2
}

# Runs the commands of a file.
run() {
  yosys -q -l "$work/log" -s "$1" >"$work/errors" 2>&1 || {
    echo "$block: yosys fails" >&2
    tail -5 "$work/errors" >&2
    exit 1
  }
  if grep -i '^warning' "$work/log" >&2; then
    echo "$block: yosys warns" >&2
    exit 1
  fi
}

read="read_verilog"
for folder in ${folders[$block]}; do read+=" -I$root/rtl/$folder"; done
for folder in ${folders[$block]}; do read+=" $root/rtl/$folder/*.v"; done
{
  echo "$read"
  for parameter in "$@"; do echo "chparam -set ${parameter/=/ } $block"; done
  echo "hierarchy -check -top $block"
  echo "script $root/tests/rtl/to_cells.ys"
  echo "tee -q -o $work/tree stat"
  echo "write_rtlil $work/whole"
} >"$work/read"
run "$work/read"

# One module after the other: passes that repeat until nothing changes repeat for that alone.
{
  echo "read_rtlil $work/whole"
  echo "design -save whole"
  sed -n '/=== design hierarchy/d; s/^=== \(.*\) ===$/\1/p' "$work/tree" | while read -r module; do
    echo "design -load whole"
    echo "blackbox * $module %d"
    echo "script $root/tests/rtl/to_gates.ys"
    echo "tee -q -a $work/gates stat $module"
  done
} >"$work/synthesise"
run "$work/synthesise"

awk -v block="$block${*:+ }$*" -v most="$most" '
  # name of a module without its parameters
  function plain(name) {
    sub(/^\$paramod[^\\]*\\/, "", name)
    sub(/\\.*/, "", name)
    return name
  }
  /^=== / { module = $2; in_tree = module == "design" }
  FILENAME ~ /gates$/ && /^ +\$(_|mem)/ { cells[module] += $2 }
  FILENAME ~ /gates$/ && /^ +\$_(S|A|AL)?DFF/ { flops[module] += $2 }
  FILENAME ~ /gates$/ { next }
  /Number of memory bits:/ { bits[module] = $5 }
  # the tree of instances: each line tells how often the module is in the one above it
  /Number of/ { in_tree = 0 }
  in_tree && NF == 2 {
    match($0, /[^ ]/)
    depth = RSTART
    for (deeper in count) if (deeper + 0 >= depth) delete count[deeper]
    count[depth] = $2
    for (above in count) if (above + 0 == depth - 2) count[depth] *= count[above]
    name = plain($1)
    if (!(name in instances)) order[++rows] = name
    instances[name] += count[depth]
    all_cells[name] += count[depth] * cells[$1]
    all_flops[name] += count[depth] * flops[$1]
    all_bits[name] += count[depth] * bits[$1]
  }
  END {
    printf "%-26s %9s %9s %10s %9s\n", "module", "instances", "cells", "flip-flops", "memory"
    for (row = 1; row <= rows; ++row) {
      name = order[row]
      printf "%-26s %9d %9d %10d %9d\n", name, instances[name], all_cells[name], all_flops[name],
             all_bits[name]
      sum_cells += all_cells[name]
      sum_flops += all_flops[name]
      sum_bits += all_bits[name]
    }
    printf "%-26s %9s %9d %10d %9d\n", block, "", sum_cells, sum_flops, sum_bits
    if (most != "" && sum_cells > most) {
      printf "%s: %d cells; at most %d were expected\n", block, sum_cells, most > "/dev/stderr"
      exit 1
    }
  }' "$work/gates" "$work/tree"
