#!/usr/bin/env bash
# wheel.sh RELEASE WORK VERSION: pip takes each wheel of a release on its processor, and no other; it needs nothing of the system
# but what any C library has; and it runs: on this machine in a fresh venv, the others with Debian's Python in an emulator.
set -euo pipefail
[ $# -eq 3 ] || { echo "usage: wheel.sh RELEASE WORK VERSION" >&2; exit 64; }
here=$(cd "$(dirname "$0")" && pwd)
release=$(realpath "$1") work=$(mkdir -p "$2" && cd "$2" && pwd) version=$3
"$here"/../need.sh mmdebstrap=mmdebstrap qemu-aarch64-static=qemu-user-static unzip=unzip arm-linux-gnueabi-gcc=gcc-arm-linux-gnueabi
unset LD_LIBRARY_PATH
. "$here/checks.sh"
machine=$(uname -m)

# ---- What a wheel holds

native=
for wheel in "$release"/libpress-*.whl; do
  name=$(basename "$wheel") processor=${wheel##*_} folder=$work/unpacked
  processor=${processor%.whl}
  [ "$processor" != 64 ] || processor=x86_64
  rm -rf "$folder"
  check "$name unpacks" unzip -q "$wheel" -d "$folder"
  check "$name has its tags in its metadata, too" same "$name" \
    "libpress-$version-py3-none-$(sed -n 's/^Tag: py3-none-//p' "$folder"/*.dist-info/WHEEL | paste -sd.).whl"
  check "$name holds no recording" silent sh -c "! unzip -Z1 '$wheel' | grep 'recordings/\\|\\.csv\\|\\.trace'"
  check "$name has the licence" grep -q "^MIT License" "$folder"/*.dist-info/licenses/LICENSE
  library=$folder/libpress/libpress.so
  check "the library of $processor is linked with no other" silent sh -c "! readelf -dW '$library' | grep NEEDED"
  check "and needs nothing that has a version" silent sh -c "! readelf -VW '$library' | grep -A9 'version needs'"
  check "and of a C library only memory and the stack guard" silent sh -c "! nm -D --undefined-only '$library' |
    grep -vE ' (memcpy|memmove|memset|__aeabi_mem(cpy|move|set|clr)[48]?|__stack_chk_(fail|guard))$'"
  files=$(unzip -Z1 "$wheel")
  check "$name holds the same files as the others" same "${all:=$files}" "$files"
  [ "$processor" != "$machine" ] || native=$wheel
done

# ---- This processor

venv=$work/venv
rm -rf "$venv"
python3 -m venv "$venv"
check "pip finds the wheel of this processor among all" "$venv/bin/pip" install --quiet --no-index --find-links "$release" libpress
output=$("$venv/bin/python" -I "$here/use.py")
check "it runs with its own library" grep -q "^$version $machine 0\.[0-9]* .*1\.0" <<< "$output"
check "it can be uninstalled" "$venv/bin/pip" uninstall --quiet --yes libpress
check "and leaves nothing" same "" "$(find "$venv" -iname '*libpress*')"
if "$venv/bin/pip" install --quiet auditwheel > "$work/log" 2>&1; then
  for wheel in "$release"/libpress-*.whl; do
    case $wheel in *armv6l*) continue ;; esac # of which it knows nothing
    claimed=$(sed -n 's/.*manylinux_2_\([0-9]*\)_.*/\1/p' <<< "$wheel")
    found=$("$venv/bin/auditwheel" show "$wheel" 2> /dev/null | tr "\n" " " | sed -n 's/.*platform tag: "manylinux_2_\([0-9]*\)_.*/\1/p')
    check "auditwheel finds that $(basename "$wheel") needs no more of the system than its tag says" test "${found:-999}" -le "$claimed"
  done
else
  echo "SKIPPED: auditwheel, because it cannot be fetched (is there a network?)"
fi
if "$venv/bin/pip" install --quiet twine > "$work/log" 2>&1; then
  check "twine finds their metadata whole, and the README as it can be shown" "$venv/bin/python" -m twine check --strict "$release"/*.whl
else
  echo "SKIPPED: twine, because it cannot be fetched (is there a network?)"
fi
# The wheels that the package index accepts by their tags: exactly these must be uploaded by the command in CONTRIBUTING.md.
taken=$(for wheel in "$release"/libpress-*.whl; do
  tags=${wheel##*-none-} tags=${tags%.whl}
  grep -vqE '^((many|musl)linux_[0-9]+_[0-9]+_(x86_64|aarch64|armv7l|riscv64)|linux_armv[67]l)$' <<< "${tags//./$'\n'}" || echo "${wheel##*/}"
done)
check "the package index takes the wheels that are uploaded" same "$(cd "$release" && shopt -s nullglob && eval "printf '%s\n' $(grep -o 'libpress-\*_{[^ ]*whl' "$here/../../CONTRIBUTING.md")" | LC_ALL=C sort)" "$(LC_ALL=C sort <<< "$taken")"
metadata=$(unzip -p "$native" '*.dist-info/METADATA')
for head in Author-email License-Expression Requires-Python Keywords Classifier "Project-URL: Homepage" "Project-URL: Source" "Project-URL: Issues" Description-Content-Type; do
  check "it says its $head" grep -q "^$head" <<< "$metadata"
done

# ---- The applications

pure=(bridges page study)
check "there is a wheel of each application, for every processor" \
  same "$(printf "libpress_%s-$version-py3-none-any.whl\n" "${pure[@]}")" "$(cd "$release" && LC_ALL=C ls libpress_*.whl)"
check "none of them is in the wheel of the library" silent sh -c "! unzip -Z1 '$native' | grep -E '(page|study|bridges?|fleet)(/|\.py)'"
check "which has at most 27,600 lines of Python" test "$(unzip -p "$native" 'libpress/*.py' | wc -l)" -le 27600
check "which takes at most 3 MB without the library" test "$(unzip -Zl "$native" | awk '$1 ~ /^-/ && !/libpress\.so$/ { sum += $4 } END { print sum }')" -le 3000000
for one in "${pure[@]}"; do
  wheel=$release/libpress_$one-$version-py3-none-any.whl
  check "libpress-$one holds every file of its folder" same "$(cd "$here/../../apps/$one/src" && git ls-files "libpress_$one" | LC_ALL=C sort)" \
    "$(unzip -Z1 "$wheel" "libpress_$one/*" | LC_ALL=C sort)"
  check "libpress-$one has the licence" sh -c "unzip -p '$wheel' '*/licenses/LICENSE' | grep -q '^MIT License'"
done
check "the library comes back for them" "$venv/bin/pip" install --quiet --no-index --find-links "$release" libpress
says() { "$venv/bin/python" -m libpress "$@" 2>&1 || true; }
check "without it page names what to install" grep -q "libpress_page-$version-py3-none-any.whl" <<< "$(says page --simulated)"
check "its wheel comes where that says, in the folder of a release" \
  sh -c "cd '$release' && '$venv/bin/pip' install --quiet --no-deps ./libpress_page-*.whl ./libpress_bridges-*.whl"
check "and page names what it requires beside" grep -q "click.*nicegui.*segno" <<< "$(says page --simulated)"
check "and bridge" grep -q "click.*paho-mqtt" <<< "$(says bridge mqtt --simulated)"
if "$venv/bin/pip" install --quiet click rich > "$work/log" 2>&1; then
  check "the command lists its own commands and those of the wheels" test "$(says --help | grep -cE '^  (check|monitor|bridge|fleet|page) ')" = 5
  check "page has its options" grep -q -- --token <<< "$(says page --help)"
  check "study is named with its distribution" grep -q "libpress-study, which is not installed" <<< "$(says study run a.toml)"
else
  echo "SKIPPED: the commands of the applications, because click cannot be fetched (is there a network?)"
fi

# ---- Others, emulated

check "pip is at hand for them" "$venv/bin/pip" --version
pip=$(echo "$venv"/lib/python3.*/site-packages)
# Test only processors for which the release has a wheel.
has() { compgen -G "$release/libpress-*_$1*.whl" > /dev/null; }
runs() { # processor, Debian's name of it, suite, emulator
  has "$1" || return 0
  local processor=$1 root=$work/$1-python target=$work/$1-installed
  if ! unpacked_debian "$3" "$2" "$root" python3; then
    echo "SKIPPED: the wheel of $processor was not run: no Python for it (is there a network?)"
    return
  fi
  python=("$4" -L "$root" -E PYTHONHOME="$root/usr" -E PYTHONDONTWRITEBYTECODE=1)
  rm -rf "$target"
  check "pip on $processor finds its wheel among all" \
    "${python[@]}" -E PYTHONPATH="$pip" "$root/usr/bin/python3" -m pip install --quiet --no-index --find-links "$release" --target "$target" --no-compile libpress
  check "it prints on $processor what the other prints here" \
    same "${output/ $machine / $processor }" "$("${python[@]}" -E PYTHONPATH="$target" "$root/usr/bin/python3" "$here/use.py")"
}
runs aarch64 arm64 bookworm qemu-aarch64-static
runs riscv64 riscv64 trixie qemu-riscv64-static
runs armv7l armhf bookworm qemu-arm-static
if has armv6l; then
# Debian's Python for hard float is ARMv7 code: the tags are judged with it, the library is loaded without it.
rm -rf "$work/armv6l-installed"
check "pip on armv6l finds its wheel among all" "${python[@]}" -E PYTHONPATH="$pip" "$work/armv7l-python/usr/bin/python3" -c "
import sys, sysconfig
sysconfig.get_platform = lambda: 'linux-armv6l'
from pip._internal.cli.main import main
sys.exit(main('install --quiet --no-index --no-compile --find-links $release --target $work/armv6l-installed libpress'.split()))"
library=$work/armv6l-installed/libpress/libpress.so
check "its library is ARMv6 code for hard float" sh -c "readelf -A '$library' | grep -q 'Tag_CPU_arch: v6$' && readelf -h '$library' | grep -q hard-float"
# No floating-point number passes the ABI. The loader of Debian's older C library, for ARMv5, requires the flag to be cleared.
cp "$library" "$work/libpress-v6.so"
printf '\002' | dd of="$work/libpress-v6.so" bs=1 seek=37 conv=notrunc status=none
strict=(-O2 -std=c11 -Wall -Wextra -Werror "$here/load.c")
check "a C program that loads it builds" arm-linux-gnueabi-gcc -march=armv6 "${strict[@]}" -o "$work/load-v6"
unzip -qo "$native" libpress/libpress.so -d "$work/native"
check "it builds for this machine, too" cc "${strict[@]}" -o "$work/load"
expected=$("$work/load" "$work/native/libpress/libpress.so")
check "and prints there what a press delivers" grep -q "^$version 0\.[0-9]" <<< "$expected"
check "on an ARM1176 it prints the same" \
  same "$expected" "$(qemu-arm-static -cpu arm1176 -L /usr/arm-linux-gnueabi "$work/load-v6" "$work/libpress-v6.so")"
fi

echo "wheels: $passed passed"
