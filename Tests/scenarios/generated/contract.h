/* Written by `make contract` from the headers. */
#ifndef SCENARIO_CONTRACT_H
#define SCENARIO_CONTRACT_H

/* X(config, struct, field, is Q16.16) */
#define FIELDS(X) \
  X(engine, press_config, max_contacts, 0) \
  X(engine, press_config, max_targets, 0) \
  X(engine, press_config, touch_force, 1) \
  X(engine, press_config, release_force, 1) \
  X(engine, press_config, zero_force, 1) \
  X(engine, press_config, full_force, 1) \
  X(engine, press_config, preview_pressure, 1) \
  X(engine, press_config, commit_pressure, 1) \
  X(engine, press_config, complete_pressure, 1) \
  X(engine, press_config, lost_after_us, 0) \
  X(engine, press_config, flags, 0) \
  X(engine, press_config, traits, 0) \
  X(engine, press_config, min_progress_step, 1) \
  X(engine, press_config, max_events, 0) \
  X(engine, press_config, lift_us, 0) \
  X(engine, press_config, preview_after_us, 0) \
  X(engine, press_config, creep_limit, 1) \
  X(engine, press_config, firmness, 1) \
  X(engine, press_config, late_limit_us, 0) \
  X(drag, press_drag_config, flags, 0) \
  X(drag, press_drag_config, max_sessions, 0) \
  X(drag, press_drag_config, max_items, 0) \
  X(drag, press_drag_config, undo_depth, 0) \
  X(drag, press_drag_config, slop, 1) \
  X(drag, press_drag_config, still_slop, 1) \
  X(drag, press_drag_config, start_pressure, 1) \
  X(drag, press_drag_config, hold_us, 0) \
  X(drag, press_drag_config, spring_dwell_us, 0) \
  X(drag, press_drag_config, spring_activating_us, 0) \
  X(drag, press_drag_config, spring_pressure, 1) \
  X(drag, press_drag_config, drop_pressure, 1) \
  X(drag, press_drag_config, scroll_edge, 1) \
  X(drag, press_drag_config, scroll_speed, 1) \
  X(drag, press_drag_config, scroll_ramp_us, 0) \
  X(drag, press_drag_config, frame_us, 0) \
  X(drag, press_drag_config, slow_us, 0) \
  X(drag, press_drag_config, scroll_full, 1) \
  X(drag, press_drag_config, scroll_toward, 1) \
  X(drag, press_drag_config, scroll_wait_us, 0) \
  X(gestures, press_gestures_config, hold_us, 0) \
  X(gestures, press_gestures_config, tap_us, 0) \
  X(gestures, press_gestures_config, double_tap_us, 0) \
  X(gestures, press_gestures_config, slop, 1) \
  X(gestures, press_gestures_config, double_tap_slop, 1) \
  X(gestures, press_gestures_config, force_from_hold_us, 0) \
  X(gestures, press_gestures_config, force_from_hold_delay_us, 0) \
  X(gestures, press_gestures_config, frame_us, 0) \
  X(gestures, press_gestures_config, hold_slop, 1) \
  X(gestures, press_gestures_config, scroll_slop, 1) \
  X(gestures, press_gestures_config, hold_repeat_us, 0) \
  X(gestures, press_gestures_config, flags, 0) \
  X(peek, press_peek_config, flags, 0) \
  X(peek, press_peek_config, reveal_distance, 1) \
  X(peek, press_peek_config, slop, 1) \
  X(peek, press_peek_config, rest_us, 0) \
  X(peek, press_peek_config, hold_us, 0) \
  X(transition, press_transition_config, max_transitions, 0) \
  X(transition, press_transition_config, rest, 0) \
  X(transition, press_transition_config, frame_us, 0) \
  X(transition, press_transition_config, flick_speed, 1) \
  X(transition, press_transition_config, velocity_us, 0) \
  X(transition, press_transition_config, still_us, 0) \
  X(transition, press_transition_config, flags, 0) \
  X(button, press_button_config, flags, 0) \
  X(button, press_button_config, press_force, 1) \
  X(button, press_button_config, release_force, 1) \
  X(button, press_button_config, ratio_down, 1) \
  X(button, press_button_config, ratio_up, 1) \
  X(button, press_button_config, ceiling, 1) \
  X(button, press_button_config, full_speed, 1) \
  X(button, press_button_config, lift_us, 0) \
  X(button, press_button_config, rapid_fall, 1) \
  X(button, press_button_config, rapid_rise, 1) \
  X(strike, press_strike_config, window_us, 0) \
  X(strike, press_strike_config, min_speed, 1) \
  X(strike, press_strike_config, max_speed, 1) \
  X(strike, press_strike_config, curve, 0) \
  X(strike, press_strike_config, exponent, 1) \
  X(strike, press_strike_config, sources, 0) \
  X(strike, press_strike_config, unknown_velocity, 0) \
  X(pinch, press_pinch_config, flags, 0) \
  X(pinch, press_pinch_config, slop, 1) \
  X(pinch, press_pinch_config, turn_slop, 1) \
  X(scroll, press_scroll_config, max_throws, 0) \
  X(scroll, press_scroll_config, friction, 1) \
  X(scroll, press_scroll_config, min_speed, 1) \
  X(scroll, press_scroll_config, frame_us, 0) \
  X(scroll, press_scroll_config, settle_us, 0) \
  X(scroll, press_scroll_config, swipe_distance, 1) \
  X(scroll, press_scroll_config, swipe_speed, 1) \
  X(scroll, press_scroll_config, velocity_us, 0) \
  X(scroll, press_scroll_config, still_us, 0) \
  X(scroll, press_scroll_config, flags, 0) \
  X(levels, press_levels_config, flags, 0) \
  X(levels, press_levels_config, count, 0) \
  X(levels, press_levels_config, first_pressure, 1) \
  X(levels, press_levels_config, last_pressure, 1) \
  X(levels, press_levels_config, hysteresis, 1) \
  X(levels, press_levels_config, repeat_us, 0) \
  X(levels, press_levels_config, repeat_fast_us, 0) \
  X(levels, press_levels_config, repeat_delay_us, 0) \
  X(crosstalk, press_crosstalk_config, window_us, 0) \
  X(crosstalk, press_crosstalk_config, share, 1)

/* X(name, kinds of its arguments, call): q for Q16.16, w for whole */
#define CALLS(X) \
  X(press_target_remove, "w", press_target_remove(engine, (uint32_t)n[0])) \
  X(press_set_progress, "w", press_set_progress(engine, (bool)n[0])) \
  X(press_contact_release, "w", press_contact_release(engine, (uint32_t)n[0])) \
  X(press_engine_reset, "", press_engine_reset(engine)) \
  X(press_preview_cancel, "w", press_preview_cancel(engine, (uint32_t)n[0])) \
  X(press_preview_state, "w", press_preview_state(engine, (uint32_t)n[0])) \
  X(press_gestures_state, "w", press_gestures_state(engine, (uint32_t)n[0])) \
  X(press_gestures_cancel, "w", press_gestures_cancel(engine, (uint32_t)n[0])) \
  X(press_target_activate, "w", press_target_activate(engine, (uint32_t)n[0])) \
  X(press_peek_open, "w", press_peek_open(engine, (uint32_t)n[0])) \
  X(press_peek_pop, "", press_peek_pop(engine)) \
  X(press_peek_dismiss, "", press_peek_dismiss(engine)) \
  X(press_peek_reveal, "", press_peek_reveal(engine)) \
  X(press_action_perform, "w", press_action_perform(engine, (uint32_t)n[0])) \
  X(press_action_back, "", press_action_back(engine)) \
  X(press_transition_start, "w", press_transition_start(engine, (uint32_t)n[0], NULL)) \
  X(press_transition_update, "wq", press_transition_update(engine, (uint32_t)n[0], (press_q16)n[1])) \
  X(press_transition_finish, "w", press_transition_finish(engine, (uint32_t)n[0])) \
  X(press_transition_cancel, "w", press_transition_cancel(engine, (uint32_t)n[0])) \
  X(press_transition_run_to, "wq", press_transition_run_to(engine, (uint32_t)n[0], (press_q16)n[1])) \
  X(press_transition_pause, "w", press_transition_pause(engine, (uint32_t)n[0])) \
  X(press_transition_set_speed, "wq", press_transition_set_speed(engine, (uint32_t)n[0], (press_q16)n[1])) \
  X(press_transition_set_velocity, "wq", press_transition_set_velocity(engine, (uint32_t)n[0], (press_q16)n[1])) \
  X(press_transition_bind, "wwwqq", press_transition_bind(engine, (uint32_t)n[0], (uint32_t)n[1], (uint32_t)n[2], (press_q16)n[3], (press_q16)n[4])) \
  X(press_drag_set_modifiers, "w", press_drag_set_modifiers(engine, (uint32_t)n[0])) \
  X(press_drag_cancel, "w", press_drag_cancel(engine, (uint32_t)n[0])) \
  X(press_drop_confirm, "ww", press_drop_confirm(engine, (uint32_t)n[0], (bool)n[1])) \
  X(press_drop_update, "wwq", press_drop_update(engine, (uint32_t)n[0], (uint32_t)n[1], (press_q16)n[2])) \
  X(press_drop_finish, "www", press_drop_finish(engine, (uint32_t)n[0], (uint32_t)n[1], (bool)n[2])) \
  X(press_drop_undo, "", press_drop_undo(engine)) \
  X(press_drop_redo, "", press_drop_redo(engine)) \
  X(press_drag_begin, "w", press_drag_begin(engine, (uint32_t)n[0], NULL)) \
  X(press_drag_add, "ww", press_drag_add(engine, (uint32_t)n[0], (uint32_t)n[1])) \
  X(press_drag_move, "wqq", press_drag_move(engine, (uint32_t)n[0], (press_q16)n[1], (press_q16)n[2])) \
  X(press_drag_over, "ww", press_drag_over(engine, (uint32_t)n[0], (uint32_t)n[1])) \
  X(press_drag_drop, "w", press_drag_drop(engine, (uint32_t)n[0])) \
  X(press_drag_perform, "ww", press_drag_perform(engine, (uint32_t)n[0], (uint32_t)n[1], NULL)) \
  X(press_scroll_throw, "wqq", press_scroll_throw(engine, (uint32_t)n[0], (press_q16)n[1], (press_q16)n[2])) \
  X(press_scroll_aim, "wqq", press_scroll_aim(engine, (uint32_t)n[0], (press_q16)n[1], (press_q16)n[2])) \
  X(press_scroll_stop, "w", press_scroll_stop(engine, (uint32_t)n[0])) \
  X(press_levels_cancel, "w", press_levels_cancel(engine, (uint32_t)n[0])) \
  X(press_crosstalk_set_share, "wwq", press_crosstalk_set_share(engine, (uint32_t)n[0], (uint32_t)n[1], (press_q16)n[2]))

/* X(name): each interaction */
#define ATTACHED(X) X(drag) X(gestures) X(peek) X(transition) X(button) X(strike) X(pinch) X(scroll) X(levels) X(crosstalk)

/* X(config): what can be changed while it runs */
#define SETTERS(X) X(engine) X(drag) X(gestures) X(peek) X(transition) X(button) X(strike) X(pinch) X(scroll) X(levels) X(crosstalk)

/* X(constant, without PRESS_) */
#define CONSTANTS(X) \
  X(OK) \
  X(REASON_NONE) \
  X(REASON_LIFTED) \
  X(REASON_LOST) \
  X(REASON_SILENT) \
  X(REASON_RESET) \
  X(REASON_PROGRAM) \
  X(REASON_TARGET_REMOVED) \
  X(REASON_PALM) \
  X(REASON_NO_DESTINATION) \
  X(REASON_FORBIDDEN) \
  X(REASON_DENIED) \
  X(REASON_FAILED) \
  X(REASON_DRAGGED) \
  X(REASON_SLEPT) \
  X(REASON_PINCHED) \
  X(REASON_OPEN) \
  X(REASON_SHORTED) \
  X(REASON_SATURATED) \
  X(REASON_STUCK) \
  X(REASON_STALE) \
  X(REASON_BUS) \
  X(REASON_RANGE) \
  X(REASON_FLICKERING) \
  X(REASON_START) \
  X(REASON_DRIFT) \
  X(REASON_BELOW_ZERO) \
  X(REASON_CONTACT_TOO_LONG) \
  X(REASON_REQUESTED) \
  X(REASON_FINGER_AT_START) \
  X(REASON_ZERO) \
  X(REASON_SPAN) \
  X(REASON_MOVED) \
  X(REASON_TOO_LONG) \
  X(REASON_LEFT_TARGET) \
  X(REASON_NO_SESSION) \
  X(REASON_RETURNED) \
  X(REASON_TAPPED) \
  X(REASON_TOUCHED) \
  X(TARGET_PREVIEW) \
  X(TARGET_PEEK) \
  X(TARGET_TAP) \
  X(TARGET_HOLD) \
  X(TARGET_DRAG_SOURCE) \
  X(TARGET_DROP) \
  X(TARGET_SPRING) \
  X(TARGET_SCROLL) \
  X(TARGET_DOUBLE_TAP) \
  X(TARGET_INACTIVE) \
  X(TARGET_CONTENT) \
  X(TARGET_PINCH) \
  X(TARGET_SWIPE_X) \
  X(TARGET_SWIPE_Y) \
  X(TARGET_KEEPS_DRAG) \
  X(CONFIG_CONTACT_FROM_FLAG) \
  X(CONFIG_TELL_MOVED) \
  X(SAMPLE_DOWN) \
  X(SAMPLE_LOST) \
  X(SAMPLE_PALM) \
  X(SAMPLE_HAS_FORCE) \
  X(SAMPLE_SETTLING) \
  X(PREVIEW_NONE) \
  X(PREVIEW_WAITING) \
  X(PREVIEW_ASKING) \
  X(PREVIEW_PREVIEWING) \
  X(PREVIEW_COMMITTING) \
  X(PREVIEW_COMPLETED) \
  X(PREVIEW_OVER) \
  X(PREVIEW_HELD) \
  X(GESTURES_SCROLL_FROM_TOUCH) \
  X(GESTURE_OPEN) \
  X(GESTURE_MOVED) \
  X(GESTURE_HOLD) \
  X(GESTURE_SCROLL) \
  X(GESTURE_PREVIEW) \
  X(GESTURE_ACTIONS) \
  X(GESTURE_OVER) \
  X(GESTURE_DRAG) \
  X(GESTURE_LIFTED) \
  X(GESTURE_PINCH) \
  X(ACTION_DEFAULT) \
  X(ACTION_SELECTED) \
  X(ACTION_DESTRUCTIVE) \
  X(ACTION_FLAG_DISABLED) \
  X(ACTION_FLAG_CHECKED) \
  X(ACTION_FLAG_MIXED) \
  X(ACTION_FLAG_KEEP_OPEN) \
  X(PEEK_FLAG_NO_SLIDE) \
  X(PEEK_FLAG_FROM_HOLD) \
  X(PEEK_FLAG_HIDE) \
  X(PEEK_NONE) \
  X(PEEK_HINTING) \
  X(PEEK_SHOWN) \
  X(PEEK_REVEALED) \
  X(TRANSITION_FLAG_AUTOMATIC) \
  X(TRANSITION_FLAG_SPRING) \
  X(TRANSITION_FLAG_OVERSHOOT) \
  X(TRANSITIONS_NO_COAST) \
  X(DRIVER_NONE) \
  X(DRIVER_PREVIEW) \
  X(DRIVER_COMMIT) \
  X(DRIVER_PRESSURE) \
  X(DRIVER_MOTION) \
  X(DRIVER_PEEK) \
  X(TRANSITION_NONE) \
  X(TRANSITION_INTERACTIVE) \
  X(TRANSITION_FINISHING) \
  X(TRANSITION_CANCELLING) \
  X(TRANSITION_MOVING) \
  X(DROP_CANCEL) \
  X(DROP_FORBIDDEN) \
  X(DROP_COPY) \
  X(DROP_MOVE) \
  X(ITEM_SELECTED) \
  X(ITEM_COPY_ONLY) \
  X(ITEM_SAME_DOMAIN) \
  X(ITEM_INSIDE) \
  X(HINT_PLAIN) \
  X(HINT_COPY) \
  X(HINT_LINK) \
  X(HINT_DISAPPEARING) \
  X(HINT_NOT_ALLOWED) \
  X(PROPOSAL_EXACT) \
  X(PROPOSAL_PART) \
  X(PROPOSAL_TRANSFERS) \
  X(PROPOSAL_TASK) \
  X(PROPOSAL_IRREVERSIBLE) \
  X(PROPOSAL_OWN_HINT) \
  X(DRAG_NONE) \
  X(DRAG_DRAGGING) \
  X(DRAG_CONFIRMING) \
  X(DRAG_DROPPING) \
  X(SPRING_INACTIVE) \
  X(SPRING_POSSIBLE) \
  X(SPRING_ACTIVATING) \
  X(SPRING_ACTIVATED) \
  X(MODIFIER_COPY) \
  X(DRAG_FLAG_AFTER_HOLD) \
  X(DRAG_FLAG_HOLD_IN_SCROLL) \
  X(DRAG_FLAG_BY_FORCE) \
  X(DRAG_FLAG_FROM_PREVIEW) \
  X(DRAG_FLAG_NO_DWELL) \
  X(DRAG_FLAG_NO_SPRING_FORCE) \
  X(DRAG_FLAG_LINEAR_SCROLL) \
  X(BUTTON_FLAG_NOT_WHILE_MOVING) \
  X(BUTTON_FLAG_RAPID_TRIGGER) \
  X(BUTTON_UP) \
  X(BUTTON_DOWN) \
  X(STRIKE_LOG) \
  X(STRIKE_LINEAR) \
  X(STRIKE_POWER) \
  X(PINCH_NO_MOVE) \
  X(SWIPE_LEFT) \
  X(SWIPE_RIGHT) \
  X(SWIPE_UP) \
  X(SWIPE_DOWN) \
  X(SCROLL_NO_COAST) \
  X(SCROLL_NO_RUBBER_BAND) \
  X(SCROLL_BOUNCE) \
  X(LEVELS_STEPPED) \
  X(LEVELS_NOT_WHILE_MOVING) \
  X(EFFECT_NONE) \
  X(EFFECT_LEVEL) \
  X(EFFECT_TICK) \
  X(EFFECT_SOFT) \
  X(EFFECT_FIRM) \
  X(EFFECT_DOUBLE) \
  X(FEEDBACK_ENDED) \
  X(FEEDBACK_REASON) \
  X(FEEDBACK_VALUE) \
  X(FEEDBACK_NOT_ZERO) \
  X(FEEDBACK_RISING) \
  X(FEEDBACK_FALLING) \
  X(FEEDBACK_UNLESS_BUTTON) \
  X(STRENGTH_FIXED) \
  X(STRENGTH_FORCE) \
  X(STRENGTH_PRESSURE) \
  X(STRENGTH_PROGRESS) \
  X(CIRCUIT_PULL_UP) \
  X(CURVE_POWER) \
  X(CURVE_TABLE) \
  X(CURVE_RULE_FITS) \
  X(CURVE_RULE_TOO_FEW) \
  X(CURVE_RULE_TOO_MANY) \
  X(CURVE_RULE_NEGATIVE) \
  X(CURVE_RULE_NOT_ABOVE_ZERO) \
  X(CURVE_RULE_NOT_RISING) \
  X(PAD_NO_MEDIAN) \
  X(PAD_NO_FILTER) \
  X(PAD_NO_BASELINE) \
  X(PAD_NO_THIRD) \
  X(PAD_TARE_FORCE) \
  X(READING_TOUCHED) \
  X(READING_STARTING) \
  X(READING_LOST) \
  X(GRID_BASELINE) \
  X(GRID_FALLING) \
  X(GRID_GAINS) \
  X(GRID_CIRCUIT_PLAIN) \
  X(GRID_CIRCUIT_DIVIDERS) \
  X(GRID_CIRCUIT_AMPLIFIERS) \
  X(GRID_TARE_FORCE) \
  X(GRID_CONTACT_HELD) \
  X(GRID_CONTACT_MERGED) \
  X(GRID_CONTACT_PALM) \
  X(GRID_CONTACT_SATURATED) \
  X(CONVERTER_ADS7828) \
  X(CONVERTER_ADS7830) \
  X(CONVERTER_PCF8591) \
  X(CONVERTER_MCP3221) \
  X(CONVERTER_ADC121C021) \
  X(CONVERTER_MAX11612) \
  X(CONVERTER_MAX11613) \
  X(CONVERTER_MAX11614) \
  X(CONVERTER_MAX11615) \
  X(CONVERTER_MAX11616) \
  X(CONVERTER_MAX11617) \
  X(CONVERTER_MCP3421) \
  X(CONVERTER_MCP3422) \
  X(CONVERTER_MCP3423) \
  X(CONVERTER_MCP3424) \
  X(CONVERTER_MCP3425) \
  X(CONVERTER_MCP3426) \
  X(CONVERTER_MCP3427) \
  X(CONVERTER_MCP3428) \
  X(CONVERTER_NAU7802) \
  X(CONVERTER_MCP3021) \
  X(CONVERTER_ADC101C021) \
  X(CONVERTER_ADC081C021) \
  X(CONVERTER_MAX11600) \
  X(CONVERTER_MAX11601) \
  X(CONVERTER_MAX11602) \
  X(CONVERTER_MAX11603) \
  X(CONVERTER_MAX11604) \
  X(CONVERTER_MAX11605) \
  X(CONVERTER_MAX11606) \
  X(CONVERTER_MAX11607) \
  X(CONVERTER_MAX11608) \
  X(CONVERTER_MAX11609) \
  X(CONVERTER_MAX11610) \
  X(CONVERTER_MAX11611) \
  X(CONVERTER_TLA2528) \
  X(CONVERTER_ADS7138) \
  X(CONVERTER_ADS1115) \
  X(CONVERTER_ADS1015) \
  X(CONVERTER_TLA2024) \
  X(CONVERTER_FLAG_CONTINUOUS) \
  X(CONVERTER_FLAG_POLL_READY) \
  X(CONVERTER_FLAG_READY_PIN) \
  X(PART_RECOGNIZED) \
  X(MOTOR_ERM) \
  X(MOTOR_LRA) \
  X(DRV2605L_FLAG_CALIBRATE) \
  X(DRV2605L_FLAG_CALIBRATED) \
  X(DRV2605L_FLAG_CLOSED_LOOP) \
  X(DRV2605L_SETTING_UP) \
  X(DRV2605L_CALIBRATING) \
  X(DRV2605L_READY) \
  X(DRV2605L_PLAYING) \
  X(DRV2605L_AT_LEVEL) \
  X(DRV2605L_ARMED) \
  X(DRV2605L_FAULT_CURRENT) \
  X(DRV2605L_FAULT_TEMPERATURE) \
  X(DRV2605L_FAULT_CALIBRATION) \
  X(DRV2605L_FAULT_ENDLESS) \
  X(SETUP_ORIGIN_CONFIG) \
  X(SETUP_ORIGIN_PROFILE) \
  X(SETUP_ORIGIN_OPTION) \
  X(SETUP_SOURCE_CONVERTERS) \
  X(SETUP_SOURCE_CODES) \
  X(SETUP_SOURCE_IIO) \
  X(SETUP_SOURCE_CALIBRATE) \
  X(SETUP_KIND_WHOLE) \
  X(SETUP_KIND_DECIMAL) \
  X(SETUP_KIND_TIME) \
  X(SETUP_KIND_WORD) \
  X(SETUP_KIND_FLAGS) \
  X(SETUP_KIND_YES_NO) \
  X(SETUP_KIND_STRING) \
  X(SETUP_KIND_FORM) \
  X(SETUP_FLAG_OF_PROFILE) \
  X(SETUP_FLAG_CHANGES) \
  X(SETUP_FLAG_OR_ZERO) \
  X(CHECK_SENSOR_FLAG_NO_RESISTOR) \
  X(CHECK_SENSOR_FLAG_REFERENCE_PIN) \
  X(CHECK_FLAG_RECORDED) \
  X(CHECK_FLAG_INPUTS) \
  X(CHECK_STAGE_OPENED) \
  X(CHECK_STAGE_CLAIMED) \
  X(CHECK_STAGE_ASKED) \
  X(CHECK_STAGE_PART) \
  X(CHECK_STAGE_READ) \
  X(CHECK_STAGE_BOARD) \
  X(CHECK_STEP_REST) \
  X(CHECK_STEP_PRESS) \
  X(CHECK_STEP_LET_GO) \
  X(CHECK_STEP_REPLAY) \
  X(CHECK_STEP_DONE) \
  X(FINDING_BUS_OPENS) \
  X(FINDING_BUS_ABSENT) \
  X(FINDING_BUS_OTHER) \
  X(FINDING_BUS_FORBIDDEN) \
  X(FINDING_CONVERTER_IN_USE) \
  X(FINDING_BUS_HANGS) \
  X(FINDING_TRANSFERS_FAIL) \
  X(FINDING_ADDRESS_ANSWERS) \
  X(FINDING_ADDRESS_ELSEWHERE) \
  X(FINDING_ADDRESS_SILENT) \
  X(FINDING_PART_FITS) \
  X(FINDING_PART_MODEL) \
  X(FINDING_PART_OTHER) \
  X(FINDING_RATE_REACHED) \
  X(FINDING_RATE_LOW) \
  X(FINDING_RATE_POOR) \
  X(FINDING_READINGS_LOST) \
  X(FINDING_INPUT_SOUND) \
  X(FINDING_INPUT_OPEN) \
  X(FINDING_INPUT_SHORTED) \
  X(FINDING_INPUT_NEGATIVE) \
  X(FINDING_ZERO_FITS) \
  X(FINDING_ZERO_LOADED) \
  X(FINDING_NOISE_LOW) \
  X(FINDING_NOISE_HIGH) \
  X(FINDING_NOISE_POOR) \
  X(FINDING_PRESS_FELT) \
  X(FINDING_PRESS_NONE) \
  X(FINDING_PRESS_ELSEWHERE) \
  X(FINDING_PRESS_BACKWARDS) \
  X(FINDING_RANGE_FITS) \
  X(FINDING_RANGE_LITTLE) \
  X(FINDING_RANGE_CROWDED) \
  X(FINDING_RANGE_ENDS) \
  X(FINDING_RELEASE_CLEAN) \
  X(FINDING_RELEASE_REST) \
  X(FINDING_RELEASE_HELD) \
  X(FINDING_SUPPLY_CLIPPED) \
  X(FINDING_RELEASE_UNSEEN) \
  X(FINDING_REFERENCE_LOW) \
  X(FINDING_ADDRESS_BOARD) \
  X(FINDING_PART_BOARD) \
  X(FINDING_PART_BOARDS) \
  X(FINDING_PRESS_LIGHT) \
  X(FINDING_PRESS_WEAK) \
  X(FINDING_RANGE_UNUSED) \
  X(FINDING_RANGE_EXCEEDED) \
  X(FINDING_RESISTOR_OTHER) \
  X(FINDING_INPUTS_TOGETHER) \
  X(FINDING_PRESS_RELIEVED) \
  X(FINDING_PRESS_HEAVY) \
  X(FINDING_RESULT_OK) \
  X(FINDING_RESULT_WARN) \
  X(FINDING_RESULT_FAIL) \
  X(CHECK_TEXT_FOUND) \
  X(CHECK_TEXT_ADVICE)

/* Whether `value` and `value2` are Q16.16. */
#define IS_FIXED(type) ((type) == PRESS_EVENT_SCROLL_MOVED || (type) == PRESS_EVENT_SCROLL_ENDED || (type) == PRESS_EVENT_SCROLL_CANCELLED || (type) == PRESS_EVENT_BASELINE_CHANGED || (type) == PRESS_EVENT_RECALIBRATE || (type) == PRESS_EVENT_DRAG_BEGAN || (type) == PRESS_EVENT_AUTOSCROLL_CHANGED || (type) == PRESS_EVENT_STRUCK || (type) == PRESS_EVENT_LET_GO || (type) == PRESS_EVENT_PINCH_BEGAN || (type) == PRESS_EVENT_PINCH_CHANGED || (type) == PRESS_EVENT_PINCH_ENDED || (type) == PRESS_EVENT_PINCH_CANCELLED || (type) == PRESS_EVENT_THROW_BEGAN || (type) == PRESS_EVENT_THROW_MOVED)

#endif
