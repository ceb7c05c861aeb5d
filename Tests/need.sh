#!/usr/bin/env bash
# need.sh [--check] [WHAT=PACKAGE...]: installs from Debian what is not there; without arguments, what the tests need beyond
# Swift, gcc and Python. With --check it installs nothing: it names all that is missing, with its packages, and fails. What
# has no package comes with Swift.
set -euo pipefail

only_check=
[ "${1:-}" != --check ] || { only_check=yes; shift; }
missing=() what=()
need() { # what to look for, then the package that has it
  case $1 in
    /*) compgen -G "$1" >/dev/null ;;
    *.pc) command -v pkg-config >/dev/null && pkg-config --exists "${1%.pc}" ;;
    *) command -v "$1" >/dev/null ;;
  esac || { what+=("$1"); missing+=(${2:+"$2"}); }
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

[ ${#what[@]} -eq 0 ] && [ ${#missing[@]} -eq 0 ] && exit 0
if [ -n "$only_check" ]; then
  echo "make: missing: ${what[*]}" >&2
  [ ${#missing[@]} -eq ${#what[@]} ] || echo "make: swift, clang, ld.lld, wasm-ld and llvm-... come with Swift 6.3: put its usr/bin on the PATH" >&2
  [ ${#missing[@]} -eq 0 ] || echo "make: sudo apt install $(printf '%s\n' "${missing[@]}" | sort -u | paste -sd' ')" >&2
  exit 1
fi
# Take a lock: parts of the tests run in parallel, and each may install.
exec 9< "$0"
flock 9
echo "installing: ${missing[*]}"
root=()
[ "$(id -u)" -eq 0 ] || root=(sudo)
"${root[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${root[@]}" apt-get install -o DPkg::Lock::Timeout=600 -y -qq --no-install-recommends "${missing[@]}"
