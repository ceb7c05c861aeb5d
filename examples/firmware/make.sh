#!/bin/sh
# make.sh BOARD PREFIX OUT: the firmware for cortex-m4, cortex-m3, cortex-m0plus or riscv32, in OUT. PREFIX has include/press.h and
# lib/libpress.a for that processor (docs/processors.md has the archive of each core): an archive of a release, unpacked, or what
# `make install ARCH=...` made.
set -eu
[ $# -eq 3 ] || { echo "usage: make.sh cortex-m4|cortex-m3|cortex-m0plus|riscv32 PREFIX OUT" >&2; exit 64; }
here=$(dirname "$0") board=$1 prefix=$2 out=$3
case $board in
  cortex-m4 | cortex-m3) set -- cortex-m arm-none-eabi-gcc -mcpu="$board" -mthumb -DCLOCK_HZ=25000000 -Wl,--defsym=RAM_AT=0x20000000 ;;
  cortex-m0plus) set -- cortex-m arm-none-eabi-gcc -mcpu=cortex-m0plus -mthumb -DCLOCK_HZ=16000000 -Wl,--defsym=RAM_AT=0x20000000 ;;
  riscv32) set -- riscv32 riscv64-unknown-elf-gcc -march=rv32imc -mabi=ilp32 -mcmodel=medany ;;
  *) echo "make.sh: no board $board" >&2; exit 64 ;;
esac
files=$1
shift
"$@" -std=gnu11 -O2 -ffreestanding -fno-tree-loop-distribute-patterns -ffunction-sections -Wall -Wextra -Werror -nostdlib \
  -I "$prefix/include" "$here/main.c" "$here/finger.c" "$here/memory.c" "$here/$files.c" "$prefix/lib/libpress.a" -lgcc \
  -T "$here/$files.ld" -Wl,--gc-sections -Wl,--fatal-warnings -Wl,-z,noexecstack -Wl,--no-warn-rwx-segments -o "$out"

# GNU ld takes code of a larger Cortex-M into a program for a smaller one, and says nothing; it only notes the larger one.
"$@" -c -x c /dev/null -o "$out.board"
core() { readelf -A "$1" | sed -n 's/^ *Tag_CPU_arch: *//p' | sed 's/^v7$/v7-M/; s/^v6S-M$/v6-M/'; }
is=$(core "$out") has=$(core "$out.board")
rm "$out.board"
[ "$is" = "$has" ] || { rm "$out"; echo "make.sh: $prefix/lib/libpress.a is for $is, and $board has $has" >&2; exit 65; }
