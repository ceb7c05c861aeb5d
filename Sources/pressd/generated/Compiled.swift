// Written by `make contract` from the headers and the tables of docs/pressd.

import CPress
import PressSetup

extension Initializer {
  func fields(_ one: press_config) {
    size("size", "press_config")
    number("max_contacts", Int64(one.max_contacts))
    number("max_targets", Int64(one.max_targets))
    fixed("touch_force", one.touch_force)
    fixed("release_force", one.release_force)
    fixed("zero_force", one.zero_force)
    fixed("full_force", one.full_force)
    fixed("preview_pressure", one.preview_pressure)
    fixed("commit_pressure", one.commit_pressure)
    fixed("complete_pressure", one.complete_pressure)
    number("lost_after_us", Int64(one.lost_after_us))
    number("flags", Int64(one.flags))
    number("traits", Int64(one.traits))
    fixed("min_progress_step", one.min_progress_step)
    number("max_events", Int64(one.max_events))
    number("lift_us", Int64(one.lift_us))
    number("preview_after_us", Int64(one.preview_after_us))
    fixed("creep_limit", one.creep_limit)
    fixed("firmness", one.firmness)
    number("late_limit_us", Int64(one.late_limit_us))
  }

  func fields(_ one: press_pad_config) {
    size("size", "press_pad_config")
    number("flags", Int64(one.flags))
    number("contact", Int64(one.contact))
    fixed("min_cutoff_hz", one.min_cutoff_hz)
    fixed("beta", one.beta)
    fixed("derivative_cutoff_hz", one.derivative_cutoff_hz)
    number("start_us", Int64(one.start_us))
    fixed("start_limit", one.start_limit)
    fixed("untouched_force", one.untouched_force)
    number("hold_us", Int64(one.hold_us))
    number("rise_us", Int64(one.rise_us))
    number("fall_us", Int64(one.fall_us))
    fixed("drift_step", one.drift_step)
    fixed("below_zero", one.below_zero)
    number("below_zero_us", Int64(one.below_zero_us))
    number("longest_contact_us", Int64(one.longest_contact_us))
    number("open_after_us", Int64(one.open_after_us))
    number("shorted_after_us", Int64(one.shorted_after_us))
    number("shorted_at_end_us", Int64(one.shorted_at_end_us))
    number("bus_after_us", Int64(one.bus_after_us))
    number("stuck_after_us", Int64(one.stuck_after_us))
    number("stale_after_us", Int64(one.stale_after_us))
    number("recover_after_us", Int64(one.recover_after_us))
    number("gap_us", Int64(one.gap_us))
    fixed("position_force", one.position_force)
    fixed("correction.a", one.correction.a)
    fixed("correction.b", one.correction.b)
    fixed("correction.c", one.correction.c)
    fixed("correction.d", one.correction.d)
    fixed("correction.e", one.correction.e)
    fixed("correction.f", one.correction.f)
  }

  func fields(_ one: press_sensor) {
    size("size", "press_sensor")
    number("flags", Int64(one.flags))
    fixed("x", one.x)
    fixed("y", one.y)
    number("lag_us", Int64(one.lag_us))
    fixed("creep", one.creep)
    fixed("preload_force", one.preload_force)
    fixed("zero", one.zero)
    fixed("zero_limit", one.zero_limit)
    fixed("span", one.span)
    number("circuit.full_scale", Int64(one.circuit.full_scale))
    number("circuit.resistor_ohm", Int64(one.circuit.resistor_ohm))
    number("circuit.parallel_ohm", Int64(one.circuit.parallel_ohm))
    number("circuit.flags", Int64(one.circuit.flags))
    number("circuit.max_code", Int64(one.circuit.max_code))
    number("circuit.short_ohm", Int64(one.circuit.short_ohm))
    number("curve.kind", Int64(one.curve.kind))
    number("curve.count", Int64(one.curve.count))
    fixed("curve.reference_conductance", one.curve.reference_conductance)
    fixed("curve.reference_force", one.curve.reference_force)
    fixed("curve.exponent", one.curve.exponent)
    fixed("curve.points[0].conductance", one.curve.points.0.conductance)
    fixed("curve.points[0].force", one.curve.points.0.force)
    fixed("curve.points[1].conductance", one.curve.points.1.conductance)
    fixed("curve.points[1].force", one.curve.points.1.force)
    fixed("curve.points[2].conductance", one.curve.points.2.conductance)
    fixed("curve.points[2].force", one.curve.points.2.force)
    fixed("curve.points[3].conductance", one.curve.points.3.conductance)
    fixed("curve.points[3].force", one.curve.points.3.force)
    fixed("curve.points[4].conductance", one.curve.points.4.conductance)
    fixed("curve.points[4].force", one.curve.points.4.force)
    fixed("curve.points[5].conductance", one.curve.points.5.conductance)
    fixed("curve.points[5].force", one.curve.points.5.force)
    fixed("curve.points[6].conductance", one.curve.points.6.conductance)
    fixed("curve.points[6].force", one.curve.points.6.force)
    fixed("curve.points[7].conductance", one.curve.points.7.conductance)
    fixed("curve.points[7].force", one.curve.points.7.force)
    fixed("curve.points[8].conductance", one.curve.points.8.conductance)
    fixed("curve.points[8].force", one.curve.points.8.force)
    fixed("curve.points[9].conductance", one.curve.points.9.conductance)
    fixed("curve.points[9].force", one.curve.points.9.force)
    fixed("curve.points[10].conductance", one.curve.points.10.conductance)
    fixed("curve.points[10].force", one.curve.points.10.force)
    fixed("curve.points[11].conductance", one.curve.points.11.conductance)
    fixed("curve.points[11].force", one.curve.points.11.force)
    fixed("curve.points[12].conductance", one.curve.points.12.conductance)
    fixed("curve.points[12].force", one.curve.points.12.force)
    fixed("curve.points[13].conductance", one.curve.points.13.conductance)
    fixed("curve.points[13].force", one.curve.points.13.force)
    fixed("curve.points[14].conductance", one.curve.points.14.conductance)
    fixed("curve.points[14].force", one.curve.points.14.force)
    fixed("curve.points[15].conductance", one.curve.points.15.conductance)
    fixed("curve.points[15].force", one.curve.points.15.force)
  }

  func fields(_ one: press_converter_config) {
    size("size", "press_converter_config")
    number("part", Int64(one.part))
    number("address", Int64(one.address))
    number("channels", Int64(one.channels))
    number("gain", Int64(one.gain))
    number("rate_sps", Int64(one.rate_sps))
    number("retries", Int64(one.retries))
    number("ready_polls", Int64(one.ready_polls))
    number("reference_mv", Int64(one.reference_mv))
    number("external_avdd", Int64(one.external_avdd))
    number("range_mv", Int64(one.range_mv))
    number("flags", Int64(one.flags))
  }

  func fields(_ one: press_target) {
    size("size", "press_target")
    number("id", Int64(one.id))
    number("container", Int64(one.container))
    number("domain", Int64(one.domain))
    fixed("x", one.x)
    fixed("y", one.y)
    fixed("width", one.width)
    fixed("height", one.height)
    number("traits", Int64(one.traits))
  }

  func fields(_ one: press_peek_declaration) {
    number("target", Int64(one.target))
    size("peek.size", "press_peek")
    number("peek.id", Int64(one.peek.id))
    fixed("peek.source_x", one.peek.source_x)
    fixed("peek.source_y", one.peek.source_y)
    fixed("peek.source_width", one.peek.source_width)
    fixed("peek.source_height", one.peek.source_height)
    fixed("peek.x", one.peek.x)
    fixed("peek.y", one.peek.y)
    fixed("peek.width", one.peek.width)
    fixed("peek.height", one.peek.height)
    fixed("peek.actions_x", one.peek.actions_x)
    fixed("peek.actions_y", one.peek.actions_y)
    fixed("peek.actions_width", one.peek.actions_width)
    fixed("peek.action_height", one.peek.action_height)
    number("peek.action_count", Int64(one.peek.action_count))
  }

  func fields(_ one: press_action) {
    number("id", Int64(one.id))
    number("style", Int64(one.style))
    number("flags", Int64(one.flags))
    number("child_count", Int64(one.child_count))
  }

  func fields(_ one: press_transition_options) {
    size("size", "press_transition_options")
    number("flags", Int64(one.flags))
    number("duration_us", Int64(one.duration_us))
    fixed("speed", one.speed)
    fixed("curve.x1", one.curve.x1)
    fixed("curve.y1", one.curve.y1)
    fixed("curve.x2", one.curve.x2)
    fixed("curve.y2", one.curve.y2)
    fixed("fraction", one.fraction)
  }

  func fields(_ one: press_feedback_config) {
    size("size", "press_feedback_config")
    number("gap_us", Int64(one.gap_us))
    fixed("full_force", one.full_force)
    fixed("hysteresis", one.hysteresis)
    fixed("level_step", one.level_step)
  }

  func fields(_ one: press_feedback_row) {
    number("event", Int64(one.event))
    number("match", Int64(one.match))
    fixed("least", one.least)
    fixed("most", one.most)
    number("flags", Int64(one.flags))
    number("effect", Int64(one.effect))
    number("source", Int64(one.source))
    number("detents", Int64(one.detents))
  }

  func fields(_ one: press_drv2605l_config) {
    size("size", "press_drv2605l_config")
    number("motor", Int64(one.motor))
    number("flags", Int64(one.flags))
    number("library", Int64(one.library))
    number("gain", Int64(one.gain))
    number("compensation", Int64(one.compensation))
    number("back_emf", Int64(one.back_emf))
    number("rated_mv", Int64(one.rated_mv))
    number("clamp_mv", Int64(one.clamp_mv))
    number("frequency_hz", Int64(one.frequency_hz))
    number("retries", Int64(one.retries))
    number("stale_us", Int64(one.stale_us))
    number("level_us", Int64(one.level_us))
    number("standby_us", Int64(one.standby_us))
  }

  func fields(_ one: press_idle_config) {
    size("size", "press_idle_config")
    number("after_us", Int64(one.after_us))
    number("interval_us", Int64(one.interval_us))
    fixed("wake_force", one.wake_force)
  }

  func fields(_ one: press_drag_config) {
    size("size", "press_drag_config")
    number("flags", Int64(one.flags))
    number("max_sessions", Int64(one.max_sessions))
    number("max_items", Int64(one.max_items))
    number("undo_depth", Int64(one.undo_depth))
    fixed("slop", one.slop)
    fixed("still_slop", one.still_slop)
    fixed("start_pressure", one.start_pressure)
    number("hold_us", Int64(one.hold_us))
    number("spring_dwell_us", Int64(one.spring_dwell_us))
    number("spring_activating_us", Int64(one.spring_activating_us))
    fixed("spring_pressure", one.spring_pressure)
    fixed("drop_pressure", one.drop_pressure)
    fixed("scroll_edge", one.scroll_edge)
    fixed("scroll_speed", one.scroll_speed)
    number("scroll_ramp_us", Int64(one.scroll_ramp_us))
    number("frame_us", Int64(one.frame_us))
    number("slow_us", Int64(one.slow_us))
    fixed("scroll_full", one.scroll_full)
    fixed("scroll_toward", one.scroll_toward)
    number("scroll_wait_us", Int64(one.scroll_wait_us))
  }

  func fields(_ one: press_gestures_config) {
    size("size", "press_gestures_config")
    number("hold_us", Int64(one.hold_us))
    number("tap_us", Int64(one.tap_us))
    number("double_tap_us", Int64(one.double_tap_us))
    fixed("slop", one.slop)
    fixed("double_tap_slop", one.double_tap_slop)
    number("force_from_hold_us", Int64(one.force_from_hold_us))
    number("force_from_hold_delay_us", Int64(one.force_from_hold_delay_us))
    number("frame_us", Int64(one.frame_us))
    fixed("hold_slop", one.hold_slop)
    fixed("scroll_slop", one.scroll_slop)
    number("hold_repeat_us", Int64(one.hold_repeat_us))
    number("flags", Int64(one.flags))
  }

  func fields(_ one: press_peek_config) {
    size("size", "press_peek_config")
    number("flags", Int64(one.flags))
    fixed("reveal_distance", one.reveal_distance)
    fixed("slop", one.slop)
    number("rest_us", Int64(one.rest_us))
    number("hold_us", Int64(one.hold_us))
  }

  func fields(_ one: press_transition_config) {
    size("size", "press_transition_config")
    number("max_transitions", Int64(one.max_transitions))
    number("rest", Int64(one.rest))
    number("frame_us", Int64(one.frame_us))
    fixed("flick_speed", one.flick_speed)
    size("options.size", "press_transition_options")
    number("options.flags", Int64(one.options.flags))
    number("options.duration_us", Int64(one.options.duration_us))
    fixed("options.speed", one.options.speed)
    fixed("options.curve.x1", one.options.curve.x1)
    fixed("options.curve.y1", one.options.curve.y1)
    fixed("options.curve.x2", one.options.curve.x2)
    fixed("options.curve.y2", one.options.curve.y2)
    fixed("options.fraction", one.options.fraction)
    number("velocity_us", Int64(one.velocity_us))
    number("still_us", Int64(one.still_us))
    number("flags", Int64(one.flags))
  }

  func fields(_ one: press_button_config) {
    size("size", "press_button_config")
    number("flags", Int64(one.flags))
    fixed("press_force", one.press_force)
    fixed("release_force", one.release_force)
    fixed("ratio_down", one.ratio_down)
    fixed("ratio_up", one.ratio_up)
    fixed("ceiling", one.ceiling)
    fixed("full_speed", one.full_speed)
    number("lift_us", Int64(one.lift_us))
    fixed("rapid_fall", one.rapid_fall)
    fixed("rapid_rise", one.rapid_rise)
  }

  func fields(_ one: press_strike_config) {
    size("size", "press_strike_config")
    number("window_us", Int64(one.window_us))
    fixed("min_speed", one.min_speed)
    fixed("max_speed", one.max_speed)
    number("curve", Int64(one.curve))
    fixed("exponent", one.exponent)
    number("sources", Int64(one.sources))
    number("unknown_velocity", Int64(one.unknown_velocity))
  }

  func fields(_ one: press_pinch_config) {
    size("size", "press_pinch_config")
    number("flags", Int64(one.flags))
    fixed("slop", one.slop)
    fixed("turn_slop", one.turn_slop)
  }

  func fields(_ one: press_scroll_config) {
    size("size", "press_scroll_config")
    number("max_throws", Int64(one.max_throws))
    fixed("friction", one.friction)
    fixed("min_speed", one.min_speed)
    number("frame_us", Int64(one.frame_us))
    number("settle_us", Int64(one.settle_us))
    fixed("swipe_distance", one.swipe_distance)
    fixed("swipe_speed", one.swipe_speed)
    number("velocity_us", Int64(one.velocity_us))
    number("still_us", Int64(one.still_us))
    number("flags", Int64(one.flags))
  }

  func fields(_ one: press_levels_config) {
    size("size", "press_levels_config")
    number("flags", Int64(one.flags))
    number("count", Int64(one.count))
    fixed("first_pressure", one.first_pressure)
    fixed("last_pressure", one.last_pressure)
    fixed("hysteresis", one.hysteresis)
    number("repeat_us", Int64(one.repeat_us))
    number("repeat_fast_us", Int64(one.repeat_fast_us))
    number("repeat_delay_us", Int64(one.repeat_delay_us))
  }

  func fields(_ one: press_crosstalk_config) {
    size("size", "press_crosstalk_config")
    number("window_us", Int64(one.window_us))
    fixed("share", one.share)
  }
}

extension Settings {
  /// The configs of the interactions that are attached.
  mutating func compileConfigs(_ c: Initializer) {
    if isAttached(.drag) { c.config("press_drag_config", "drag_config") { c.fields(drag.config) } }
    if isAttached(.gestures) { c.config("press_gestures_config", "gestures_config") { c.fields(gestures.config) } }
    if isAttached(.peeks) { c.config("press_peek_config", "peek_config") { c.fields(peeks.config) } }
    if isAttached(.transitions) { c.config("press_transition_config", "transition_config") { c.fields(transitions.config) } }
    if isAttached(.button) { c.config("press_button_config", "button_config") { c.fields(button.config) } }
    if isAttached(.strike) { c.config("press_strike_config", "strike_config") { c.fields(strike.config) } }
    if isAttached(.pinch) { c.config("press_pinch_config", "pinch_config") { c.fields(pinch.config) } }
    if isAttached(.scroll) { c.config("press_scroll_config", "scroll_config") { c.fields(scroll.config) } }
    if isAttached(.levels) { c.config("press_levels_config", "levels_config") { c.fields(levels.config) } }
    if isAttached(.crosstalk) { c.config("press_crosstalk_config", "crosstalk_config") { c.fields(crosstalk.config) } }
  }

  /// The storage that they take, each behind a plus.
  mutating func compileStorage(_ c: Initializer) {
    if isAttached(.drag) { c.storage("PRESS_DRAG_STORAGE", perContact: true, press_drag_size(&engine.config, &drag.config), press_drag_size(&engine.config, nil), engine.config.max_contacts) }
    if isAttached(.gestures) { c.storage("PRESS_GESTURES_STORAGE", perContact: true, press_gestures_size(&engine.config, &gestures.config), press_gestures_size(&engine.config, nil), engine.config.max_contacts) }
    if isAttached(.peeks) { c.storage("PRESS_PEEK_STORAGE", perContact: false, press_peek_size(&engine.config, &peeks.config), press_peek_size(&engine.config, nil), engine.config.max_contacts) }
    if isAttached(.transitions) { c.storage("PRESS_TRANSITION_STORAGE", perContact: false, press_transition_size(&engine.config, &transitions.config), press_transition_size(&engine.config, nil), engine.config.max_contacts) }
    if isAttached(.button) { c.storage("PRESS_BUTTON_STORAGE", perContact: false, press_button_size(&engine.config, &button.config), press_button_size(&engine.config, nil), engine.config.max_contacts) }
    if isAttached(.strike) { c.storage("PRESS_STRIKE_STORAGE", perContact: true, press_strike_size(&engine.config, &strike.config), press_strike_size(&engine.config, nil), engine.config.max_contacts) }
    if isAttached(.pinch) { c.storage("PRESS_PINCH_STORAGE", perContact: true, press_pinch_size(&engine.config, &pinch.config), press_pinch_size(&engine.config, nil), engine.config.max_contacts) }
    if isAttached(.scroll) { c.storage("PRESS_SCROLL_STORAGE", perContact: true, press_scroll_size(&engine.config, &scroll.config), press_scroll_size(&engine.config, nil), engine.config.max_contacts) }
    if isAttached(.levels) { c.storage("PRESS_LEVELS_STORAGE", perContact: true, press_levels_size(&engine.config, &levels.config), press_levels_size(&engine.config, nil), engine.config.max_contacts) }
    if isAttached(.crosstalk) { c.storage("PRESS_CROSSTALK_STORAGE", perContact: false, press_crosstalk_size(&engine.config, &crosstalk.config), press_crosstalk_size(&engine.config, nil), engine.config.max_contacts) }
  }

  /// The calls that attach those which have a section of their own name, in the order of the reader.
  mutating func compileCalls(_ c: Initializer) {
    if gestures.enabled { c.call("press_gestures_attach(*engine, &gestures_config)") }
    if button.enabled { c.call("press_button_attach(*engine, &button_config)") }
    if drag.enabled { c.call("press_drag_attach(*engine, &drag_config)") }
    if strike.enabled { c.call("press_strike_attach(*engine, &strike_config)") }
    if pinch.enabled { c.call("press_pinch_attach(*engine, &pinch_config)") }
    if scroll.enabled { c.call("press_scroll_attach(*engine, &scroll_config)") }
    if levels.enabled { c.call("press_levels_attach(*engine, &levels_config)") }
    if crosstalk.enabled { c.call("press_crosstalk_attach(*engine, &crosstalk_config)") }
  }
}
