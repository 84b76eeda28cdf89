# Sourced by ./weft and ./verify: brings a fresh Debian 12 to a release build of this tree. All
# chatter goes to standard error, and there is none when nothing is to be done.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
build=$root/build/release

fail() {
  printf 'weft: %s\n' "$*" >&2
  exit 1
}

# timed WHAT COMMAND...: says how long it took, if that was a second or more.
timed() {
  local what=$1 start=$SECONDS
  shift
  "$@"
  local took=$((SECONDS - start))
  ((took == 0)) || echo "weft: $what took $took s" >&2
}

# packages_of SECTION...: what dependencies.txt lists there.
packages_of() {
  awk -v sections=" $* " '
    { sub(/#.*/, "") }
    /^\[/ { wanted = index(sections, " " substr($1, 2, length($1) - 2) " "); next }
    wanted && NF { print $1 }' "$root/dependencies.txt"
}

# install_packages SECTION...: those that are not installed.
install_packages() {
  command -v dpkg-query >/dev/null && command -v apt-get >/dev/null ||
    fail "this is no Debian: install what dependencies.txt lists, then: cmake --preset release"
  local missing as_root=()
  mapfile -t missing < <(comm -23 <(packages_of "$@" | sort) \
    <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p' | sort))
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

# configure TESTS: a tree that has the tests (ON) keeps them.
configure() {
  local fresh=(--fresh)
  # a tree that was moved or copied has a cache that names the old place; no build.ninja is written
  # when CMake fails
  if [ -e "$build/build.ninja" ] &&
    grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt"; then
    [ "$1" = ON ] && ! grep -qxF "BUILD_TESTING:BOOL=ON" "$build/CMakeCache.txt" || return 0
    fresh=()
  fi
  cmake "${fresh[@]}" -S "$root" --preset release "-DBUILD_TESTING=$1" >&2 || fail "cmake failed"
}

# build_release TARGET: at a second call ninja finds what has changed.
build_release() {
  ninja -C "$build" -j "$(nproc)" "$1" 2>&1 |
    sed -u -e '/^ninja: Entering/d' -e '/^ninja: no work/d' -e '/Re-checking globbed/d' >&2 ||
    fail "the build failed"
}

# in_tree COMMAND...: one at a time in one tree.
in_tree() {
  mkdir -p "$root/build"
  (
    flock 9
    "$@"
  ) 9>"$root/build/.lock"
}

# set_up SECTIONS TESTS TARGET
set_up() {
  # shellcheck disable=SC2086 # sections are words
  timed "installing packages" install_packages $1
  in_tree timed "configuring" configure "$2"
  in_tree timed "building" build_release "$3"
}
