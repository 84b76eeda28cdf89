#!/usr/bin/env bash
# build_library.sh TARGET WHAT: brings a library of Weft's that is loaded up to date. ./weft has the
# program call this when something of it is asked for; nothing is printed when nothing is to be done.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
in_tree timed "building $2" build_release "$1"
