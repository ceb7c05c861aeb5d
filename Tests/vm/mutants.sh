#!/usr/bin/env bash
# mutants.sh [NAME ...]: pressd broken on purpose, in copies of the sources, must make the checks of the x86-64 guest fail.
# Without names, every mutant. Wants what test.sh leaves in build/vm.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$PWD/build/vm/mutants

# name | file | what stands there | what stands there instead
mutants="
byte_order|PressDevice/ADS1x15/ADS1x15.swift|UInt16(into.0) &<< 8 \| UInt16(into.1)|UInt16(into.1) \&<< 8 | UInt16(into.0)
full_scale|PressDevice/ADS1x15/ADS1x15Config.swift|case 4096: return 1 &<< 9|case 4096: return 2 \&<< 9
channel|PressDevice/ADS1x15/ADS1x15Config.swift|UInt16(channel & 3)|UInt16((channel \&+ 1) \& 3)
no_recovery|pressd/Link.swift|mutating func answered() { isDown = false }|mutating func answered() {}
never_asks_again|pressd/Link.swift|!isDown .. us >= askUs|!isDown
no_cancel|PressCore/Sensing/Pad.swift|CANCEL|
busy_loop|CPressLinux/linux.c|if (!caught) clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);|(void)until;
no_end|pressd/Session.swift|_ = press_engine_reset(engine)|
keys_stay|pressd/InputDevice.swift|case PRESS_EVENT_PREVIEW_CANCELLED: releasePreview()|case PRESS_EVENT_PREVIEW_CANCELLED: break
"
