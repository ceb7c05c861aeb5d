#!/usr/bin/env bash
# firmware.sh FOLDER: examples/firmware, built for each of its boards with what run.py installed in FOLDER, runs in QEMU there, and
# prints what stands in firmware.txt. The emulator's clock is that of its instructions, so that a busy machine changes nothing.
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: firmware.sh FOLDER" >&2; exit 64; }
folder=$(realpath "$1")
cd "$(dirname "$0")/../../examples/firmware"
options=(-nographic -monitor none -icount "shift=6,sleep=off")
semihosting=(-serial none -semihosting-config "enable=on,target=native")
passed=0
for board in cortex-m4 cortex-m0plus riscv32; do
  program=$folder/$board/firmware
  ./make.sh $board "$folder/$board/installed/usr" "$program"
  case $board in
    cortex-m4) emulator=(qemu-system-arm -M mps2-an386 "${semihosting[@]}") ;;
    cortex-m0plus) emulator=(qemu-system-arm -M microbit "${semihosting[@]}") ;;
    riscv32) emulator=(qemu-system-riscv32 -M virt -bios none -serial stdio) ;;
  esac
  timeout 120 "${emulator[@]}" "${options[@]}" -kernel "$program" > "$program.txt" 2>&1 < /dev/null ||
    { echo "FAILED: firmware on $board ended with $?"; cat "$program.txt"; exit 1; }
  diff -u firmware.txt "$program.txt" || { echo "FAILED: firmware on $board does not print what firmware.txt says"; exit 1; }
  passed=$((passed + 1))
done
echo "firmware: $passed boards passed"
