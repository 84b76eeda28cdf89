#!/usr/bin/env bash
# check_families.sh [TREE]: a platform, and what makes, runs, watches and traces it, names no family
# of components.
# Families are the folders of hw/ but for what all share (memory and node are of any machine), and the
# names in the lists of components and of families. Prints file:line for each name that is found, and fails.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
cd "${1:-$here/../..}"

# names LIST MACRO: the lines MACRO(name) of a list
names() { sed -nE "s/^ *$2\(([a-z0-9_]+)\).*/\1/p" "$1"; }

components=$(names platforms/components/components.hpp COMPONENT)
families=$(names testbench/families/families.hpp FAMILY)
hardware=$(find hw -mindepth 1 -maxdepth 1 -type d -printf '%f\n' | grep -vx -e common -e dslink -e memory -e node)
topologies=$(names platforms/topologies/topologies.cpp TOPOLOGY)
# all but those that `grep ARGUMENTS` takes out; any component has ends of links
all_but() { printf '%s\n' $components $families $hardware cell | sort -u | grep -vx -e dslink -e link_end "$@"; }
# a name of a list in any case, alone or in a longer one: T9000Core, ChaosRouter, cells_of
pattern=$(all_but -F -f <(echo "$topologies") | sed 's/_/_?/g' | paste -sd'|')
shared=
for name in $(comm -12 <(all_but) <(sort <<<"$topologies")); do
  shared+="${shared:+|}\\b${name}[_/]|\\b${name^}[A-Z]"  # hw/hypercube/, hypercube_chip, HypercubeChip
done

searched=(platforms/platform*.hpp platforms/platform*.cpp platforms/processors.hpp
  platforms/processors.cpp platforms/connected_links.hpp platforms/connected_links.cpp
  platforms/system.hpp platforms/system.cpp platforms/elaboration platforms/netlist
  testbench/experiments testbench/lockstep testbench/registry testbench/watchdog testbench/waveforms)

failed=0
while IFS= read -r found; do
  echo "$found"
  failed=1
done < <(
  grep -rnE --include='*.hpp' --include='*.cpp' -i "$pattern" "${searched[@]}" || true
  [ -z "$shared" ] || grep -rnE --include='*.hpp' --include='*.cpp' "$shared" "${searched[@]}"
)
exit $failed
