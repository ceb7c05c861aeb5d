#!/usr/bin/env bash
# build.sh OUT [ARCH]: the Debian packages of this tree, in OUT; of ARCH only those that differ between processors.
# Swift is not in Debian, so the tree builds and `make install` fills the packages; debhelper does what is Debian's:
# dependencies, symbols, scripts, compression.
set -euo pipefail
export TOP ARCH=${2:-}
case $ARCH in
  '') options=(--build=binary) ;;
  aarch64) options=(--build=any --host-arch arm64) ;;
  armv7) options=(--build=any --host-arch armhf) ;;
  *) echo "build.sh: Debian 12 has no packages for $ARCH" >&2; exit 1 ;;
esac
TOP=$(cd "$(dirname "$0")/.." && pwd)
out=$(mkdir -p "$1" && cd "$1" && pwd)
version=$(cd "$TOP" && python3 -B -m contract version)
rm -rf "${out:?}"/*
cp -R "$TOP/packaging" "$out/libpress-$version"
cd "$out/libpress-$version"
rm build.sh
"$TOP/packaging/changelog.py" debian > debian/changelog
dpkg-buildpackage "${options[@]}" --no-sign > "$out/build.log" 2>&1 || { tail -40 "$out/build.log"; exit 1; }
echo "built: $(cd "$out" && ls *.deb | paste -sd' ')"
