// Written by `make contract` from the comments in the headers.

import CPress

extension press_config: Ruled {
  static var mostContacts: UInt16 { 32 }
  @inline(never)
  package static func setDefaults(_ c: UnsafeMutablePointer<Self>) {
    c.initialize(to: Self())
    c.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<Self>.size)
    c.pointee.max_contacts = 10
    c.pointee.max_targets = 32
    c.pointee.touch_force = 26214
    c.pointee.release_force = 16384
    c.pointee.zero_force = 26214
    c.pointee.full_force = 327680
    c.pointee.preview_pressure = 16384
    c.pointee.commit_pressure = 32768
    c.pointee.complete_pressure = 55706
    c.pointee.lost_after_us = 250000
    c.pointee.traits = 1
    c.pointee.max_events = 64
    c.pointee.lift_us = 55000
    c.pointee.creep_limit = 9175
    c.pointee.late_limit_us = 100000
    setFurtherDefaults(c)
  }

  @inline(__always)
  package static func brokenField(_ c: UnsafePointer<Self>) -> UInt32 {
    if c.pointee.size != UInt32(truncatingIfNeeded: MemoryLayout<Self>.size) { return 1 }
    if c.pointee.max_contacts < 1 || c.pointee.max_contacts > 32 { return 2 }
    if c.pointee.max_targets > 1024 { return 3 }
    if c.pointee.flags & ConfigFlag.contactFromFlag == 0 && (c.pointee.touch_force <= 0) { return 4 }
    if c.pointee.flags & ConfigFlag.contactFromFlag == 0 && (c.pointee.release_force <= 0 || c.pointee.release_force > c.pointee.touch_force) { return 5 }
    if c.pointee.zero_force < 0 { return 6 }
    if c.pointee.full_force <= c.pointee.zero_force { return 7 }
    if c.pointee.preview_pressure < 0 { return 8 }
    if c.pointee.commit_pressure < c.pointee.preview_pressure { return 9 }
    if c.pointee.complete_pressure < c.pointee.commit_pressure { return 10 }
    if c.pointee.flags & ~ConfigFlag.all != 0 { return 12 }
    if c.pointee.traits & ~Trait.all != 0 { return 13 }
    if c.pointee.min_progress_step < 0 || c.pointee.min_progress_step > 65536 { return 14 }
    if c.pointee.max_events > 4096 { return 15 }
    if c.pointee.reserved != 0 { return 16 }
    if c.pointee.preview_after_us > 10000000 { return 18 }
    if c.pointee.creep_limit < 0 || c.pointee.creep_limit > 65536 { return 19 }
    if c.pointee.firmness < -65536 || c.pointee.firmness > 65536 { return 20 }
    if c.pointee.late_limit_us > 10000000 { return 21 }
    return 0
  }

  package static func words(ofField rule: UInt32) -> UnsafePointer<CChar> {
    if rule == 1 { return text("size: sizeof the struct, as its ..._init writes it") }
    let at: UInt16 =
      switch rule {
      case 2: 0
      case 3: 20
      case 4: 41
      case 5: 62
      case 6: 106
      case 7: 131
      case 8: 160
      case 9: 191
      case 10: 234
      case 12: 278
      case 13: 302
      case 14: 327
      case 15: 351
      case 16: 371
      case 18: 383
      case 19: 413
      case 20: 431
      default: 447
      }
    return text("""
      max_contacts: 1..32\0\
      max_targets: 0..1024\0\
      touch_force: above 0\0\
      release_force: above 0, at most touch_force\0\
      zero_force: not negative\0\
      full_force: above zero_force\0\
      preview_pressure: not negative\0\
      commit_pressure: at least preview_pressure\0\
      complete_pressure: at least commit_pressure\0\
      flags: PRESS_CONFIG_...\0\
      traits: PRESS_TARGET_...\0\
      min_progress_step: 0..1\0\
      max_events: 0..4096\0\
      reserved: 0\0\
      preview_after_us: 0..10000000\0\
      creep_limit: 0..1\0\
      firmness: -1..1\0\
      late_limit_us: 0..10000000
      """) + Int(at)
  }
}

extension press_gestures_config: Ruled {
  @inline(never)
  package static func setDefaults(_ c: UnsafeMutablePointer<Self>) {
    c.initialize(to: Self())
    c.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<Self>.size)
    c.pointee.hold_us = 500000
    c.pointee.double_tap_us = 300000
    c.pointee.slop = 655360
    c.pointee.double_tap_slop = 2621440
    c.pointee.force_from_hold_delay_us = 200000
    c.pointee.frame_us = 16667
    c.pointee.hold_slop = 655360
    c.pointee.scroll_slop = 655360
    setFurtherDefaults(c)
  }

  @inline(__always)
  package static func brokenField(_ c: UnsafePointer<Self>) -> UInt32 {
    if c.pointee.size != UInt32(truncatingIfNeeded: MemoryLayout<Self>.size) { return 1 }
    if c.pointee.hold_us == 0 { return 2 }
    if c.pointee.slop < 0 { return 5 }
    if c.pointee.double_tap_slop < 0 { return 6 }
    if c.pointee.frame_us == 0 { return 9 }
    if c.pointee.hold_slop < 0 { return 10 }
    if c.pointee.scroll_slop < 0 { return 11 }
    if c.pointee.flags & ~GesturesFlag.all != 0 { return 13 }
    return 0
  }

  package static func words(ofField rule: UInt32) -> UnsafePointer<CChar> {
    if rule == 1 { return text("size: sizeof the struct, as its ..._init writes it") }
    let at: UInt16 =
      switch rule {
      case 2: 0
      case 5: 17
      case 6: 36
      case 9: 66
      case 10: 84
      case 11: 108
      default: 134
      }
    return text("""
      hold_us: above 0\0\
      slop: not negative\0\
      double_tap_slop: not negative\0\
      frame_us: above 0\0\
      hold_slop: not negative\0\
      scroll_slop: not negative\0\
      flags: PRESS_GESTURES_...
      """) + Int(at)
  }
}

extension press_peek_config: Ruled {
  @inline(never)
  package static func setDefaults(_ c: UnsafeMutablePointer<Self>) {
    c.initialize(to: Self())
    c.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<Self>.size)
    c.pointee.reveal_distance = 2621440
    c.pointee.slop = 655360
    c.pointee.rest_us = 100000
    c.pointee.hold_us = 500000
    setFurtherDefaults(c)
  }

  @inline(__always)
  package static func brokenField(_ c: UnsafePointer<Self>) -> UInt32 {
    if c.pointee.size != UInt32(truncatingIfNeeded: MemoryLayout<Self>.size) { return 1 }
    if c.pointee.flags & ~PeekFlag.all != 0 { return 2 }
    if c.pointee.reveal_distance <= 0 { return 3 }
    if c.pointee.slop <= 0 { return 4 }
    if c.pointee.hold_us == 0 { return 6 }
    if c.pointee.reserved.0 | c.pointee.reserved.1 != 0 { return 7 }
    return 0
  }

  package static func words(ofField rule: UInt32) -> UnsafePointer<CChar> {
    if rule == 1 { return text("size: sizeof the struct, as its ..._init writes it") }
    let at: UInt16 =
      switch rule {
      case 2: 0
      case 3: 27
      case 4: 52
      case 6: 66
      default: 83
      }
    return text("""
      flags: PRESS_PEEK_FLAG_...\0\
      reveal_distance: above 0\0\
      slop: above 0\0\
      hold_us: above 0\0\
      reserved: 0
      """) + Int(at)
  }
}

extension press_transition_options: Ruled {
  package static var prefix: Int { 8 }

  @inline(never)
  package static func setDefaults(_ c: UnsafeMutablePointer<Self>) {
    c.initialize(to: Self())
    c.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<Self>.size)
    c.pointee.duration_us = 400000
    c.pointee.speed = 65536
    setFurtherDefaults(c)
  }

  @inline(__always)
  package static func brokenField(_ c: UnsafePointer<Self>) -> UInt32 {
    if c.pointee.size != UInt32(truncatingIfNeeded: MemoryLayout<Self>.size) { return 1 }
    if c.pointee.flags & ~TransitionFlag.all != 0 { return 2 }
    if c.pointee.speed <= 0 { return 4 }
    if c.pointee.fraction < 0 || c.pointee.fraction > 65536 { return 6 }
    return 0
  }

  package static func words(ofField rule: UInt32) -> UnsafePointer<CChar> {
    if rule == 1 { return text("options.size: sizeof the struct, as its ..._init writes it") }
    let at: UInt16 =
      switch rule {
      case 2: 0
      case 4: 41
      default: 64
      }
    return text("""
      options.flags: PRESS_TRANSITION_FLAG_...\0\
      options.speed: above 0\0\
      options.fraction: 0..1
      """) + Int(at)
  }
}

extension press_transition_config: Ruled {
  @inline(never)
  package static func setDefaults(_ c: UnsafeMutablePointer<Self>) {
    c.initialize(to: Self())
    c.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<Self>.size)
    c.pointee.max_transitions = 4
    c.pointee.rest = 16
    c.pointee.frame_us = 16667
    c.pointee.flick_speed = 19660800
    press_transition_options.setDefaults(&c.pointee.options)
    c.pointee.velocity_us = 100000
    c.pointee.still_us = 40000
    setFurtherDefaults(c)
  }

  @inline(__always)
  package static func brokenField(_ c: UnsafePointer<Self>) -> UInt32 {
    if c.pointee.size != UInt32(truncatingIfNeeded: MemoryLayout<Self>.size) { return 1 }
    if c.pointee.max_transitions < 1 || c.pointee.max_transitions > 32 { return 2 }
    if c.pointee.rest < 1 { return 3 }
    if c.pointee.frame_us == 0 { return 4 }
    if c.pointee.flick_speed < 0 { return 5 }
    let options = press_transition_options.brokenRule(UnsafeRawPointer(c).advanced(by: MemoryLayout<Self>.offset(of: \.options)!).assumingMemoryBound(to: press_transition_options.self))
    if options != 0 { return 6 | options << 8 }
    if c.pointee.velocity_us < 20000 || c.pointee.velocity_us > 100000 { return 7 }
    if c.pointee.still_us < 10000 || c.pointee.still_us > 1000000 { return 8 }
    if c.pointee.flags & ~TransitionsFlag.all != 0 { return 9 }
    return 0
  }

  package static func words(ofField rule: UInt32) -> UnsafePointer<CChar> {
    if rule & 0xff == 6 { return press_transition_options.words(rule >> 8) }
    if rule == 1 { return text("size: sizeof the struct, as its ..._init writes it") }
    let at: UInt16 =
      switch rule {
      case 2: 0
      case 3: 23
      case 4: 38
      case 5: 56
      case 7: 82
      case 8: 109
      default: 134
      }
    return text("""
      max_transitions: 1..32\0\
      rest: 1..65535\0\
      frame_us: above 0\0\
      flick_speed: not negative\0\
      velocity_us: 20000..100000\0\
      still_us: 10000..1000000\0\
      flags: PRESS_TRANSITIONS_...
      """) + Int(at)
  }
}

extension press_drag_config: Ruled {
  @inline(never)
  package static func setDefaults(_ c: UnsafeMutablePointer<Self>) {
    c.initialize(to: Self())
    c.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<Self>.size)
    c.pointee.max_sessions = 2
    c.pointee.max_items = 8
    c.pointee.undo_depth = 4
    c.pointee.slop = 196608
    c.pointee.still_slop = 655360
    c.pointee.start_pressure = 16384
    c.pointee.hold_us = 500000
    c.pointee.spring_dwell_us = 500000
    c.pointee.spring_activating_us = 250000
    c.pointee.spring_pressure = 32768
    c.pointee.drop_pressure = 131072
    c.pointee.scroll_edge = 2621440
    c.pointee.scroll_speed = 52428800
    c.pointee.scroll_ramp_us = 1200000
    c.pointee.frame_us = 16667
    c.pointee.slow_us = 1000000
    c.pointee.scroll_full = 524288
    c.pointee.scroll_toward = 327680
    setFurtherDefaults(c)
  }

  @inline(__always)
  package static func brokenField(_ c: UnsafePointer<Self>) -> UInt32 {
    if c.pointee.size != UInt32(truncatingIfNeeded: MemoryLayout<Self>.size) { return 1 }
    if c.pointee.flags & ~DragFlag.all != 0 { return 2 }
    if c.pointee.max_sessions < 1 || c.pointee.max_sessions > 16 { return 3 }
    if c.pointee.max_items < 1 || c.pointee.max_items > 64 { return 4 }
    if c.pointee.undo_depth > 16 { return 5 }
    if c.pointee.reserved != 0 { return 6 }
    if c.pointee.slop < 0 { return 7 }
    if c.pointee.still_slop < 0 { return 8 }
    if c.pointee.start_pressure < 0 || c.pointee.start_pressure > 65536 { return 9 }
    if c.pointee.scroll_edge < 0 { return 15 }
    if c.pointee.scroll_speed < 0 { return 16 }
    if c.pointee.frame_us == 0 { return 18 }
    if c.pointee.scroll_full < 0 { return 20 }
    if c.pointee.scroll_toward < 0 { return 21 }
    return 0
  }

  package static func words(ofField rule: UInt32) -> UnsafePointer<CChar> {
    if rule == 1 { return text("size: sizeof the struct, as its ..._init writes it") }
    let at: UInt16 =
      switch rule {
      case 2: 0
      case 3: 27
      case 4: 47
      case 5: 64
      case 6: 82
      case 7: 94
      case 8: 113
      case 9: 138
      case 15: 159
      case 16: 185
      case 18: 212
      case 20: 230
      default: 256
      }
    return text("""
      flags: PRESS_DRAG_FLAG_...\0\
      max_sessions: 1..16\0\
      max_items: 1..64\0\
      undo_depth: 0..16\0\
      reserved: 0\0\
      slop: not negative\0\
      still_slop: not negative\0\
      start_pressure: 0..1\0\
      scroll_edge: not negative\0\
      scroll_speed: not negative\0\
      frame_us: above 0\0\
      scroll_full: not negative\0\
      scroll_toward: not negative
      """) + Int(at)
  }
}

extension press_button_config: Ruled {
  @inline(never)
  package static func setDefaults(_ c: UnsafeMutablePointer<Self>) {
    c.initialize(to: Self())
    c.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<Self>.size)
    c.pointee.press_force = 98304
    c.pointee.release_force = 85197
    c.pointee.ratio_down = 39322
    c.pointee.ratio_up = 78643
    c.pointee.ceiling = 393216
    c.pointee.full_speed = 13107200
    c.pointee.lift_us = 4294967295
    c.pointee.rapid_fall = 19661
    c.pointee.rapid_rise = 19661
    setFurtherDefaults(c)
  }

  @inline(__always)
  package static func brokenField(_ c: UnsafePointer<Self>) -> UInt32 {
    if c.pointee.size != UInt32(truncatingIfNeeded: MemoryLayout<Self>.size) { return 1 }
    if c.pointee.flags & ~ButtonFlag.all != 0 { return 2 }
    if c.pointee.press_force <= 0 { return 3 }
    if c.pointee.release_force <= 0 || c.pointee.release_force > c.pointee.press_force { return 4 }
    if c.pointee.ratio_down < 0 || c.pointee.ratio_down > 65536 { return 5 }
    if c.pointee.ratio_up < 65536 || c.pointee.ratio_up > 262144 { return 6 }
    if c.pointee.ceiling < c.pointee.press_force { return 7 }
    if c.pointee.full_speed < 0 { return 8 }
    if c.pointee.rapid_fall <= 0 { return 10 }
    if c.pointee.rapid_rise <= 0 { return 11 }
    if c.pointee.reserved != 0 { return 12 }
    return 0
  }

  package static func words(ofField rule: UInt32) -> UnsafePointer<CChar> {
    if rule == 1 { return text("size: sizeof the struct, as its ..._init writes it") }
    let at: UInt16 =
      switch rule {
      case 2: 0
      case 3: 29
      case 4: 50
      case 5: 94
      case 6: 111
      case 7: 126
      case 8: 156
      case 10: 181
      case 11: 201
      default: 221
      }
    return text("""
      flags: PRESS_BUTTON_FLAG_...\0\
      press_force: above 0\0\
      release_force: above 0, at most press_force\0\
      ratio_down: 0..1\0\
      ratio_up: 1..4\0\
      ceiling: at least press_force\0\
      full_speed: not negative\0\
      rapid_fall: above 0\0\
      rapid_rise: above 0\0\
      reserved: 0
      """) + Int(at)
  }
}

extension press_strike_config: Ruled {
  @inline(never)
  package static func setDefaults(_ c: UnsafeMutablePointer<Self>) {
    c.initialize(to: Self())
    c.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<Self>.size)
    c.pointee.window_us = 20000
    c.pointee.min_speed = 655360
    c.pointee.max_speed = 65536000
    c.pointee.exponent = 65536
    setFurtherDefaults(c)
  }

  @inline(__always)
  package static func brokenField(_ c: UnsafePointer<Self>) -> UInt32 {
    if c.pointee.size != UInt32(truncatingIfNeeded: MemoryLayout<Self>.size) { return 1 }
    if c.pointee.window_us > 100000 { return 2 }
    if c.pointee.min_speed <= 0 { return 3 }
    if c.pointee.max_speed <= c.pointee.min_speed { return 4 }
    if c.pointee.curve != 0 && c.pointee.curve != 1 && c.pointee.curve != 2 { return 5 }
    if c.pointee.exponent < 8192 || c.pointee.exponent > 524288 { return 6 }
    if c.pointee.sources > 256 { return 7 }
    if c.pointee.unknown_velocity > 127 { return 8 }
    return 0
  }

  package static func words(ofField rule: UInt32) -> UnsafePointer<CChar> {
    if rule == 1 { return text("size: sizeof the struct, as its ..._init writes it") }
    let at: UInt16 =
      switch rule {
      case 2: 0
      case 3: 21
      case 4: 40
      case 5: 67
      case 6: 134
      case 7: 153
      default: 169
      }
    return text("""
      window_us: 0..100000\0\
      min_speed: above 0\0\
      max_speed: above min_speed\0\
      curve: PRESS_STRIKE_LOG, PRESS_STRIKE_LINEAR or PRESS_STRIKE_POWER\0\
      exponent: 0.125..8\0\
      sources: 0..256\0\
      unknown_velocity: 0..127
      """) + Int(at)
  }
}

extension press_pinch_config: Ruled {
  @inline(never)
  package static func setDefaults(_ c: UnsafeMutablePointer<Self>) {
    c.initialize(to: Self())
    c.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<Self>.size)
    c.pointee.slop = 524288
    c.pointee.turn_slop = 524288
    setFurtherDefaults(c)
  }

  @inline(__always)
  package static func brokenField(_ c: UnsafePointer<Self>) -> UInt32 {
    if c.pointee.size != UInt32(truncatingIfNeeded: MemoryLayout<Self>.size) { return 1 }
    if c.pointee.flags & ~PinchFlag.all != 0 { return 2 }
    if c.pointee.slop <= 0 { return 3 }
    if c.pointee.turn_slop < 32768 || c.pointee.turn_slop > 5898240 { return 4 }
    if c.pointee.reserved.0 | c.pointee.reserved.1 != 0 { return 5 }
    return 0
  }

  package static func words(ofField rule: UInt32) -> UnsafePointer<CChar> {
    if rule == 1 { return text("size: sizeof the struct, as its ..._init writes it") }
    let at: UInt16 =
      switch rule {
      case 2: 0
      case 3: 23
      case 4: 37
      default: 56
      }
    return text("""
      flags: PRESS_PINCH_...\0\
      slop: above 0\0\
      turn_slop: 0.5..90\0\
      reserved: 0
      """) + Int(at)
  }
}

extension press_scroll_config: Ruled {
  @inline(never)
  package static func setDefaults(_ c: UnsafeMutablePointer<Self>) {
    c.initialize(to: Self())
    c.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<Self>.size)
    c.pointee.max_throws = 2
    c.pointee.friction = 131072
    c.pointee.min_speed = 3276800
    c.pointee.frame_us = 16667
    c.pointee.settle_us = 400000
    c.pointee.swipe_distance = 3276800
    c.pointee.swipe_speed = 19660800
    c.pointee.velocity_us = 100000
    c.pointee.still_us = 40000
    setFurtherDefaults(c)
  }

  @inline(__always)
  package static func brokenField(_ c: UnsafePointer<Self>) -> UInt32 {
    if c.pointee.size != UInt32(truncatingIfNeeded: MemoryLayout<Self>.size) { return 1 }
    if c.pointee.max_throws < 1 || c.pointee.max_throws > 8 { return 2 }
    if c.pointee.reserved != 0 { return 3 }
    if c.pointee.friction < 16384 || c.pointee.friction > 4194304 { return 4 }
    if c.pointee.min_speed < 0 { return 5 }
    if c.pointee.frame_us == 0 { return 6 }
    if c.pointee.settle_us < 10000 || c.pointee.settle_us > 10000000 { return 7 }
    if c.pointee.swipe_distance <= 0 { return 8 }
    if c.pointee.swipe_speed <= 0 { return 9 }
    if c.pointee.velocity_us < 20000 || c.pointee.velocity_us > 100000 { return 10 }
    if c.pointee.still_us < 10000 || c.pointee.still_us > 1000000 { return 11 }
    if c.pointee.flags & ~ScrollFlag.all != 0 { return 12 }
    return 0
  }

  package static func words(ofField rule: UInt32) -> UnsafePointer<CChar> {
    if rule == 1 { return text("size: sizeof the struct, as its ..._init writes it") }
    let at: UInt16 =
      switch rule {
      case 2: 0
      case 3: 17
      case 4: 29
      case 5: 48
      case 6: 72
      case 7: 90
      case 8: 117
      case 9: 141
      case 10: 162
      case 11: 189
      default: 214
      }
    return text("""
      max_throws: 1..8\0\
      reserved: 0\0\
      friction: 0.25..64\0\
      min_speed: not negative\0\
      frame_us: above 0\0\
      settle_us: 10000..10000000\0\
      swipe_distance: above 0\0\
      swipe_speed: above 0\0\
      velocity_us: 20000..100000\0\
      still_us: 10000..1000000\0\
      flags: PRESS_SCROLL_...
      """) + Int(at)
  }
}

extension press_levels_config: Ruled {
  @inline(never)
  package static func setDefaults(_ c: UnsafeMutablePointer<Self>) {
    c.initialize(to: Self())
    c.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<Self>.size)
    c.pointee.count = 2
    c.pointee.first_pressure = 16384
    c.pointee.last_pressure = 43909
    c.pointee.hysteresis = 19661
    c.pointee.repeat_fast_us = 75000
    c.pointee.repeat_delay_us = 400000
    setFurtherDefaults(c)
  }

  @inline(__always)
  package static func brokenField(_ c: UnsafePointer<Self>) -> UInt32 {
    if c.pointee.size != UInt32(truncatingIfNeeded: MemoryLayout<Self>.size) { return 1 }
    if c.pointee.flags & ~LevelsFlag.all != 0 { return 2 }
    if c.pointee.count < 2 || c.pointee.count > 8 { return 3 }
    if c.pointee.first_pressure <= 0 { return 4 }
    if c.pointee.last_pressure <= c.pointee.first_pressure || c.pointee.last_pressure > 65536 { return 5 }
    if c.pointee.hysteresis < 0 || c.pointee.hysteresis > 58982 { return 6 }
    if c.pointee.repeat_us != 0 && (c.pointee.repeat_us < 1000 || c.pointee.repeat_us > 10000000) { return 7 }
    if c.pointee.repeat_fast_us < 1000 || c.pointee.repeat_fast_us > 10000000 { return 8 }
    if c.pointee.repeat_delay_us > 10000000 { return 9 }
    if c.pointee.reserved != 0 { return 10 }
    return 0
  }

  package static func words(ofField rule: UInt32) -> UnsafePointer<CChar> {
    if rule == 1 { return text("size: sizeof the struct, as its ..._init writes it") }
    let at: UInt16 =
      switch rule {
      case 2: 0
      case 3: 24
      case 4: 36
      case 5: 60
      case 6: 107
      case 7: 126
      case 8: 157
      case 9: 188
      default: 217
      }
    return text("""
      flags: PRESS_LEVELS_...\0\
      count: 2..8\0\
      first_pressure: above 0\0\
      last_pressure: above first_pressure, at most 1\0\
      hysteresis: 0..0.9\0\
      repeat_us: 0 or 1000..10000000\0\
      repeat_fast_us: 1000..10000000\0\
      repeat_delay_us: 0..10000000\0\
      reserved: 0
      """) + Int(at)
  }
}

extension press_crosstalk_config: Ruled {
  @inline(never)
  package static func setDefaults(_ c: UnsafeMutablePointer<Self>) {
    c.initialize(to: Self())
    c.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<Self>.size)
    c.pointee.window_us = 60000
    c.pointee.share = 13107
    setFurtherDefaults(c)
  }

  @inline(__always)
  package static func brokenField(_ c: UnsafePointer<Self>) -> UInt32 {
    if c.pointee.size != UInt32(truncatingIfNeeded: MemoryLayout<Self>.size) { return 1 }
    if c.pointee.window_us < 1000 || c.pointee.window_us > 1000000 { return 2 }
    if c.pointee.share < 0 || c.pointee.share > 64881 { return 3 }
    if c.pointee.reserved != 0 { return 4 }
    return 0
  }

  package static func words(ofField rule: UInt32) -> UnsafePointer<CChar> {
    if rule == 1 { return text("size: sizeof the struct, as its ..._init writes it") }
    let at: UInt16 =
      switch rule {
      case 2: 0
      case 3: 25
      default: 40
      }
    return text("""
      window_us: 1000..1000000\0\
      share: 0..0.99\0\
      reserved: 0
      """) + Int(at)
  }
}

extension press_feedback_config: Ruled {
  @inline(never)
  package static func setDefaults(_ c: UnsafeMutablePointer<Self>) {
    c.initialize(to: Self())
    c.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<Self>.size)
    c.pointee.gap_us = 25000
    c.pointee.full_force = 327680
    c.pointee.hysteresis = 19661
    c.pointee.level_step = 2048
    setFurtherDefaults(c)
  }

  @inline(__always)
  package static func brokenField(_ c: UnsafePointer<Self>) -> UInt32 {
    if c.pointee.size != UInt32(truncatingIfNeeded: MemoryLayout<Self>.size) { return 1 }
    if c.pointee.full_force <= 0 { return 3 }
    if c.pointee.hysteresis < 0 || c.pointee.hysteresis > 58982 { return 4 }
    if c.pointee.level_step < 0 || c.pointee.level_step > 65536 { return 5 }
    if c.pointee.reserved != 0 { return 6 }
    return 0
  }

  package static func words(ofField rule: UInt32) -> UnsafePointer<CChar> {
    if rule == 1 { return text("size: sizeof the struct, as its ..._init writes it") }
    let at: UInt16 =
      switch rule {
      case 3: 0
      case 4: 20
      case 5: 39
      default: 56
      }
    return text("""
      full_force: above 0\0\
      hysteresis: 0..0.9\0\
      level_step: 0..1\0\
      reserved: 0
      """) + Int(at)
  }
}

extension press_circuit: Ruled {
  package static var prefix: Int { 8 }

  @inline(never)
  package static func setDefaults(_ c: UnsafeMutablePointer<Self>) {
    c.initialize(to: Self())
    c.pointee.full_scale = 26400
    c.pointee.resistor_ohm = 4700
    c.pointee.short_ohm = 20
    setFurtherDefaults(c)
  }

  @inline(__always)
  package static func brokenField(_ c: UnsafePointer<Self>) -> UInt32 {
    if c.pointee.full_scale < 1 || c.pointee.full_scale > 16777215 { return 1 }
    if c.pointee.resistor_ohm < 1 || c.pointee.resistor_ohm > 16777215 { return 2 }
    if c.pointee.parallel_ohm > 16777215 { return 3 }
    if c.pointee.flags & ~CircuitFlag.all != 0 { return 4 }
    if c.pointee.max_code < 0 || c.pointee.max_code > c.pointee.full_scale { return 5 }
    if c.pointee.short_ohm < 1 || c.pointee.short_ohm > 16777215 { return 6 }
    return 0
  }

  package static func words(ofField rule: UInt32) -> UnsafePointer<CChar> {
    let at: UInt16 =
      switch rule {
      case 1: 0
      case 2: 32
      case 3: 66
      case 4: 100
      case 5: 133
      default: 165
      }
    return text("""
      circuit.full_scale: 1..16777215\0\
      circuit.resistor_ohm: 1..16777215\0\
      circuit.parallel_ohm: 0..16777215\0\
      circuit.flags: PRESS_CIRCUIT_...\0\
      circuit.max_code: 0..full_scale\0\
      circuit.short_ohm: 1..16777215
      """) + Int(at)
  }
}

extension press_sensor: Ruled {
  @inline(never)
  package static func setDefaults(_ c: UnsafeMutablePointer<Self>) {
    c.initialize(to: Self())
    c.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<Self>.size)
    press_circuit.setDefaults(&c.pointee.circuit)
    setFurtherDefaults(c)
  }

  @inline(__always)
  package static func brokenField(_ c: UnsafePointer<Self>) -> UInt32 {
    if !Sized.isWhole(c) { return 1 }
    if c.pointee.flags != 0 { return 2 }
    if c.pointee.creep < 0 || c.pointee.creep > 65536 { return 6 }
    if c.pointee.preload_force < 0 { return 7 }
    if c.pointee.zero_limit < 0 { return 9 }
    if c.pointee.span < 0 { return 10 }
    let circuit = press_circuit.brokenRule(UnsafeRawPointer(c).advanced(by: MemoryLayout<Self>.offset(of: \.circuit)!).assumingMemoryBound(to: press_circuit.self))
    if circuit != 0 { return 11 | circuit << 8 }
    return 0
  }

  package static func words(ofField rule: UInt32) -> UnsafePointer<CChar> {
    if rule & 0xff == 11 { return press_circuit.words(rule >> 8) }
    if rule == 1 { return text("size: sizeof the struct, as its ..._init writes it") }
    let at: UInt16 =
      switch rule {
      case 2: 0
      case 6: 9
      case 7: 21
      case 9: 49
      default: 74
      }
    return text("""
      flags: 0\0\
      creep: 0..1\0\
      preload_force: not negative\0\
      zero_limit: not negative\0\
      span: not negative
      """) + Int(at)
  }
}

extension press_pad_correction: Ruled {
  package static var prefix: Int { 11 }

  @inline(never)
  package static func setDefaults(_ c: UnsafeMutablePointer<Self>) {
    c.initialize(to: Self())
    c.pointee.a = 65536
    c.pointee.e = 65536
    setFurtherDefaults(c)
  }

  @inline(__always)
  package static func brokenField(_ c: UnsafePointer<Self>) -> UInt32 {
    if c.pointee.a < -67108864 || c.pointee.a > 67108864 { return 1 }
    if c.pointee.b < -67108864 || c.pointee.b > 67108864 { return 2 }
    if c.pointee.d < -67108864 || c.pointee.d > 67108864 { return 4 }
    if c.pointee.e < -67108864 || c.pointee.e > 67108864 { return 5 }
    return 0
  }

  package static func words(ofField rule: UInt32) -> UnsafePointer<CChar> {
    let at: UInt16 =
      switch rule {
      case 1: 0
      case 2: 26
      case 4: 52
      default: 78
      }
    return text("""
      correction.a: -1024..1024\0\
      correction.b: -1024..1024\0\
      correction.d: -1024..1024\0\
      correction.e: -1024..1024
      """) + Int(at)
  }
}

extension press_pad_config: Ruled {
  @inline(never)
  package static func setDefaults(_ c: UnsafeMutablePointer<Self>) {
    c.initialize(to: Self())
    c.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<Self>.size)
    c.pointee.beta = 65536
    c.pointee.derivative_cutoff_hz = 65536
    c.pointee.start_us = 200000
    c.pointee.untouched_force = 9830
    c.pointee.hold_us = 1000000
    c.pointee.rise_us = 30000000
    c.pointee.fall_us = 5000000
    c.pointee.drift_step = 131072
    c.pointee.below_zero = 196608
    c.pointee.below_zero_us = 120000000
    c.pointee.open_after_us = 20000
    c.pointee.shorted_after_us = 20000
    c.pointee.shorted_at_end_us = 12000000
    c.pointee.bus_after_us = 20000
    c.pointee.stale_after_us = 100000
    c.pointee.recover_after_us = 100000
    c.pointee.gap_us = 100000
    c.pointee.position_force = 13107
    press_pad_correction.setDefaults(&c.pointee.correction)
    setFurtherDefaults(c)
  }

  @inline(__always)
  package static func brokenField(_ c: UnsafePointer<Self>) -> UInt32 {
    if c.pointee.size != UInt32(truncatingIfNeeded: MemoryLayout<Self>.size) { return 1 }
    if c.pointee.flags & ~PadFlag.all != 0 { return 2 }
    if c.pointee.contact > 4294967294 { return 3 }
    if c.pointee.min_cutoff_hz < 0 { return 4 }
    if c.pointee.beta < 0 { return 5 }
    if c.pointee.derivative_cutoff_hz <= 0 { return 6 }
    if c.pointee.start_limit < 0 { return 8 }
    if c.pointee.untouched_force <= 0 { return 9 }
    if c.pointee.drift_step < 0 { return 13 }
    if c.pointee.below_zero < 0 { return 14 }
    if c.pointee.position_force < 0 { return 25 }
    let correction = press_pad_correction.brokenRule(UnsafeRawPointer(c).advanced(by: MemoryLayout<Self>.offset(of: \.correction)!).assumingMemoryBound(to: press_pad_correction.self))
    if correction != 0 { return 26 | correction << 8 }
    return 0
  }

  package static func words(ofField rule: UInt32) -> UnsafePointer<CChar> {
    if rule & 0xff == 26 { return press_pad_correction.words(rule >> 8) }
    if rule == 1 { return text("size: sizeof the struct, as its ..._init writes it") }
    let at: UInt16 =
      switch rule {
      case 2: 0
      case 3: 21
      case 4: 49
      case 5: 77
      case 6: 96
      case 8: 126
      case 9: 152
      case 13: 177
      case 14: 202
      default: 227
      }
    return text("""
      flags: PRESS_PAD_...\0\
      contact: at most 0xfffffffe\0\
      min_cutoff_hz: not negative\0\
      beta: not negative\0\
      derivative_cutoff_hz: above 0\0\
      start_limit: not negative\0\
      untouched_force: above 0\0\
      drift_step: not negative\0\
      below_zero: not negative\0\
      position_force: not negative
      """) + Int(at)
  }
}

extension press_supply_config: Ruled {
  @inline(never)
  package static func setDefaults(_ c: UnsafeMutablePointer<Self>) {
    c.initialize(to: Self())
    c.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<Self>.size)
    c.pointee.sensors = 255
    c.pointee.ratio = 65536
    c.pointee.top_code = 32767
    c.pointee.least_code = 8192
    c.pointee.fault_after_us = 200000
    c.pointee.recover_after_us = 100000
    setFurtherDefaults(c)
  }

  @inline(__always)
  package static func brokenField(_ c: UnsafePointer<Self>) -> UInt32 {
    if c.pointee.size != UInt32(truncatingIfNeeded: MemoryLayout<Self>.size) { return 1 }
    if c.pointee.sensors < 1 || c.pointee.sensors > 255 { return 2 }
    if c.pointee.ratio < 65536 || c.pointee.ratio > 4194304 { return 3 }
    if c.pointee.top_code < 1 || c.pointee.top_code > 16777215 { return 4 }
    if c.pointee.least_code <= 0 || c.pointee.least_code > c.pointee.top_code { return 5 }
    return 0
  }

  package static func words(ofField rule: UInt32) -> UnsafePointer<CChar> {
    if rule == 1 { return text("size: sizeof the struct, as its ..._init writes it") }
    let at: UInt16 =
      switch rule {
      case 2: 0
      case 3: 16
      case 4: 29
      default: 51
      }
    return text("""
      sensors: 1..255\0\
      ratio: 1..64\0\
      top_code: 1..16777215\0\
      least_code: above 0, at most top_code
      """) + Int(at)
  }
}

extension press_idle_config: Ruled {
  @inline(never)
  package static func setDefaults(_ c: UnsafeMutablePointer<Self>) {
    c.initialize(to: Self())
    c.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<Self>.size)
    c.pointee.after_us = 10000000
    c.pointee.interval_us = 50000
    c.pointee.wake_force = 6554
    setFurtherDefaults(c)
  }

  @inline(__always)
  package static func brokenField(_ c: UnsafePointer<Self>) -> UInt32 {
    if c.pointee.size != UInt32(truncatingIfNeeded: MemoryLayout<Self>.size) { return 1 }
    if c.pointee.after_us == 0 { return 2 }
    if c.pointee.interval_us == 0 { return 3 }
    if c.pointee.wake_force <= 0 { return 4 }
    return 0
  }

  package static func words(ofField rule: UInt32) -> UnsafePointer<CChar> {
    if rule == 1 { return text("size: sizeof the struct, as its ..._init writes it") }
    let at: UInt16 =
      switch rule {
      case 2: 0
      case 3: 18
      default: 39
      }
    return text("""
      after_us: above 0\0\
      interval_us: above 0\0\
      wake_force: above 0
      """) + Int(at)
  }
}

extension press_grid_config: Ruled {
  @inline(never)
  package static func setDefaults(_ c: UnsafeMutablePointer<Self>) {
    c.initialize(to: Self())
    c.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<Self>.size)
    c.pointee.columns = 16
    c.pointee.rows = 16
    c.pointee.max_contacts = 10
    c.pointee.min_cells = 1
    c.pointee.pitch_x = 65536
    c.pointee.pitch_y = 65536
    c.pointee.gain = 65536
    c.pointee.touch_force = 13107
    c.pointee.release_force = 6554
    c.pointee.valley = 52429
    c.pointee.max_jump = 196608
    c.pointee.dropout_us = 30000
    c.pointee.merge_us = 1000000
    c.pointee.start_us = 200000
    c.pointee.rise_us = 30000000
    c.pointee.fall_us = 1000000
    c.pointee.below_zero_us = 120000000
    c.pointee.line_after_us = 5000000
    c.pointee.full_scale = 1023
    c.pointee.column_ohm = 10000
    setFurtherDefaults(c)
  }

  @inline(__always)
  package static func brokenField(_ c: UnsafePointer<Self>) -> UInt32 {
    if c.pointee.size != UInt32(truncatingIfNeeded: MemoryLayout<Self>.size) { return 1 }
    if c.pointee.flags & ~GridFlag.all != 0 { return 2 }
    if c.pointee.columns < 1 || c.pointee.columns > 32 { return 3 }
    if c.pointee.rows < 1 || c.pointee.rows > 32 { return 4 }
    if c.pointee.max_contacts < 1 || c.pointee.max_contacts > 32 { return 5 }
    if c.pointee.contact > 4294967263 { return 7 }
    if c.pointee.pitch_x == 0 { return 10 }
    if c.pointee.pitch_y == 0 { return 11 }
    if c.pointee.gain <= 0 { return 12 }
    if c.pointee.touch_force <= 0 { return 13 }
    if c.pointee.release_force <= 0 || c.pointee.release_force > c.pointee.touch_force { return 14 }
    if c.pointee.valley < 0 || c.pointee.valley > 65536 { return 15 }
    if c.pointee.max_jump <= 0 { return 16 }
    if c.pointee.palm_length > 32767 { return 20 }
    if c.pointee.join_x < 0 { return 27 }
    if c.pointee.join_y < 0 { return 28 }
    if c.pointee.circuit > 2 { return 29 }
    if c.pointee.reserved != 0 { return 30 }
    if c.pointee.full_scale < 1 || c.pointee.full_scale > 16777215 { return 31 }
    if c.pointee.column_ohm < 10 || c.pointee.column_ohm > 16777215 { return 32 }
    if c.pointee.row_ohm > 100000 { return 33 }
    return 0
  }

  package static func words(ofField rule: UInt32) -> UnsafePointer<CChar> {
    if rule == 1 { return text("size: sizeof the struct, as its ..._init writes it") }
    let at: UInt16 =
      switch rule {
      case 2: 0
      case 3: 22
      case 4: 37
      case 5: 49
      case 7: 69
      case 10: 97
      case 11: 112
      case 12: 127
      case 13: 141
      case 14: 162
      case 15: 206
      case 16: 219
      case 20: 237
      case 27: 259
      case 28: 280
      case 29: 301
      case 30: 315
      case 31: 327
      case 32: 351
      default: 376
      }
    return text("""
      flags: PRESS_GRID_...\0\
      columns: 1..32\0\
      rows: 1..32\0\
      max_contacts: 1..32\0\
      contact: at most 0xffffffdf\0\
      pitch_x: not 0\0\
      pitch_y: not 0\0\
      gain: above 0\0\
      touch_force: above 0\0\
      release_force: above 0, at most touch_force\0\
      valley: 0..1\0\
      max_jump: above 0\0\
      palm_length: 0..32767\0\
      join_x: not negative\0\
      join_y: not negative\0\
      circuit: 0..2\0\
      reserved: 0\0\
      full_scale: 1..16777215\0\
      column_ohm: 10..16777215\0\
      row_ohm: 0..100000
      """) + Int(at)
  }
}
