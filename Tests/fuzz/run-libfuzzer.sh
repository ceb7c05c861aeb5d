#!/bin/bash
# Fuzzes the calls of the library and every input of pressd, for some seconds each: both built as ordinary Swift with the address
# sanitizer, their C with the one for undefined behaviour too. What was found so far, and what is worth trying first, is in corpus.
#
#   Tests/fuzz/run-libfuzzer.sh [seconds [build folder [target...]]]
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-60}
build=${2:-build/fuzz}
pressd="config calibration trace finger command_line script drawing iio i2c socket"
read -ra targets <<< "${*:3}"
[ ${#targets[@]} -gt 0 ] || read -ra targets <<< "engine profile setup $pressd"
# Swift would print its own report of every crash.
export SWIFT_BACKTRACE=enable=no
mkdir -p "$build"

# The toolchain's own clang, so that the sanitizers' runtimes are one.
clang=${CLANG:-$(dirname "$(readlink -f "$(command -v swiftc)")")/clang}
[ -x "$clang" ] || clang=clang

# The library is one module, as what ships, and pressd another one that sees it; both with checks of overflow.
module() {
  local name=$1 folders=$2
  find $folders -name '*.swift' -print0 | sort -z |
    xargs -0 swiftc -parse-as-library -package-name libpress -wmo -O -gline-tables-only -sanitize=address -sanitize=fuzzer -swift-version 5 -module-name "$name" "${@:3}" \
      -I include -I Sources/CPressLinux/include -I "$build" -Xcc -fmodule-map-file=Sources/CPress/module.modulemap -Xcc -fmodule-map-file=Sources/one-module.modulemap \
      -emit-module -emit-module-path "$build/$name.swiftmodule" -c -o "$build/$name.o"
}
program() { # its objects beside those of the library
  "$clang" -std=gnu11 -g -O1 -Wall -Wextra -Werror -DPRESS_MAY_DISCARD -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined \
    -I include -I Sources/CPressLinux/include -c "Tests/fuzz/$1.c" -o "$build/$1.o"
  swiftc -sanitize=address -sanitize=fuzzer "$build/$1.o" "${@:2}" "$build/Press.o" -o "$build/$1"
}
if [ ! -e "$build/built" ] || [ -n "$(find Sources include Tests/fuzz Tests/PressABITests/ledger.h -type f -newer "$build/built")" ]; then
  module Press "Sources/PressCore Sources/PressDevice Sources/PressSetup Sources/PressCheck Sources/PressABI"
  module pressd Sources/pressd -Xfrontend -import-module -Xfrontend Press
  objcopy --redefine-sym main=pressd_main "$build/pressd.o"
  program fuzz_engine
  program fuzz_profile
  program fuzz_setup
  program fuzz_pressd "$build/pressd.o"
  for name in $pressd; do ln -sf fuzz_pressd "$build/fuzz_$name"; done
  touch "$build/built"
fi

# Bytes of every height, so that every call of the library is drawn, short and long.
mkdir -p "$build/corpus/engine"
for n in 1 2 3 4 5 6 7 8; do
  [ -e "$build/corpus/engine/seed$n" ] ||
    awk -v n="$n" 'BEGIN { srand(n); for (i = 0; i < 64 * n; i++) printf "%c", int(rand() * 95) + 32 }' > "$build/corpus/engine/seed$n"
done
# Lines around the length of the buffer that they are read into.
for name in config trace finger; do
  mkdir -p "$build/corpus/$name"
  for n in 16383 16384 16385 16390; do printf "%0${n}d\n1 1\n" 1 > "$build/corpus/$name/line$n"; done
done
# The words of configs, of the command line and of the commands of programs.
{
  grep -ohE '"[a-z_,]{20,}"' Sources/pressd/Socket/SocketServer+Commands.swift | tr -d '"' | tr , '\n' | sed 's/.*/"&"/'
  printf '%s\n' '"{\x22do\x22:\x22"' '"\x22,\x22id\x22:1"' '"\x22}\x0a"' '"events forces"' '"since"' '"engine.touch_force"' 
  grep -ohE '"[a-z_0-9]{2,40}"' Sources/PressSetup/generated/Keys.swift
  grep -ohE -e '--[a-z]+' Sources/pressd/Settings/Options.swift | sed 's/.*/"&"\n"&="/'
} | sort -u > "$build/words"

for name in "${targets[@]}"; do
  mkdir -p "$build/corpus/$name"
  folders=("$build/corpus/$name")
  [ ! -d "Tests/fuzz/corpus/$name" ] || folders+=("Tests/fuzz/corpus/$name")
  dictionary=() longest=4096
  case $name in
    config) folders+=(examples/pressd) dictionary=("-dict=$build/words") longest=17000 ;;
    # pressd and the library give the same messages, because they share the reader: they share the corpus, too.
    setup) folders+=(examples/pressd Tests/fuzz/corpus/config) dictionary=("-dict=$build/words") longest=17000 ;;
    trace | finger) longest=17000 ;;
    script | command_line | socket | profile) dictionary=("-dict=$build/words") ;;
  esac
  echo "fuzzing $name"
  "$build/fuzz_$name" -seed=1 -max_total_time="$seconds" -max_len=$longest -timeout=10 -artifact_prefix="$build/$name-" \
    -print_final_stats=1 "${dictionary[@]}" "${folders[@]}"
done
