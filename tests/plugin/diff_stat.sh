#!/usr/bin/env bash
# diff_stat.sh: docs/architecture.md shows what a small new component, workload, routing and topology
# touch. Each is taken out of a scratch copy of docs/examples/my_types (its file, and the one line that
# names it), put back, and what git says of that must stand in the page, between the marks.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
root=$(cd "$here/../.." && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
copy=$work/my_types
mkdir "$copy"

git() { command git -C "$copy" -c user.name=weft -c user.email=weft -c core.autocrlf=false "$@"; }

git init -q
for type in beacon relay along chain; do
  cp "$root"/docs/examples/my_types/*.cpp "$root/docs/examples/my_types/CMakeLists.txt" "$copy"
  rm "$copy/$type.cpp"
  sed -i -E "/^ *TYPE\($type\) *\\\\?\$/d" "$copy/my_types.cpp"
  git add -A
  git commit -q --allow-empty -m without
  cp "$root/docs/examples/my_types/$type.cpp" "$root/docs/examples/my_types/my_types.cpp" "$copy"
  git add -A
  git diff --cached --stat=60 >>"$work/said"
  git reset -q
done

shown=$(awk '/^<!-- diff-stat -->/ { on = 1; next } /^<!-- end -->/ { on = 0 } on && !/^```/ && NF' \
  "$root/docs/architecture.md")
if [ "$shown" != "$(cat "$work/said")" ]; then
  echo "docs/architecture.md does not show what these touch:"
  cat "$work/said"
  exit 1
fi
