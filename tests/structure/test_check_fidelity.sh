#!/usr/bin/env bash
# check_fidelity.sh must pass rows of all three kinds and name each row in which something is wrong.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/docs/fidelity" "$tree/tests/hw"
printf 'TEST_P(Bus,\n       carries) {}\nTEST(Gate, waits) {}\n' >"$tree/tests/hw/bus_test.cpp"
echo 'add_test(NAME docs.pages COMMAND x)' >"$tree/tests/CMakeLists.txt"

# says CELL: what the check says of a page with one row, with this second cell
says() {
  printf '| the paper | shown by |\n|---|---|\n| 7: it | %s |\n' "$1" >"$tree/docs/fidelity/a.md"
  "$here/check_fidelity.sh" "$tree" || true
}

for cell in '`Bus.carries`' '`Bus.carries` `Gate.waits`' '`docs.pages`' 'absent: not modelled' \
  'simplified: half of it, by `tests/x.sh` (`Gate.waits`)'; do
  [ -z "$(says "$cell")" ] || { echo "must pass: $cell"; exit 1; }
done
expect() {
  [ "$(says "$1")" = "docs/fidelity/a.md:3: $2" ] || { echo "must be '$2': $1"; exit 1; }
}
none='neither tests nor simplified: nor absent: with a reason:'
expect '`Bus.carried`' 'there is no test Bus.carried'
expect '`Bus.carries` `Gate`' 'there is no test Gate'
expect 'simplified: half of it (`Gate.stalls`)' 'there is no test Gate.stalls'
expect 'simplified:' "$none simplified:"
expect 'Bus.carries' "$none Bus.carries"
expect 'a | b' 'not a row of two cells'
expect '' "$none "
