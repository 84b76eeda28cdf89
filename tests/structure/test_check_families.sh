#!/usr/bin/env bash
# check_families.sh must pass a tree whose lists alone name families, and find each name elsewhere.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

mkdir -p "$tree"/hw/{common,dslink,t800,ring} \
  "$tree"/platforms/{components,elaboration,netlist,topologies} \
  "$tree"/testbench/{experiments,lockstep,registry,watchdog,waveforms,families}
printf '#define COMPONENTS(COMPONENT) \\\n  COMPONENT(mesh_router)\n' \
  >"$tree/platforms/components/components.hpp"
printf '#define FAMILIES(FAMILY) \\\n  FAMILY(dslink)  \\\n  FAMILY(transputer)\n' \
  >"$tree/testbench/families/families.hpp"
printf '#define TOPOLOGIES(TOPOLOGY) \\\n  TOPOLOGY(mesh)  \\\n  TOPOLOGY(ring)\n' \
  >"$tree/platforms/topologies/topologies.cpp"
echo 'class System { Wheel wheel; };  // of a dslink' >"$tree/platforms/system.hpp"
echo '#include "platforms/system.hpp"' >"$tree/platforms/system.cpp"
echo 'struct Platform { PlatformParts parts; };  // a mesh or a ring' >"$tree/platforms/platform.hpp"
for file in platform.cpp processors.hpp processors.cpp connected_links.hpp connected_links.cpp; do
  echo '#include "platforms/platform.hpp"' >"$tree/platforms/$file"
done
check() { "$here/check_families.sh" "$tree"; }

if ! said=$(check); then
  printf 'failed, but should pass:\n%s\n' "$said"
  exit 1
fi

# expect_failure FILE TEXT: with this text on its first line
expect_failure() {
  cp -a "$tree" "$tree.whole"
  echo "$2" >"$tree/$1"
  said=$(check) && { echo "passed, but should not: $1: $2"; exit 1; }
  [ "$said" = "$1:1:$2" ] || { printf 'expected: %s\nbut got:  %s\n' "$1:1:$2" "$said"; exit 1; }
  rm -rf "$tree"
  mv "$tree.whole" "$tree"
}

expect_failure platforms/system.cpp '#include "hw/t800/t800.hpp"'
expect_failure platforms/platform.hpp 'std::vector<Cell> cells;'
expect_failure platforms/platform.cpp 'bool is_t800(const Component& component);'
expect_failure platforms/processors.hpp '#include "hw/t800/parameters.hpp"'
expect_failure platforms/elaboration/views.hpp 'std::vector<MeshRouter*> routers'
expect_failure testbench/experiments/simulation.hpp 'T800Statistics processors_;'
expect_failure testbench/watchdog/watchdog.cpp 'return transputers_.look(now);'
expect_failure testbench/watchdog/cells.hpp 'CellWaits waits_;'
expect_failure testbench/waveforms/tracer.hpp '#include "testbench/families/t800/t800_recorder.hpp"'
expect_failure platforms/system.hpp '#include "hw/ring/parameters.hpp"'
expect_failure platforms/platform.cpp 'std::vector<RingChip> chips;'
expect_failure testbench/experiments/run.cpp 'auto chips = ring_chips(platform);'
