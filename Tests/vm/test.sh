#!/usr/bin/env bash
# test.sh [amd64|arm64 ...]: pressd on Debian's own kernels, booted under QEMU's emulation, with a simulated converter
# behind the kernel's I2C stack; on amd64 as a service of Debian's systemd too. Says every check and how many there were; fails
# when one fails, when there are not as many as there should be, and when a guest hangs. What cannot run here is said.
# Requires build/pressd.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=build/vm
export PRESSD=$PWD/build/pressd
[ $# -gt 0 ] || set -- amd64 arm64

skip() { echo "SKIPPED test-vm${1:+ $1}: $2"; }
Tests/need.sh qemu-system-x86_64=qemu-system-x86 qemu-system-aarch64=qemu-system-arm cpio=cpio \
  /usr/sbin/depmod=kmod aarch64-linux-gnu-gcc=gcc-aarch64-linux-gnu \
  /usr/aarch64-linux-gnu/include/stdio.h=libc6-dev-arm64-cross || {
  skip "" "what it needs cannot be installed here"
  exit 0
}
mkdir -p $build
python3 Tests/vm/volts.py "$PRESSD" $build/volts

failed=0 passed=0
# run DEB FOLDER PRESSD [KIND]: a machine; see machine.sh.
run() {
  local folder=$2 kind=${4:+$4_} began=$SECONDS count expected
  expected=$(sed -n 's/^# EXPECTED CHECKS: //p' "Tests/vm/${kind}judge.py")
  Tests/vm/machine.sh "$@" | tee "$folder.log" || failed=1
  count=$(grep -c '^CHECK ' "$folder.log" || true)
  passed=$((passed + $(grep -c '^CHECK .* PASS$' "$folder.log" || true)))
  if [ "$count" != "$expected" ]; then
    echo "FAIL $(basename "$folder"): $count checks, and there should be $expected"
    failed=1
  fi
  echo "TIME $(basename "$folder"): $((SECONDS - began)) s"
}
if command -v systemd-analyze > /dev/null; then
  # As installed, but for where the program is.
  sed "s|^ExecStart=[^ ]*|ExecStart=$PRESSD|" Sources/pressd/install/pressd@.service > $build/pressd@i2c-1.service
  systemd-analyze verify --man=no $build/pressd@i2c-1.service || { echo "FAIL the unit pressd@.service"; failed=1; }
else
  skip "the unit pressd@.service" "there is no systemd-analyze"
fi

for deb; do
  processor=$([ "$deb" = amd64 ] && echo x86_64 || echo aarch64)
  if ! timeout 30 qemu-system-$processor -M none -accel tcg -display none -monitor stdio <<< quit > /dev/null; then
    skip "$deb" "QEMU cannot emulate here"
    continue
  fi
  code=0
  Tests/vm/fetch.sh "$deb" $build/"$deb"/debian || code=$?
  if [ $code = 69 ]; then
    skip "$deb" "Debian's packages cannot be fetched"
    continue
  elif [ $code != 0 ]; then
    echo "FAIL $deb: Debian's packages cannot be unpacked"
    failed=1
    continue
  fi
  pressd=$PRESSD
  if [ "$deb" = arm64 ]; then
    make -s lib ARCH=aarch64
    pressd=build/aarch64/pressd
  fi
  run "$deb" $build/"$deb" $pressd
  # With systemd on one processor alone: it takes minutes, and where processors could differ is pressd, shown above.
  [ "$deb" = amd64 ] || continue
  if ! Tests/need.sh dh=debhelper dh_python3=dh-python; then
    skip "$deb-service" "Debian packages cannot be made here"
    continue
  elif ! make -s deb; then
    echo "FAIL $deb-service: the Debian packages cannot be made"
    failed=1
    continue
  fi
  mkdir -p $build/"$deb"-service
  ln -sfn ../"$deb"/debian $build/"$deb"-service/debian
  run "$deb" $build/"$deb"-service build/deb service
done
if [ $failed = 0 ]; then echo "test-vm: nothing failed, $passed checks passed"; else echo "test-vm: FAILED"; fi
exit $failed
