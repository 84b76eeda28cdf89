#!/usr/bin/env bash
# check_fidelity.sh [TREE]: the ledgers docs/fidelity/*.md say of each sentence of a paper what shows it.
# Each row of their tables has a second cell that is one of
# - names of tests, in backquotes: `Suite.name` of a TEST, TEST_F or TEST_P, or the name of a CTest case;
# - `simplified:` or `absent:` with a reason, which may name tests too.
# Prints file:line of each row that has none of these, and of each test that does not exist, and fails.
set -euo pipefail
tree=${1:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)}

cd "$tree"
tests=$(mktemp)
trap 'rm -f "$tests"' EXIT
{
  # a macro's arguments may stand in two lines
  find tests -name '*.cpp' -exec cat {} + | tr '\n' ' ' |
    grep -oE '\bTEST(_F|_P)?\( *[A-Za-z0-9_]+ *, *[A-Za-z0-9_]+ *\)' |
    sed -E 's/.*\( *([A-Za-z0-9_]+) *, *([A-Za-z0-9_]+) *\)/\1.\2/' || true
  find tests -name CMakeLists.txt -exec cat {} + | grep -oE 'add_test\(NAME [A-Za-z0-9_.]+' |
    sed 's/.* //' || true
} | sort -u >"$tests"

failed=0
for page in docs/fidelity/*.md; do
  awk -F'|' -v page="$page" '
    FILENAME == ARGV[1] { exists[$0] = 1; next }
    !/^\|/ || /^\|[-|]*$/ || $3 == " shown by " { next }
    {
      place = page ":" FNR ": "
      if (NF != 4) { print place "not a row of two cells"; wrong = 1; next }
      shown = $3
      gsub(/^ +| +$/, "", shown)
      if (shown !~ /^(simplified|absent): [^ ]/ && shown !~ /^`[^`]+`( `[^`]+`)*$/) {
        print place "neither tests nor simplified: nor absent: with a reason: " shown
        wrong = 1
      }
      while (match(shown, /`[^`]+`/)) {
        name = substr(shown, RSTART + 1, RLENGTH - 2)
        shown = substr(shown, RSTART + RLENGTH)
        # in a reason other things stand in backquotes too
        if (name !~ /^[A-Za-z0-9_]+\.[A-Za-z0-9_]+$/ && $3 ~ /^ (simplified|absent):/) continue
        if (!(name in exists)) { print place "there is no test " name; wrong = 1 }
      }
    }
    END { exit wrong }' "$tests" "$page" || failed=1
done
exit $failed
