// Written by `make contract` from the headers.

import CPress

extension press_circuit {
  /// Sets the field that the key names. nil: none has that name.
  mutating func set(_ key: Slice, _ value: Slice) -> SetResult? {
    if key == "resistor_ohm" { return Setting.u32(value, &resistor_ohm, 1, 16777215, "1 to 16777215 ohms") }
    if key == "parallel_ohm" { return Setting.u32(value, &parallel_ohm, 0, 16777215, "0 to 16777215 ohms") }
    if key == "short_ohm" { return Setting.u32(value, &short_ohm, 1, 16777215, "1 to 16777215 ohms") }
    return nil
  }
}

extension press_sensor {
  /// Sets the field that the key names. nil: none has that name.
  mutating func set(_ key: Slice, _ value: Slice) -> SetResult? {
    if key == "x" { return Setting.q16(value, &x, Int32.min, Int32.max, Setting.decimal) }
    if key == "y" { return Setting.q16(value, &y, Int32.min, Int32.max, Setting.decimal) }
    if key == "lag_us" { return Setting.duration(value, &lag_us) }
    if key == "creep" { return Setting.q16(value, &creep, 0, 65536, "a decimal from 0 to 1") }
    if key == "preload_force" { return Setting.q16(value, &preload_force, 0, Int32.max, Setting.notNegative) }
    if key == "zero" { return Setting.q16(value, &zero, Int32.min, Int32.max, Setting.decimal) }
    if key == "zero_limit" { return Setting.q16(value, &zero_limit, 0, Int32.max, Setting.notNegative) }
    if key == "span" { return Setting.q16(value, &span, 0, Int32.max, Setting.notNegative) }
    return nil
  }
}

extension press_pad_config {
  /// Sets the field that the key names. nil: none has that name.
  mutating func set(_ key: Slice, _ value: Slice) -> SetResult? {
    if key == "flags" { return Setting.flags(value, &flags, FlagNames.pad, FlagNames.padAccepted) }
    if key == "contact" { return Setting.u32(value, &contact, 0, 4294967295, "0 to 4294967295") }
    if key == "min_cutoff_hz" { return Setting.q16(value, &min_cutoff_hz, 0, Int32.max, Setting.notNegative) }
    if key == "beta" { return Setting.q16(value, &beta, 0, Int32.max, Setting.notNegative) }
    if key == "derivative_cutoff_hz" { return Setting.q16(value, &derivative_cutoff_hz, 1, Int32.max, Setting.aboveZero) }
    if key == "start_us" { return Setting.duration(value, &start_us) }
    if key == "start_limit" { return Setting.q16(value, &start_limit, 0, Int32.max, Setting.notNegative) }
    if key == "untouched_force" { return Setting.q16(value, &untouched_force, 1, Int32.max, Setting.aboveZero) }
    if key == "hold_us" { return Setting.duration(value, &hold_us) }
    if key == "rise_us" { return Setting.duration(value, &rise_us) }
    if key == "fall_us" { return Setting.duration(value, &fall_us) }
    if key == "drift_step" { return Setting.q16(value, &drift_step, 0, Int32.max, Setting.notNegative) }
    if key == "below_zero" { return Setting.q16(value, &below_zero, 0, Int32.max, Setting.notNegative) }
    if key == "below_zero_us" { return Setting.duration(value, &below_zero_us) }
    if key == "longest_contact_us" { return Setting.duration(value, &longest_contact_us) }
    if key == "open_after_us" { return Setting.duration(value, &open_after_us) }
    if key == "shorted_after_us" { return Setting.duration(value, &shorted_after_us) }
    if key == "shorted_at_end_us" { return Setting.duration(value, &shorted_at_end_us) }
    if key == "bus_after_us" { return Setting.duration(value, &bus_after_us) }
    if key == "stuck_after_us" { return Setting.duration(value, &stuck_after_us) }
    if key == "stale_after_us" { return Setting.duration(value, &stale_after_us) }
    if key == "recover_after_us" { return Setting.duration(value, &recover_after_us) }
    if key == "gap_us" { return Setting.duration(value, &gap_us) }
    if key == "position_force" { return Setting.q16(value, &position_force, 0, Int32.max, Setting.notNegative) }
    return nil
  }
}

extension press_config {
  /// Sets the field that the key names. nil: none has that name.
  mutating func set(_ key: Slice, _ value: Slice) -> SetResult? {
    if key == "touch_force" { return Setting.q16(value, &touch_force, 1, Int32.max, Setting.aboveZero) }
    if key == "release_force" { return Setting.q16(value, &release_force, 1, Int32.max, Setting.aboveZero) }
    if key == "zero_force" { return Setting.q16(value, &zero_force, 0, Int32.max, Setting.notNegative) }
    if key == "full_force" { return Setting.q16(value, &full_force, 1, Int32.max, Setting.aboveZero) }
    if key == "preview_pressure" { return Setting.q16(value, &preview_pressure, 0, Int32.max, Setting.notNegative) }
    if key == "commit_pressure" { return Setting.q16(value, &commit_pressure, 0, Int32.max, Setting.notNegative) }
    if key == "complete_pressure" { return Setting.q16(value, &complete_pressure, 0, Int32.max, Setting.notNegative) }
    if key == "lost_after_us" { return Setting.duration(value, &lost_after_us) }
    if key == "traits" { return Setting.flags(value, &traits, FlagNames.traits, FlagNames.traitsAccepted) }
    if key == "min_progress_step" { return Setting.q16(value, &min_progress_step, 0, 65536, "a decimal from 0 to 1") }
    if key == "lift_us" { return Setting.duration(value, &lift_us) }
    return nil
  }
}

extension press_gestures_config {
  /// Sets the field that the key names. nil: none has that name.
  mutating func set(_ key: Slice, _ value: Slice) -> SetResult? {
    if key == "hold_us" { return Setting.duration(value, &hold_us, least: 1) }
    if key == "tap_us" { return Setting.duration(value, &tap_us) }
    if key == "double_tap_us" { return Setting.duration(value, &double_tap_us) }
    if key == "slop" { return Setting.q16(value, &slop, 0, Int32.max, Setting.notNegative) }
    if key == "double_tap_slop" { return Setting.q16(value, &double_tap_slop, 0, Int32.max, Setting.notNegative) }
    if key == "force_from_hold_us" { return Setting.duration(value, &force_from_hold_us) }
    if key == "force_from_hold_delay_us" { return Setting.duration(value, &force_from_hold_delay_us) }
    if key == "frame_us" { return Setting.duration(value, &frame_us, least: 1) }
    return nil
  }
}

extension press_peek_config {
  /// Sets the field that the key names. nil: none has that name.
  mutating func set(_ key: Slice, _ value: Slice) -> SetResult? {
    if key == "reveal_distance" { return Setting.q16(value, &reveal_distance, 1, Int32.max, Setting.aboveZero) }
    return nil
  }
}

extension press_transition_config {
  /// Sets the field that the key names. nil: none has that name.
  mutating func set(_ key: Slice, _ value: Slice) -> SetResult? {
    if key == "frame_us" { return Setting.duration(value, &frame_us, least: 1) }
    return nil
  }
}

extension press_button_config {
  /// Sets the field that the key names. nil: none has that name.
  mutating func set(_ key: Slice, _ value: Slice) -> SetResult? {
    if key == "press_force" { return Setting.q16(value, &press_force, 1, Int32.max, Setting.aboveZero) }
    if key == "release_force" { return Setting.q16(value, &release_force, 1, Int32.max, Setting.aboveZero) }
    if key == "ratio_down" { return Setting.q16(value, &ratio_down, 0, 65536, "a decimal from 0 to 1") }
    if key == "ratio_up" { return Setting.q16(value, &ratio_up, 65536, 262144, "a decimal from 1 to 4") }
    if key == "ceiling" { return Setting.q16(value, &ceiling, 1, Int32.max, Setting.aboveZero) }
    if key == "full_speed" { return Setting.q16(value, &full_speed, 0, Int32.max, Setting.notNegative) }
    return nil
  }
}

extension press_drag_config {
  /// Sets the field that the key names. nil: none has that name.
  mutating func set(_ key: Slice, _ value: Slice) -> SetResult? {
    if key == "slop" { return Setting.q16(value, &slop, 0, Int32.max, Setting.notNegative) }
    if key == "still_slop" { return Setting.q16(value, &still_slop, 0, Int32.max, Setting.notNegative) }
    if key == "hold_us" { return Setting.duration(value, &hold_us) }
    if key == "spring_dwell_us" { return Setting.duration(value, &spring_dwell_us) }
    if key == "spring_activating_us" { return Setting.duration(value, &spring_activating_us) }
    if key == "scroll_edge" { return Setting.q16(value, &scroll_edge, 0, Int32.max, Setting.notNegative) }
    if key == "scroll_speed" { return Setting.q16(value, &scroll_speed, 0, Int32.max, Setting.notNegative) }
    if key == "scroll_ramp_us" { return Setting.duration(value, &scroll_ramp_us) }
    if key == "frame_us" { return Setting.duration(value, &frame_us, least: 1) }
    return nil
  }
}

/// The keys that are fields, section by section.
enum FieldKeys: UInt8 {
  case none, sensor, pad, engine, gestures, peeks, transitions, button, drag

  var names: StaticString {
    switch self {
    case .none: ""
    case .sensor: "resistor_ohm, parallel_ohm, short_ohm, x, y, lag_us, creep, preload_force, zero, zero_limit, span"
    case .pad: "flags, contact, min_cutoff_hz, beta, derivative_cutoff_hz, start_us, start_limit, untouched_force, hold_us, rise_us, fall_us, drift_step, below_zero, below_zero_us, longest_contact_us, open_after_us, shorted_after_us, shorted_at_end_us, bus_after_us, stuck_after_us, stale_after_us, recover_after_us, gap_us, position_force"
    case .engine: "touch_force, release_force, zero_force, full_force, preview_pressure, commit_pressure, complete_pressure, lost_after_us, traits, min_progress_step, lift_us"
    case .gestures: "hold_us, tap_us, double_tap_us, slop, double_tap_slop, force_from_hold_us, force_from_hold_delay_us, frame_us"
    case .peeks: "reveal_distance"
    case .transitions: "frame_us"
    case .button: "press_force, release_force, ratio_down, ratio_up, ceiling, full_speed"
    case .drag: "slop, still_slop, hold_us, spring_dwell_us, spring_activating_us, scroll_edge, scroll_speed, scroll_ramp_us, frame_us"
    }
  }
}

/// Flags by name.
enum FlagNames {
  static var traitsAccepted: StaticString { "none, or any of preview peek tap hold drag_source drop spring scroll double_tap inactive" }

  static func traits(_ word: Slice) -> UInt32? {
    if word == "preview" { return 1 }
    if word == "peek" { return 2 }
    if word == "tap" { return 4 }
    if word == "hold" { return 8 }
    if word == "drag_source" { return 16 }
    if word == "drop" { return 32 }
    if word == "spring" { return 64 }
    if word == "scroll" { return 128 }
    if word == "double_tap" { return 256 }
    if word == "inactive" { return 512 }
    return nil
  }

  static var padAccepted: StaticString { "none, or any of no_median no_filter no_baseline" }

  static func pad(_ word: Slice) -> UInt32? {
    if word == "no_median" { return 1 }
    if word == "no_filter" { return 2 }
    if word == "no_baseline" { return 4 }
    return nil
  }
}
