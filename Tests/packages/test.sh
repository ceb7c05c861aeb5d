#!/usr/bin/env bash
# test.sh RELEASE DEBS AARCH64_DEBS WORK VERSION: the Debian packages are clean for lintian, install, work, and leave nothing
# when they are purged, in a fresh Debian of their own; the first command of the README installs there from RELEASE. WORK keeps
# that Debian for the next run. With ONCE=yes lintian reads the development files of this machine's processor alone.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
release=$(realpath "$1") debs=$(cd "$2" && pwd) others=$(cd "$3" && pwd) work=$(mkdir -p "$4" && cd "$4" && pwd) version=$5
multiarch=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
"$here"/../need.sh lintian=lintian mandoc=mandoc man=man-db mmdebstrap=mmdebstrap pkg-config=pkg-config cmake=cmake
. "$here/checks.sh"

# ---- What the packages hold

tree=$work/tree
rm -rf "$tree"
for deb in "$debs"/*.deb; do dpkg-deb -x "$deb" "$tree"; done
lib=$tree/usr/lib/$multiarch
exports=$(nm -D --defined-only --with-symbol-versions "$lib"/libpress.so.1 |
  awk '$2 == "T" { sub("@@", "@", $3); print $3 }' | LC_ALL=C sort)
symbols=$(sed -n 's/^ \(.*@.*\) .*/\1/p' "$here"/../../packaging/debian/libpress1.symbols |
  grep -v '^press_[0-9]*@' | LC_ALL=C sort)
check "every function that the library exports has a line in the symbols file (make abi writes it)" \
  same "$exports" "$symbols"
modules() { (cd "$1" && find libpress -name '*.py' | LC_ALL=C sort); }
check "every module of the Python package is there" \
  same "$(modules "$here/../../bindings/python/src")" "$(modules "$tree/usr/lib/python3/dist-packages")"
for one in page study bridges; do
  check "and every file of libpress-$one" same "$(cd "$here/../../apps/$one/src" && git ls-files "libpress_$one" | LC_ALL=C sort)" \
    "$(cd "$tree/usr/lib/python3/dist-packages" && find "libpress_$one" -type f | LC_ALL=C sort)"
  check "by whose entry points the command finds it" grep -q "libpress_$one" \
    "$tree/usr/lib/python3/dist-packages/libpress_$one-$version.dist-info/entry_points.txt"
done
check "and no package of Debian that there is not is required for them" silent sh -c \
  "! dpkg-deb -f '$debs'/python3-libpress_*.deb Depends | grep -E 'nicegui|segno|optuna|osc'"

# ---- The manual

man=$tree/usr/share/man
while read -r symbol; do
  page=$man/man3/${symbol%@*}.3.gz
  check "${symbol%@*} has a manual page that names it" \
    sh -c "zcat '$page' | sed -n '/^.SH NAME/{n;p}' | grep -qw '${symbol%@*}'"
done <<< "$exports"
rm -rf "$work/man"
mkdir "$work/man"
for page in "$man"/man*/*.gz; do [ -L "$page" ] || zcat "$page" > "$work/man/$(basename "$page" .gz)"; done
shown=$(mandoc -Tascii "$work/man/pressd.1" | col -b)
for option in $("$tree/usr/bin/pressd" --help | grep -oE -- '(^|[ ,])--?[a-z][a-z-]*' | tr -d ' ,' | sort -u); do
  check "pressd(1) has the option $option of --help" grep -qwe "$option" <<< "$shown"
done
check "every page is clean for mandoc" silent mandoc -Tlint -W warning "$work"/man/*
for width in 80 132; do
  render() {
    export MANWIDTH=$width LC_ALL=C.UTF-8
    for page in "$work"/man/*; do man --warnings -E UTF-8 -l -Tutf8 -Z "$page" > /dev/null; done
  }
  check "every page renders without a warning at $width columns" silent render
done

# ---- Another processor, emulated

other=$work/aarch64
rm -rf "$other"
for deb in "$others"/*.deb; do dpkg-deb -x "$deb" "$other"; done
emulated() { env -u LD_LIBRARY_PATH qemu-aarch64-static -L /usr/aarch64-linux-gnu "$@"; }
field() { dpkg-deb -f "$others"/libpress[0-9]*_*.deb "$1"; }
check "a package of aarch64 says so" same arm64 "$(field Architecture)"
check "and depends on the C library by its plain name" same libc6 "$(field Depends | sed 's/ .*//')"
check "pressd of aarch64 prints its version" same "pressd $version" "$(emulated "$other/usr/bin/pressd" --version)"
check "and delivers the same events as the one of this machine" \
  same "$("$tree/usr/bin/pressd" --source sim --fast)" "$(emulated "$other/usr/bin/pressd" --source sim --fast)"
strict=(-std=c11 -Wall -Wextra -Werror "$here/../install/program.c")
check "a C program for aarch64 builds" aarch64-linux-gnu-gcc "${strict[@]}" -I"$other/usr/include" -L"$other/usr/lib/aarch64-linux-gnu" -lpress -o "$work/program-aarch64"
check "and runs on the library of aarch64" \
  emulated -E LD_LIBRARY_PATH="$other/usr/lib/aarch64-linux-gnu" "$work/program-aarch64" "$version"

# ---- What lintian says

# Words in a program are not judged: lintian reads machine code as text, and finds "TEh" in it.
not_judged=spelling-error-in-binary
lintian_is_silent() {
  silent lintian --suppress-tags "$not_judged" --fail-on error,warning,info,pedantic --info --display-info --pedantic --allow-root "$@"
}
# lintian ignores a failure of `file`, and then reports a program as not being one. So a finding must come twice; the programs ran above.
lintian_is_silent_in_the_end() {
  lintian_is_silent "$@" > "$work/lintian" || {
    echo "packages: lintian says this, and is asked once more:" | cat - "$work/lintian" >&3
    lintian_is_silent "$@"
  }
}
exec 3>&2
check "lintian finds nothing to say, also nothing pedantic, but for what is overridden" lintian_is_silent_in_the_end "$debs"/*.deb
other_debs=("$others"/*.deb)
# The manual of each function is the same for all processors, and takes a minute to read. With it lies the link to the library.
[ -z "${ONCE:-}" ] || {
  other_debs=("$others"/libpress[0-9]*_*.deb "$others"/pressd_*.deb)
  not_judged+=,lacks-unversioned-link-to-shared-library
}
check "nor of the packages for another processor" lintian_is_silent_in_the_end "${other_debs[@]}"

# ---- A fresh Debian

skip() { echo "packages: $passed passed; SKIPPED, the packages were not installed anywhere: $1"; exit 0; }
fresh_debian with-venv python3-venv,adduser
# Paths alone: what dpkg and the user database write about themselves does not count.
files() {
  inside find / -xdev \( -path /proc -o -path /sys -o -path /run -o -path /tmp -o -path /var/lib/dpkg \
    -o -path /var/log -o -path /var/cache \) -prune -o ! -path '/etc/*-' ! -path /etc/.pwd.lock -print | LC_ALL=C sort
}
before=$(files)
cp "$debs"/*.deb "$fresh/tmp/"

check "they install" inside sh -c 'dpkg --install /tmp/*.deb'
check "dpkg finds nothing wrong with them" silent inside dpkg --audit
check "dpkg finds their files as they were packed" silent inside dpkg --verify
check "there are the groups of the udev rule" inside getent group i2c gpio libpress
check "the service is not enabled before something is configured" \
  inside sh -c '! ls /etc/systemd/system/*/pressd@*.service'
check "pressd prints its version" same "pressd $version" "$(inside pressd --version)"
check "pressd runs a simulated sensor" inside pressd --source sim --fast
check "pressd takes the config that was installed" inside pressd --source sim --fast --config /etc/pressd.conf
check "Python finds the module and the system's library" inside python3 -c \
  "import libpress; libpress.Engine().feed_force(0, 1.5); assert libpress.__version__ == '$version'"

check "the command libpress says what it requires" \
  inside sh -c 'libpress check --simulated 2> /tmp/says; [ $? = 69 ] && grep -q "python3-click" /tmp/says'

check "and libpress page what it does" \
  inside sh -c 'libpress page --simulated 2> /tmp/says; [ $? = 69 ] && grep -q "click.*nicegui" /tmp/says'

export PKG_CONFIG_SYSROOT_DIR=$tree PKG_CONFIG_LIBDIR=$lib/pkgconfig
eval "flags=($(pkg-config --cflags --libs libpress))"
check "a C program builds against the development files" \
  cc "${strict[@]}" -o "$fresh/tmp/program" "${flags[@]}" -L"$lib" -I"$tree/usr/include"
check "and runs on the installed library" inside /tmp/program "$version"
check "a C program builds with the static library" \
  cc "${strict[@]}" -I"$tree/usr/include" "$lib/libpress.a" -o "$fresh/tmp/static"

rm -rf "$work/cmake"
mkdir "$work/cmake"
cp "$here/../install/CMakeLists.txt" "$here/../install/program.c" "$work/cmake/"
check "CMake finds the development files" cmake -S "$work/cmake" -B "$work/cmake/build" -DCMAKE_PREFIX_PATH="$tree/usr"
check "and builds with them" cmake --build "$work/cmake/build"
cp "$work/cmake/build/shared" "$fresh/tmp/cmade"
check "what CMake built runs on the installed library" inside /tmp/cmade "$version"

inside sh -c 'echo "# mine" >> /etc/pressd.conf'
check "they install over themselves" inside sh -c 'dpkg --install /tmp/*.deb'
check "a config that was changed stays" inside grep -q '# mine' /etc/pressd.conf

packages=(python3-libpress pressd libpress-dev libpress1)
check "they can be removed" inside dpkg --remove "${packages[@]}"
check "a config stays when pressd is removed" inside test -e /etc/pressd.conf
check "the static program runs without them" inside /tmp/static "$version"
check "they can be purged" inside dpkg --purge "${packages[@]}"
check "nothing is left of them" same "$before" "$(files)"

# ---- The first command of the README

check "there is neither Swift nor a compiler" inside sh -c '! command -v swift cc gcc c++ clang make'
first() { block "$1" "$here/../../README.md" "## A lamp in Python"; }
mkdir "$fresh/home/downloads"
cp "$release"/libpress* "$fresh/home/downloads/"
first python > "$fresh/home/downloads/five.py"
check "the README begins with a command, and a program of five lines" test "$(first sh | wc -l) $(grep -c . "$fresh/home/downloads/five.py")" = "1 5"
check "the command installs where a release was downloaded" inside sh -ec "cd /home/downloads; $(first sh)"
check "the program runs there on the simulated sensor, and prints what the README says" \
  same "$(first text)" "$(inside sh -ec 'cd /home/downloads; press/bin/python five.py' 2>&1)"

echo "packages: $passed passed"
