#!/usr/bin/env bash
# wheel.sh WHEELS AARCH64_WHEELS WORK VERSION: the Python wheels are tagged for where they run, and do run: here in a
# fresh venv, for aarch64 in an emulator with Debian's Python, which WORK keeps for the next run.
set -euo pipefail
[ $# -eq 4 ] || { echo "usage: wheel.sh WHEELS AARCH64_WHEELS WORK VERSION" >&2; exit 64; }
here=$(cd "$(dirname "$0")" && pwd)
wheel=$(realpath "$1"/*.whl) other=$(realpath "$2"/*.whl) work=$(mkdir -p "$3" && cd "$3" && pwd) version=$4
"$here"/../need.sh mmdebstrap=mmdebstrap qemu-aarch64-static=qemu-user-static unzip=unzip
unset LD_LIBRARY_PATH
passed=0
check() { # a name, then a command that must succeed
  local name=$1
  shift
  if "$@" > "$work/log" 2>&1; then passed=$((passed + 1)); else echo "FAILED: $name"; cat "$work/log"; exit 1; fi
}
same() { diff <(echo "$1") <(echo "$2"); }
machine=$(uname -m)

# ---- This processor

check "the wheel is named for this processor" \
  same "libpress-$version-py3-none-manylinux_2_17_$machine.whl" "$(basename "$wheel")"
venv=$work/venv
rm -rf "$venv"
python3 -m venv "$venv"
check "no recording is in it" sh -c "! unzip -Z1 '$wheel' | grep -q 'recordings\\|\\.csv'"
check "it installs in a fresh venv, without an index" "$venv/bin/pip" install --quiet --no-index "$wheel"
output=$("$venv/bin/python" -I "$here/use.py")
check "it runs with its own library" grep -q "^$version $machine 0\.[0-9]* .*1\.0" <<< "$output"
check "it can be uninstalled" "$venv/bin/pip" uninstall --quiet --yes libpress
check "and leaves nothing" same "" "$(find "$venv" -iname '*libpress*')"
if "$venv/bin/pip" install --quiet auditwheel > "$work/log" 2>&1; then
  check "auditwheel finds that the wheel needs no more of the system than its tag says" \
    grep -q "consistent with the following platform tag: \"manylinux_2_17_$machine\"" \
    <("$venv/bin/auditwheel" show "$wheel" | tr '\n' ' ')
else
  echo "SKIPPED: auditwheel, because it cannot be fetched (is there a network?)"
fi

# ---- aarch64, emulated

check "the wheel of aarch64 is named for it" \
  same "libpress-$version-py3-none-manylinux_2_17_aarch64.whl" "$(basename "$other")"
unpacked=$work/wheel-aarch64
rm -rf "$unpacked"
check "it unpacks" unzip -q "$other" -d "$unpacked"
check "its metadata names the tag" \
  grep -q "^Tag: py3-none-manylinux_2_17_aarch64" "$unpacked"/libpress-*.dist-info/WHEEL
check "it holds the same files" same "$(unzip -Z1 "$wheel")" "$(unzip -Z1 "$other")"
check "and a library for aarch64" \
  grep -q "Machine:.*AArch64" <(readelf -h "$unpacked/libpress/libpress.so")
check "which requires no C library newer than its tag says" same "" \
  "$(readelf -VW "$unpacked/libpress/libpress.so" | grep -o 'GLIBC_2\.[0-9]*' | sort -u | awk -F. '$2 > 17')"

root=$work/aarch64-python
if [ ! -e "$root/ready" ]; then
  rm -rf "$root"
  if mmdebstrap --quiet --arch=arm64 --variant=extract --include=python3 bookworm "$root" > "$work/made" 2>&1; then
    touch "$root/ready"
  else
    tail -3 "$work/made"
    echo "wheels: $passed passed; SKIPPED, the wheel of aarch64 was not run: no Python for it (is there a network?)"
    exit 0
  fi
fi
emulated() { qemu-aarch64-static -L "$root" -E PYTHONHOME="$root/usr" -E PYTHONPATH="$unpacked" "$@"; }
check "it prints on aarch64 what the other prints here" \
  same "${output/ $machine / aarch64 }" "$(emulated "$root"/usr/bin/python3.11 "$here/use.py")"

echo "wheels: $passed passed"
