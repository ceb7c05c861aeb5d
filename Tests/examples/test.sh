#!/usr/bin/env bash
# The programs of examples/c, examples/cpp and examples/swift, built against the installed library through pkg-config, print what
# stands beside those in C; the samples colors and board do what was recorded (test_samples.py); the configs of
# examples/pressd are accepted; and the commands that the pages of docs/hardware show print what these show.
# Requires PKG_CONFIG_PATH and LD_LIBRARY_PATH. PRESSD: build/installed/bin/pressd; PYTHON: one that imports libpress,
# .build/venv/bin/python.
set -euo pipefail
cd "$(dirname "$0")/../.."
pressd=$(realpath "${PRESSD:-build/installed/bin/pressd}")
python=${PYTHON:-.build/venv/bin/python}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

same() { # a name, what is expected, what came
  if diff -u --label "$1" "$2" --label "came" "$3" >&2; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}
verify() { # a name, then a command that must succeed
  local name=$1
  shift
  if "$@" > "$work/log" 2>&1; then passed=$((passed + 1)); return; fi
  failed=$((failed + 1))
  { echo "FAILED: $name"; cat "$work/log"; } >&2
}

# ---- C programs -----------------------------------------------------------------------------------------------------

eval "flags=($(pkg-config --cflags --libs libpress))"
for source in examples/c/*.c; do
  name=$(basename "$source" .c)
  # The first comment of a program has its source files and its command.
  read -ra parts <<< "$(sed -n 's/^ \*   cc -std=c11 \([^$]*\)\$(pkg-config.*/\1/p' "$source")"
  [ ${#parts[@]} -gt 0 ] || continue
  verify "$source compiles" cc -std=c11 -pedantic -Wall -Wextra -Werror "${parts[@]/#/examples/c/}" "${flags[@]}" -o "$work/$name"
  [ -x "$work/$name" ] && [ -e "${source%.c}.txt" ] || continue
  arguments=() code=0 expected=0
  # A node that is nowhere, so that the same happens on a board that has a converter.
  [ "$name" = ads1115 ] && arguments=(/dev/i2c-none) expected=1
  "$work/$name" "${arguments[@]}" > "$work/out" 2>&1 || code=$?
  same "${source%.c}.txt" "${source%.c}.txt" "$work/out"
  verify "$name ends with $expected, not $code" test "$code" = "$expected"
done

# A trait has no effect if its interaction is not attached.
attaches() { # traits, the interaction, the files of a program
  local program
  program=$(cat "${@:3}")
  [[ ! $program =~ PRESS_TARGET_($1) || $program == *press_$2_attach* ]]
}
for program in examples/c/*.c examples/cpp/*.cpp examples/swift/Sources/*/; do
  files=("${program%.*}"*)
  [ ! -d "$program" ] || files=("$program"*)
  [[ $program != *_view.c ]] || continue
  verify "$program attaches gestures" attaches "TAP|HOLD|SCROLL" gestures "${files[@]}"
  verify "$program attaches peeks" attaches PEEK peek "${files[@]}"
  verify "$program attaches drags" attaches "DRAG_SOURCE|DROP|SPRING" drag "${files[@]}"
done

# The same program in Python prints the same; strokes that were recorded, too.
"$python" bindings/python/examples/stroke.py > "$work/out" 2>&1 || true
same "examples/c/stroke.txt and stroke.py" examples/c/stroke.txt "$work/out"
for sample in keys steps; do
  verify "$sample.py ends with 0" "$python" bindings/python/examples/$sample.py
  same "examples/c/$sample.txt and $sample.py" "examples/c/$sample.txt" "$work/log"
done
for stroke in Tests/recordings/touch-pressure/*.csv; do
  verify "stroke $(basename "$stroke")" "$work/stroke" "$stroke"
  cp "$work/log" "$work/expected"
  "$python" bindings/python/examples/stroke.py "$stroke" > "$work/out" 2>&1 || true
  same "stroke $(basename "$stroke") in Python" "$work/expected" "$work/out"
  verify "stroke $(basename "$stroke") drags" grep -q drag_began "$work/out"
  verify "stroke $(basename "$stroke") ends with its lift, not with the reset" test "$(grep -c reset "$work/out")" = 0
done

# ads1115 on a node that is answered by a fake: a finger presses, and lifts; then nobody answers.
cc -shared -fPIC -o "$work/fake_i2c.so" Tests/pressd/fake_i2c.c -ldl
fake() { env LD_PRELOAD="$work/fake_i2c.so" "$@" "$work/ads1115" /dev/i2c-7 2; }
printf '%s\n' baseline_changed contact_began preview_began preview_updated preview_cancelled contact_ended > "$work/expected"
{ fake 2>&1 || echo "ended with $?"; } | sed 's/ .*//' > "$work/out"
same "ads1115 with a converter" "$work/expected" "$work/out"
printf '%s\n' "ads1115: /dev/i2c-7, address 0x48: no device acknowledged the address" "ended with 1" > "$work/expected"
{ fake FAKE_I2C_ERRNO=121 FAKE_I2C_FROM_MS=0 FAKE_I2C_TO_MS=9000 2>&1 || echo "ended with $?"; } > "$work/out"
same "ads1115 with nobody on the bus" "$work/expected" "$work/out"

# ---- C++ and Swift ----------------------------------------------------------------------------------------------------

for compiler in g++ clang++; do
  command -v $compiler > /dev/null || { echo "SKIPPED C++ by $compiler: it is not there"; continue; }
  for standard in c++11 c++20; do
    verify "examples/c/first.c is C++, too: $compiler -std=$standard" $compiler -x c++ -std=$standard -pedantic -Wall -Wextra -Werror examples/c/first.c \
      "${flags[@]}" -o "$work/first++"
    "$work/first++" > "$work/out" 2>&1 || true
    same "examples/c/first.txt as C++" examples/c/first.txt "$work/out"
  done
  for standard in c++17 c++20; do
    for options in "" "-fno-exceptions -fno-rtti"; do
      rm -f "$work/preview++"
      # shellcheck disable=SC2086
      verify "$compiler -std=$standard $options compiles preview.cpp" $compiler -std=$standard -pedantic -Wall -Wextra -Werror $options \
        examples/cpp/preview.cpp "${flags[@]}" -o "$work/preview++"
      "$work/preview++" > "$work/out" 2>&1 || true
      same "examples/c/preview.txt and preview.cpp by $compiler -std=$standard $options" examples/c/preview.txt "$work/out"
    done
  done
done

# Build in a copy, as a user does.
cp -R examples/swift "$work/package"
verify "examples/swift compiles" swift build --package-path "$work/package" --scratch-path .build/examples -Xswiftc -strict-memory-safety
verify "examples/swift compiles without a warning" test -z "$(grep -E "warning:|error:" "$work/log")"
verify "the twins in C compile" cc -std=c11 -pedantic -Wall -Wextra -Werror Tests/examples/twins.c "${flags[@]}" -o "$work/twins"
for name in preview peek drag; do
  .build/examples/debug/$name > "$work/out" 2>&1 || true
  same "examples/swift/$name.txt and its program" "examples/swift/$name.txt" "$work/out"
  "$work/twins" $name > "$work/out" 2>&1 || true
  same "examples/swift/$name.txt and its twin in C" "examples/swift/$name.txt" "$work/out"
done
printf '%s\n' baseline_changed contact_began preview_began preview_updated preview_cancelled contact_ended > "$work/expected"
{ env LD_PRELOAD="$work/fake_i2c.so" .build/examples/debug/sensor /dev/i2c-7 2 2>&1 || echo "ended with $?"; } | grep -oE "[a-z]+_[a-z]+|ended with.*" > "$work/out"
same "examples/swift: the sensor with a converter" "$work/expected" "$work/out"

# ---- The samples ------------------------------------------------------------------------------------------------------

verify "the samples show what was recorded" env SAMPLES="$work" \
  "$python" -m pytest -q -rs Tests/examples

# ---- Configs --------------------------------------------------------------------------------------------------------

for config in examples/pressd/*.conf; do
  verify "$config is accepted" "$pressd" --source sim --fast --quiet --config "$config"
done

# ---- The pages of docs/hardware -------------------------------------------------------------------------------------

mkdir "$work/docs"
cp examples/pressd/*.conf "$work/docs/"
counts=$("$python" Tests/examples/documents.py "$(dirname "$pressd")" "$work/docs")
read -r ran broke <<< "$counts"
passed=$((passed + ran)) failed=$((failed + broke))

echo "examples: $passed passed, $failed failed"
[ "$failed" = 0 ]
