#!/usr/bin/env bash
# release.sh RELEASE WORK VERSION [PROCESSOR...]: a release is whole, the same bytes from a clean clone of what is in this tree
# (by default the files of this machine's processor; with ONCE=yes nothing is built again), and its archives serve programs of C and CMake where they are unpacked.
set -euo pipefail
[ $# -ge 3 ] || { echo "usage: release.sh RELEASE WORK VERSION [PROCESSOR...]" >&2; exit 64; }
here=$(cd "$(dirname "$0")" && pwd)
release=$(realpath "$1") work=$(mkdir -p "$2" && cd "$2" && pwd) version=$3
shift 3
processors=("${@:-$(uname -m)}")
# Only a release for all processors has the sources that a C compiler builds.
sources=$([ $# -eq 0 ] || echo yes)
"$here"/../need.sh musl-gcc=musl-tools cmake=cmake pkg-config=pkg-config qemu-aarch64-static=qemu-user-static
unset LD_LIBRARY_PATH PKG_CONFIG_PATH
. "$here/checks.sh"
strict=(-std=c11 -pedantic -Wall -Wextra -Werror "$here/../install/program.c")

# ---- Checksums, and the list of contents

check "every file has the checksum that SHA256SUMS says" sh -c "cd '$release' && sha256sum --check --strict --quiet SHA256SUMS"
check "and every file has one" same "$(cd "$release" && LC_ALL=C ls | grep -v '^SHA256SUMS$')" "$(sed 's/^[^ ]*  //' "$release/SHA256SUMS")"
sbom=$release/libpress-$version.spdx.json
python3 -m venv "$work/spdx"
if "$work/spdx/bin/pip" install --quiet spdx-tools > "$work/log" 2>&1; then
  check "the list is valid SPDX 2.3" "$work/spdx/bin/pyspdxtools" --infile "$sbom" --version SPDX-2.3
else
  echo "SKIPPED: spdx-tools, because it cannot be fetched (is there a network?)"
fi
listed=$(python3 -c "
import json
for file in json.load(open('$sbom'))['files']:
    print({one['algorithm']: one['checksumValue'] for one in file['checksums']}['SHA256'], file['fileName'].removeprefix('./'), sep='  ')")
check "it lists what SHA256SUMS does" same "$(grep -v spdx.json "$release/SHA256SUMS")" "$listed"

# ---- The archives

unpacked=$work/archives
rm -rf "$unpacked"
mkdir "$unpacked"
for archive in "$release/libpress_${version}_"*.tar.gz; do
  processor=$(basename "$archive" .tar.gz)
  processor=${processor#"libpress_${version}_"} name=libpress-$version-$processor
  check "$name is owned by nobody who made it, and all in one folder" same "0/0 $name" \
    "$(tar --numeric-owner -tvf "$archive" | awk '{ sub("/.*", "", $6); print $2, $6 }' | sort -u)"
  check "$name unpacks" tar -C "$unpacked" -xf "$archive"
  for file in include/press.h lib/libpress.a lib/pkgconfig/libpress.pc lib/cmake/libpress/libpressConfig.cmake \
    share/man/man3/press_feed.3 share/doc/libpress/LICENSE; do check "$name has $file" test -e "$unpacked/$name/$file"; done
  case $processor in
    x86_64) emulator= ;;
    aarch64) emulator="qemu-aarch64-static -L /usr/aarch64-linux-gnu" ;;
    armv7) emulator="qemu-arm-static -L /usr/arm-linux-gnueabihf" ;;
    armv6) emulator="qemu-arm-static -cpu arm1176" ;;
    riscv64) emulator="qemu-riscv64-static -L /usr/riscv64-linux-gnu" ;;
    *) continue ;;
  esac
  check "$name has a shared library" test -e "$unpacked/$name/lib/libpress.so.1"
  # shellcheck disable=SC2086
  check "pressd of $name prints its version" same "pressd $version" "$($emulator "$unpacked/$name/bin/pressd" --version)"
done

root=$unpacked/libpress-$version-$(uname -m)
export PKG_CONFIG_PATH=$root/lib/pkgconfig
eval "flags=($(pkg-config --cflags --libs libpress))"
check "pkg-config finds an archive where it was unpacked" same "$root/lib" "$(realpath "$(pkg-config --variable=libdir libpress)")"
check "a program builds with it" cc "${strict[@]}" "${flags[@]}" -o "$work/program"
check "and runs" env LD_LIBRARY_PATH="$root/lib" "$work/program" "$version"
check "a program of musl builds with the same shared library" musl-gcc "${strict[@]}" "${flags[@]}" -o "$work/program-musl"
check "it is one" grep -q ld-musl <(readelf -lW "$work/program-musl")
check "and runs" env LD_LIBRARY_PATH="$root/lib" "$work/program-musl" "$version"
check "and so it does with the static one" musl-gcc "${strict[@]}" -static -I"$root/include" "$root/lib/libpress.a" -o "$work/static-musl"
check "and runs" "$work/static-musl" "$version"

# CMakeLists.txt of the sources takes a prebuilt library as a folder and as an archive.
for prebuilt in "$root" "$release/libpress_${version}_$(uname -m).tar.gz"; do
  rm -rf "$work/fetched"
  check "CMake fetches the sources and takes $(basename "$prebuilt")" cmake -S "$here/../install/fetch" -B "$work/fetched" \
    -DLIBPRESS="$(realpath "$here/../..")" -DLIBPRESS_PREBUILT="$prebuilt"
  check "and builds with it" cmake --build "$work/fetched"
  check "the shared program runs" "$work/fetched/shared" "$version"
  check "the static program runs" "$work/fetched/static" "$version"
done
check "CMake says which archive is not there" grep -q "there is no /nowhere.tar.gz" \
  <(cmake -S "$here/../install/fetch" -B "$work/not-fetched" -DLIBPRESS="$(realpath "$here/../..")" -DLIBPRESS_PREBUILT=/nowhere.tar.gz 2>&1)

# ---- Twice

[ -z "${ONCE:-}" ] || { echo "release: $passed passed, once"; exit; }

# Committed and uncommitted files, of one moment.
head=$(git -C "$here" rev-parse HEAD) changed=$(git -C "$here" stash create)
commit=$head
if [ -n "$changed" ]; then
  export GIT_AUTHOR_DATE GIT_COMMITTER_DATE
  GIT_AUTHOR_DATE=$(git -C "$here" log -1 --format=%cI) GIT_COMMITTER_DATE=$GIT_AUTHOR_DATE
  commit=$(git -C "$here" commit-tree -p "$head" -m changed "$changed^{tree}")
fi
another=$work/another-with-a-longer-name
clone() { # a umask, settings of somebody else
  rm -rf "$another"
  git clone --quiet "$(git -C "$here" rev-parse --show-toplevel)" "$another"
  git -C "$another" checkout --quiet "$commit"
  (umask "$1" && cd "$another" && env -u SOURCE_DATE_EPOCH -u MAKEFLAGS -u MAKELEVEL "${@:2}" make release RELEASE_FOR="${processors[*]}" RELEASE_SOURCES="$sources")
}
# The checksums of a release, without that of spdx.json, which lists the other files.
sums() { grep -v spdx.json "$1/SHA256SUMS"; }
of_both() { sums "$release" | grep -Ff <(sums "$another/build/release" | sed 's/^[^ ]*  /  /'); }
check "a clean clone elsewhere, with other settings, makes a release" clone 077 TZ=Asia/Tokyo LC_ALL=C
check "there is something to compare" test "$(sums "$another/build/release" | wc -l)" -ge 3
check "it is the same, byte for byte: ${processors[*]}" same "$(of_both)" "$(sums "$another/build/release")"
if [ -z "$changed" ]; then # whose commit the list names
  list=$another/build/release/libpress-$version.spdx.json
  cp "$list" "$work/list"
  check "a list of it can be made here" env SOURCE_DATE_EPOCH="$(git -C "$here" log -1 --format=%ct)" "$here/../../packaging/sbom.py" "$(dirname "$list")" "$version"
  check "and is the same" cmp "$work/list" "$list"
fi
rm -rf "$another"

echo "release: $passed passed"
