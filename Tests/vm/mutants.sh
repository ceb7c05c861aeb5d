#!/usr/bin/env bash
# mutants.sh [NAME ...]: pressd broken on purpose, one way at a time, in a copy of the sources. The checks of the x86-64
# guest must notice each, and must pass for the copy as it is. Without names: every mutant. Requires what test.sh leaves in
# build/vm.
set -euo pipefail
cd "$(dirname "$0")/../.."
export ONLY="press still nack input stopped feedback"
work=$PWD/build/vm/mutants tree=$PWD/build/vm/mutants/tree

# name, file below Sources, what stands there, what stands there instead; at one place each.
mutants='
byte_order PressDevice/ADS1x15/ADS1x15+Registers.swift
  UInt16(into.0) &<< 8 | UInt16(into.1)
  UInt16(into.1) &<< 8 | UInt16(into.0)
full_scale PressDevice/ADS1x15/ADS1x15Config.swift
  case 4096: return 1 &<< 9
  case 4096: return 2 &<< 9
channel PressDevice/ADS1x15/ADS1x15Config.swift
  UInt16(channel & 3)
  UInt16((channel &+ 1) & 3)
no_recovery pressd/Program/Link.swift
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
no_gain pressd/Outputs/Rumble.swift
  if hasGain { status
  if !hasGain { status
'

rm -rf "$tree"
mkdir -p "$tree"
git ls-files -z Sources include contract make packaging Tests/vm Tests/need.sh bindings/python/src examples docs Makefile Package.swift | xargs -0 cp --parents -t "$tree"
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

[ $# -gt 0 ] || { set -- $(sed -n 's/^\([a-z_]*\) .*/\1/p' <<< "$mutants"); try none passed; }
for name; do
  lines=$(grep -A 2 "^$name " <<< "$mutants" | sed "1s/^$name //; s/^  //")
  { read -r file; IFS= read -r before; IFS= read -r after; } <<< "$lines"
  cp "$tree/Sources/$file" "$work/whole"
  python3 - "$tree/Sources/$file" "$before" "$after" << 'END'
import sys

path, before, after = sys.argv[1:]
text, before = open(path).read(), before.replace("\\n", "\n")
if text.count(before) != 1:
    sys.exit(f"mutants: {path}: {text.count(before)} times: {before}")
open(path, "w").write(text.replace(before, after))
END
  try "$name" noticed
  cp "$work/whole" "$tree/Sources/$file"
done
exit $failed
