#!/usr/bin/env bash
# test.sh [amd64|arm64|later|service ...]: pressd on Debian's own kernels, booted under QEMU's emulation, with a simulated converter
# behind the kernel's I2C stack; what kernels differ in on a later one too; on amd64 as a service of Debian's systemd too. Says every check and how many there were; fails
# when one fails, when there are not as many as there should be, and when a guest hangs. What cannot run here is said.
# Requires what `make prepared-vm` makes.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=build/vm
export PRESSD=$PWD/build/pressd
[ $# -gt 0 ] || set -- amd64 service later arm64

skip() { echo "SKIPPED test-vm${1:+ $1}: $2"; }
Tests/need.sh qemu-system-x86_64=qemu-system-x86 qemu-system-aarch64=qemu-system-arm cpio=cpio \
  /usr/sbin/depmod=kmod aarch64-linux-gnu-gcc=gcc-aarch64-linux-gnu \
  /usr/aarch64-linux-gnu/include/stdio.h=libc6-dev-arm64-cross || {
  skip "" "what it needs cannot be installed here"
  exit 0
}
failed=0 passed=0
# run DEB FOLDER PRESSD [KIND]: a machine; see machine.sh.
run() {
  local folder=$2 kind=${4:+$4_} began=$SECONDS count expected
  expected=$(sed -n "s/^# EXPECTED CHECKS${ONLY:+ LATER}: //p" "Tests/vm/${kind}judge.py")
  Tests/vm/machine.sh "$@" | tee "$folder.log" || failed=1
  count=$(grep -c '^CHECK ' "$folder.log" || true)
  passed=$((passed + $(grep -c '^CHECK .* PASS$' "$folder.log" || true)))
  if [ "$count" != "$expected" ]; then
    echo "FAIL $(basename "$folder"): $count checks, and there should be $expected"
    failed=1
  fi
  echo "TIME $(basename "$folder"): $((SECONDS - began)) s"
}
# The unit as installed, except for the path of the program.
verify() {
  sed "s|^ExecStart=[^ ]*|ExecStart=$PRESSD|" Sources/pressd/install/pressd@.service > $build/pressd@i2c-1.service
  systemd-analyze verify --man=no $build/pressd@i2c-1.service || { echo "FAIL the unit pressd@.service"; failed=1; }
}

for machine; do
  deb=amd64 suite="" home=amd64
  case $machine in
    arm64) deb=arm64 home=arm64 ;;
    later) suite=bookworm-backports home=amd64-later ;;
  esac
  processor=$([ "$deb" = amd64 ] && echo x86_64 || echo aarch64)
  if ! timeout 30 qemu-system-$processor -M none -accel tcg -display none -monitor stdio <<< quit > /dev/null; then
    skip "$machine" "QEMU cannot emulate here"
    continue
  fi
  code=0
  flock $build/"$home".lock Tests/vm/fetch.sh "$deb" $build/"$home"/debian $suite || code=$?
  if [ $code = 69 ]; then
    skip "$machine" "Debian's packages cannot be fetched"
    continue
  elif [ $code != 0 ]; then
    echo "FAIL $machine: Debian's packages cannot be unpacked"
    failed=1
    continue
  fi
  case $machine in
    amd64) run amd64 $build/amd64 "$PRESSD" ;;
    arm64) run arm64 $build/arm64 build/aarch64/pressd ;;
    # The drivers of the kernel, and an adapter that is pulled.
    later) ONLY="$(sed -n 's/^# LATER: //p' Tests/vm/judge.py)" run amd64 $build/amd64-later "$PRESSD" ;;
    # On one processor only: it takes minutes, and processors could differ only in pressd, which is tested above.
    service)
      if command -v systemd-analyze > /dev/null; then verify; else skip "the unit pressd@.service" "there is no systemd-analyze"; fi
      if ! ls $build/deb/*.deb > /dev/null 2>&1; then
        skip service "there are no Debian packages"
        continue
      fi
      mkdir -p $build/amd64-service
      ln -sfn ../amd64/debian $build/amd64-service/debian
      run amd64 $build/amd64-service $build/deb service
      ;;
  esac
done
if [ $failed = 0 ]; then echo "test-vm: nothing failed, $passed checks passed"; else echo "test-vm: FAILED"; fi
exit $failed
