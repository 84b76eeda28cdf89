#!/usr/bin/env bash
# check_memory_sockets.sh finds what is bound without a checker, and nothing else.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir "$tree"/{hw,tlm,platforms,testbench,tests}

echo 'node.memory.socket.bind(checker.target);' >"$tree/tests/good.cpp"
"$here/check_memory_sockets.sh" "$tree"
for line in 'node.memory.socket.bind(dram.socket);' 'cell.memory().socket(slow.socket);'; do
  echo "$line" >"$tree/tests/bad.cpp"
  found=$("$here/check_memory_sockets.sh" "$tree") && { echo "not found: $line"; exit 1; }
  [[ $found == "tests/bad.cpp:1:$line" ]] || { echo "found: $found"; exit 1; }
done
