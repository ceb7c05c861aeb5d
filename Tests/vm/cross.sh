#!/usr/bin/env bash
# cross.sh OUT: pressd for aarch64 Linux. The ELF triple has an embedded standard library, Linux' own has none; C headers
# and libraries are those of Debian's cross compiler.
set -euo pipefail
out=$1 scratch=.build/aarch64-linux
find $scratch -path '*/release/*.build/*.o' -delete 2>/dev/null || true
LIBPRESS_EMBEDDED=1 swift build -c release --scratch-path $scratch --triple aarch64-none-none-elf \
  -Xcc -isystem -Xcc /usr/aarch64-linux-gnu/include --target pressd
LIBPRESS_EMBEDDED=1 swift build -c release --scratch-path $scratch --triple aarch64-none-none-elf \
  -Xcc -isystem -Xcc /usr/aarch64-linux-gnu/include --target PressABI
mkdir -p "$(dirname "$out")"
aarch64-linux-gnu-gcc -o "$out" $scratch/release/{Press{Core,Device,ABI},pressd,CPressLinux}.build/*.o -Wl,--gc-sections
