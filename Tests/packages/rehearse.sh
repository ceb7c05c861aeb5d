#!/usr/bin/env bash
# rehearse.sh RELEASE WORK VERSION: what a person does with a release, in a fresh Debian of its own: checks the signature, installs or builds
# each file of it, and runs the commands that README.md and docs/ give for it. A file that no step takes fails. It is signed with a key that is
# thrown away, in a copy. What takes Swift (make run, make test) runs elsewhere: `make test-blanks`.
set -euo pipefail
[ $# -eq 3 ] || { echo "usage: rehearse.sh RELEASE WORK VERSION" >&2; exit 64; }
here=$(cd "$(dirname "$0")" && pwd)
top=$(realpath "$here/../..") release=$(realpath "$1") work=$(mkdir -p "$2" && cd "$2" && pwd) version=$3
"$here"/../need.sh gpg=gnupg mmdebstrap=mmdebstrap
unset MAKEFLAGS MAKELEVEL
. "$here/checks.sh"
skip() { echo "rehearsal: $passed passed; SKIPPED: $1"; exit 0; }
fresh_debian rehearsal python3-venv,adduser,build-essential,cmake,pkg-config,gnupg,debhelper,dh-python
downloads=$fresh/home/downloads
mkdir "$downloads"
cp "$release"/* "$downloads/"
taken=()
take() { # the files that a step takes: at least one
  local file
  for file; do [ -e "$downloads/$file" ] || { echo "FAILED: a release has $file"; exit 1; }; done
  taken+=("$@")
}
there() { (cd "$downloads" && compgen -G "$1"); }
user() { inside sh -ec "cd /home/downloads; $1"; }
document() { block "$1" "$top/docs/$2" "$3" | sed 's/^sudo //; s/ sudo / /g'; }

# ---- Signature, checksums, notes

home=$(mktemp -d)
GNUPGHOME=$home gpg --batch --quiet --passphrase '' --quick-generate-key 'A releaser <a@example.org>' ed25519 sign 1d
rm -f "$downloads"/SHA256SUMS.asc "$downloads"/*.key.asc
check "it is signed" env GNUPGHOME="$home" "$top/packaging/sign.sh" "$downloads" "$version" a@example.org
GNUPGHOME=$home gpgconf --kill all
rm -rf "$home"
take SHA256SUMS SHA256SUMS.asc "libpress-$version.key.asc"
check "docs/install.md: signature and checksums are good" user "$(document sh install.md '# Install')"
check "a file that was changed is found" user "cp libpress-$version.md kept; echo >> libpress-$version.md; ! sha256sum --check --ignore-missing SHA256SUMS; mv kept libpress-$version.md"
take "libpress-$version.md" "libpress-$version.spdx.json"
check "the notes are those of this version" grep -q "^# libpress $version " "$downloads/libpress-$version.md"
check "the list of what is inside can be read" user "python3 -m json.tool libpress-$version.spdx.json /dev/null"

# ---- Python: the wheel, and the commands of the README

wheel=$(there "*-manylinux*_$(uname -m)*.whl")
take "$wheel"
check "README.md: its first command installs" user "$(block sh "$top/README.md" '## A lamp in Python')"
block python "$top/README.md" '## A lamp in Python' > "$downloads/first.py"
check "README.md: first.py prints what stands there" same "$(block text "$top/README.md" '## A lamp in Python')" "$(user 'press/bin/python first.py' 2>&1)"
user 'press/bin/libpress page --simulated' > "$work/said" 2>&1 || true
check "README.md: the page says what else it takes" grep -q 'pip install' "$work/said"
for file in $(there 'libpress-*.whl' | grep -vF "$wheel"); do
  tags=${file#libpress-*-none-} tags=${tags%.whl}
  check "pip takes $file for its processor" user "press/bin/pip install --quiet --no-index --find-links . --no-deps --no-compile --target /tmp/$tags --platform ${tags%%.*} --only-binary :all: libpress"
  take "$file"
done

for app in page study bridges; do
  check "docs/$app.md: the wheel of libpress-$app installs" user "press/bin/pip install --quiet --no-index --no-deps ./libpress_$app-*.whl"
  take "libpress_$app-$version-py3-none-any.whl"
done
user 'press/bin/libpress page --simulated' > "$work/said" 2>&1 || true
check "and libpress page says what it takes beside" grep -q nicegui "$work/said"

# ---- Debian packages

native=$(inside dpkg --print-architecture)
check "docs/install.md: the Debian packages install" user "$(document sh install.md '## Debian packages')"
check "the others, too" user "dpkg --install libpress-dev_*_$native.deb pressd_*_$native.deb"
check "the program of the README runs with them" same "$(block text "$top/README.md" '## A lamp in Python')" "$(user 'python3 first.py')"
check "README.md: pressd prints JSON" grep -q '"event"' <(user 'pressd --source sim --duration 3')
check "the manual is there" inside sh -c 'ls /usr/share/man/man3/PRESS_ERR_AGAIN.3.gz /usr/share/man/man1/pressd.1.gz || grep -q "path-exclude" /etc/dpkg/dpkg.cfg.d/*'
first_press() { # how it is built
  block c "$top/docs/first-press.md" '# A first press in C' > "$downloads/preview.c"
  check "docs/first-press.md: its program builds with $1" user "cc preview.c $2 -o preview"
  check "and prints what stands there" same "$(block text "$top/docs/first-press.md" '# A first press in C')" "$(user "${3:-} ./preview")"
}
first_press "the Debian packages" '$(pkg-config --cflags --libs libpress)'
check "docs/install.md: they are removed" inside sh -ec "$(grep -o 'dpkg --purge [^`]*' "$top/docs/install.md")"
# shellcheck disable=SC2046
take $(there "*_$native.deb") $(there '*_all.deb')
for file in $(there '*.deb' | grep -v "_$native.deb\|_all.deb"); do
  check "$file is a package of its processor" user "dpkg-deb --field $file Architecture | grep -qx $(sed 's/.*_\(.*\)\.deb/\1/' <<< "$file")"
  take "$file"
done

# ---- Archives

archive=libpress_${version}_$(uname -m).tar.gz
check "docs/install.md: an archive is unpacked" user "$(document sh install.md '## Archives' | sed "s/libpress_.*_aarch64/libpress_${version}_$(uname -m)/")"
check "pressd of the archive prints its version" same "pressd $version" "$(user '/usr/local/bin/pressd --version')"
first_press "an archive" '$(pkg-config --cflags --libs libpress)'
take "$archive"
for file in $(there "libpress_${version}_*.tar.gz" | grep -v "$archive\|orig"); do
  check "$file unpacks, with a library in it" user "mkdir -p /tmp/$file; tar -C /tmp/$file -xf $file; ar t /tmp/$file/libpress-*/lib/libpress.a; test -e /tmp/$file/libpress-*/include/press.h"
  take "$file"
done
inside sh -ec 'rm -rf /usr/local/*/libpress* /usr/local/include /usr/local/lib/pkgconfig /usr/local/lib/cmake; ldconfig'

# ---- Sources

if [ -e "$downloads/libpress-$version.tar.gz" ]; then
  check "docs/install.md: CMake builds and installs the tree" user "tar -xf libpress_$version.orig.tar.gz; cd libpress-$version
    cmake -S . -B build && cmake --build build && cmake --install build && ldconfig"
  first_press "that tree" '$(pkg-config --cflags --libs libpress)'
  python3 -m venv "$work/setuptools"
  if "$work/setuptools/bin/pip" download --quiet --no-deps --dest "$fresh/home/tools" setuptools==80.9.0 > "$work/log" 2>&1; then
    user 'python3 -m venv compiled; compiled/bin/pip install --quiet --upgrade --no-index --find-links /home/tools setuptools'
    check "docs/install.md: pip compiles the source distribution" user "compiled/bin/pip install --no-build-isolation libpress-$version.tar.gz"
    check "and the program of the README runs with it" same "$(block text "$top/README.md" '## A lamp in Python')" "$(user 'compiled/bin/python first.py')"
  else
    echo "SKIPPED: the source distribution, because setuptools cannot be fetched (is there a network?)"
  fi
  check "docs/install.md: Debian's tools build the source package" user "dpkg-source --no-check --extract libpress_$version-1.dsc debian-tree; cd debian-tree
    DEB_BUILD_OPTIONS=noopt dpkg-buildpackage --build=binary --no-sign"
  check "into packages that install" user "dpkg --install libpress[0-9]*_$native.deb libpress-dev_*_$native.deb python3-libpress_*.deb"
  take "libpress-$version.tar.gz" "libpress_$version.orig.tar.gz" "libpress_$version-1.dsc" "libpress_$version-1.debian.tar.gz"
  for file in $(there "libpress_${version}_*.zip"); do
    check "$file: its library compiles" user "python3 -m zipfile -e $file /tmp/$file; cc -O0 -c /tmp/$file/libpress/src/libpress.c -o /tmp/board.o"
    take "$file"
  done
else
  echo "SKIPPED: sources, because this release was made without"
fi

# ---- All files were used

check "every file of the release was taken" same "$(LC_ALL=C ls "$release" | grep -v '\.asc$')" "$(printf '%s\n' "${taken[@]}" | grep -v '\.asc$' | LC_ALL=C sort -u)"
echo "rehearsal: $passed passed, ${#taken[@]} files taken"
