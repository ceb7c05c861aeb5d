#!/usr/bin/env bash
# mutants.sh [check | NAME ...]: pressd broken on purpose, one way at a time, in a copy of the sources. The checks of the x86-64
# guest must notice each, and must pass for the copy as it is. Without names: every mutant. Requires what test.sh leaves in
# build/vm. check: only whether each can still be planted, in seconds.
set -euo pipefail
cd "$(dirname "$0")/../.."
export ONLY="press still nack input stopped feedback"
work=$PWD/build/vm/mutants tree=$PWD/build/vm/mutants/tree

# name, file below Sources, what stands there, what stands there instead; at one place each.
mutants='
byte_order PressDevice/Converter/I2CConverter+ADS1x15.swift
  UInt16(bytes.0) &<< 8 | UInt16(bytes.1)
  UInt16(bytes.1) &<< 8 | UInt16(bytes.0)
full_scale PressDevice/Converter/ADS1x15Config.swift
  default: return 1 &<< 9
  default: return 2 &<< 9
channel PressDevice/Converter/ADS1x15Config.swift
  UInt16(channel & 3)
  UInt16((channel &+ 1) & 3)
no_recovery pressd/Program/Program.swift
  !isDown || us >= askUs
  !isDown
no_cancel PressCore/Sensing/Pad.swift
  flags: SampleFlag.lost
  flags: 0
no_end pressd/Loop/Run.swift
  _ = press_engine_reset(made.engine)
  _ = made.engine
busy_loop CPressLinux/linux.c
  if (!caught) clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
  while (!caught && linux_now_us() < until_us) (void)until;
pressure_stays pressd/Outputs/InputDevice.swift
  case PRESS_EVENT_CONTACT_MOVED: follow(event)
  case PRESS_EVENT_CONTACT_MOVED: break
no_gain pressd/Outputs/Effects.swift
  if hasGain { status
  if !hasGain { status
'

names() { sed -n 's/^\([a-z_]*\) .*/\1/p' <<< "$mutants"; }
file_of() { sed -n "s/^$1 //p" <<< "$mutants"; }
plant() { # a name, its file, and where it is written
  local lines before after
  lines=$(grep -A 2 "^$1 " <<< "$mutants" | sed '1d; s/^  //')
  { IFS= read -r before; IFS= read -r after; } <<< "$lines"
  python3 - "$2" "$3" "$before" "$after" << 'END'
import sys

source, target, before, after = sys.argv[1:]
text = open(source).read()
if text.count(before) != 1:
    sys.exit(f"mutants: {source}: {text.count(before)} times: {before}")
open(target, "w").write(text.replace(before, after))
END
}

if [ "${1:-}" = check ]; then
  for name in $(names); do plant "$name" "Sources/$(file_of "$name")" /dev/null; done
  exit
fi

rm -rf "$tree"
mkdir -p "$tree"
git ls-files -z Sources include contract make packaging Tests/vm Tests/need.sh bindings/python/src apps examples docs Makefile Package.swift | xargs -0 cp --parents -t "$tree"
mkdir -p "$tree/build/vm" "$work/amd64"
ln -sfn "$PWD/build/vm/volts" "$tree/build/vm/volts"
ln -sfn "$PWD/build/vm/amd64/debian" "$work/amd64/debian"

failed=0
try() { # a name, and whether the checks should pass
  local verdict=noticed
  if ! make -C "$tree" -s build/pressd > "$work/$1.build.log" 2>&1; then
    tail "$work/$1.build.log"
    echo "MUTANT $1 does not build"
    failed=1
    return
  fi
  local pressd=$tree/build/pressd log=$work/$1.log
  if PRESSD=$pressd "$tree/Tests/vm/machine.sh" amd64 "$work/amd64" "$pressd" > "$log" 2>&1; then verdict=passed; fi
  # A guest that did not come to its end has noticed nothing.
  grep -q '^RESULT' "$log" || verdict=hung
  echo "MUTANT $1 $verdict: $(sed -n 's/^RESULT [a-z0-9]* //p' "$log"); $(grep -m 1 -o '^CHECK.*FAIL' "$log" || true)"
  if [ $verdict != "$2" ]; then
    echo "MUTANT $1 should be $2"
    failed=1
  fi
}

[ $# -gt 0 ] || { set -- $(names); try none passed; }
for name; do
  path=$tree/Sources/$(file_of "$name")
  cp "$path" "$work/whole"
  plant "$name" "$work/whole" "$path"
  try "$name" noticed
  cp "$work/whole" "$path"
done
exit $failed
