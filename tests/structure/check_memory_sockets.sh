#!/usr/bin/env bash
# check_memory_sockets.sh [TREE]: no memory socket of a node or a cell is bound but to a checker of the base
# protocol, in models, platforms and tests. Prints file:line for each that is, and fails.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
cd "${1:-$here/../..}"

bound='memory(\(\))?\.socket(\.bind)?\('
! grep -rnE --include='*.hpp' --include='*.cpp' "$bound" hw tlm platforms testbench tests |
  grep -vE "$bound[a-z_]*checker\.target\)"
