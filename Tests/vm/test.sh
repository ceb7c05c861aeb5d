#!/usr/bin/env bash
# test.sh [amd64|arm64 ...]: pressd on Debian's own kernels, booted under QEMU's emulation, with a simulated converter behind
# the kernel's I2C stack. Says every check and how many there were; fails when one fails, when there are not as many as
# there should be, and when a guest hangs. Wants build/pressd.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=build/vm
export PRESSD=$PWD/build/pressd
[ $# -gt 0 ] || set -- amd64 arm64

Tests/need.sh qemu-system-x86_64=qemu-system-x86 qemu-system-aarch64=qemu-system-arm cpio=cpio \
  /usr/sbin/depmod=kmod aarch64-linux-gnu-gcc=gcc-aarch64-linux-gnu \
  /usr/aarch64-linux-gnu/include/stdio.h=libc6-dev-arm64-cross
mkdir -p $build
python3 Tests/vm/volts.py "$PRESSD" $build/volts

expected=$(sed -n 's/^# EXPECTED CHECKS: //p' Tests/vm/judge.py)
failed=0
for deb; do
  Tests/vm/fetch.sh "$deb" $build/"$deb"/debian
  pressd=$PRESSD
  if [ "$deb" = arm64 ]; then
    pressd=$build/arm64/pressd
    Tests/vm/cross.sh $pressd
  fi
  Tests/vm/machine.sh "$deb" $build/"$deb" $pressd | tee $build/"$deb".log || failed=1
  count=$(grep -c '^CHECK ' $build/"$deb".log || true)
  if [ "$count" != "$expected" ]; then
    echo "FAIL $deb: $count checks, and there should be $expected"
    failed=1
  fi
done
[ $failed = 0 ] && echo "test-vm: everything passed" || echo "test-vm: FAILED"
exit $failed
