#!/usr/bin/env bash
# Installs from Debian what it takes to build for other processors and to run what was built, when it is not there.
set -euo pipefail

missing=()
want() { command -v "$1" >/dev/null || missing+=("${@:2}"); }
want aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu libc6-dev-arm64-cross
want arm-linux-gnueabihf-gcc gcc-arm-linux-gnueabihf libc6-dev-armhf-cross
want arm-linux-gnueabi-gcc gcc-arm-linux-gnueabi libc6-dev-armel-cross
want riscv64-linux-gnu-gcc gcc-riscv64-linux-gnu libc6-dev-riscv64-cross
want arm-none-eabi-gcc gcc-arm-none-eabi libnewlib-arm-none-eabi
want qemu-aarch64-static qemu-user-static
want qemu-system-arm qemu-system-arm
want dpkg-source dpkg-dev
want node nodejs
want wasm-objdump wabt
[ -e /usr/include/wasm32-wasi/stdio.h ] || missing+=(wasi-libc)
compgen -G '/usr/lib/llvm-*/lib/clang/*/lib/wasi' >/dev/null || missing+=(libclang-rt-14-dev-wasm32)

[ ${#missing[@]} -eq 0 ] && exit 0
echo "installing: ${missing[*]}"
root=()
[ "$(id -u)" -eq 0 ] || root=(sudo)
"${root[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}"
