#!/usr/bin/env bash
# check_observation.sh [TREE]: hardware and its models fill a packet's trace, for observers, and read
# nothing of it. Prints file:line of each place in hw, tlm and rtl that names it other than to make
# one, to stamp it or to keep it for an observer (PacketTag::for_observers, as the `holder` of an
# output), and fails. What SystemC prints of it is no decision.
set -euo pipefail
tree=${1:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)}

cd "$tree"
read_by=$(grep -rnE --include='*.hpp' --include='*.cpp' '\btrace\b|PacketTrace' hw tlm rtl |
  grep -vE '^hw/(common/packet_tag\.hpp|dslink/tag_signal\.cpp):' |
  grep -vE '\.trace\.leaves_(processor|router)\([^)]*\);|\.trace = \{\.id = ' |
  grep -vE '\bPacketTrace(\*? holder\b|\{\})' |
  grep -E '(\.|->)trace\b[^(]|\bPacketTrace\b' || true)
read_by+=$(grep -rnE --include='*.hpp' --include='*.cpp' \
  '(\bfor_observers\(\)|(\.|->)holder)(\.|->)' hw tlm rtl || true)
[ -z "$read_by" ] || {
  printf '%s\n' "$read_by"
  exit 1
}
