#!/usr/bin/env bash
# firmware.sh FOLDER [BOARD...]: examples/firmware, built for each of its boards, or for these, with what run.py and archives.py installed in
# FOLDER, runs in QEMU there, and prints what stands in firmware.txt; structs.c beside this file prints what it prints on this machine. Both are
# linked by the script that ships, and by one as vendors of boards write them. The emulator's clock is that of its instructions, so that a busy
# machine changes nothing.
set -euo pipefail
[ $# -ge 1 ] || { echo "usage: firmware.sh FOLDER [BOARD...]" >&2; exit 64; }
folder=$(realpath "$1")
shift
boards=" $* "
[ "$boards" != "  " ] || boards=
is_chosen() { [ -z "$boards" ] || [[ $boards == *" $1 "* ]]; }
here=$(realpath "$(dirname "$0")")
cd "$(dirname "$0")/../../examples/firmware"
options=(-nographic -monitor none -icount "shift=6,sleep=off")
semihosting=(-serial none -semihosting-config "enable=on,target=native")
passed=0

# All of each archive, and not only what the firmware calls, takes of a libc what memory.c has, and else libgcc alone.
for board in cortex-m4 cortex-m0plus riscv32; do
  is_chosen $board || continue
  compiler=(arm-none-eabi-gcc -mcpu=$board -mthumb)
  [ $board != riscv32 ] || compiler=(riscv64-unknown-elf-gcc -march=rv32imc -mabi=ilp32 -mcmodel=medany)
  "${compiler[@]}" -ffreestanding -nostdlib memory.c -Wl,--whole-archive "$folder/$board/installed/usr/lib/libpress.a" -Wl,--no-whole-archive \
    -lgcc -Wl,-e,0 -Wl,--fatal-warnings -Wl,-z,noexecstack -Wl,--no-warn-rwx-segments -o "$folder/$board/whole" ||
    { echo "FAILED: memory.c is not all that the library takes on $board"; exit 1; }
done

# The examples that do not require Linux compile without warnings if int32_t is long, as in newlib.
for source in ../c/*.c; do
  grep -qE '#include <(linux/|poll\.h)' "$source" || arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -std=c11 -pedantic -Wall -Wextra -Werror \
    -I ../../include -fsyntax-only "$source" || { echo "FAILED: $source does not compile for 32 bits"; exit 1; }
done

# An archive for a larger core does not link, and the linker names the one that is missing.
for board in cortex-m0plus cortex-m3; do
  is_chosen cortex-m4 || continue
  ! said=$(./make.sh $board "$folder/cortex-m4/installed/usr" "$folder/none" 2>&1) && [[ $said == *"undefined reference to "*press_engine_init_on_armv* ]] ||
    { echo "FAILED: firmware for $board took the archive for cortex-m4: $said"; exit 1; }
done
# No function passes a float: one archive serves both float ABIs.
for abi in soft softfp hard; do
  is_chosen cortex-m4 || continue
  arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -mfloat-abi=$abi -mfpu=fpv4-sp-d16 -Os --specs=nosys.specs -I "$folder/cortex-m4/installed/usr/include" ../c/one_press.c \
    "$folder/cortex-m4/installed/usr/lib/libpress.a" -Wl,--gc-sections -o "$folder/none" 2> "$folder/none.txt" ||
    { echo "FAILED: a program with -mfloat-abi=$abi does not link with the archive for cortex-m4"; cat "$folder/none.txt"; exit 1; }
done

# Nothing that a script of a vendor has no section for, and no table of addresses.
strict=-Wl,--orphan-handling=error,--strip-debug
is_whole() { # program
  ! llvm-readelf -SW "$1" | sed -E 's/^ *\[ *[0-9]+\] //' | awk '$1 ~ /^\.(got|igot|rel)/ && $5 != "000000" { print; found = 1 } END { exit !found }' ||
    { echo "FAILED: $1 has a global offset table, or relocations"; exit 1; }
  [ -z "$(llvm-nm -u "$1")" ] || { echo "FAILED: $1 has undefined symbols"; llvm-nm -u "$1"; exit 1; }
}

emulated() { # board, program, what it must print
  local emulator
  case $1 in
    cortex-m3) emulator=(qemu-system-arm -M mps2-an385 "${semihosting[@]}") ;;
    cortex-m4) emulator=(qemu-system-arm -M mps2-an386 "${semihosting[@]}") ;;
    cortex-m7) emulator=(qemu-system-arm -M mps2-an500 "${semihosting[@]}") ;;
    cortex-m33) emulator=(qemu-system-arm -M mps2-an505 "${semihosting[@]}") ;;
    cortex-m0plus) emulator=(qemu-system-arm -M microbit -global nrf51-soc.flash-size=0x400000 -global nrf51-soc.sram-size=0x400000 "${semihosting[@]}") ;;
    riscv32*) emulator=(qemu-system-riscv32 -M virt -bios none -serial stdio) ;;
  esac
  timeout 120 "${emulator[@]}" "${options[@]}" -kernel "$2" > "$2.txt" 2>&1 < /dev/null || { echo "FAILED: $2 ended with $?"; cat "$2.txt"; exit 1; }
  diff -u "$3" "$2.txt" || { echo "FAILED: $2 does not print what $3 says"; exit 1; }
  is_whole "$2"
  passed=$((passed + 1))
}

# Runs a board with the archive of its core, and with other archives that fit, if they are built.
run() { # board, archive
  local program=$folder/$2/firmware-$1 vendor=$here/vendor-cortex-m.ld
  [[ $1 != riscv32* ]] || vendor=$here/vendor-riscv32.ld
  ./make.sh "$1" "$folder/$2/installed/usr" "$program"
  emulated "$1" "$program" firmware.txt
  [ "$1" = "$2" ] || return 0
  SCRIPT=$vendor LDFLAGS=$strict ./make.sh "$1" "$folder/$2/installed/usr" "$program-vendor"
  emulated "$1" "$program-vendor" firmware.txt
  # The same in Embedded Swift, with the names of the headers for this core.
  local triple=
  case $1 in
    cortex-m0plus) triple=armv6m-none-none-eabi ;;
    cortex-m4 | cortex-m7) triple=armv7em-none-none-eabi ;;
    riscv32) triple=riscv32-none-none-eabi ;;
  esac
  if [ -n "$triple" ]; then
    swiftc -target $triple -enable-experimental-feature Embedded -enable-experimental-feature Extern -wmo -parse-as-library -swift-version 6 \
      -strict-memory-safety -warnings-as-errors -Osize -Xcc -ffreestanding -Xcc -fshort-enums -Xfrontend -function-sections -Xfrontend -disable-stack-protector \
      -I "$folder/$2/installed/usr/include" -c ../swift/board/board.swift -o "$program-swift.o"
    PROGRAM="$program-swift.o finger.c" ./make.sh "$1" "$folder/$2/installed/usr" "$program-swift"
    emulated "$1" "$program-swift" firmware.txt
  fi
  # A first program, as on any system: with the declarations of a C library, and a `puts` for the board.
  local headers=
  [[ $1 != riscv32* ]] || headers="-isystem /usr/lib/picolibc/riscv64-unknown-elf/include"
  LDFLAGS=$headers PROGRAM="../c/first.c $here/puts.c" ./make.sh "$1" "$folder/$2/installed/usr" "$program-first"
  emulated "$1" "$program-first" ../c/first.txt
  # A trackpad with everything, from a config that is C: at most 154 KB of flash with Thumb-2, including libgcc and the example.
  local flash=154000 ram=20K
  case $1 in
    cortex-m0plus) flash=200000 ;;
    riscv32*) ram=256K ;; # its code lies in RAM
  esac
  PROGRAM="trackpad.c $folder/board.c" FLASH_SIZE=$flash RAM_SIZE=$ram ./make.sh "$1" "$folder/$2/installed/usr" "$program-trackpad"
  emulated "$1" "$program-trackpad" trackpad.txt
  for script in "" "$vendor"; do
    PROGRAM=$here/structs.c FLASH_SIZE=4M RAM_SIZE=4M SCRIPT=$script LDFLAGS=${script:+$strict} \
      ./make.sh "$1" "$folder/$2/installed/usr" "$folder/$2/structs${script:+-vendor}"
    emulated "$1" "$folder/$2/structs${script:+-vendor}" "$folder/structs.txt"
  done
}
cc -std=gnu11 -O1 -Wall -Wextra -Werror -I "$folder/x86-64/installed/usr/include" "$here/structs.c" "$here/hosted.c" \
  "$folder/x86-64/installed/usr/lib/libpress.a" -o "$folder/structs"
"$folder/structs" > "$folder/structs.txt" || { echo "FAILED: structs.c on this machine"; cat "$folder/structs.txt"; exit 1; }
"$folder/x86-64/installed/usr/bin/pressd" --compile trackpad.conf > "$folder/board.c" || { echo "FAILED: trackpad.conf is not compiled"; exit 1; }
while read -r board archives; do
  is_chosen "$board" || continue
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
echo "firmware: $passed programs on boards passed"
