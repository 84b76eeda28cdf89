#!/usr/bin/env bash
# check_observation.sh must pass what makes and stamps a trace and name each place that reads one.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/hw/t9000" "$tree/tlm" "$tree/rtl"

# says LINE: what the check says of a core with this line
says() {
  echo "$1" >"$tree/hw/t9000/core.cpp"
  "$here/check_observation.sh" "$tree" || true
}

for line in 'packet.tag.trace.leaves_processor(now);' 'return {.trace = {.id = next_++}};' \
  'if (!external) tag.trace.leaves_router(now);' 'top_.trace(file, 0);' 'PacketTrace holder;' \
  'output.holder = packet.tag.for_observers();'; do
  [ -z "$(says "$line")" ] || { echo "must pass: $line"; exit 1; }
done
for line in 'if (tag.trace.id != 0) accept();' 'const Time sent = tag->trace.sent;' \
  'const auto& seen = tag.trace;' 'const PacketTrace& seen = of(tag);' \
  'if (tag.for_observers().id != 0) accept();' 'const Time sent = output.holder.sent;'; do
  [ "$(says "$line")" = "hw/t9000/core.cpp:1:$line" ] || { echo "must not pass: $line"; exit 1; }
done
