#!/usr/bin/env bash
# Brings the library of Weft's own RTL up to date. ./weft has the program call this when a run needs
# that library; nothing is printed when nothing is to be done.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
in_tree timed "building the RTL" build_release weft_rtl_models
