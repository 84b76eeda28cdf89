#!/usr/bin/env bash
# check_includes.sh must pass what the rules allow and name each include that runs against them.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

# write FILE INCLUDE...: a file of the trial tree with these includes
write() {
  mkdir -p "$tree/$(dirname "$1")"
  printf '#include %s\n' "${@:2}" >"$tree/$1"
}
check() { "$here/check_includes.sh" "$tree"; }

# expect_failure FILE INCLUDE MESSAGE: with this include on its second line
expect_failure() {
  write "$1" '<vector>' "$2"
  if said=$(check); then
    echo "passed, but should not: $1 includes $2"
    exit 1
  elif [ "$said" != "$1:2: $3" ]; then
    printf 'expected: %s\nbut got:  %s\n' "$1:2: $3" "$said"
    exit 1
  fi
  rm "$tree/$1"
}

write hw/common/time.hpp '<cstdint>'
write hw/c104/c104.hpp '<systemc>' '"hw/c104/core.hpp"' '"hw/common/time.hpp"' '"hw/dslink/core.hpp"'
write tlm/protocol/token.hpp '"hw/dslink/core.hpp"'
write tlm/c104/c104.cpp '"tlm/c104/c104.hpp"' '"tlm/protocol/token.hpp"' '"tlm/engine/wheel.hpp"'
write platforms/netlist/node.cpp '"tlm/c104/c104.hpp"' '"platforms/registry.hpp"'
write testbench/app/main.cpp '"testbench/run.hpp"' '"platforms/registry.hpp"'
write tests/hw/c104.cpp '"hw/c104/c104.hpp"' '"tests/support/expected_report.hpp"'
if ! said=$(check); then
  printf 'failed, but should pass:\n%s\n' "$said"
  exit 1
fi

expect_failure hw/common/bad.hpp '"hw/dslink/core.hpp"' \
  'hw/common includes "hw/dslink/core.hpp", but may include nothing of ours'
expect_failure hw/dslink/bad.cpp '"hw/c104/core.hpp"' \
  'hw/dslink includes "hw/c104/core.hpp", but may include hw/common'
expect_failure tlm/engine/bad.hpp '"tlm/protocol/token.hpp"' \
  'tlm/engine includes "tlm/protocol/token.hpp", but may include hw/common'
expect_failure tlm/dslink/bad.hpp '"tlm/c104/link.hpp"' \
  'tlm/dslink includes "tlm/c104/link.hpp", but may include hw tlm/protocol tlm/engine'
expect_failure platforms/bad.cpp '<testbench/run.hpp>' \
  'platforms includes "testbench/run.hpp", but may include hw tlm rtl'
expect_failure testbench/bad.cpp '  "tests/support/x.hpp"' \
  'testbench includes "tests/support/x.hpp", but may include hw tlm rtl platforms'
expect_failure hw/c104/bad.cpp '"core.hpp"' \
  '"core.hpp" is not named from the root of the repository'
expect_failure hw/c104/bad.cpp '"../../tlm/engine/wheel.hpp"' \
  '"../../tlm/engine/wheel.hpp" is not named from the root of the repository'

write hw/t800/parameters.hpp '<vector>'
if said=$(check) || [[ $said != 'hw/t800/parameters.hpp:1: its folder has no line in '* ]]; then
  echo "a folder without a rule was not found: $said"
  exit 1
fi
