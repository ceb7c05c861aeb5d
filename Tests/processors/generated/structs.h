/* Written by `make contract` from the headers. */
#ifndef STRUCTS_H
#define STRUCTS_H

#include <press/base.h>
#include <press/event.h>
#include <press/target.h>
#include <press/delegate.h>
#include <press/engine.h>
#include <press/preview.h>
#include <press/gestures.h>
#include <press/peek.h>
#include <press/transition.h>
#include <press/drag.h>
#include <press/button.h>
#include <press/strike.h>
#include <press/pinch.h>
#include <press/scroll.h>
#include <press/levels.h>
#include <press/crosstalk.h>
#include <press/interactions.h>
#include <press/profile.h>
#include <press/feedback.h>
#include <press/filter.h>
#include <press/sensor.h>
#include <press/calibration.h>
#include <press/pad.h>
#include <press/power.h>
#include <press/grid.h>
#include <press/surface.h>
#include <press/bus.h>
#include <press/converter.h>
#include <press/drv2605l.h>
#include <press/setup.h>
#include <press/check.h>

/* X(struct): each struct */
#define STRUCTS(X) \
  X(press_event) \
  X(press_target) \
  X(press_touch) \
  X(press_delegate) \
  X(press_config) \
  X(press_sample) \
  X(press_engine_stats) \
  X(press_gestures_config) \
  X(press_action) \
  X(press_peek) \
  X(press_peek_declaration) \
  X(press_peek_config) \
  X(press_peek_status) \
  X(press_timing_curve) \
  X(press_transition_options) \
  X(press_transition_config) \
  X(press_transition_status) \
  X(press_drag_item) \
  X(press_drop_proposal) \
  X(press_drag) \
  X(press_drag_config) \
  X(press_button_config) \
  X(press_button_status) \
  X(press_strike_config) \
  X(press_strike) \
  X(press_pinch_config) \
  X(press_pinch) \
  X(press_scroll_config) \
  X(press_scroll_content) \
  X(press_scroll_status) \
  X(press_levels_config) \
  X(press_levels_status) \
  X(press_crosstalk_config) \
  X(press_interactions) \
  X(press_profile) \
  X(press_feedback_row) \
  X(press_feedback_config) \
  X(press_feedback) \
  X(press_effect) \
  X(press_median) \
  X(press_one_euro) \
  X(press_circuit) \
  X(press_curve_point) \
  X(press_curve) \
  X(press_curve_report) \
  X(press_sensor) \
  X(press_calibration) \
  X(press_pad_correction) \
  X(press_pad_config) \
  X(press_frame) \
  X(press_reading) \
  X(press_pad_point) \
  X(press_pad_stats) \
  X(press_supply_config) \
  X(press_supply) \
  X(press_supply_status) \
  X(press_idle_config) \
  X(press_idle) \
  X(press_idle_status) \
  X(press_grid_config) \
  X(press_grid_contact) \
  X(press_grid_shape) \
  X(press_grid_region) \
  X(press_grid_load) \
  X(press_grid_lines) \
  X(press_grid_stats) \
  X(press_surface) \
  X(press_place) \
  X(press_bus) \
  X(press_converter_config) \
  X(press_converter_part) \
  X(press_converter) \
  X(press_drv2605l_config) \
  X(press_drv2605l) \
  X(press_drv2605l_status) \
  X(press_setup_files) \
  X(press_setup_fault) \
  X(press_setup_key) \
  X(press_setup_value) \
  X(press_setup_parts) \
  X(press_check_sensor) \
  X(press_check_options) \
  X(press_check_result) \
  X(press_check_status) \
  X(press_finding)

/* X(struct): each that begins with its size */
#define SIZED(X) \
  X(press_target) \
  X(press_delegate) \
  X(press_config) \
  X(press_engine_stats) \
  X(press_gestures_config) \
  X(press_peek) \
  X(press_peek_config) \
  X(press_peek_status) \
  X(press_transition_options) \
  X(press_transition_config) \
  X(press_transition_status) \
  X(press_drop_proposal) \
  X(press_drag) \
  X(press_drag_config) \
  X(press_button_config) \
  X(press_button_status) \
  X(press_strike_config) \
  X(press_strike) \
  X(press_pinch_config) \
  X(press_pinch) \
  X(press_scroll_config) \
  X(press_scroll_content) \
  X(press_scroll_status) \
  X(press_levels_config) \
  X(press_levels_status) \
  X(press_crosstalk_config) \
  X(press_interactions) \
  X(press_profile) \
  X(press_feedback_config) \
  X(press_curve_report) \
  X(press_sensor) \
  X(press_calibration) \
  X(press_pad_config) \
  X(press_reading) \
  X(press_pad_stats) \
  X(press_supply_config) \
  X(press_supply_status) \
  X(press_idle_config) \
  X(press_idle_status) \
  X(press_grid_config) \
  X(press_grid_shape) \
  X(press_grid_load) \
  X(press_grid_lines) \
  X(press_grid_stats) \
  X(press_surface) \
  X(press_place) \
  X(press_bus) \
  X(press_converter_config) \
  X(press_converter_part) \
  X(press_drv2605l_config) \
  X(press_drv2605l_status) \
  X(press_setup_files) \
  X(press_setup_fault) \
  X(press_setup_key) \
  X(press_setup_value) \
  X(press_setup_parts) \
  X(press_check_options) \
  X(press_check_result) \
  X(press_check_status) \
  X(press_finding)

/* X(struct): each that an init of one argument fills */
#define INITS(X) \
  X(press_target) \
  X(press_delegate) \
  X(press_config) \
  X(press_engine_stats) \
  X(press_gestures_config) \
  X(press_peek) \
  X(press_peek_config) \
  X(press_peek_status) \
  X(press_transition_options) \
  X(press_transition_config) \
  X(press_transition_status) \
  X(press_drop_proposal) \
  X(press_drag) \
  X(press_drag_config) \
  X(press_button_config) \
  X(press_button_status) \
  X(press_strike_config) \
  X(press_strike) \
  X(press_pinch_config) \
  X(press_pinch) \
  X(press_scroll_config) \
  X(press_scroll_content) \
  X(press_scroll_status) \
  X(press_levels_config) \
  X(press_levels_status) \
  X(press_crosstalk_config) \
  X(press_interactions) \
  X(press_profile) \
  X(press_feedback_config) \
  X(press_circuit) \
  X(press_curve) \
  X(press_curve_report) \
  X(press_sensor) \
  X(press_calibration) \
  X(press_pad_correction) \
  X(press_pad_config) \
  X(press_reading) \
  X(press_pad_stats) \
  X(press_supply_config) \
  X(press_supply_status) \
  X(press_idle_config) \
  X(press_idle_status) \
  X(press_grid_config) \
  X(press_grid_shape) \
  X(press_grid_load) \
  X(press_grid_lines) \
  X(press_grid_stats) \
  X(press_surface) \
  X(press_place) \
  X(press_bus) \
  X(press_converter_config) \
  X(press_converter_part) \
  X(press_drv2605l_config) \
  X(press_drv2605l_status) \
  X(press_setup_files) \
  X(press_setup_fault) \
  X(press_setup_key) \
  X(press_setup_value) \
  X(press_setup_parts) \
  X(press_check_options) \
  X(press_check_result) \
  X(press_check_status) \
  X(press_finding)

/* X(function, its arguments): each other function that takes no storage; AT is one of a type, with a canary behind it */
#define CALLS(X) \
  X(press_strerror, (0)) \
  X(press_version, ()) \
  X(press_time_extend, ((now += 1000), 0)) \
  X(press_event_name, (0)) \
  X(press_reason_name, (0)) \
  X(press_event_describe, (AT(press_event), texts.given, COUNT(texts.given))) \
  X(press_event_text, (AT(press_event), texts.given, COUNT(texts.given))) \
  X(press_target_check, (AT(press_target), AT(text))) \
  X(press_target_add, (engine, AT(press_target))) \
  X(press_target_add_check, (engine, AT(press_target), AT(text))) \
  X(press_target_update, (engine, AT(press_target))) \
  X(press_target_update_check, (engine, AT(press_target), AT(text))) \
  X(press_targets_put, (engine, AT(press_target), 1, AT(size_t))) \
  X(press_target_remove, (engine, 0)) \
  X(press_targets_remove, (engine, AT(uint32_t), 1)) \
  X(press_target_get, (engine, 0, AT(press_target))) \
  X(press_target_find, (engine, 0, 0, AT(uint32_t))) \
  X(press_targets_check, (engine, AT(uint32_t), AT(text))) \
  X(press_target_list, (engine, 0, AT(uint32_t), 1)) \
  X(press_set_delegate, (engine, AT(press_delegate))) \
  X(press_set_progress, (engine, 0)) \
  X(press_config_check, (AT(press_config), AT(text))) \
  X(press_config_pressure, (AT(press_config), 0, AT(press_q16))) \
  X(press_config_force, (AT(press_config), 0, AT(press_q16))) \
  X(press_engine_size, (AT(press_config))) \
  X(press_engine_set, (engine, AT(press_config))) \
  X(press_engine_get_config, (engine, AT(press_config))) \
  X(press_contact_release, (engine, 0)) \
  X(press_engine_reset, (engine)) \
  X(press_feed, (engine, AT(press_sample), 1)) \
  X(press_tick, (engine, (now += 1000))) \
  X(press_next_deadline, (engine)) \
  X(press_engine_time, (engine)) \
  X(press_poll, (engine, AT(press_event), 1)) \
  X(press_touch_get, (engine, 0, 0, AT(press_touch))) \
  X(press_engine_get_stats, (engine, AT(press_engine_stats))) \
  X(press_preview_cancel, (engine, 0)) \
  X(press_preview_state, (engine, 0)) \
  X(press_gestures_config_check, (AT(press_gestures_config), AT(text))) \
  X(press_gestures_size, (AT(press_config), AT(press_gestures_config))) \
  X(press_gestures_attach, (engine, AT(press_gestures_config))) \
  X(press_gestures_set, (engine, AT(press_gestures_config))) \
  X(press_gestures_get_config, (engine, AT(press_gestures_config))) \
  X(press_gestures_state, (engine, 0)) \
  X(press_gestures_cancel, (engine, 0)) \
  X(press_target_activate, (engine, 0)) \
  X(press_peek_config_check, (AT(press_peek_config), AT(text))) \
  X(press_peek_size, (AT(press_config), AT(press_peek_config))) \
  X(press_peek_attach, (engine, AT(press_peek_config))) \
  X(press_peek_set, (engine, AT(press_peek_config))) \
  X(press_peek_get_config, (engine, AT(press_peek_config))) \
  X(press_peek_declare, (engine, AT(press_peek_declaration), 1)) \
  X(press_peek_declarations_check, (AT(press_peek_declaration), 1, AT(text))) \
  X(press_peek_replace, (engine, AT(press_action), 1)) \
  X(press_peek_get, (engine, AT(press_peek_status))) \
  X(press_peek_find, (engine, 0, AT(press_peek))) \
  X(press_peek_open, (engine, 0)) \
  X(press_peek_pop, (engine)) \
  X(press_peek_dismiss, (engine)) \
  X(press_peek_reveal, (engine)) \
  X(press_action_perform, (engine, 0)) \
  X(press_action_back, (engine)) \
  X(press_timing_curve_y, (AT(press_timing_curve), 0, AT(press_q16))) \
  X(press_transition_config_check, (AT(press_transition_config), AT(text))) \
  X(press_transition_options_check, (AT(press_transition_options), AT(text))) \
  X(press_transition_size, (AT(press_config), AT(press_transition_config))) \
  X(press_transition_attach, (engine, AT(press_transition_config))) \
  X(press_transition_set, (engine, AT(press_transition_config))) \
  X(press_transition_get_config, (engine, AT(press_transition_config))) \
  X(press_transition_start, (engine, 0, AT(press_transition_options))) \
  X(press_transition_update, (engine, 0, 0)) \
  X(press_transition_finish, (engine, 0)) \
  X(press_transition_cancel, (engine, 0)) \
  X(press_transition_run_to, (engine, 0, 0)) \
  X(press_transition_pause, (engine, 0)) \
  X(press_transition_set_speed, (engine, 0, 0)) \
  X(press_transition_get_velocity, (engine, 0, AT(press_q16))) \
  X(press_transition_set_velocity, (engine, 0, 0)) \
  X(press_transition_bind, (engine, 0, 0, 0, 0, 0)) \
  X(press_transition_bind_check, (engine, 0, 0, 0, 0, 0, AT(text))) \
  X(press_transition_get, (engine, 0, AT(press_transition_status))) \
  X(press_drag_config_check, (AT(press_drag_config), AT(text))) \
  X(press_drag_size, (AT(press_config), AT(press_drag_config))) \
  X(press_drag_attach, (engine, AT(press_drag_config))) \
  X(press_drag_set, (engine, AT(press_drag_config))) \
  X(press_drag_get_config, (engine, AT(press_drag_config))) \
  X(press_drag_get, (engine, 0, AT(press_drag))) \
  X(press_drag_get_items, (engine, 0, AT(press_drag_item), 1)) \
  X(press_drag_find, (engine, 0, AT(uint32_t))) \
  X(press_drag_set_modifiers, (engine, 0)) \
  X(press_drag_cancel, (engine, 0)) \
  X(press_drop_confirm, (engine, 0, 0)) \
  X(press_drop_update, (engine, 0, 0, 0)) \
  X(press_drop_finish, (engine, 0, 0, 0)) \
  X(press_drop_undo, (engine)) \
  X(press_drop_redo, (engine)) \
  X(press_drag_begin, (engine, 0, AT(uint32_t))) \
  X(press_drag_add, (engine, 0, 0)) \
  X(press_drag_move, (engine, 0, 0, 0)) \
  X(press_drag_over, (engine, 0, 0)) \
  X(press_drag_drop, (engine, 0)) \
  X(press_drag_perform, (engine, 0, 0, AT(uint32_t))) \
  X(press_drag_begin_check, (engine, 0, AT(text))) \
  X(press_drag_add_check, (engine, 0, 0, AT(text))) \
  X(press_button_config_check, (AT(press_button_config), AT(text))) \
  X(press_button_size, (AT(press_config), AT(press_button_config))) \
  X(press_button_attach, (engine, AT(press_button_config))) \
  X(press_button_set, (engine, AT(press_button_config))) \
  X(press_button_get_config, (engine, AT(press_button_config))) \
  X(press_button_get, (engine, AT(press_button_status))) \
  X(press_strike_config_check, (AT(press_strike_config), AT(text))) \
  X(press_strike_size, (AT(press_config), AT(press_strike_config))) \
  X(press_strike_attach, (engine, AT(press_strike_config))) \
  X(press_strike_set, (engine, AT(press_strike_config))) \
  X(press_strike_get_config, (engine, AT(press_strike_config))) \
  X(press_strike_get, (engine, 0, AT(press_strike))) \
  X(press_pinch_config_check, (AT(press_pinch_config), AT(text))) \
  X(press_pinch_size, (AT(press_config), AT(press_pinch_config))) \
  X(press_pinch_attach, (engine, AT(press_pinch_config))) \
  X(press_pinch_set, (engine, AT(press_pinch_config))) \
  X(press_pinch_get_config, (engine, AT(press_pinch_config))) \
  X(press_pinch_get, (engine, 0, AT(press_pinch))) \
  X(press_scroll_config_check, (AT(press_scroll_config), AT(text))) \
  X(press_scroll_size, (AT(press_config), AT(press_scroll_config))) \
  X(press_scroll_attach, (engine, AT(press_scroll_config))) \
  X(press_scroll_set, (engine, AT(press_scroll_config))) \
  X(press_scroll_get_config, (engine, AT(press_scroll_config))) \
  X(press_scroll_declare, (engine, AT(press_scroll_content))) \
  X(press_scroll_throw, (engine, 0, 0, 0)) \
  X(press_scroll_aim, (engine, 0, 0, 0)) \
  X(press_scroll_stop, (engine, 0)) \
  X(press_scroll_get, (engine, 0, AT(press_scroll_status))) \
  X(press_scroll_get_velocity, (engine, 0, AT(press_q16), AT(press_q16))) \
  X(press_levels_config_check, (AT(press_levels_config), AT(text))) \
  X(press_levels_size, (AT(press_config), AT(press_levels_config))) \
  X(press_levels_attach, (engine, AT(press_levels_config))) \
  X(press_levels_set, (engine, AT(press_levels_config))) \
  X(press_levels_get_config, (engine, AT(press_levels_config))) \
  X(press_levels_get, (engine, 0, AT(press_levels_status))) \
  X(press_levels_cancel, (engine, 0)) \
  X(press_crosstalk_config_check, (AT(press_crosstalk_config), AT(text))) \
  X(press_crosstalk_size, (AT(press_config), AT(press_crosstalk_config))) \
  X(press_crosstalk_attach, (engine, AT(press_crosstalk_config))) \
  X(press_crosstalk_set, (engine, AT(press_crosstalk_config))) \
  X(press_crosstalk_get_config, (engine, AT(press_crosstalk_config))) \
  X(press_crosstalk_set_share, (engine, 0, 0, 0)) \
  X(press_crosstalk_get_share, (engine, 0, 0, AT(press_q16))) \
  X(press_interactions_check, (AT(press_interactions), AT(text))) \
  X(press_interactions_size, (AT(press_config), AT(press_interactions))) \
  X(press_interactions_attach, (engine, AT(press_interactions))) \
  X(press_engine_size_with, (AT(press_config), AT(press_interactions))) \
  X(press_profile_line, (AT(press_profile), texts.given, COUNT(texts.given), AT(text))) \
  X(press_feedback_config_check, (AT(press_feedback_config), AT(text))) \
  X(press_feedback_row_check, (AT(press_feedback_row), AT(text))) \
  X(press_feedback_defaults, (AT(press_feedback_row), 1)) \
  X(press_feedback_init, (AT(press_feedback), AT(press_feedback_config), AT(press_feedback_row), 1)) \
  X(press_feedback_event, (AT(press_feedback), AT(press_event), AT(press_effect))) \
  X(press_feedback_expects, (AT(press_feedback), AT(press_event))) \
  X(press_effect_name, (0)) \
  X(press_median_step, (AT(press_median), 0)) \
  X(press_one_euro_init, (AT(press_one_euro), 0, 0, 0)) \
  X(press_one_euro_step, (AT(press_one_euro), (now += 1000), 0, AT(press_q16))) \
  X(press_circuit_conductance, (AT(press_circuit), 0, AT(press_q16))) \
  X(press_curve_power, (0, 0, 0, AT(press_curve))) \
  X(press_curve_table, (AT(press_curve_point), 1, AT(press_curve))) \
  X(press_curve_fit, (AT(press_curve_point), 1, AT(press_curve), AT(press_curve_report))) \
  X(press_curve_fit_best, (AT(press_curve_point), 1, AT(press_curve), AT(press_curve_report), AT(press_q16))) \
  X(press_curve_scale, (AT(press_curve), 0, 0, AT(press_curve))) \
  X(press_curve_force, (AT(press_curve), 0, AT(press_q16))) \
  X(press_sensor_check, (AT(press_sensor), AT(text))) \
  X(press_circuit_check, (AT(press_circuit), AT(text))) \
  X(press_curve_check, (AT(press_curve), AT(text))) \
  X(press_calibration_check, (AT(press_calibration), AT(text))) \
  X(press_calibration_take, (AT(press_sensor), AT(press_calibration))) \
  X(press_calibration_apply, (AT(press_calibration), AT(press_sensor))) \
  X(press_calibration_store, (AT(press_calibration), bytes.given, COUNT(bytes.given))) \
  X(press_calibration_load, (bytes.given, COUNT(bytes.given), AT(press_calibration))) \
  X(press_calibration_error, (AT(press_calibration), 0, 0, AT(press_q16))) \
  X(press_pad_config_check, (AT(press_pad_config), AT(text))) \
  X(press_pad_config_check_with, (AT(press_pad_config), AT(press_config), AT(text))) \
  X(press_pad_size, (1)) \
  X(press_pad_set, (pad, AT(press_pad_config))) \
  X(press_pad_get_config, (pad, AT(press_pad_config))) \
  X(press_pad_set_sensors, (pad, AT(press_sensor), 1)) \
  X(press_pad_feed, (pad, AT(press_frame), engine)) \
  X(press_pad_feed_many, (pad, AT(press_frame), 1, engine)) \
  X(press_pad_tick, (pad, (now += 1000), engine)) \
  X(press_pad_next_deadline, (pad)) \
  X(press_pad_tare, (pad, 0)) \
  X(press_pad_get, (pad, AT(press_reading))) \
  X(press_pad_fit, (AT(press_pad_point), 1, AT(press_pad_correction), AT(press_q16))) \
  X(press_pad_get_stats, (pad, AT(press_pad_stats))) \
  X(press_pad_resume, (pad, (now += 1000), engine)) \
  X(press_supply_config_check, (AT(press_supply_config), AT(text))) \
  X(press_supply_init, (AT(press_supply), AT(press_supply_config))) \
  X(press_supply_feed, (AT(press_supply), (now += 1000), 0, pad, engine)) \
  X(press_supply_get, (AT(press_supply), AT(press_supply_status))) \
  X(press_idle_config_check, (AT(press_idle_config), AT(text))) \
  X(press_idle_init, (AT(press_idle), AT(press_idle_config))) \
  X(press_idle_look, (AT(press_idle), pad, engine)) \
  X(press_idle_codes, (AT(press_idle), pad, 0, AT(int32_t), AT(int32_t))) \
  X(press_idle_get, (AT(press_idle), AT(press_idle_status))) \
  X(press_grid_config_check, (AT(press_grid_config), AT(text))) \
  X(press_grid_size, (AT(press_grid_config))) \
  X(press_grid_set, (grid, AT(press_grid_config))) \
  X(press_grid_get_config, (grid, AT(press_grid_config))) \
  X(press_grid_set_mask, (grid, AT(uint32_t), 1)) \
  X(press_grid_feed, (grid, (now += 1000), cells.given, COUNT(cells.given), engine)) \
  X(press_grid_lost, (grid, (now += 1000), engine)) \
  X(press_grid_reset, (grid)) \
  X(press_grid_set_gains, (grid, AT(press_q16), 1)) \
  X(press_grid_tare, (grid, 0)) \
  X(press_grid_get_contacts, (grid, AT(press_grid_contact), 1)) \
  X(press_grid_get_shape, (grid, 0, AT(press_grid_shape))) \
  X(press_grid_get_load, (grid, AT(press_grid_region), AT(press_grid_load))) \
  X(press_grid_get_map, (grid, AT(press_q16), 1)) \
  X(press_grid_get_lines, (grid, AT(press_grid_lines))) \
  X(press_grid_get_stats, (grid, AT(press_grid_stats))) \
  X(press_surface_add_pad, (AT(press_surface), AT(press_place), AT(press_pad_config), AT(text))) \
  X(press_surface_add_grid, (AT(press_surface), AT(press_place), AT(press_grid_config), AT(text))) \
  X(press_converter_config_check, (AT(press_converter_config), AT(text))) \
  X(press_converter_part_get, (AT(press_converter_config), AT(press_converter_part))) \
  X(press_converter_name, (0)) \
  X(press_converter_init, (AT(press_converter), AT(press_converter_config), AT(press_bus))) \
  X(press_converter_step, (AT(press_converter), (now += 1000), AT(press_frame))) \
  X(press_converter_next_deadline, (AT(press_converter))) \
  X(press_converter_read, (AT(press_converter), 0, AT(press_frame))) \
  X(press_converter_last_error, (AT(press_converter))) \
  X(press_converter_conflicts, (AT(press_converter))) \
  X(press_converter_stop, (AT(press_converter))) \
  X(press_converter_watch, (AT(press_converter), 0, 0, 0)) \
  X(press_drv2605l_config_check, (AT(press_drv2605l_config), AT(text))) \
  X(press_drv2605l_init, (AT(press_drv2605l), AT(press_drv2605l_config), AT(press_bus))) \
  X(press_drv2605l_step, (AT(press_drv2605l), (now += 1000))) \
  X(press_drv2605l_next_deadline, (AT(press_drv2605l))) \
  X(press_drv2605l_play, (AT(press_drv2605l), (now += 1000), AT(press_effect))) \
  X(press_drv2605l_play_sequence, (AT(press_drv2605l), (now += 1000), bytes.given, COUNT(bytes.given))) \
  X(press_drv2605l_arm, (AT(press_drv2605l), (now += 1000), 0)) \
  X(press_drv2605l_get, (AT(press_drv2605l), AT(press_drv2605l_status))) \
  X(press_drv2605l_stop, (AT(press_drv2605l))) \
  X(press_setup_size, ()) \
  X(press_setup_set_files, (setup, AT(press_setup_files))) \
  X(press_setup_text, (setup, 0, texts.given, COUNT(texts.given))) \
  X(press_setup_begin, (setup, 0)) \
  X(press_setup_line, (setup, texts.given, COUNT(texts.given))) \
  X(press_setup_option, (setup, texts.given)) \
  X(press_setup_check, (setup, 0)) \
  X(press_setup_get_fault, (setup, AT(press_setup_fault))) \
  X(press_setup_key_get, (0, AT(press_setup_key))) \
  X(press_setup_key_get_texts, (0, AT(text), AT(text))) \
  X(press_setup_get, (setup, texts.given, AT(press_setup_value))) \
  X(press_setup_get_text, (setup, texts.given, texts.given, COUNT(texts.given))) \
  X(press_setup_decimal, (0, texts.given, COUNT(texts.given))) \
  X(press_setup_count, (setup, texts.given)) \
  X(press_setup_section_line, (setup, texts.given)) \
  X(press_setup_section, (setup, texts.given)) \
  X(press_setup_get_wire, (setup, 0, AT(uint32_t), AT(uint32_t))) \
  X(press_setup_start, (setup, AT(press_setup_parts))) \
  X(press_setup_get_transition, (setup, 0, AT(press_transition_options))) \
  X(press_setup_step, (setup, (now += 1000), AT(press_frame))) \
  X(press_setup_frame_us, (setup)) \
  X(press_setup_next_deadline, (setup)) \
  X(press_setup_last_error, (setup, 0)) \
  X(press_setup_conflicts, (setup, 0)) \
  X(press_setup_stop, (setup)) \
  X(press_check_size, (1)) \
  X(press_check_bus, (check, AT(press_check_result))) \
  X(press_check_feed, (check, AT(press_frame))) \
  X(press_check_tick, (check, (now += 1000))) \
  X(press_check_inputs, (check, cells.given)) \
  X(press_check_end, (check)) \
  X(press_check_get, (check, AT(press_check_status))) \
  X(press_check_get_finding, (check, 0, AT(press_finding))) \
  X(press_finding_get, (0, AT(press_finding))) \
  X(press_check_get_text, (check, 0, 0, texts.given, COUNT(texts.given))) \
  X(press_check_get_value, (check, 0, texts.given, AT(int64_t)))

#endif
