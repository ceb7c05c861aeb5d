#!/bin/sh
# make.sh BOARD PREFIX OUT: the firmware for cortex-m4, cortex-m0plus or riscv32, in OUT. PREFIX has include/press.h and
# lib/libpress.a for that processor: an archive of a release, unpacked, or what `make install ARCH=BOARD` made.
set -eu
[ $# -eq 3 ] || { echo "usage: make.sh cortex-m4|cortex-m0plus|riscv32 PREFIX OUT" >&2; exit 64; }
here=$(dirname "$0")
case $1 in
  cortex-m4) set -- "$@" cortex-m arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -DCLOCK_HZ=25000000 -Wl,--defsym=RAM_AT=0x20000000 ;;
  cortex-m0plus) set -- "$@" cortex-m arm-none-eabi-gcc -mcpu=cortex-m0plus -mthumb -DCLOCK_HZ=16000000 -Wl,--defsym=RAM_AT=0x20000000 ;;
  riscv32) set -- "$@" riscv32 riscv64-unknown-elf-gcc -march=rv32imc -mabi=ilp32 -mcmodel=medany ;;
  *) echo "make.sh: no board $1" >&2; exit 64 ;;
esac
prefix=$2 out=$3 board=$4
shift 4
exec "$@" -std=gnu11 -O2 -ffreestanding -fno-tree-loop-distribute-patterns -ffunction-sections -Wall -Wextra -Werror -nostdlib \
  -I "$prefix/include" "$here/main.c" "$here/finger.c" "$here/memory.c" "$here/$board.c" "$prefix/lib/libpress.a" -lgcc \
  -T "$here/$board.ld" -Wl,--gc-sections -Wl,--fatal-warnings -Wl,-z,noexecstack -Wl,--no-warn-rwx-segments -o "$out"
