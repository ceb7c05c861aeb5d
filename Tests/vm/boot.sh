#!/usr/bin/env bash
# boot.sh amd64|arm64 FOLDER SECONDS: boots FOLDER/debian/kernel with FOLDER/root as the first file system. The console
# goes to stdout, and what the guest writes to its disk to FOLDER/out.tar. Ends with 124 when the
# guest hangs. Emulated also where KVM could be used: it takes seconds, and is the same on every machine.
set -euo pipefail
deb=$1 folder=$2 limit=$3
(cd "$folder/root" && find . | cpio -o -H newc -R 0:0 --quiet) > "$folder/initrd"
rm -f "$folder/out.tar"
truncate -s 64M "$folder/out.tar"
case $deb in
  amd64) machine=(qemu-system-x86_64 -M pc -cpu max) console=ttyS0 ;;
  arm64)
    machine=(qemu-system-aarch64 -M virt,gic-version=3 -cpu cortex-a53) console=ttyAMA0 ;;
  *) echo "boot: no machine for $deb" >&2; exit 2 ;;
esac
# Time in the guest is counted in instructions, so that a busy host cannot make it late; while it sleeps no time is lost.
exec timeout --foreground -k 5 "$limit" nice "${machine[@]}" -accel tcg -icount shift=2,sleep=off -rtc clock=vm -smp 1 -m 384 -nodefaults -no-user-config \
  -display none -no-reboot -serial stdio -kernel "$folder/debian/kernel" -initrd "$folder/initrd" \
  -drive "if=none,id=out,format=raw,file=$folder/out.tar" -device virtio-blk-pci,drive=out \
  -append "console=$console quiet panic=-1 mitigations=off" < /dev/null
