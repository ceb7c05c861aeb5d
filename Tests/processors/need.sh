#!/usr/bin/env bash
# Installs from Debian what it takes to build for other processors and to run what was built, when it is not there.
set -euo pipefail

missing=()
need() { command -v "$1" >/dev/null || missing+=("${@:2}"); }
need aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu libc6-dev-arm64-cross
need arm-linux-gnueabihf-gcc gcc-arm-linux-gnueabihf libc6-dev-armhf-cross
need arm-linux-gnueabi-gcc gcc-arm-linux-gnueabi libc6-dev-armel-cross
need riscv64-linux-gnu-gcc gcc-riscv64-linux-gnu libc6-dev-riscv64-cross
need arm-none-eabi-gcc gcc-arm-none-eabi libnewlib-arm-none-eabi
need qemu-aarch64-static qemu-user-static
need qemu-system-arm qemu-system-arm
need dpkg-source dpkg-dev
need node nodejs
need wasm-objdump wabt
[ -e /usr/include/wasm32-wasi/stdio.h ] || missing+=(wasi-libc)
compgen -G '/usr/lib/llvm-*/lib/clang/*/lib/wasi' >/dev/null || missing+=(libclang-rt-14-dev-wasm32)

[ ${#missing[@]} -eq 0 ] && exit 0
echo "installing: ${missing[*]}"
root=()
[ "$(id -u)" -eq 0 ] || root=(sudo)
"${root[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}"
