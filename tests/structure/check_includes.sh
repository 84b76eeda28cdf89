#!/usr/bin/env bash
# check_includes.sh [TREE [RULES]]: does every include run the way that rules.txt allows? Prints
# file:line and the rule for each that does not, and fails.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
tree=${1:-$here/../..}
rules=${2:-$here/rules.txt}

cd "$tree"
folders=()
for folder in hw tlm rtl platforms testbench docs tests; do
  [ ! -d "$folder" ] || folders+=("$folder")
done

find "${folders[@]}" -type d -name fixtures -prune -o \
  -type f \( -name '*.hpp' -o -name '*.cpp' -o -name '*.h' \) -print0 |
  sort -z |
  xargs -0 -r awk -v rules="$rules" '
    # Is `path` in the folder `pattern`? Name by name; a star matches any one name.
    function within(path, pattern,    names, wanted, count, i) {
      split(path, names, "/")
      count = split(pattern, wanted, "/")
      for (i = 1; i <= count; i++)
        if (wanted[i] != "*" && wanted[i] != names[i]) return 0
      return 1
    }
    # The folder of `path` that the pattern names: its first names, as many as the pattern has.
    function own_folder(path, pattern,    names, wanted, count, i, folder) {
      split(path, names, "/")
      count = split(pattern, wanted, "/")
      folder = names[1]
      for (i = 2; i <= count; i++) folder = folder "/" names[i]
      return folder
    }
    function wrong(message) {
      printf "%s:%d: %s\n", FILENAME, FNR, message
      failed = 1
    }
    BEGIN {
      while ((getline line < rules) > 0) {
        sub(/#.*/, "", line)
        if (!split(line, word)) continue
        pattern[++count] = word[1]
        sub(/^[ \t]*[^ \t]+[ \t]*/, "", line)
        allowed[count] = line
        split(word[1], name, "/")
        ours[name[1]] = 1
      }
      if (!count) { print rules ": no rules"; exit failed = 1 }
    }
    FNR == 1 {
      for (rule = 1; rule <= count && !within(FILENAME, pattern[rule]); rule++);
      if (rule > count) wrong("its folder has no line in " rules)
    }
    rule > count || !/^[ \t]*#[ \t]*include[ \t]*["<]/ { next }
    {
      quoted = /^[ \t]*#[ \t]*include[ \t]*"/
      target = $0
      sub(/^[^"<]*["<]/, "", target)
      sub(/[">].*/, "", target)
      depth = split(target, name, "/")
      if (depth < 2 || !(name[1] in ours) || target ~ /(^|\/)\.\.?\//) {
        if (quoted) wrong("\"" target "\" is not named from the root of the repository")
        next
      }
      own = own_folder(FILENAME, pattern[rule])
      good = within(target, own) || allowed[rule] ~ /^all[ \t]*$/
      total = split(allowed[rule], may)
      for (i = 1; i <= total && !good; i++) good = within(target, may[i])
      if (!good)
        wrong(own " includes \"" target "\", but may include " (total ? allowed[rule] : "nothing of ours"))
    }
    END { exit failed }
  '
