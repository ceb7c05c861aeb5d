#!/bin/bash
# Fuzzes the core, built as ordinary Swift with the address sanitizer, for some seconds.
#
#   Tests/fuzz/run-libfuzzer.sh [seconds [build folder]]
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-60}
build=${2:-build/fuzz}
# Swift would print its own report of every crash.
export SWIFT_BACKTRACE=enable=no
mkdir -p "$build/corpus"

# The toolchain's own clang, so that the sanitizer's runtime is one.
clang=${CLANG:-$(dirname "$(readlink -f "$(command -v swiftc)")")/clang}
[ -x "$clang" ] || clang=clang

# Each module is one object, later ones see the modules of the earlier ones.
module() {
  local name=$1
  find "Sources/$name" -name '*.swift' -print0 | sort -z |
    xargs -0 swiftc -parse-as-library -wmo -O -g -sanitize=address -sanitize=fuzzer -module-name "$name" -I include -I "$build" \
      -emit-module -emit-module-path "$build/$name.swiftmodule" -c -o "$build/$name.o"
}
# Modules that PressABI imports, in order.
module PressCore
module PressDevice
module PressABI

"$clang" -std=c11 -g -O1 -fsanitize=fuzzer-no-link,address -I include -c Tests/fuzz/fuzz_engine.c -o "$build/fuzz_engine.o"
swiftc -sanitize=address -sanitize=fuzzer "$build"/fuzz_engine.o "$build"/Press{ABI,Device,Core}.o -o "$build/fuzz_engine"

# Seeds: bytes of every height, so that every call is drawn, short and long.
for n in 1 2 3 4 5 6 7 8; do
  [ -e "$build/corpus/seed$n" ] ||
    awk -v n="$n" 'BEGIN { srand(n); for (i = 0; i < 64 * n; i++) printf "%c", int(rand() * 95) + 32 }' > "$build/corpus/seed$n"
done

exec "$build/fuzz_engine" -seed=1 -max_total_time="$seconds" -max_len=4096 -timeout=10 -artifact_prefix="$build/" \
  -print_final_stats=1 "$build/corpus"
