#!/usr/bin/env bash
# firmware.sh FOLDER: examples/firmware, built for each of its boards with what run.py and archives.py installed in FOLDER, runs in QEMU there, and
# prints what stands in firmware.txt. The emulator's clock is that of its instructions, so that a busy machine changes nothing.
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: firmware.sh FOLDER" >&2; exit 64; }
folder=$(realpath "$1")
cd "$(dirname "$0")/../../examples/firmware"
options=(-nographic -monitor none -icount "shift=6,sleep=off")
semihosting=(-serial none -semihosting-config "enable=on,target=native")
passed=0

# All of each archive, and not only what the firmware calls, takes of a libc what memory.c has, and else libgcc alone.
for board in cortex-m4 cortex-m0plus riscv32; do
  compiler=(arm-none-eabi-gcc -mcpu=$board -mthumb)
  [ $board != riscv32 ] || compiler=(riscv64-unknown-elf-gcc -march=rv32imc -mabi=ilp32 -mcmodel=medany)
  "${compiler[@]}" -ffreestanding -nostdlib memory.c -Wl,--whole-archive "$folder/$board/installed/usr/lib/libpress.a" -Wl,--no-whole-archive \
    -lgcc -Wl,-e,0 -Wl,--fatal-warnings -Wl,-z,noexecstack -Wl,--no-warn-rwx-segments -o "$folder/$board/whole" ||
    { echo "FAILED: memory.c is not all that the library takes on $board"; exit 1; }
done

# The examples that require no Linux say nothing where int32_t is long, as newlib has it.
for source in ../c/*.c; do
  grep -qE '#include <(linux/|poll\.h)' "$source" || arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -std=c11 -pedantic -Wall -Wextra -Werror \
    -I ../../include -fsyntax-only "$source" || { echo "FAILED: $source does not compile for 32 bits"; exit 1; }
done

# An archive for a larger core does not link, and the linker names the one that is missing.
for board in cortex-m0plus cortex-m3; do
  ! said=$(./make.sh $board "$folder/cortex-m4/installed/usr" "$folder/none" 2>&1) && [[ $said == *"undefined reference to "*press_engine_init_on_armv* ]] ||
    { echo "FAILED: firmware for $board took the archive for cortex-m4: $said"; exit 1; }
done
# No float is passed: an archive serves both ways of passing them.
for abi in soft softfp hard; do
  arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -mfloat-abi=$abi -mfpu=fpv4-sp-d16 -Os --specs=nosys.specs -I "$folder/cortex-m4/installed/usr/include" ../c/one_press.c \
    "$folder/cortex-m4/installed/usr/lib/libpress.a" -Wl,--gc-sections -o "$folder/none" 2> "$folder/none.txt" ||
    { echo "FAILED: a program with -mfloat-abi=$abi does not link with the archive for cortex-m4"; cat "$folder/none.txt"; exit 1; }
done

# Each board with the archive of its core, and with those of others that fit, where they are built.
run() { # board, archive
  local program=$folder/$2/firmware-$1 emulator
  ./make.sh "$1" "$folder/$2/installed/usr" "$program"
  case $1 in
    cortex-m3) emulator=(qemu-system-arm -M mps2-an385 "${semihosting[@]}") ;;
    cortex-m4) emulator=(qemu-system-arm -M mps2-an386 "${semihosting[@]}") ;;
    cortex-m7) emulator=(qemu-system-arm -M mps2-an500 "${semihosting[@]}") ;;
    cortex-m33) emulator=(qemu-system-arm -M mps2-an505 "${semihosting[@]}") ;;
    cortex-m0plus) emulator=(qemu-system-arm -M microbit "${semihosting[@]}") ;;
    riscv32*) emulator=(qemu-system-riscv32 -M virt -bios none -serial stdio) ;;
  esac
  timeout 120 "${emulator[@]}" "${options[@]}" -kernel "$program" > "$program.txt" 2>&1 < /dev/null ||
    { echo "FAILED: firmware on $1 with the archive for $2 ended with $?"; cat "$program.txt"; exit 1; }
  diff -u firmware.txt "$program.txt" || { echo "FAILED: firmware on $1 with the archive for $2 does not print what firmware.txt says"; exit 1; }
  passed=$((passed + 1))
}
while read -r board archives; do
  for archive in $archives; do
    [ -e "$folder/$archive/installed/usr/lib/libpress.a" ] || { [ "$archive" != "$board" ] && continue; echo "not here: $archive"; continue; }
    run "$board" "$archive"
  done
done << 'END'
cortex-m0plus cortex-m0plus
cortex-m3 cortex-m3 cortex-m0plus
cortex-m4 cortex-m4 cortex-m3 cortex-m0plus cortex-m7
cortex-m7 cortex-m7 cortex-m4 cortex-m3 cortex-m0plus
cortex-m33 cortex-m33 cortex-m4 cortex-m3 cortex-m0plus
riscv32 riscv32 riscv32imac
riscv32imac riscv32imac riscv32
END
echo "firmware: $passed boards with archives passed"
