#!/bin/sh
# make.sh BOARD PREFIX OUT: the firmware for a board, in OUT. PREFIX has include/press.h and lib/libpress.a for its processor
# (docs/processors.md has the archive of each core): an archive of a release, unpacked, or what `make install ARCH=...` made. One for a larger
# core does not link: "undefined reference to `press_engine_init_on_...'". SCRIPT=FILE: your board's own linker script; PROGRAM="FILE...": another
# program than main.c with finger.c; FLASH_SIZE, RAM_SIZE: of the board; LDFLAGS: more options.
set -eu
[ $# -eq 3 ] || { echo "usage: make.sh cortex-m0plus|cortex-m3|cortex-m4|cortex-m7|cortex-m33|riscv32|riscv32imac PREFIX OUT" >&2; exit 64; }
here=$(dirname "$0") board=$1 prefix=$2 out=$3
case $board in
  cortex-m3 | cortex-m4 | cortex-m7) flash=0 ram=0x20000000 hz=25000000 ;;
  cortex-m0plus) flash=0 ram=0x20000000 hz=16000000 ;;
  cortex-m33) flash=0x10000000 ram=0x38000000 hz=20000000 ;;
  riscv32) isa=rv32imc ;;
  riscv32imac) isa=rv32imac ;;
esac
case $board in
  cortex-m0plus | cortex-m3 | cortex-m4 | cortex-m7 | cortex-m33)
    set -- cortex-m arm-none-eabi-gcc -mcpu="$board" -mthumb -DCLOCK_HZ=$hz -Wl,--defsym=FLASH_AT=$flash -Wl,--defsym=RAM_AT=$ram \
      -Wl,--defsym=FLASH_SIZE="${FLASH_SIZE:-256K}" -Wl,--defsym=RAM_SIZE="${RAM_SIZE:-16K}" ;;
  riscv32 | riscv32imac)
    set -- riscv32 riscv64-unknown-elf-gcc -march="$isa" -mabi=ilp32 -mcmodel=medany -Wl,--defsym=RAM_SIZE="${RAM_SIZE:-256K}" ;;
  *) echo "make.sh: no board $board" >&2; exit 64 ;;
esac
files=$1
shift
[ -n "${PROGRAM:-}" ] || PROGRAM="$here/main.c $here/finger.c"
# shellcheck disable=SC2086
"$@" -std=gnu11 -O2 -ffreestanding -fno-tree-loop-distribute-patterns -ffunction-sections -Wall -Wextra -Werror -nostdlib \
  -I "$prefix/include" $PROGRAM "$here/memory.c" "$here/$files.c" "$prefix/lib/libpress.a" -lgcc \
  -T "${SCRIPT:-$here/$files.ld}" -Wl,--gc-sections -Wl,--fatal-warnings -Wl,-z,noexecstack -Wl,--no-warn-rwx-segments ${LDFLAGS:-} -o "$out"
