# Sourced by ./weft and ./verify: brings a fresh Debian 12 to a release build of this tree. All
# chatter goes to standard error, and there is none when nothing is to be done.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
build=$root/build/release

fail() {
  printf 'weft: %s\n' "$*" >&2
  exit 1
}

# The packages of dependencies.txt that are not installed.
missing_packages() {
  comm -23 <(sed 's/#.*//' "$root/dependencies.txt" | xargs -n 1 | sort) \
    <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p' | sort)
}

install_packages() {
  command -v dpkg-query >/dev/null && command -v apt-get >/dev/null ||
    fail "this is no Debian: install what dependencies.txt lists, then: cmake --preset release"
  local missing as_root=()
  mapfile -t missing < <(missing_packages)
  ((${#missing[@]})) || return 0
  if ((EUID != 0)); then
    command -v sudo >/dev/null ||
      fail "packages are missing and there is no sudo: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  echo "weft: installing ${missing[*]}" >&2
  as_root+=(env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=600)
  {
    "${as_root[@]}" update &&
      "${as_root[@]}" install -y --no-install-recommends "${missing[@]}"
  } >&2 || fail "apt-get could not install ${missing[*]}"
}

# build_release TARGET: at a second call ninja finds what has changed.
build_release() {
  # a tree that was moved or copied has a cache that names the old place; no build.ninja is written
  # when CMake fails
  if ! { [ -e "$build/build.ninja" ] &&
    grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt"; }; then
    cmake --fresh -S "$root" --preset release >&2 || fail "cmake failed"
  fi
  ninja -C "$build" -j "$(nproc)" "$1" 2>&1 |
    sed -u -e '/^ninja: Entering/d' -e '/^ninja: no work/d' -e '/Re-checking globbed/d' >&2 ||
    fail "the build failed"
}

# set_up TARGET: one at a time in one tree.
set_up() {
  install_packages
  mkdir -p "$root/build"
  (
    flock 9
    build_release "$1"
  ) 9>"$root/build/.lock"
}
