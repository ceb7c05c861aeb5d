#!/usr/bin/env bash
# need.sh [WHAT=PACKAGE...]: installs from Debian what is not there; without arguments, what the tests need beyond Swift,
# gcc and Python.
set -euo pipefail

missing=()
need() { # what to look for, then the package that has it
  case $1 in
    /*) [ -e "$1" ] ;;
    *.pc) command -v pkg-config >/dev/null && pkg-config --exists "${1%.pc}" ;;
    *) command -v "$1" >/dev/null ;;
  esac || missing+=("$2")
}
if [ $# -gt 0 ]; then
  for pair; do need "${pair%%=*}" "${pair#*=}"; done
else
  need pkg-config pkg-config
  need cmocka.pc libcmocka-dev
  need valgrind valgrind
  need cmake cmake
  need c++ g++
  need objdump binutils
  python3 -c 'import ensurepip' 2>/dev/null || missing+=(python3-venv)
fi

[ ${#missing[@]} -eq 0 ] && exit 0
echo "installing: ${missing[*]}"
root=()
[ "$(id -u)" -eq 0 ] || root=(sudo)
"${root[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}"
