#!/usr/bin/env bash
# blanks.sh VERSION: in a clone whose path has blanks and quotes `make install` and `make uninstall` do what they say, with paths
# that have these too, and change nothing else. The clone takes what is built here. `--whole`: it builds itself, and passes `make run`
# and `make check`; then its path has no double quote, because Swift builds nothing below one.
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d) before=$(mktemp)
trap 'rm -rf "$work" "$before" "$work.said"' EXIT
chmod 755 "$work" # some tests run as another user
own=' "own"'
[ "${1:-}" != --whole ] || own=
clone="$work/ace dir's$own/libpress"
passed=0
check() { # a name, then a command that must succeed
  local name=$1
  shift
  if "$@" > "$work/log" 2>&1; then passed=$((passed + 1)); else echo "FAILED: $name"; tail -50 "$work/log"; exit 1; fi
}
make=(env -u MAKEFLAGS -u MAKELEVEL -u DESTDIR -u PREFIX make -C "$clone" --no-print-directory)

mkdir -p "$work"/{ace,dir,"dir's",own,"own/libpress",'"own"/libpress'}
git clone --quiet "$here" "$clone"
for folder in ace dir "dir's" own own/libpress '"own"/libpress'; do echo mine > "$work/$folder/mine"; done
git -C "$here" ls-files -co --exclude-standard -z | tar -C "$here" --null --no-recursion -T - -cf - | tar -C "$clone" -xf -
if [ "${1:-}" != --whole ]; then
  version=$1
  mkdir "$clone/build" "$clone/.build"
  cp -a "$here/.build/ir" "$clone/.build/"
  cp -a "$here"/build/{libpress.*,pressd,man} "$clone/build/"
fi
# Lists everything outside of the folders that the clone may change.
outside() { (cd "$work" && find . -path './ace dir*/libpress/build' -prune -o -path './ace dir*/libpress/.build' -prune -o -path './ace dir*/libpress/.git' -prune -o -name __pycache__ -prune -o -name .pytest_cache -prune -o \
  -path ./log -prune -o \( -type f -print0 \) | sort -z | xargs -0 sha256sum); }
outside > "$before"
unchanged() { outside | diff "$before" -; }

if [ "${1:-}" = --whole ]; then
  check "make run" "${make[@]}" run < /dev/null
  check "and changes nothing outside" unchanged
  check "make check" "${make[@]}" check
  check "and changes nothing outside" unchanged
  version=$(cd "$clone" && python3 -B -m contract version)
fi

stage="$work/a stage's"
check "it installs below a DESTDIR with blanks" "${make[@]}" install DESTDIR="$stage" PREFIX=/usr/local
check "what is there runs" "$stage/usr/local/bin/pressd" --source sim --fast --config "$stage/usr/local/etc/pressd.conf"
check "it uninstalls from there" "${make[@]}" uninstall DESTDIR="$stage" PREFIX=/usr/local
check "and leaves no file" test -z "$(find "$stage" ! -type d)"
rm -rf "$stage"
check "and changes nothing else" unchanged

check "it installs below a relative DESTDIR" "${make[@]}" install DESTDIR="build/a stage" PREFIX=/usr/local
check "which is there" test -x "$clone/build/a stage/usr/local/bin/pressd"
check "it uninstalls from there" "${make[@]}" uninstall DESTDIR="build/a stage" PREFIX=/usr/local
check "and leaves no file there, either" test -z "$(find "$clone/build/a stage" ! -type d)"

prefix="$work/my own's/\"prefix\""
check "it installs into a PREFIX with blanks and quotes" "${make[@]}" install DESTDIR= PREFIX="$prefix"
flags() { eval "flags=($(PKG_CONFIG_PATH="$prefix/lib/pkgconfig" pkg-config --cflags --libs libpress))"; }
check "pkg-config has flags for it" flags
flags
check "with which a program compiles" cc -std=c11 "$here/Tests/install/program.c" -o "$work/program" "${flags[@]}"
check "and runs" env LD_LIBRARY_PATH="$prefix/lib" "$work/program" "$version"
rm -f "$work/program"
if command -v systemd-analyze > /dev/null; then # which refuses a program with a quote in its path, however it is written
  mkdir -p "$work/a program/bin"
  printf '#!/bin/sh\n' > "$work/a program/bin/pressd"
  chmod 755 "$work/a program/bin/pressd"
  python3 -B "$here/packaging/fill.py" "$here/Sources/pressd/install/pressd@.service" PREFIX="$work/a program" LIBDIR= \
    SYSCONFDIR="$prefix/100 %" > "$work/pressd@i2c-1.service"
  check "systemd understands the unit" systemd-analyze verify --man=no "$work/pressd@i2c-1.service"
  check "and says nothing" test ! -s "$work/log"
  rm -r "$work/a program" "$work/pressd@i2c-1.service"
fi
echo "# mine" >> "$prefix/etc/pressd.conf"
check "it uninstalls" "${make[@]}" uninstall DESTDIR= PREFIX="$prefix"
check "and leaves the config that was edited, and nothing else" \
  test "$(cd "$prefix" && find . ! -type d)" = "./etc/pressd.conf" -a "$(tail -n 1 "$prefix/etc/pressd.conf")" = "# mine"
rm -rf "$work/my own's"
check "it has changed nothing else, either" unchanged

refused() { ! "${make[@]}" "$@" > "$work.said" 2>&1 && grep -q "PREFIX=usr: it must begin with /" "$work.said"; }
for what in install uninstall; do
  check "a PREFIX that is not absolute is refused by its name, to $what" refused $what DESTDIR="$work/not" PREFIX=usr
done
check "and nothing was made" unchanged

echo "blanks: $passed passed"
