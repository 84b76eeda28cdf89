#!/usr/bin/env bash
# generate.sh WEFT [TREE [DESCRIPTIONS]]: makes of the descriptions, by the program WEFT, what is
# generated of them in TREE: constants in Verilog and C++ and a page of docs. Without more it does so
# in the repository, of the descriptions beside this file. All is written, or nothing.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
weft=$1
tree=${2:-$here/../..}
descriptions=${3:-$here}
new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT

for folder in rtl/c104 rtl/iwarp hw/c104 hw/iwarp docs/reference; do mkdir -p "$new/$folder" "$tree/$folder"; done
"$weft" registers "$descriptions/c104.yaml" --as verilog >"$new/rtl/c104/c104_registers.vh"
"$weft" registers "$descriptions/c104.yaml" --as c++ >"$new/hw/c104/register_map.hpp"
"$weft" registers "$descriptions/iwarp.yaml" --as verilog >"$new/rtl/iwarp/iwarp_registers.vh"
"$weft" registers "$descriptions/iwarp.yaml" --as c++ >"$new/hw/iwarp/register_map.hpp"
{
  echo "# Registers"
  echo
  echo "Generated from \`rtl/registers/*.yaml\` by \`rtl/registers/generate.sh\`; not to be edited. The same"
  echo "descriptions make the constants of the Verilog and of the C++."
  for block in c104 iwarp; do
    echo
    "$weft" registers "$descriptions/$block.yaml"
  done
} >"$new/docs/reference/registers.md"
(cd "$new" && find . -type f) | while read -r file; do
  cmp -s "$new/$file" "$tree/$file" || cp "$new/$file" "$tree/$file"  # nothing is built in vain
done
