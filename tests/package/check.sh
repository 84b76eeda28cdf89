#!/usr/bin/env bash
# check.sh BUILD: makes the Debian package of a build and looks whether all is in it and a ready
# platform runs from it, unpacked where it was not built for.
set -euo pipefail
build=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if ! command -v dpkg-deb dpkg-shlibdeps >/dev/null; then
  echo "no dpkg-deb or dpkg-shlibdeps (Debian's dpkg-dev): skipped"
  exit 77
fi

cpack --config "$build/CPackConfig.cmake" -B "$folder" >"$folder/log" 2>&1 || {
  cat "$folder/log"
  exit 1
}
package=("$folder"/weft_*.deb)
dpkg-deb -c "${package[0]}" >"$folder/list"
for file in usr/bin/weft usr/share/man/man1/weft.1 usr/share/bash-completion/completions/weft \
  usr/share/zsh/vendor-completions/_weft usr/share/fish/vendor_completions.d/weft.fish \
  usr/share/weft/platforms/mesh_4x4.yaml usr/share/weft/testbench/sweeps/load_mesh_4x4.yaml \
  usr/lib/cmake/Weft/WeftConfig.cmake usr/include/weft/tlm/c104/c104.hpp; do
  grep -q "\./$file\$" "$folder/list" || { echo "without $file"; exit 1; }
done
grep -q '/weft/libweft_study_commands.so$' "$folder/list" || { echo "without the commands of studies"; exit 1; }
grep -q '/doc/[^/]*/tutorial.md' "$folder/list" || { echo "without its pages"; exit 1; }
dpkg-deb -f "${package[0]}" Depends | grep -q libsystemc || { echo "does not depend on SystemC"; exit 1; }

dpkg-deb -x "${package[0]}" "$folder/root"
cd "$folder"
root/usr/bin/weft run two_t9000 --for 200us --json run.json >/dev/null
grep -q '"status": *"ok"' run.json || { echo "two_t9000 does not run"; exit 1; }
root/usr/bin/weft sweep load_mesh_4x4 --dry-run >/dev/null

# what is in it for shells and man says nothing against it
bash -n root/usr/share/bash-completion/completions/weft
for shell in zsh fish; do
  command -v $shell >/dev/null || continue
  $shell -n root/usr/share/$shell/vendor*completions*/*weft*
done
if command -v groff >/dev/null; then
  warnings=$(groff -man -Tutf8 -ww root/usr/share/man/man1/weft.1 2>&1 >/dev/null)
  [ -z "$warnings" ] || { echo "$warnings"; exit 1; }
fi
