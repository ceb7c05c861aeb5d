#!/usr/bin/env bash
# loop.sh [FOLDER]: how long an edit and a fresh clone take, as CONTRIBUTING.md says it: in a clone of what is committed here. With nothing else
# running, it takes some quarter of an hour; what Debian and the package index have is installed before.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
work=${1:-$(mktemp -d)}
rm -rf "$work" && git clone --quiet "$here" "$work" && cd "$work"
unset MAKEFLAGS MAKELEVEL
timed() { # what it is called, then the command
  local name=$1 TIMEFORMAT='%R %U %S'
  shift
  { time "$@" > "$work.log" 2>&1 || { echo "FAILED: $name"; tail -30 "$work.log"; exit 1; } ; } 2> "$work.time"
  awk -v name="$name" 'END { printf "| %s | %.0f | %.0f |\n", name, $1, $2 + $3 }' "$work.time"
}
# Changes the body of a function, each time in another way.
edit() { sed -i "/^      [a-z].*[^{]\$/{s|\$|  // $RANDOM|;:rest;n;b rest}" "$1"; }
timed '`git clone`, then `make check`' make check
timed '`make check` again, nothing changed' make check
edit Sources/PressCore/Contacts/Preview.swift
timed '`make quick` after an edit in `Sources/PressCore`' make quick
edit Sources/pressd/Outputs/Chart.swift
timed '`make quick-pressd` after an edit in `Sources/pressd`' make quick-pressd
timed '`make check` after these' make check
git checkout --quiet . && git clean -dfxq
timed '`git clone`, then `make run`' make run
git clean -dfxq
timed '`git clone`, then `make test`' make test
