#!/usr/bin/env bash
# check.sh BUILD [LIST [TOOLS]]: does LIST (dependencies.txt) bring all that we use?
#  - every header and library from outside that the Ninja build tree BUILD was made from,
#  - every program in TOOLS (tools.txt), which must name each one that our scripts start.
# What LIST brings: its packages and what they depend on (as installed here); apt and git, which are
# there before; and the packages that every Debian has. Its section [weft] alone must bring what the
# program and its RTL are made from, and the tools of that section.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
build=$(cd "${1:?which build tree?}" && pwd -P)
list=${2:-$root/dependencies.txt}
tools=${3:-$root/tests/install_list/tools.txt}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

wrong() {
  echo "$*"
  failures=$((failures + 1))
}

# sections FILE SECTION...: the lines of FILE that stand in them.
sections() {
  awk -v wanted=" ${*:2} " '
    { sub(/#.*/, "") }
    /^\[/ { inside = index(wanted, " " substr($1, 2, length($1) - 2) " "); next }
    inside && NF' "$1"
}

# brought_packages SECTION...: the packages that LIST brings, one a line.
brought_packages() {
  {
    sections "$list" "$@"
    printf '%s\n' apt git
  } | awk '
    # first file: what is installed; second: where to begin
    FNR == NR {
      split($0, field, "\t")
      name = field[1]
      needs[name] = field[2] ", " field[3]
      if (field[5] == "yes") begin[name]
      provided[name] = provided[name] " " name
      gsub(/\([^)]*\)|,/, " ", field[4])
      count = split(field[4], virtual, " ")
      for (i = 1; i <= count; i++) provided[virtual[i]] = provided[virtual[i]] " " name
      next
    }
    { begin[$1] }
    # Takes the first of the alternatives that is installed, and what it needs.
    function take(alternatives,    choice, count, i, provider) {
      gsub(/\([^)]*\)|:[a-z0-9]+/, "", alternatives)
      count = split(alternatives, choice, /[ |]+/)
      for (i = 1; i <= count; i++) {
        if (choice[i] == "" || !(choice[i] in provided)) continue
        split(provided[choice[i]], provider, " ")
        bring(provider[1])
        return
      }
    }
    function bring(package,    all, count, i) {
      if (package in brought) return
      brought[package]
      print package
      count = split(needs[package], all, /,/)
      for (i = 1; i <= count; i++) take(all[i])
    }
    END { for (package in begin) take(package) }
  ' <(dpkg-query -W -f '${Package}\t${Pre-Depends}\t${Depends}\t${Provides}\t${Essential}\t${db:Status-Status}\n' |
    sed -n 's/\tinstalled$//p') - | sort -u
}

# Reads files, one a line; prints "package<tab>file" for each, with no package if none owns it.
# Debian 12 knows the files of /usr/bin and /usr/lib partly by their old names in /bin and /lib.
owners() {
  sort -u >"$work/files"
  {
    cat "$work/files"
    sed -n 's#^/usr/\(bin\|sbin\|lib\)#/\1#p' "$work/files"
  } | { xargs -r -d '\n' dpkg-query -S 2>/dev/null || true; } | grep -v '^diversion by ' |
    awk '
      FNR == NR {
        file = $0
        sub(/^.*: /, "", file)
        package = $0
        sub(/[:,].*/, "", package)
        owner[file] = package
        owner["/usr" file] = package
        next
      }
      { print owner[$0] "\t" $0 }
    ' - "$work/files"
}

# Reads "package<tab>file"; complains of each file that is not brought.
expect_brought() {
  local kind=$1 package file
  while IFS=$'\t' read -r package file; do
    if [ "$package" = - ]; then
      wrong "$kind $file belongs to no Debian package"
    else
      wrong "$kind $file is brought by package $package, which ${list##*/} does not list$for_weft"
    fi
  done < <(awk -F'\t' 'FNR == NR { brought[$1]; next } !($1 in brought)' "$work/brought" - | sed 's/^\t/-\t/')
}

# Of the files read, those that are neither ours nor made by us.
from_outside() {
  sort -u | xargs -r -d '\n' realpath |
    awk -v root="$root/" -v build="$build/" 'index($0, root) != 1 && index($0, build) != 1'
}

# check_targets SECTIONS TARGET...: what these are made from, and the tools of these sections.
check_targets() {
  local kind tool optional path
  # shellcheck disable=SC2086 # sections are words
  brought_packages $1 >"$work/brought"
  ninja -C "$build" -t inputs "${@:2}" >"$work/inputs"
  grep '\.o$' "$work/inputs" | xargs -d '\n' ninja -C "$build" -t deps | sed -n 's#^ \+/#/#p' |
    from_outside >"$work/headers"
  sed -n 's#^/.*\.\(a\|so[.0-9]*\)$#&#p' "$work/inputs" | from_outside >"$work/libraries"
  for kind in headers libraries; do
    [ -s "$work/$kind" ] || wrong "the $kind of $build are not known: build it first"
  done
  expect_brought header < <(owners <"$work/headers")
  expect_brought library < <(owners <"$work/libraries")

  # shellcheck disable=SC2086
  while read -r tool optional; do
    if path=$(type -P "$tool"); then
      [ "$optional" ] || realpath "$path"
    elif [ ! "$optional" ]; then
      wrong "tool $tool is not installed"
    fi
  done < <(sections "$tools" $1) >"$work/tools"
  expect_brought tool < <(owners <"$work/tools")
}
models=()
ninja -C "$build" -t query weft_rtl_models >/dev/null 2>&1 && models=(weft_rtl_models)
for_weft=" in [weft]"
check_targets weft weft weft_study_commands "${models[@]}"
for_weft=
check_targets "weft verify" all

# The programs that our scripts start must all stand in TOOLS: the first word of each command, and
# the one after a command that starts another.
commands_of() {
  sed -e 's/^ *#.*//' -e 's/[ \t]#.*//' "$1" | awk '
    { text = text $0 "\n" }
    END {
      gsub(/\\\n/, " ", text)
      gsub(/\047[^\047]*\047/, "\"\"", text)
      gsub(/\|\||&&|[;|(){}!`\n]/, "\n", text)
      count = split(text, command, "\n")
      for (i = 1; i <= count; i++) {
        words = split(command[i], word, /[ \t]+/)
        for (w = 1; w <= words; w++) {
          if (word[w] == "" || word[w] ~ /^[A-Za-z_]+=/) continue
          if (word[w] ~ /^(if|then|elif|else|while|until|do|exec|command|xargs|env)$/) print word[w]
          else if (word[w] ~ /^-/) continue
          else { print word[w]; break }
        }
      }
    }'
}

mapfile -d '' scripts < <(find "$root/weft" "$root/verify" "$root/.ci" "$root/cmake" "$root/tests" \
  -type f \( -name '*.sh' -o -path "$root/weft" -o -path "$root/verify" -o -path '*/.ci/*' \) -print0)
sed -n 's/^\([a-z_]*\)() .*/\1/p' "${scripts[@]}" >"$work/functions"
for script in "${scripts[@]}"; do
  case ${script#"$root"/} in
    weft | cmake/*) sections "$tools" weft ;;
    *) sections "$tools" weft verify ;;
  esac >"$work/listed"
  while read -r command; do
    [ "$(type -t "$command")" = file ] || continue
    grep -qxF "$command" "$work/functions" || grep -q "^$command\( \|$\)" "$work/listed" ||
      wrong "${script#"$root"/} starts $command, which tools.txt does not list"
  done < <(commands_of "$script" | grep -x '[a-z][a-z0-9+_-]*' | sort -u)
done

[ "$failures" -eq 0 ] || exit 1
for kind in headers libraries tools; do
  echo "install list: $(grep -c . "$work/$kind") $kind, all brought"
done
