// Written by `make contract` from the tables of docs/pressd.

/// What a key is, as docs/pressd says it.
extension Section {
  package func unit(_ index: Int) -> StaticString {
    switch self {
    case .sensor: Self.sensorUnit(index)
    case .converter: Self.converterUnit(index)
    case .idle: Self.idleUnit(index)
    case .iio: Self.iioUnit(index)
    case .uinput: Self.uinputUnit(index)
    case .listen: Self.listenUnit(index)
    case .feedback: Self.feedbackUnit(index)
    case .effect: Self.effectUnit(index)
    case .pad: Self.padUnit(index)
    case .engine: Self.engineUnit(index)
    case .gestures: Self.gesturesUnit(index)
    case .target: Self.targetUnit(index)
    case .peek: Self.peekUnit(index)
    case .peeks: Self.peeksUnit(index)
    case .action: Self.actionUnit(index)
    case .transition: Self.transitionUnit(index)
    case .transitions: Self.transitionsUnit(index)
    case .button: Self.buttonUnit(index)
    case .drag: Self.dragUnit(index)
    case .strike: Self.strikeUnit(index)
    case .pinch: Self.pinchUnit(index)
    case .scroll: Self.scrollUnit(index)
    case .levels: Self.levelsUnit(index)
    case .crosstalk: Self.crosstalkUnit(index)
    case .profile: Self.profileUnit(index)
    }
  }

  private static func sensorUnit(_ index: Int) -> StaticString {
    switch index {
    case 3, 4, 5: "ohm"
    case 7, 8: "points"
    case 9: "us"
    case 11, 13: "N"
    case 12, 14, 16: "uS"
    default: ""
    }
  }

  private static func converterUnit(_ index: Int) -> StaticString {
    switch index {
    case 3: "1/s"
    case 5, 12: "mV"
    default: ""
    }
  }

  private static func idleUnit(_ index: Int) -> StaticString {
    switch index {
    case 0: ""
    case 3: "N"
    default: "us"
    }
  }

  private static func iioUnit(_ index: Int) -> StaticString {
    switch index {
    case 1: ""
    default: "mV"
    }
  }

  private static func uinputUnit(_ index: Int) -> StaticString {
    switch index {
    default: ""
    }
  }

  private static func listenUnit(_ index: Int) -> StaticString {
    switch index {
    default: ""
    }
  }

  private static func feedbackUnit(_ index: Int) -> StaticString {
    switch index {
    case 4, 19, 20, 21, 22: "us"
    case 5: "N"
    case 16, 17: "mV"
    case 18: "Hz"
    default: ""
    }
  }

  private static func effectUnit(_ index: Int) -> StaticString {
    switch index {
    case 7, 8: "percent"
    default: ""
    }
  }

  private static func padUnit(_ index: Int) -> StaticString {
    switch index {
    case 0, 1, 3, 24: ""
    case 2, 4: "Hz"
    case 6, 7, 23: "N"
    case 11, 12: "uS"
    default: "us"
    }
  }

  private static func engineUnit(_ index: Int) -> StaticString {
    switch index {
    case 0, 1, 2, 3: "N"
    case 8, 9, 10, 18: "us"
    default: ""
    }
  }

  private static func gesturesUnit(_ index: Int) -> StaticString {
    switch index {
    case 0, 12: ""
    case 4, 5, 6, 8: "points"
    default: "us"
    }
  }

  private static func targetUnit(_ index: Int) -> StaticString {
    switch index {
    case 3, 4, 5, 6: "points"
    default: ""
    }
  }

  private static func peekUnit(_ index: Int) -> StaticString {
    switch index {
    case 0, 1: ""
    default: "points"
    }
  }

  private static func peeksUnit(_ index: Int) -> StaticString {
    switch index {
    case 0, 1: "points"
    case 2, 5: "us"
    default: ""
    }
  }

  private static func actionUnit(_ index: Int) -> StaticString {
    switch index {
    default: ""
    }
  }

  private static func transitionUnit(_ index: Int) -> StaticString {
    switch index {
    case 3, 4: "points"
    case 5: "us"
    default: ""
    }
  }

  private static func transitionsUnit(_ index: Int) -> StaticString {
    switch index {
    case 1: "points/s"
    case 4, 5: ""
    default: "us"
    }
  }

  private static func buttonUnit(_ index: Int) -> StaticString {
    switch index {
    case 1, 2, 5, 10, 11: "N"
    case 6: "points/s"
    case 7: "us"
    default: ""
    }
  }

  private static func dragUnit(_ index: Int) -> StaticString {
    switch index {
    case 1, 2, 15, 16, 21: "points"
    case 7, 11, 12, 19, 20, 22: "us"
    case 17: "points/s"
    default: ""
    }
  }

  private static func strikeUnit(_ index: Int) -> StaticString {
    switch index {
    case 1: "us"
    case 2, 3: "N/s"
    default: ""
    }
  }

  private static func pinchUnit(_ index: Int) -> StaticString {
    switch index {
    case 1: "points"
    default: ""
    }
  }

  private static func scrollUnit(_ index: Int) -> StaticString {
    switch index {
    case 2, 6: "points/s"
    case 3, 4, 7, 8: "us"
    case 5: "points"
    default: ""
    }
  }

  private static func levelsUnit(_ index: Int) -> StaticString {
    switch index {
    case 5, 6, 7: "us"
    default: ""
    }
  }

  private static func crosstalkUnit(_ index: Int) -> StaticString {
    switch index {
    case 1: "us"
    default: ""
    }
  }

  private static func profileUnit(_ index: Int) -> StaticString {
    switch index {
    default: ""
    }
  }

  package func about(_ index: Int) -> StaticString {
    switch self {
    case .sensor: Self.sensorAbout(index)
    case .converter: Self.converterAbout(index)
    case .idle: Self.idleAbout(index)
    case .iio: Self.iioAbout(index)
    case .uinput: Self.uinputAbout(index)
    case .listen: Self.listenAbout(index)
    case .feedback: Self.feedbackAbout(index)
    case .effect: Self.effectAbout(index)
    case .pad: Self.padAbout(index)
    case .engine: Self.engineAbout(index)
    case .gestures: Self.gesturesAbout(index)
    case .target: Self.targetAbout(index)
    case .peek: Self.peekAbout(index)
    case .peeks: Self.peeksAbout(index)
    case .action: Self.actionAbout(index)
    case .transition: Self.transitionAbout(index)
    case .transitions: Self.transitionsAbout(index)
    case .button: Self.buttonAbout(index)
    case .drag: Self.dragAbout(index)
    case .strike: Self.strikeAbout(index)
    case .pinch: Self.pinchAbout(index)
    case .scroll: Self.scrollAbout(index)
    case .levels: Self.levelsAbout(index)
    case .crosstalk: Self.crosstalkAbout(index)
    case .profile: Self.profileAbout(index)
    }
  }

  private static func sensorAbout(_ index: Int) -> StaticString {
    switch index {
    case 0: "AINn of the converter. Without a converter's name the numbers continue in [converter2]: with four channels each 4 is its first. For iio N of in_voltageN; for a CSV the column, from 0"
    case 1: "at the supply voltage: supply / range × 32768 (ADS1015: × 2048); for iio what the kernel says"
    case 2: "the highest code that the converter gives, where it clips below the supply, as a 3.3 V converter on a divider of 5 V does (with pull_up full_scale minus the lowest code); 0: full_scale"
    case 3: "of the divider"
    case 4: "across the FSR, so that an open wire shows; 0: none"
    case 5: "a resistance that no finger makes: at or below it the sensor is bridged"
    case 6: "yes: FSR to ground, codes fall with force"
    case 9: "how long before the time of its frame it is read, for traces that do not say; converters and iio do"
    case 10: "relative rise of the conductance in each tenfold of time under a constant load; pressd compensates it (how much)"
    case 11: "the load that is always on it, as a plate and its springs: force is measured from there"
    case 12: "the zero that a calibration stored; 0: that of preload_force on the curve"
    case 13: "a zero that differs by more than this from the stored one delivers recalibrate; 0: off"
    case 14: "the most that its calibration covers: a reading of more than 1.5 times that delivers recalibrate; 0: off"
    case 15: "circuit, zero, preload, span, place and curve from a file that press_calibration_store or Calibration.save wrote (how); keys of the same section override it, before and after it; a relative path begins at the working directory"
    case 16: "power MICROSIEMENS NEWTONS EXPONENT, or table µS:N µS:N ... with 1 to 16 rising points"
    default: "where it sits"
    }
  }

  private static func converterAbout(_ index: Int) -> StaticString {
    switch index {
    case 1: "a board that is sold: its model, its address, and where its codes end"
    case 2: "one that the model can have; not given: its usual one. @ADDRESS of the source overrides it"
    case 3: "ads1115: 8 16 32 64 128 250 475 860; ads1015, tla2024: 128 250 490 920 1600 2400 3300; mcp342x: 240 60 15 3 (not given: 240); nau7802: 320 80 40 20 10 (not given: 320); the others have none"
    case 4: "of the amplifier: mcp342x 1 2 4 8, nau7802 1 2 4 8 16 32 64 128; 0: 1, nau7802 128"
    case 5: "of ads1115, ads1015 and tla2024, as is mode; ready_pin is of the first two"
    case 6: "single asks for the end of the first conversion a tenth later than it usually ends, single poll then, both for the later ones when this converter is done; continuous converts without pause (one sensor)"
    case 7: "as in /dev/gpiochip0:17: where ALERT/RDY is wired to. See Timing"
    case 8: "a spare input, wired to the supply of the dividers: a supply that moves. Of ads1115, ads1015 and tla2024, not with mode continuous"
    case 9: "the supply by the voltage at that input: 2 between two equal resistors"
    case 10: "of a transfer that failed"
    case 11: "how often the ready bit is asked before a conversion counts as hanging"
    case 12: "of ads7828 and ads7830: 2500 switches their own reference on; 0: what REF is wired to"
    case 13: "of nau7802: 1 leaves its LDO off, because AVDD is wired to a supply"
    default: "which converter it is: what each has"
    }
  }

  private static func idleAbout(_ index: Int) -> StaticString {
    switch index {
    case 1: "nobody touches and nothing runs for this long"
    case 2: "from one frame to the next while idle; without a comparator a press that is shorter may go unseen"
    case 3: "a code that says so much, and is beyond six times the noise, wakes"
    default: "no: as if the section were not there"
    }
  }

  private static func iioAbout(_ index: Int) -> StaticString {
    switch index {
    case 1: "where the kernel shows its devices"
    default: "the supply of the dividers. full_scale is this divided by what a code is worth (in_voltageN_scale, in_voltage_scale), unless it is given. in_voltageN_offset is added to codes"
    }
  }

  private static func uinputAbout(_ index: Int) -> StaticString {
    switch index {
    case 0: "no: as if the section were not there"
    case 1: "where the kernel takes new input devices"
    case 2: "what the device is called"
    case 3: "screen: INPUT_PROP_DIRECT; touchpad: INPUT_PROP_POINTER and BTN_TOOL_FINGER; raw: neither, for programs that read the device themselves"
    case 4: "of ABS_X and ABS_Y"
    case 5: "the resolution of ABS_X and ABS_Y, which says how large the pad is; 0: as steps_per_point, a point is a millimetre"
    case 6, 7: "held while a preview runs; while it is in its commit phase"
    case 8, 9, 10: "held during a hold, a peek, a press of the force button"
    default: "clicked"
    }
  }

  private static func listenAbout(_ index: Int) -> StaticString {
    switch index {
    case 1: "of the socket: a program that may write to it may connect"
    case 2: "which of them may send commands: root and the user of pressd; also members of the socket's group; everyone"
    case 3: "the file in which the command save keeps the values of set. At the next start they override everything else; a line on stderr for each value says what it replaces. A value that contradicts the config is left out, at a start and a reload: a warning names both files, the value and the rule that it breaks. Its line stays in the file, also through the next save, until somebody removes it or its key is set and saved; it is used again when the config agrees. A line that no config would accept ends pressd with 78. It must be a regular file, not a link, and not a file that is read as a config, profile or calibration; it keeps its owner and mode"
    default: "of the socket, at most 107 bytes. A file there is replaced if it is a socket to which nobody listens; at the end it is removed"
    }
  }

  private static func feedbackAbout(_ index: Int) -> StaticString {
    switch index {
    case 0: "no: as if the section were not there"
    case 1: "on the bus of the converters, between two frames: a frame is never late by it, and --rate must leave 1.2 ms for it"
    case 2: "an event node with FF_RUMBLE, as in /dev/input/event3; not one of pressd's own"
    case 3: "a folder as in /sys/class/leds/input0::capslock: its brightness"
    case 4: "an effect is dropped that comes so soon after one as strong or stronger"
    case 5: "of full strength"
    case 6: "of a detent, in parts of the distance between two"
    case 7: "a level is given again when it has changed by this"
    case 8: "the kind of the motor: with an eccentric weight (erm) or linear (lra)"
    case 12, 13, 14: "with calibrated"
    case 15: "0: 1, of an LRA 6"
    case 16, 17, 18: "of the motor"
    case 19: "an effect that could not be played for so long is dropped"
    case 20: "a level that is not given again for so long ends; 0: never"
    case 21: "without work for so long the driver goes to standby"
    case 22: "for so long after each event of a preview, a drag or actions on show it stays out of standby, so that an effect takes one transfer in place of two; 0: it does not"
    default: "include/press/drv2605l.h; stderr says what a calibration found, for the next three keys"
    }
  }

  private static func effectAbout(_ index: Int) -> StaticString {
    switch index {
    case 0: "as the log calls it; drag_cancelled:forbidden: with this reason"
    case 5: "not where a force button is attached and nothing takes previews: no peek, no transition by force, no preview_key, commit_key or completed_key"
    case 6: "what is played; level follows a value"
    case 7, 8: "the strength when the followed value is 1 or more, and when it is 0"
    case 9: "the value that the strength of an effect follows"
    case 10: "the number of ticks between 0 and 1 of the followed value; 0: none"
    default: "only the last update of its phase; only where its value is not 0; detents upwards only; detents downwards only, and what passes none goes on to the sections after it"
    }
  }

  private static func padAbout(_ index: Int) -> StaticString {
    switch index {
    case 0: "parts to leave out: the median, the filter, following the zero, the third reading before a contact"
    case 1: "the contact id of its samples"
    case 5: "how long the zero is watched at the start, for four readings at least; force reads 0 meanwhile"
    case 6: "a larger force at the start is a finger, and no zero: at most half of engine.touch_force; 0: that half, at most 0.2 N"
    case 7: "of load cells 3/8 of touch_force, where that is more"
    case 8: "zero stays frozen this long after a touch"
    case 9, 10: "time constants of following upwards and downwards"
    case 11: "drift is delivered each time it adds up to this"
    case 12: "less than this under the zero is noise; a quarter of untouched_force is the most that counts"
    case 13: "a known zero stays while the sensor reads below it; after so long without a touch that is the zero; 0: never"
    case 14: "a touch longer than this is taken for a new zero; 0: off"
    case 15: "the wire is open for this long"
    case 16: "at or below short_ohm for this long, where the codes can show it (press_circuit)"
    case 17: "in the highest 1024th of the codes for this long, without one reading below. A hard press looks the same"
    case 18: "a sensor that could not be read for so long has failed"
    case 19: "at or above untouched_force without one code of difference for this long, but not at the end of the range"
    case 20: "no code for this long, or (by default) for three intervals of readings that come less often, at most 2 s each; after the first reading 3 s"
    case 21: "good codes for this long end a fault"
    case 22: "a pause longer than this, or (by default) than three intervals, starts the filters again"
    case 23: "below it x and y stay where they were"
    case 24: "x' = A x + B y + C, y' = D x + E y + F"
    default: "cutoff 0: by the rate of the frames"
    }
  }

  private static func engineAbout(_ index: Int) -> StaticString {
    switch index {
    case 1: "a contact ends below"
    case 2: "pressure 0"
    case 3: "pressure 1"
    case 4: "the preview begins"
    case 5: "the preview phase ends"
    case 6: "completed; above 1: never by force"
    case 7: "updates that change progress by less are left out, first and last never"
    case 8: "a contact without a sample for so long is cancelled; 250ms: or three intervals of the samples where these are longer; 0: never"
    case 9: "a force that falls below release_force has this long to come back before the contact ends; 0: it ends at once; 55ms: this time less one interval between readings, or 2.2 intervals if that is longer (but at most 150ms, or 1.5 intervals)"
    case 10: "a preview begins only once its contact is so old, with the force of that moment; its phase ends once it is three times as old. A quick press is then no preview, and may be a tap, also if it is hard; 0: at once"
    case 11: "the greatest rise of the force in each tenfold of time that is taken for creep, as a part of the force: such a rise does not move the pressure; 0: every rise counts"
    case 12: "the curve from force to pressure: below 0 a soft touch gives more, above 0 it takes a firm one; 0: straight"
    case 13: "of the whole surface while there is no [target]"
    case 14: "deliver contact_moved"
    case 15: "room for so many that are down at once. Less storage for firmware"
    case 16: "room for so many [target] and those that a program adds"
    case 17: "the number of events that are kept for press_poll, at least the number that the attached interactions require; 0: none: a delegate receives them at once, as in pressd"
    case 18: "how much earlier than the engine's time a sample, a frame or a tick may be: press_feed says how it counts. 0: not at all"
    default: "a contact begins at or above"
    }
  }

  private static func gesturesAbout(_ index: Int) -> StaticString {
    switch index {
    case 1: "still for this long is a hold"
    case 2: "a tap lifts within this; 0: any time before it is a hold. Where preview_after_us is not 0, a preview that lifts within it (0: within hold_us), before its phase has ended, is a tap after preview_cancelled"
    case 3: "from lift to the next touch"
    case 4: "a finger that moved this far is no tap"
    case 5: "one that moved this far is no hold"
    case 6: "one that moved this far scrolls, where something scrolls"
    case 7: "a hold repeats after each of these times; 0: it does not"
    case 8: "between two taps of a double tap"
    case 9: "pressure rises from 0 to 1 within this, without force; 0: off"
    case 10: "after the touch"
    case 11: "how often it rises"
    case 12: "yes: a scroll counts from where its contact began, and jumps by scroll_slop; no: from where it became one"
    default: "no: as if the section were not there"
    }
  }

  private static func targetAbout(_ index: Int) -> StaticString {
    switch index {
    case 0: "how events name it"
    case 1: "of a target before it; 0: none"
    case 2: "the program that it belongs to: a drag from one to another copies"
    case 5, 6: "points"
    case 7: "PRESS_TARGET_..."
    default: "the corner"
    }
  }

  private static func peekAbout(_ index: Int) -> StaticString {
    switch index {
    case 0: "that has the trait peek; 0: the whole surface where there are no targets, with engine.traits"
    case 1: "of the shown content"
    case 4, 5: "width 0: the target"
    case 6, 7: "where the program shows it: a tap on it pops it"
    case 8, 9: "preferred size; width 0: the full width; height 0: it cannot be tapped"
    case 10, 11: "where the first action is"
    case 12, 13: "how wide, and how high each is; width 0: they cannot be hit"
    default: "what stays sharp"
    }
  }

  private static func peeksAbout(_ index: Int) -> StaticString {
    switch index {
    case 0: "upwards from where the peek was shown"
    case 3: "no: an action is chosen by a touch of its own only"
    case 4: "yes: a contact that stays still for hold_us opens the peek of its target, with its actions revealed"
    case 5: "how long"
    case 6: "yes: a finger that swiped up for the actions hides them by coming back down to half of reveal_distance"
    default: "a finger that rests within slop for so long, or turns back by it, may choose actions"
    }
  }

  private static func actionAbout(_ index: Int) -> StaticString {
    switch index {
    case 1: "the peek whose action it is"
    case 2: "of the action whose group it is in; groups at most 4 deep"
    case 3: "what a menu shows"
    case 4: "how a menu shows it"
    case 5: "yes: shown, cannot be chosen"
    case 6: "yes: selecting it leaves the actions on show"
    default: "unique within its peek"
    }
  }

  private static func transitionAbout(_ index: Int) -> StaticString {
    switch index {
    case 0: "how events name it"
    case 1: "its driver: the progress of a preview or of its commit, pressure, a motion, a peek"
    case 2: "of contacts on it; 0: of any contact"
    case 5: "of the whole way, where it runs by itself"
    case 6: "the rest takes duration × distance left / speed"
    case 7: "where it starts"
    case 8: "of a cubic Bézier, X1 and X2 from 0 to 1; or ease_in_out, ease_in, ease_out, linear; or spring DAMPING RESPONSE, from 0 to 10 and from 0.001 to 60 s"
    case 9: "a spring may pass its end: progress goes beyond 0 and 1"
    default: "only for motion: the distance from 0 to 1"
    }
  }

  private static func transitionsAbout(_ index: Int) -> StaticString {
    switch index {
    case 1: "points a second; motion: a finger that lifts at this speed along the direction, or against it, decides"
    case 2: "the positions of this time give the speed"
    case 3: "a finger that lies still for so long has stopped"
    case 4: "a transition goes on from the fall of the force; no: it stands still until the lift is certain"
    case 5: "a spring ends once distance and velocity per radian together are below this"
    default: "how often a transition that runs is updated"
    }
  }

  private static func buttonAbout(_ index: Int) -> StaticString {
    switch index {
    case 0: "no: as if the section were not there"
    case 3: "of the peak, where that is more than release_force; 0: off"
    case 4: "of the least force since the release"
    case 5: "levels do not follow further"
    case 6: "at it the release level is at its lowest; 0: off"
    case 7: "a force that falls below the release level has this long to come back; 0: it is released at once; contact: as engine.lift_us"
    case 8: "no press begins while a contact scrolls or drags"
    case 9: "it follows changes of force, between release_force and ceiling"
    case 10, 11: "with rapid_trigger: the fall from the peak that releases; the rise that presses again"
    default: "the levels at which it is pressed and released"
    }
  }

  private static func dragAbout(_ index: Int) -> StaticString {
    switch index {
    case 0: "no: as if the section were not there"
    case 1, 2: "that start a drag; moving less is still"
    case 6: "moving by still_slop during a preview cancels it and drags"
    case 7: "how long it has been still"
    case 8: "with BY_FORCE, the pressure from which on a contact drags"
    case 9, 10: "springs open by resting on them, by force"
    case 11, 12: "until it is activating, and then until it is activated"
    case 13, 14: "that opens at once, that drops without lifting; above 1: never"
    case 15, 16, 17: "where a scroller scrolls, where at full speed, and how fast that is"
    case 18: "the speed grows in proportion to nearness and time, else with their squares"
    case 19, 20: "until it is at full speed, and how often that changes"
    case 21: "a drag that begins within scroll_edge of an edge scrolls there once it is nearer by so much, or by half of the distance at its beginning, or has been away from that edge; 0: at once"
    case 22: "how long it is near an edge before it scrolls"
    default: "a drag requires a hold of hold_us first, requires it only in what scrolls, or requires start_pressure"
    }
  }

  private static func strikeAbout(_ index: Int) -> StaticString {
    switch index {
    case 0: "no: as if the section were not there"
    case 1: "a strike is delivered with the last reading within this time of its contact"
    case 4: "how the velocity follows the speed between the two"
    case 5: "of power; below 1: soft strikes count for more"
    case 6: "the velocity of strikes and lifts whose speed is not known; 0: the velocity of the estimated speed"
    default: "velocity 1, below it 0; velocity 127, also above it"
    }
  }

  private static func pinchAbout(_ index: Int) -> StaticString {
    switch index {
    case 1: "how far the distance of the two, or their centre, must move"
    case 2: "how far they must turn"
    case 3: "two that move side by side pinch, too; no: each may scroll or drag"
    default: "no: as if the section were not there"
    }
  }

  private static func scrollAbout(_ index: Int) -> StaticString {
    switch index {
    case 0: "no: as if the section were not there"
    case 1: "after 1 / friction seconds a throw has 1 / e of its speed"
    case 2: "a slower finger has speed 0 along that axis as it lifts"
    case 3: "how often a throw moves"
    case 4: "how long the spring takes that brings content back to where it may rest"
    case 7: "the positions of this time give the speed"
    case 8: "a finger that lies still for so long has stopped"
    case 9: "content goes on from the fall of the force; no: it stands until the lift is certain"
    case 10: "content follows a finger beyond its ends as on a rubber band; no: one to one"
    case 11: "a throw that friction leads beyond an end passes it, and comes back; no: it slows down to rest there"
    default: "how far a swipe goes, and how fast at least"
    }
  }

  private static func levelsAbout(_ index: Int) -> StaticString {
    switch index {
    case 0: "no: as if the section were not there"
    case 1: "so many levels, at equal distances"
    case 4: "a level is left so far below where it is entered, in parts of the distance between two"
    case 5, 6: "from one repeat to the next at the first level, at the last; repeat_us 0: no repeats"
    case 7: "from the first level to the first repeat"
    case 8: "the rate of repeats is that of the level, and does not follow the pressure between two"
    case 9: "a contact that scrolls, drags or pinches is at no level"
    default: "where the first and the last are entered"
    }
  }

  private static func crosstalkAbout(_ index: Int) -> StaticString {
    switch index {
    case 1: "how long a force counts for the pads beside it"
    case 2: "the greatest part of a force that each other pad reads"
    default: "no: as if the section were not there"
    }
  }

  private static func profileAbout(_ index: Int) -> StaticString {
    switch index {
    case 1: "of the person or of the setting; not given: the name of the file"
    case 2: "the program's layout is from right to left: actions_x of a peek counts from the right side of its target to the left"
    default: "in a config: the profile; a relative path begins at the working directory. --profile overrides it"
    }
  }
}
