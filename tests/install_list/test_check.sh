#!/usr/bin/env bash
# test_check.sh BUILD: check.sh must find a package that dependencies.txt has not, or not where it
# should, and a program that tools.txt has not.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

list=$work/list.txt tools=$work/tools.txt
grep -vxE 'libsystemc-dev|libspdlog-dev|ninja-build|libmuparser-dev' "$here/../../dependencies.txt" >"$list"
echo libmuparser-dev >>"$list" # behind [verify]
grep -vx flock "$here/tools.txt" >"$tools"

if said=$("$here/check.sh" "$build" "$list" "$tools"); then
  echo "passed, but packages and a tool are missing"
  exit 1
fi
while IFS= read -r message; do
  grep -qxF "$message" <<<"$said" || {
    printf 'should say: %s\nbut said:\n%s\n' "$message" "$said"
    exit 1
  }
done <<'END'
header /usr/include/systemc is brought by package libsystemc-dev, which list.txt does not list
library /usr/lib/x86_64-linux-gnu/libspdlog.so.1.10.0 is brought by package libspdlog1.10, which list.txt does not list
tool /usr/bin/ninja is brought by package ninja-build, which list.txt does not list
header /usr/include/muParser.h is brought by package libmuparser-dev, which list.txt does not list in [weft]
cmake/setup.sh starts flock, which tools.txt does not list
END
