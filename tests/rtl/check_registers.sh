#!/usr/bin/env bash
# check_registers.sh WEFT: what rtl/registers/generate.sh makes stands in the repository; and a field that
# is moved in a description moves in the Verilog, in the C++ and on the page.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
weft=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$root/rtl/registers/generate.sh" "$weft" "$work/now"
(cd "$work/now" && find . -type f) | while read -r file; do
  diff -u "$root/$file" "$work/now/$file" || {
    echo "$file is out of date: rtl/registers/generate.sh WEFT"
    exit 1
  }
done

mkdir "$work/descriptions"
cp "$root"/rtl/registers/*.yaml "$work/descriptions"
sed -i 's/{name: reserved, bits: 16/{name: reserved, bits: 31/' "$work/descriptions/iwarp.yaml"
sed -i 's/{name: external, bits: 4/{name: external, bits: 6/' "$work/descriptions/c104.yaml"
"$root/rtl/registers/generate.sh" "$weft" "$work/moved" "$work/descriptions"
cd "$work/moved"
grep -q '^localparam READ_OUTPUT_RESERVED = 31;' rtl/iwarp/iwarp_registers.vh
grep -q 'RegisterField reserved{31, 1};' hw/iwarp/register_map.hpp
grep -q '| 31 | reserved' docs/reference/registers.md
grep -q '^localparam LINK_CONTROL_EXTERNAL = 6;' rtl/c104/c104_registers.vh
grep -q 'RegisterField external{6, 1};' hw/c104/register_map.hpp
grep -q '| 6 | external' docs/reference/registers.md
