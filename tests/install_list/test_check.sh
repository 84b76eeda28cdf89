#!/usr/bin/env bash
# test_check.sh BUILD: check.sh must find a package that dependencies.txt has not, or not where it
# should, and a program that tools.txt has not.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# expect MESSAGE ARGUMENT...: check.sh with these arguments fails and says so
expect() {
  local message=$1 said
  shift
  if said=$("$here/check.sh" "$build" "$@"); then
    echo "passed, but should say: $message"
    exit 1
  elif ! grep -qxF "$message" <<<"$said"; then
    printf 'should say: %s\nbut said:\n%s\n' "$message" "$said"
    exit 1
  fi
}

grep -v '^libsystemc-dev$' "$here/../../dependencies.txt" >"$work/list.txt"
expect "header /usr/include/systemc is brought by package libsystemc-dev, which list.txt does not list" \
  "$work/list.txt"

grep -v '^libspdlog-dev$' "$here/../../dependencies.txt" >"$work/list.txt"
expect "library /usr/lib/x86_64-linux-gnu/libspdlog.so.1.10.0 is brought by package libspdlog1.10, which list.txt does not list" \
  "$work/list.txt"

grep -v '^ninja-build$' "$here/../../dependencies.txt" >"$work/list.txt"
expect "tool /usr/bin/ninja is brought by package ninja-build, which list.txt does not list" \
  "$work/list.txt"

sed '/^libmuparser-dev$/d; $a libmuparser-dev' "$here/../../dependencies.txt" >"$work/list.txt"
expect "header /usr/include/muParser.h is brought by package libmuparser-dev, which list.txt does not list in [weft]" \
  "$work/list.txt"

grep -v '^flock$' "$here/tools.txt" >"$work/tools.txt"
expect "cmake/setup.sh starts flock, which tools.txt does not list" \
  "$here/../../dependencies.txt" "$work/tools.txt"
