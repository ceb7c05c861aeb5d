#!/usr/bin/env bash
# Installs from Debian what the tests need beyond Swift, gcc and Python, when it is not there.
set -euo pipefail

missing=()
want() { # what to look for, then the package that has it
  case $1 in
    /*) [ -e "$1" ] ;;
    *.pc) command -v pkg-config >/dev/null && pkg-config --exists "${1%.pc}" ;;
    *) command -v "$1" >/dev/null ;;
  esac || missing+=("$2")
}
want pkg-config pkg-config
want cmocka.pc libcmocka-dev
want valgrind valgrind
want cmake cmake
want c++ g++
want objdump binutils
python3 -c 'import ensurepip' 2>/dev/null || missing+=(python3-venv)

[ ${#missing[@]} -eq 0 ] && exit 0
echo "installing: ${missing[*]}"
root=()
[ "$(id -u)" -eq 0 ] || root=(sudo)
"${root[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}"
