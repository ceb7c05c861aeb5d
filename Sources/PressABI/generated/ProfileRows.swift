// Written by `make contract` from the tables of docs/pressd and the headers.

import CPress

/// What a line of a profile can set (ProfileFunctions.swift). Of each row: length of the name, name, section from 1 on, offset in its
/// struct, kind, argument.
@section(".rodata.press_profile")
let profileRows: InlineArray<887, UInt8> = [
  7, 112, 114, 111, 102, 105, 108, 101, 0, 0, 0, 0,  // profile
  6, 101, 110, 103, 105, 110, 101, 0, 0, 0, 1,  // engine
  8, 103, 101, 115, 116, 117, 114, 101, 115, 0, 0, 0, 2,  // gestures
  5, 112, 101, 101, 107, 115, 0, 0, 0, 3,  // peeks
  6, 98, 117, 116, 116, 111, 110, 0, 0, 0, 4,  // button
  4, 100, 114, 97, 103, 0, 0, 0, 5,  // drag
  4, 110, 97, 109, 101, 1, 0, 1, 0,  // name
  13, 114, 105, 103, 104, 116, 95, 116, 111, 95, 108, 101, 102, 116, 1, 0, 2, 0,  // right_to_left
  11, 116, 111, 117, 99, 104, 95, 102, 111, 114, 99, 101, 2, 8, 3, 0,  // touch_force
  13, 114, 101, 108, 101, 97, 115, 101, 95, 102, 111, 114, 99, 101, 2, 12, 3, 0,  // release_force
  10, 122, 101, 114, 111, 95, 102, 111, 114, 99, 101, 2, 16, 3, 1,  // zero_force
  10, 102, 117, 108, 108, 95, 102, 111, 114, 99, 101, 2, 20, 3, 0,  // full_force
  16, 112, 114, 101, 118, 105, 101, 119, 95, 112, 114, 101, 115, 115, 117, 114, 101, 2, 24, 3, 2,  // preview_pressure
  15, 99, 111, 109, 109, 105, 116, 95, 112, 114, 101, 115, 115, 117, 114, 101, 2, 28, 3, 2,  // commit_pressure
  17, 99, 111, 109, 112, 108, 101, 116, 101, 95, 112, 114, 101, 115, 115, 117, 114, 101, 2, 32, 3, 2,  // complete_pressure
  8, 102, 105, 114, 109, 110, 101, 115, 115, 2, 68, 3, 3,  // firmness
  7, 108, 105, 102, 116, 95, 117, 115, 2, 56, 4, 0,  // lift_us
  7, 104, 111, 108, 100, 95, 117, 115, 3, 4, 4, 1,  // hold_us
  6, 116, 97, 112, 95, 117, 115, 3, 8, 4, 0,  // tap_us
  13, 100, 111, 117, 98, 108, 101, 95, 116, 97, 112, 95, 117, 115, 3, 12, 4, 0,  // double_tap_us
  4, 115, 108, 111, 112, 3, 16, 3, 2,  // slop
  9, 104, 111, 108, 100, 95, 115, 108, 111, 112, 3, 36, 3, 2,  // hold_slop
  11, 115, 99, 114, 111, 108, 108, 95, 115, 108, 111, 112, 3, 40, 3, 2,  // scroll_slop
  14, 104, 111, 108, 100, 95, 114, 101, 112, 101, 97, 116, 95, 117, 115, 3, 44, 4, 0,  // hold_repeat_us
  15, 100, 111, 117, 98, 108, 101, 95, 116, 97, 112, 95, 115, 108, 111, 112, 3, 20, 3, 2,  // double_tap_slop
  18, 102, 111, 114, 99, 101, 95, 102, 114, 111, 109, 95, 104, 111, 108, 100, 95, 117, 115, 3, 24, 4, 0,  // force_from_hold_us
  24, 102, 111, 114, 99, 101, 95, 102, 114, 111, 109, 95, 104, 111, 108, 100, 95, 100, 101, 108, 97, 121, 95, 117, 115, 3, 28, 4, 0,  // force_from_hold_delay_us
  15, 114, 101, 118, 101, 97, 108, 95, 100, 105, 115, 116, 97, 110, 99, 101, 4, 8, 3, 0,  // reveal_distance
  4, 115, 108, 111, 112, 4, 12, 3, 0,  // slop
  7, 114, 101, 115, 116, 95, 117, 115, 4, 16, 4, 0,  // rest_us
  5, 115, 108, 105, 100, 101, 4, 4, 7, 1,  // slide
  9, 102, 114, 111, 109, 95, 104, 111, 108, 100, 4, 4, 6, 2,  // from_hold
  7, 104, 111, 108, 100, 95, 117, 115, 4, 20, 4, 1,  // hold_us
  4, 104, 105, 100, 101, 4, 4, 6, 4,  // hide
  11, 112, 114, 101, 115, 115, 95, 102, 111, 114, 99, 101, 5, 8, 3, 0,  // press_force
  13, 114, 101, 108, 101, 97, 115, 101, 95, 102, 111, 114, 99, 101, 5, 12, 3, 0,  // release_force
  10, 114, 97, 116, 105, 111, 95, 100, 111, 119, 110, 5, 16, 3, 4,  // ratio_down
  8, 114, 97, 116, 105, 111, 95, 117, 112, 5, 20, 3, 5,  // ratio_up
  7, 99, 101, 105, 108, 105, 110, 103, 5, 24, 3, 0,  // ceiling
  10, 102, 117, 108, 108, 95, 115, 112, 101, 101, 100, 5, 28, 3, 2,  // full_speed
  7, 108, 105, 102, 116, 95, 117, 115, 5, 32, 5, 0,  // lift_us
  13, 114, 97, 112, 105, 100, 95, 116, 114, 105, 103, 103, 101, 114, 5, 4, 6, 2,  // rapid_trigger
  10, 114, 97, 112, 105, 100, 95, 102, 97, 108, 108, 5, 36, 3, 0,  // rapid_fall
  10, 114, 97, 112, 105, 100, 95, 114, 105, 115, 101, 5, 40, 3, 0,  // rapid_rise
  4, 115, 108, 111, 112, 6, 16, 3, 2,  // slop
  10, 115, 116, 105, 108, 108, 95, 115, 108, 111, 112, 6, 20, 3, 2,  // still_slop
  10, 97, 102, 116, 101, 114, 95, 104, 111, 108, 100, 6, 4, 6, 1,  // after_hold
  14, 104, 111, 108, 100, 95, 105, 110, 95, 115, 99, 114, 111, 108, 108, 6, 4, 6, 2,  // hold_in_scroll
  8, 98, 121, 95, 102, 111, 114, 99, 101, 6, 4, 6, 4,  // by_force
  12, 102, 114, 111, 109, 95, 112, 114, 101, 118, 105, 101, 119, 6, 4, 6, 8,  // from_preview
  7, 104, 111, 108, 100, 95, 117, 115, 6, 28, 4, 0,  // hold_us
  14, 115, 116, 97, 114, 116, 95, 112, 114, 101, 115, 115, 117, 114, 101, 6, 24, 3, 4,  // start_pressure
  12, 115, 112, 114, 105, 110, 103, 95, 100, 119, 101, 108, 108, 6, 4, 7, 16,  // spring_dwell
  12, 115, 112, 114, 105, 110, 103, 95, 102, 111, 114, 99, 101, 6, 4, 7, 32,  // spring_force
  15, 115, 112, 114, 105, 110, 103, 95, 100, 119, 101, 108, 108, 95, 117, 115, 6, 32, 4, 0,  // spring_dwell_us
  20, 115, 112, 114, 105, 110, 103, 95, 97, 99, 116, 105, 118, 97, 116, 105, 110, 103, 95, 117, 115, 6, 36, 4, 0,  // spring_activating_us
  15, 115, 112, 114, 105, 110, 103, 95, 112, 114, 101, 115, 115, 117, 114, 101, 6, 40, 3, 6,  // spring_pressure
  13, 100, 114, 111, 112, 95, 112, 114, 101, 115, 115, 117, 114, 101, 6, 44, 3, 6,  // drop_pressure
]

enum ProfileKind: UInt8 { case section, text, truth, decimal, time, lift, bit, noBit }

enum ProfileSection {
  static var refusal: StaticString { "no such section in a profile; there are profile, engine, gestures, peeks, button and drag" }

  /// Where the config of a section is, from 1 on; nil: the program does not have it.
  static func place(_ section: UInt8, _ profile: UnsafeMutablePointer<press_profile>) -> UnsafeMutableRawPointer? {
    switch section {
    case 2: UnsafeMutableRawPointer(profile.pointee.engine)
    case 3: UnsafeMutableRawPointer(profile.pointee.gestures)
    case 4: UnsafeMutableRawPointer(profile.pointee.peek)
    case 5: UnsafeMutableRawPointer(profile.pointee.button)
    case 6: UnsafeMutableRawPointer(profile.pointee.drag)
    default: nil
    }
  }
}

/// The range of a decimal, by argument.
func profileRange(_ argument: UInt8) -> (least: Int32, most: Int32) {
  switch argument {
  case 0: (1, 2147483647)
  case 1: (0, 2147483646)
  case 2: (0, 2147483647)
  case 3: (-65536, 65536)
  case 4: (0, 65536)
  case 5: (65536, 262144)
  default: (0, 131072)
  }
}
