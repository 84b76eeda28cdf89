#!/usr/bin/env bash
# check_docs.sh WEFT [TREE [PAGE [all | update]]]: do the pages say what is so? WEFT is the built
# command. With a PAGE (`docs/sweeps.md`) only what its blocks hold is checked; with `-` all but the
# blocks of all pages.
# - The folder table of docs/architecture.md holds the lines of tests/structure/rules.txt and the
#   folders that exist.
# - Every relative link and image of every page leads to something.
# - docs/reference/yaml.md is what `weft describe --markdown` prints, and docs/yaml.md has each key of
#   `weft describe platform` in a table.
# - Every `weft` or `cat` command in an `sh` block of README.md and docs runs, in a folder of its own
#   for each page that holds the ready platforms, and exits with 0 or with what a comment
#   `# exits with N` says. Those of an `sh long` block, which take long, run with `all` only. A `yaml`
#   block whose first line is `# NAME.yaml` is written to that file before.
# - Every line of a `text` block behind an `sh` block, with no more than prose and `text` between, is
#   a line that its commands print, figures and all; they stand in their order, and some may be left
#   out. `...` stands for anything. How long a run took and its rate count for nothing, nor do any
#   numbers of a block `text host`, which depend on the machine. With `update` what is printed is
#   written into the page where only numbers differ.
# - Every `cpp` block stands in a file of tests/docs or docs/examples, and is compiled and run there.
# - No page names a folder of some machine.
set -euo pipefail
program=$(realpath "$1")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
tree=$(cd "${2:-$here/../..}" && pwd -P)
part=${3-}
long=${4-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$tree"

weft() { "$program" "$@"; }

failed=0
wrong() {
  printf '%s\n' "$*"
  failed=1
}

# Blanks at both ends gone, those between made one: tables align by their widest entry.
squeeze() { sed -E 's/[[:space:]]+/ /g; s/^ //; s/ $//'; }

pages() { find README.md docs tests hw tlm rtl platforms testbench -name '*.md' | sort; }

check_folder_table() {
  # lines `| folder | who lives there | may include |`, of which the rules have two
  local table=$work/table rules=$work/rules line
  awk -F'|' '/^<!-- folders -->/ { on = 1 } /^<!-- end -->/ { on = 0 }
             on && $2 ~ /`/ { gsub(/[`,]/, ""); print $2, $4 }' docs/architecture.md |
    sed 's/nothing of ours//' | squeeze | sort >"$table"
  sed 's/#.*//; /^[[:space:]]*$/d' tests/structure/rules.txt | squeeze | sort >"$rules"
  while IFS= read -r line; do
    wrong "docs/architecture.md: its folder table lacks a line of tests/structure/rules.txt: $line"
  done < <(comm -23 "$rules" "$table")
  while IFS= read -r line; do
    wrong "docs/architecture.md: its folder table has what tests/structure/rules.txt lacks: $line"
  done < <(comm -13 "$rules" "$table")

  # each folder with code has a line; a line without a folder says `to come`
  local folder pattern found
  for folder in hw/*/ tlm/*/ rtl/*/ platforms/ testbench/ docs/ tests/; do
    folder=${folder%/} found=
    [ -d "$folder" ] || continue
    while read -r pattern _; do
      # shellcheck disable=SC2053 # `*` in a rule stands for a name
      [[ $folder == $pattern ]] && found=yes
    done <"$rules"
    [ "$found" ] || wrong "docs/architecture.md: its folder table has no line for $folder"
  done
  while read -r pattern _; do
    [[ $pattern == *'*'* ]] || [ -d "$pattern" ] ||
      grep -F "| \`$pattern\` |" docs/architecture.md | grep -q 'to come' ||
      wrong "docs/architecture.md: $pattern does not exist, and is not said to come"
  done <"$rules"
}

check_links() {
  local page=$1 target
  while IFS= read -r target; do
    case $target in *://* | mailto:* | '#'* | '') continue ;; esac
    [ -e "$(dirname "$page")/${target%%#*}" ] || wrong "$page: no such file: $target"
  done < <(awk '/^ *```/ { code = !code; next } !code' "$page" | sed -E 's/`[^`]*`//g' |
    grep -oE '\]\([^) ]*\)|(src|href)="[^"]*"' | sed -E 's/^\]\(//; s/\)$//; s/^(src|href)="//; s/"$//')
}

# Runs one line of an `sh` block, if it is one of ours; what it prints goes to $output.
run_line() {
  local page=$1 number=$2 line=$3 wanted=0 status=0
  [[ $line =~ ^((\./)?weft|cat)\  ]] || return 0
  line=${line#./}
  if [[ $line =~ \#\ exits\ with\ ([0-9]+) ]]; then wanted=${BASH_REMATCH[1]}; fi
  (cd "$place" && eval "$line") >"$work/said" 2>&1 </dev/null || status=$?
  cat "$work/said" >>"$output"
  ((status == wanted)) ||
    wrong "$page:$number: exits with $status, not $wanted: $line"$'\n'"$(cat "$work/said")"
}

# As it is compared: blanks aside, and without what the host's clock says.
normal() { squeeze | sed -E 's/ in [0-9.]+ s: [0-9.]+( million [a-z-]+ a second)$/ in N s: N\1/'; }
without_numbers() { sed -E '/weft: error/!s/[-+]?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?/N/g'; }

# as_pattern LINE: of the shell, in which `...` is anything.
as_pattern() {
  local line=$1
  line=${line//\\/\\\\} line=${line//\*/\\*} line=${line//\?/\\?} line=${line//\[/\\[}
  printf '%s' "${line//.../*}"
}

# Are the lines of a page among those that were printed, in their order? `...` stands for anything. A
# line of which only the numbers differ is told, and written into the page if that is asked for.
check_output() {
  local page=$1 number=$2 host=$3 at=0 i j like pattern
  local printed wanted as_is numberless numberless_wanted
  mapfile -t as_is <"$output"
  mapfile -t printed < <(normal <"$output")
  mapfile -t wanted < <(normal <"$block")
  mapfile -t numberless < <(normal <"$output" | without_numbers)
  mapfile -t numberless_wanted < <(normal <"$block" | without_numbers)
  if [ "$host" ]; then printed=("${numberless[@]}") wanted=("${numberless_wanted[@]}"); fi
  for ((i = 0; i < ${#wanted[@]}; i++)); do
    [ "${wanted[i]}" ] || continue
    pattern=$(as_pattern "${wanted[i]}") like=''
    for ((j = at; j < ${#printed[@]}; j++)); do
      # shellcheck disable=SC2053 # a pattern
      [[ ${printed[j]} == $pattern ]] && at=$((j + 1)) && continue 2
    done
    pattern=$(as_pattern "${numberless_wanted[i]}")
    for ((j = at; j < ${#printed[@]}; j++)); do
      # shellcheck disable=SC2053 # a pattern
      [[ ${numberless[j]} == $pattern ]] && like=${as_is[j]} at=$((j + 1)) && break
    done
    if [ "$like" ] && [ "$long" = update ] && [[ ${wanted[i]} != *...* ]]; then
      updates+=([$((number + i))]=$like)
    else
      wrong "$page:$((number + i)): is not printed: ${wanted[i]}${like:+; but: $like}"
    fi
  done
}

# write_updates PAGE: puts lines in their places.
write_updates() {
  local page=$1 lines number
  mapfile -t lines <"$page"
  for number in "${!updates[@]}"; do lines[number - 1]=${updates[number]%"${updates[number]##*[! ]}"}; done
  printf '%s\n' "${lines[@]}" >"$page"
}

check_code() {
  local page=$1 number=$2 block=$3 file
  for file in "$here"/*.cpp docs/examples/*/*.cpp; do
    [ -e "$file" ] || continue
    [[ $(sed 's/^ *//' "$file") != *"$block"* ]] || return 0
  done
  wrong "$page:$number: this code stands in no file of tests/docs or docs/examples"
}

check_blocks() {
  local page=$1 number=0 first=0 line kind='' body='' file='' behind='' updates=()
  place=$work/${page//\//_} output=$work/output block=$work/block
  mkdir -p "$place/platforms"
  cp platforms/*.yaml "$place/platforms"
  [ ! -d platforms/programs ] || cp -r platforms/programs "$place/platforms"
  [ ! -d platforms/graphs ] || cp -r platforms/graphs "$place/platforms"
  : >"$output"
  while IFS= read -r line || [ -n "$line" ]; do
    number=$((number + 1))
    if [[ $line =~ ^\`\`\`(.*) ]]; then
      if [ -z "$kind" ]; then
        kind=${BASH_REMATCH[1]:-plain} body='' file='' first=$((number + 1))
        [ "$kind$long" != 'sh longall' ] || kind=sh
        [ "$kind" != sh ] || : >"$output"
        : >"$block"
      else
        [ "$kind" != cpp ] || check_code "$page" "$number" "${body%$'\n'}"
        [[ $kind$behind != text*sh ]] || check_output "$page" "$first" "${kind#text}"
        [[ $kind == text* ]] || behind=$kind
        kind=
      fi
      continue
    fi
    case $kind in
      '') [[ $line != '#'* ]] || behind='' ;;
      'sh') run_line "$page" "$number" "$line" ;;
      yaml)
        if [ -z "$body" ] && [[ $line =~ ^#\ ([a-z0-9_]+\.yaml) ]]; then
          file=$place/${BASH_REMATCH[1]}
          : >"$file"
        fi
        body+=$line
        [ -z "$file" ] || printf '%s\n' "$line" >>"$file"
        ;;
      text*) printf '%s\n' "$line" >>"$block" ;;
      'cpp') body+=$(sed 's/^ *//' <<<"$line")$'\n' ;;
    esac
  done <"$page"
  ((${#updates[@]} == 0)) || write_updates "$page"
}

check_platform_keys() {
  local key
  while IFS= read -r key; do
    grep -qE "^\| [^|]*\`$key\`" docs/yaml.md || wrong "docs/yaml.md: has no key of a platform: $key"
  done < <(weft describe platform | awk 'on { print $1 } $1 == "parameter" { on = 1 }')
}

check_all_but_blocks() {
  local page
  check_folder_table
  [ "$(weft describe --markdown)" = "$(cat docs/reference/yaml.md)" ] ||
    wrong "docs/reference/yaml.md is out of date: weft describe --markdown > docs/reference/yaml.md"
  check_platform_keys
  while IFS= read -r page; do
    check_links "$page"
    ! grep -nE '(^|[^A-Za-z0-9_.])/(work|home|root|tmp)/' "$page" ||
      wrong "$page: names a folder of some machine"
  done < <(pages)
}

case $part in
  '' | -) check_all_but_blocks ;;
esac
case $part in
  '') for page in README.md $(find docs -name '*.md' | sort); do check_blocks "$page"; done ;;
  -) ;;
  *) check_blocks "$part" ;;
esac
exit "$failed"
