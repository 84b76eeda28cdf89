#!/usr/bin/env bash
# test_check_docs.sh WEFT: does check_docs.sh find what is wrong, in a small tree of its own?
set -euo pipefail
program=$(realpath "$1")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

good_tree() {
  rm -rf "${tree:?}"/*
  mkdir -p "$tree"/{docs/reference,tests/structure,hw/common,tlm,rtl,platforms,testbench}
  printf '%s\n' 'hw/common' 'hw/iwarp hw/common' 'platforms hw' 'testbench hw' 'docs all' 'tests all' \
    >"$tree/tests/structure/rules.txt"
  cat >"$tree/docs/architecture.md" <<'END'
<!-- folders -->
| `hw/common` | time | nothing of ours |
| `hw/iwarp` | to come | `hw/common` |
| `platforms` | netlists | `hw` |
| `testbench` | programs | `hw` |
| `docs` | pages | all |
| `tests` | tests | all |
<!-- end -->
END
  "$program" describe --markdown >"$tree/docs/reference/yaml.md"
  "$program" describe platform | sed 's/^\([a-z]*\) .*/| `\1` |/' >"$tree/docs/yaml.md"
  sed 's/~~~/```/' >"$tree/README.md" <<'END'
[house](docs/architecture.md)
~~~yaml
# mine.yaml
components: {a: {type: t9000}, b: {type: t9000}}
~~~
~~~sh
weft check mine.yaml
weft check none.yaml  # exits with 2
~~~
~~~text
mine.yaml: good: 2 components, ...
weft: error: none.yaml: there is no such file; ...
~~~
END
  echo 'components: {}' >"$tree/platforms/none_yet.yaml"
}

# check [PAGE [all | update]]
check() { "$here/check_docs.sh" "$program" "$tree" "$@" 2>&1; }

# expect_failure FILE SED-SCRIPT MESSAGE
expect_failure() {
  local said
  good_tree
  sed -i "$2" "$tree/$1"
  if said=$(check) || [[ $said != *"$3"* ]]; then
    printf 'not found: %s\nsaid: %s\n' "$3" "$said"
    exit 1
  fi
}

good_tree
if ! said=$(check); then
  printf 'failed, but should pass:\n%s\n' "$said"
  exit 1
fi

# what takes long runs when all is asked for
good_tree
sed -i 's/^```sh$/```sh long/; s/check mine/check mien/' "$tree/README.md"
if ! said=$(check README.md); then
  printf 'a block of what takes long is run unasked:\n%s\n' "$said"
  exit 1
fi
if said=$(check README.md all) || [[ $said != *'exits with 2, not 0: weft check mien.yaml'* ]]; then
  printf 'a block of what takes long is not run with all: %s\n' "$said"
  exit 1
fi

# figures are compared, those of the host aside; `update` writes them
good_tree
sed -i 's/good: 2 comp.*/good: 3 components, 0 links, 3 processors, 1-byte headers/' "$tree/README.md"
sed 's/^```text$/& host/' "$tree/README.md" >"$tree/host.md"
if ! said=$(check host.md); then
  printf 'figures of the host are compared:\n%s\n' "$said"
  exit 1
fi
if said=$(check README.md) || [[ $said != *'but: mine.yaml: good: 2 components'* ]]; then
  printf 'a figure that is not printed is not told: %s\n' "$said"
  exit 1
fi
if ! said=$(check README.md update) || ! grep -q 'good: 2 components, 0 links' "$tree/README.md"; then
  printf 'a figure is not updated: %s\n' "$said"
  exit 1
fi

expect_failure tests/structure/rules.txt 's/^platforms.*/platforms hw tlm/' \
  'lacks a line of tests/structure/rules.txt: platforms hw tlm'
expect_failure tests/structure/rules.txt '/^testbench/d' 'has no line for testbench'
expect_failure docs/architecture.md 's/to come/arrays/' 'hw/iwarp does not exist'
expect_failure README.md 's/(docs.arch/(doc\/arch/' 'no such file: doc/architecture.md'
expect_failure README.md 's/check mine/check mien/' 'exits with 2, not 0: weft check mien.yaml'
expect_failure README.md 's/  # exits with 2//' 'exits with 2, not 0: weft check none.yaml'
expect_failure README.md 's/good: 2 comp/bad: 2 comp/' 'is not printed: mine.yaml: bad'
expect_failure README.md 's/good: 2 components, .../good: 2/' 'is not printed: mine.yaml: good: 2'
expect_failure README.md '/^mine.yaml: good/{h;d}; /^weft: error/G' 'is not printed: mine.yaml: good'
expect_failure README.md 's/^```yaml/```cpp/' 'this code stands in no file of tests/docs or docs/examples'
expect_failure README.md '1s#$# /home/me#; 1s#/me#/me/x#' 'names a folder of some machine'
expect_failure docs/yaml.md '/seed/d' 'has no key of a platform: seed'
expect_failure docs/reference/yaml.md '1s/$/x/' 'docs/reference/yaml.md is out of date'
