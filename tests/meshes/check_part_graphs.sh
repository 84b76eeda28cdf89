#!/usr/bin/env bash
# check_part_graphs.sh PROGRAM: the graphs beside this script are what PROGRAM writes.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$1" "$work"
for graph in m11k c10k c100k q20k; do
  diff -u "$here/$graph.edges" "$work/$graph.edges"
done
