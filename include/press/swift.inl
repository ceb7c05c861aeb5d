/* Written by `make contract` from the headers. What Swift does not import of them: statuses as
 * Int32, macros with arguments, initializers, structs with their defaults, the elements of arrays. press/module.modulemap includes it; for C
 * and C++ it is empty. */
#if defined(__swift__) && !defined(PRESS_SWIFT_INL)
#define PRESS_SWIFT_INL

#include "../press.h"

static const int PRESS_OK = 0; /**< no failure */
static const int PRESS_ERR_NOENT = -2; /**< what the call names (a contact, a target, a session, a sensor) does not exist, or nothing is stored there */
static const int PRESS_ERR_IO = -5; /**< the bus failed */
static const int PRESS_ERR_AGAIN = -11; /**< events wait for press_poll: take some, and the same call works */
static const int PRESS_ERR_BUSY = -16; /**< called from inside a callback */
static const int PRESS_ERR_INVAL = -22; /**< an argument is NULL, out of range or of the wrong size */
static const int PRESS_ERR_NOSPC = -28; /**< a capacity given at init is used up, or the storage is too small: polling does not help */
static const int PRESS_ERR_TIME = -62; /**< time went backwards */
static const int PRESS_ERR_STATE = -71; /**< not now: the object is not in the state that this needs */
static const int PRESS_ERR_DAMAGED = -74; /**< stored bytes are damaged or cut off */
static const int PRESS_ERR_MOVED = -78; /**< the engine is of another process: press_engine_adopt takes it over */
static const int PRESS_ERR_VERSION = -93; /**< stored bytes are of a version that this library does not know */
static const int PRESS_ERR_NOBUFS = -105; /**< max_events is too small for the ends of all that can run */
static const int PRESS_ERR_TIMEDOUT = -110; /**< the device did not answer in time */
static const int PRESS_ERR_NACK = -121; /**< no device acknowledged the address */

/** Q16.16 of a number, rounded to nearest; saturates, and 0 for what is no number. */
static inline press_q16 press_swift_q16(double value) __attribute__((swift_name("PRESS_Q16(_:)")));
static inline press_q16 press_swift_q16(double value) {
  if (value >= 32767.99999) return INT32_MAX;
  if (value <= -32768.0) return INT32_MIN;
  return value == value ? PRESS_Q16(value) : 0;
}

/** Bytes of storage: PRESS_ENGINE_STORAGE_FOR. */
static inline size_t press_swift_engine_storage_for(size_t contacts, size_t targets, size_t events) __attribute__((swift_name("PRESS_ENGINE_STORAGE_FOR(contacts:targets:events:)")));
static inline size_t press_swift_engine_storage_for(size_t contacts, size_t targets, size_t events) { return PRESS_ENGINE_STORAGE_FOR(contacts, targets, events); }

/** Bytes of storage: PRESS_GESTURES_STORAGE_FOR. */
static inline size_t press_swift_gestures_storage_for(size_t contacts) __attribute__((swift_name("PRESS_GESTURES_STORAGE_FOR(contacts:)")));
static inline size_t press_swift_gestures_storage_for(size_t contacts) { return PRESS_GESTURES_STORAGE_FOR(contacts); }

/** Bytes of storage: PRESS_DRAG_STORAGE_FOR. */
static inline size_t press_swift_drag_storage_for(size_t contacts) __attribute__((swift_name("PRESS_DRAG_STORAGE_FOR(contacts:)")));
static inline size_t press_swift_drag_storage_for(size_t contacts) { return PRESS_DRAG_STORAGE_FOR(contacts); }

/** Bytes of storage: PRESS_SCROLL_STORAGE_FOR. */
static inline size_t press_swift_scroll_storage_for(size_t contacts) __attribute__((swift_name("PRESS_SCROLL_STORAGE_FOR(contacts:)")));
static inline size_t press_swift_scroll_storage_for(size_t contacts) { return PRESS_SCROLL_STORAGE_FOR(contacts); }

/** Bytes of storage: PRESS_STRIKE_STORAGE_FOR. */
static inline size_t press_swift_strike_storage_for(size_t contacts) __attribute__((swift_name("PRESS_STRIKE_STORAGE_FOR(contacts:)")));
static inline size_t press_swift_strike_storage_for(size_t contacts) { return PRESS_STRIKE_STORAGE_FOR(contacts); }

/** Bytes of storage: PRESS_PINCH_STORAGE_FOR. */
static inline size_t press_swift_pinch_storage_for(size_t contacts) __attribute__((swift_name("PRESS_PINCH_STORAGE_FOR(contacts:)")));
static inline size_t press_swift_pinch_storage_for(size_t contacts) { return PRESS_PINCH_STORAGE_FOR(contacts); }

/** Bytes of storage: PRESS_LEVELS_STORAGE_FOR. */
static inline size_t press_swift_levels_storage_for(size_t contacts) __attribute__((swift_name("PRESS_LEVELS_STORAGE_FOR(contacts:)")));
static inline size_t press_swift_levels_storage_for(size_t contacts) { return PRESS_LEVELS_STORAGE_FOR(contacts); }

/** Bytes of storage: PRESS_PAD_STORAGE_FOR. */
static inline size_t press_swift_pad_storage_for(size_t sensors) __attribute__((swift_name("PRESS_PAD_STORAGE_FOR(sensors:)")));
static inline size_t press_swift_pad_storage_for(size_t sensors) { return PRESS_PAD_STORAGE_FOR(sensors); }

static const press_timing_curve press_swift_press_curve_ease_in_out __attribute__((swift_name("press_timing_curve.easeInOut"))) = PRESS_CURVE_EASE_IN_OUT; /**< PRESS_CURVE_EASE_IN_OUT */
static const press_timing_curve press_swift_press_curve_ease_in __attribute__((swift_name("press_timing_curve.easeIn"))) = PRESS_CURVE_EASE_IN; /**< PRESS_CURVE_EASE_IN */
static const press_timing_curve press_swift_press_curve_ease_out __attribute__((swift_name("press_timing_curve.easeOut"))) = PRESS_CURVE_EASE_OUT; /**< PRESS_CURVE_EASE_OUT */
static const press_timing_curve press_swift_press_curve_linear __attribute__((swift_name("press_timing_curve.linear"))) = PRESS_CURVE_LINEAR; /**< PRESS_CURVE_LINEAR */
/** PRESS_SPRING: the curve of options with PRESS_TRANSITION_FLAG_SPRING. */
static inline press_timing_curve press_swift_spring(double damping, double response) __attribute__((swift_name("press_timing_curve.spring(damping:response:)")));
static inline press_timing_curve press_swift_spring(double damping, double response) {
  press_timing_curve it = PRESS_SPRING(damping, response);
  return it;
}

/** Every default: press_target_init. */
static inline press_target press_swift_target(void) __attribute__((swift_name("getter:press_target.defaults()")));
static inline press_target press_swift_target(void) {
  press_target it;
  press_target_init(&it);
  return it;
}

/** Every default: press_config_init. */
static inline press_config press_swift_config(void) __attribute__((swift_name("getter:press_config.defaults()")));
static inline press_config press_swift_config(void) {
  press_config it;
  press_config_init(&it);
  return it;
}

/** Every default: press_engine_stats_init. */
static inline press_engine_stats press_swift_engine_stats(void) __attribute__((swift_name("getter:press_engine_stats.defaults()")));
static inline press_engine_stats press_swift_engine_stats(void) {
  press_engine_stats it;
  press_engine_stats_init(&it);
  return it;
}

/** Every default: press_gestures_config_init. */
static inline press_gestures_config press_swift_gestures_config(void) __attribute__((swift_name("getter:press_gestures_config.defaults()")));
static inline press_gestures_config press_swift_gestures_config(void) {
  press_gestures_config it;
  press_gestures_config_init(&it);
  return it;
}

/** Every default: press_peek_init. */
static inline press_peek press_swift_peek(void) __attribute__((swift_name("getter:press_peek.defaults()")));
static inline press_peek press_swift_peek(void) {
  press_peek it;
  press_peek_init(&it);
  return it;
}

/** Every default: press_peek_config_init. */
static inline press_peek_config press_swift_peek_config(void) __attribute__((swift_name("getter:press_peek_config.defaults()")));
static inline press_peek_config press_swift_peek_config(void) {
  press_peek_config it;
  press_peek_config_init(&it);
  return it;
}

/** Every default: press_peek_status_init. */
static inline press_peek_status press_swift_peek_status(void) __attribute__((swift_name("getter:press_peek_status.defaults()")));
static inline press_peek_status press_swift_peek_status(void) {
  press_peek_status it;
  press_peek_status_init(&it);
  return it;
}

/** Every default: press_transition_config_init. */
static inline press_transition_config press_swift_transition_config(void) __attribute__((swift_name("getter:press_transition_config.defaults()")));
static inline press_transition_config press_swift_transition_config(void) {
  press_transition_config it;
  press_transition_config_init(&it);
  return it;
}

/** Every default: press_transition_options_init. */
static inline press_transition_options press_swift_transition_options(void) __attribute__((swift_name("getter:press_transition_options.defaults()")));
static inline press_transition_options press_swift_transition_options(void) {
  press_transition_options it;
  press_transition_options_init(&it);
  return it;
}

/** Every default: press_transition_status_init. */
static inline press_transition_status press_swift_transition_status(void) __attribute__((swift_name("getter:press_transition_status.defaults()")));
static inline press_transition_status press_swift_transition_status(void) {
  press_transition_status it;
  press_transition_status_init(&it);
  return it;
}

/** Every default: press_drop_proposal_init. */
static inline press_drop_proposal press_swift_drop_proposal(void) __attribute__((swift_name("getter:press_drop_proposal.defaults()")));
static inline press_drop_proposal press_swift_drop_proposal(void) {
  press_drop_proposal it;
  press_drop_proposal_init(&it);
  return it;
}

/** Every default: press_drag_init. */
static inline press_drag press_swift_drag(void) __attribute__((swift_name("getter:press_drag.defaults()")));
static inline press_drag press_swift_drag(void) {
  press_drag it;
  press_drag_init(&it);
  return it;
}

/** Every default: press_drag_config_init. */
static inline press_drag_config press_swift_drag_config(void) __attribute__((swift_name("getter:press_drag_config.defaults()")));
static inline press_drag_config press_swift_drag_config(void) {
  press_drag_config it;
  press_drag_config_init(&it);
  return it;
}

/** Every default: press_button_config_init. */
static inline press_button_config press_swift_button_config(void) __attribute__((swift_name("getter:press_button_config.defaults()")));
static inline press_button_config press_swift_button_config(void) {
  press_button_config it;
  press_button_config_init(&it);
  return it;
}

/** Every default: press_button_status_init. */
static inline press_button_status press_swift_button_status(void) __attribute__((swift_name("getter:press_button_status.defaults()")));
static inline press_button_status press_swift_button_status(void) {
  press_button_status it;
  press_button_status_init(&it);
  return it;
}

/** Every default: press_strike_config_init. */
static inline press_strike_config press_swift_strike_config(void) __attribute__((swift_name("getter:press_strike_config.defaults()")));
static inline press_strike_config press_swift_strike_config(void) {
  press_strike_config it;
  press_strike_config_init(&it);
  return it;
}

/** Every default: press_strike_init. */
static inline press_strike press_swift_strike(void) __attribute__((swift_name("getter:press_strike.defaults()")));
static inline press_strike press_swift_strike(void) {
  press_strike it;
  press_strike_init(&it);
  return it;
}

/** Every default: press_pinch_config_init. */
static inline press_pinch_config press_swift_pinch_config(void) __attribute__((swift_name("getter:press_pinch_config.defaults()")));
static inline press_pinch_config press_swift_pinch_config(void) {
  press_pinch_config it;
  press_pinch_config_init(&it);
  return it;
}

/** Every default: press_pinch_init. */
static inline press_pinch press_swift_pinch(void) __attribute__((swift_name("getter:press_pinch.defaults()")));
static inline press_pinch press_swift_pinch(void) {
  press_pinch it;
  press_pinch_init(&it);
  return it;
}

/** Every default: press_scroll_config_init. */
static inline press_scroll_config press_swift_scroll_config(void) __attribute__((swift_name("getter:press_scroll_config.defaults()")));
static inline press_scroll_config press_swift_scroll_config(void) {
  press_scroll_config it;
  press_scroll_config_init(&it);
  return it;
}

/** Every default: press_scroll_content_init. */
static inline press_scroll_content press_swift_scroll_content(void) __attribute__((swift_name("getter:press_scroll_content.defaults()")));
static inline press_scroll_content press_swift_scroll_content(void) {
  press_scroll_content it;
  press_scroll_content_init(&it);
  return it;
}

/** Every default: press_scroll_status_init. */
static inline press_scroll_status press_swift_scroll_status(void) __attribute__((swift_name("getter:press_scroll_status.defaults()")));
static inline press_scroll_status press_swift_scroll_status(void) {
  press_scroll_status it;
  press_scroll_status_init(&it);
  return it;
}

/** Every default: press_levels_config_init. */
static inline press_levels_config press_swift_levels_config(void) __attribute__((swift_name("getter:press_levels_config.defaults()")));
static inline press_levels_config press_swift_levels_config(void) {
  press_levels_config it;
  press_levels_config_init(&it);
  return it;
}

/** Every default: press_levels_status_init. */
static inline press_levels_status press_swift_levels_status(void) __attribute__((swift_name("getter:press_levels_status.defaults()")));
static inline press_levels_status press_swift_levels_status(void) {
  press_levels_status it;
  press_levels_status_init(&it);
  return it;
}

/** Every default: press_crosstalk_config_init. */
static inline press_crosstalk_config press_swift_crosstalk_config(void) __attribute__((swift_name("getter:press_crosstalk_config.defaults()")));
static inline press_crosstalk_config press_swift_crosstalk_config(void) {
  press_crosstalk_config it;
  press_crosstalk_config_init(&it);
  return it;
}

/** Every default: press_interactions_init. */
static inline press_interactions press_swift_interactions(void) __attribute__((swift_name("getter:press_interactions.defaults()")));
static inline press_interactions press_swift_interactions(void) {
  press_interactions it;
  press_interactions_init(&it);
  return it;
}

/** Every default: press_profile_init. */
static inline press_profile press_swift_profile(void) __attribute__((swift_name("getter:press_profile.defaults()")));
static inline press_profile press_swift_profile(void) {
  press_profile it;
  press_profile_init(&it);
  return it;
}

/** Every default: press_feedback_config_init. */
static inline press_feedback_config press_swift_feedback_config(void) __attribute__((swift_name("getter:press_feedback_config.defaults()")));
static inline press_feedback_config press_swift_feedback_config(void) {
  press_feedback_config it;
  press_feedback_config_init(&it);
  return it;
}

/** Every default: press_circuit_init. */
static inline press_circuit press_swift_circuit(void) __attribute__((swift_name("getter:press_circuit.defaults()")));
static inline press_circuit press_swift_circuit(void) {
  press_circuit it;
  press_circuit_init(&it);
  return it;
}

/** Every default: press_curve_init. */
static inline press_curve press_swift_curve(void) __attribute__((swift_name("getter:press_curve.defaults()")));
static inline press_curve press_swift_curve(void) {
  press_curve it;
  press_curve_init(&it);
  return it;
}

/** Every default: press_curve_report_init. */
static inline press_curve_report press_swift_curve_report(void) __attribute__((swift_name("getter:press_curve_report.defaults()")));
static inline press_curve_report press_swift_curve_report(void) {
  press_curve_report it;
  press_curve_report_init(&it);
  return it;
}

/** Every default: press_sensor_init. */
static inline press_sensor press_swift_sensor(void) __attribute__((swift_name("getter:press_sensor.defaults()")));
static inline press_sensor press_swift_sensor(void) {
  press_sensor it;
  press_sensor_init(&it);
  return it;
}

/** Every default: press_calibration_init. */
static inline press_calibration press_swift_calibration(void) __attribute__((swift_name("getter:press_calibration.defaults()")));
static inline press_calibration press_swift_calibration(void) {
  press_calibration it;
  press_calibration_init(&it);
  return it;
}

/** Every default: press_pad_correction_init. */
static inline press_pad_correction press_swift_pad_correction(void) __attribute__((swift_name("getter:press_pad_correction.defaults()")));
static inline press_pad_correction press_swift_pad_correction(void) {
  press_pad_correction it;
  press_pad_correction_init(&it);
  return it;
}

/** Every default: press_pad_config_init. */
static inline press_pad_config press_swift_pad_config(void) __attribute__((swift_name("getter:press_pad_config.defaults()")));
static inline press_pad_config press_swift_pad_config(void) {
  press_pad_config it;
  press_pad_config_init(&it);
  return it;
}

/** Every default: press_reading_init. */
static inline press_reading press_swift_reading(void) __attribute__((swift_name("getter:press_reading.defaults()")));
static inline press_reading press_swift_reading(void) {
  press_reading it;
  press_reading_init(&it);
  return it;
}

/** Every default: press_pad_stats_init. */
static inline press_pad_stats press_swift_pad_stats(void) __attribute__((swift_name("getter:press_pad_stats.defaults()")));
static inline press_pad_stats press_swift_pad_stats(void) {
  press_pad_stats it;
  press_pad_stats_init(&it);
  return it;
}

/** Every default: press_supply_config_init. */
static inline press_supply_config press_swift_supply_config(void) __attribute__((swift_name("getter:press_supply_config.defaults()")));
static inline press_supply_config press_swift_supply_config(void) {
  press_supply_config it;
  press_supply_config_init(&it);
  return it;
}

/** Every default: press_supply_status_init. */
static inline press_supply_status press_swift_supply_status(void) __attribute__((swift_name("getter:press_supply_status.defaults()")));
static inline press_supply_status press_swift_supply_status(void) {
  press_supply_status it;
  press_supply_status_init(&it);
  return it;
}

/** Every default: press_idle_config_init. */
static inline press_idle_config press_swift_idle_config(void) __attribute__((swift_name("getter:press_idle_config.defaults()")));
static inline press_idle_config press_swift_idle_config(void) {
  press_idle_config it;
  press_idle_config_init(&it);
  return it;
}

/** Every default: press_idle_status_init. */
static inline press_idle_status press_swift_idle_status(void) __attribute__((swift_name("getter:press_idle_status.defaults()")));
static inline press_idle_status press_swift_idle_status(void) {
  press_idle_status it;
  press_idle_status_init(&it);
  return it;
}

/** Every default: press_grid_config_init. */
static inline press_grid_config press_swift_grid_config(void) __attribute__((swift_name("getter:press_grid_config.defaults()")));
static inline press_grid_config press_swift_grid_config(void) {
  press_grid_config it;
  press_grid_config_init(&it);
  return it;
}

/** Every default: press_grid_shape_init. */
static inline press_grid_shape press_swift_grid_shape(void) __attribute__((swift_name("getter:press_grid_shape.defaults()")));
static inline press_grid_shape press_swift_grid_shape(void) {
  press_grid_shape it;
  press_grid_shape_init(&it);
  return it;
}

/** Every default: press_grid_load_init. */
static inline press_grid_load press_swift_grid_load(void) __attribute__((swift_name("getter:press_grid_load.defaults()")));
static inline press_grid_load press_swift_grid_load(void) {
  press_grid_load it;
  press_grid_load_init(&it);
  return it;
}

/** Every default: press_grid_lines_init. */
static inline press_grid_lines press_swift_grid_lines(void) __attribute__((swift_name("getter:press_grid_lines.defaults()")));
static inline press_grid_lines press_swift_grid_lines(void) {
  press_grid_lines it;
  press_grid_lines_init(&it);
  return it;
}

/** Every default: press_grid_stats_init. */
static inline press_grid_stats press_swift_grid_stats(void) __attribute__((swift_name("getter:press_grid_stats.defaults()")));
static inline press_grid_stats press_swift_grid_stats(void) {
  press_grid_stats it;
  press_grid_stats_init(&it);
  return it;
}

/** Every default: press_surface_init. */
static inline press_surface press_swift_surface(void) __attribute__((swift_name("getter:press_surface.defaults()")));
static inline press_surface press_swift_surface(void) {
  press_surface it;
  press_surface_init(&it);
  return it;
}

/** Every default: press_place_init. */
static inline press_place press_swift_place(void) __attribute__((swift_name("getter:press_place.defaults()")));
static inline press_place press_swift_place(void) {
  press_place it;
  press_place_init(&it);
  return it;
}

/** Every default: press_bus_init. */
static inline press_bus press_swift_bus(void) __attribute__((swift_name("getter:press_bus.defaults()")));
static inline press_bus press_swift_bus(void) {
  press_bus it;
  press_bus_init(&it);
  return it;
}

/** Every default: press_converter_config_init. */
static inline press_converter_config press_swift_converter_config(void) __attribute__((swift_name("getter:press_converter_config.defaults()")));
static inline press_converter_config press_swift_converter_config(void) {
  press_converter_config it;
  press_converter_config_init(&it);
  return it;
}

/** Every default: press_converter_part_init. */
static inline press_converter_part press_swift_converter_part(void) __attribute__((swift_name("getter:press_converter_part.defaults()")));
static inline press_converter_part press_swift_converter_part(void) {
  press_converter_part it;
  press_converter_part_init(&it);
  return it;
}

/** Every default: press_drv2605l_config_init. */
static inline press_drv2605l_config press_swift_drv2605l_config(void) __attribute__((swift_name("getter:press_drv2605l_config.defaults()")));
static inline press_drv2605l_config press_swift_drv2605l_config(void) {
  press_drv2605l_config it;
  press_drv2605l_config_init(&it);
  return it;
}

/** Every default: press_drv2605l_status_init. */
static inline press_drv2605l_status press_swift_drv2605l_status(void) __attribute__((swift_name("getter:press_drv2605l_status.defaults()")));
static inline press_drv2605l_status press_swift_drv2605l_status(void) {
  press_drv2605l_status it;
  press_drv2605l_status_init(&it);
  return it;
}

/** Every default: press_setup_files_init. */
static inline press_setup_files press_swift_setup_files(void) __attribute__((swift_name("getter:press_setup_files.defaults()")));
static inline press_setup_files press_swift_setup_files(void) {
  press_setup_files it;
  press_setup_files_init(&it);
  return it;
}

/** Every default: press_setup_fault_init. */
static inline press_setup_fault press_swift_setup_fault(void) __attribute__((swift_name("getter:press_setup_fault.defaults()")));
static inline press_setup_fault press_swift_setup_fault(void) {
  press_setup_fault it;
  press_setup_fault_init(&it);
  return it;
}

/** Every default: press_setup_key_init. */
static inline press_setup_key press_swift_setup_key(void) __attribute__((swift_name("getter:press_setup_key.defaults()")));
static inline press_setup_key press_swift_setup_key(void) {
  press_setup_key it;
  press_setup_key_init(&it);
  return it;
}

/** Every default: press_setup_value_init. */
static inline press_setup_value press_swift_setup_value(void) __attribute__((swift_name("getter:press_setup_value.defaults()")));
static inline press_setup_value press_swift_setup_value(void) {
  press_setup_value it;
  press_setup_value_init(&it);
  return it;
}

/** Every default: press_setup_parts_init. */
static inline press_setup_parts press_swift_setup_parts(void) __attribute__((swift_name("getter:press_setup_parts.defaults()")));
static inline press_setup_parts press_swift_setup_parts(void) {
  press_setup_parts it;
  press_setup_parts_init(&it);
  return it;
}

/** Every default: press_check_options_init. */
static inline press_check_options press_swift_check_options(void) __attribute__((swift_name("getter:press_check_options.defaults()")));
static inline press_check_options press_swift_check_options(void) {
  press_check_options it;
  press_check_options_init(&it);
  return it;
}

/** Every default: press_check_result_init. */
static inline press_check_result press_swift_check_result(void) __attribute__((swift_name("getter:press_check_result.defaults()")));
static inline press_check_result press_swift_check_result(void) {
  press_check_result it;
  press_check_result_init(&it);
  return it;
}

/** Every default: press_check_status_init. */
static inline press_check_status press_swift_check_status(void) __attribute__((swift_name("getter:press_check_status.defaults()")));
static inline press_check_status press_swift_check_status(void) {
  press_check_status it;
  press_check_status_init(&it);
  return it;
}

/** Every default: press_finding_init. */
static inline press_finding press_swift_finding(void) __attribute__((swift_name("getter:press_finding.defaults()")));
static inline press_finding press_swift_finding(void) {
  press_finding it;
  press_finding_init(&it);
  return it;
}

/** Every default: press_delegate_init. */
static inline press_delegate press_swift_delegate(void) __attribute__((swift_name("getter:press_delegate.defaults()")));
static inline press_delegate press_swift_delegate(void) {
  press_delegate it;
  press_delegate_init(&it);
  return it;
}

/** name[index]. It traps where the index is not 0..63. */
static inline __typeof__(((press_profile *)0)->name[0]) press_swift_profile_name(const press_profile *it, int index) __attribute__((swift_name("press_profile.name(self:at:)")));
static inline __typeof__(((press_profile *)0)->name[0]) press_swift_profile_name(const press_profile *it, int index) {
  if (index < 0 || index >= 64) __builtin_trap();
  return it->name[index];
}
/** Writes name[index]. It traps where the index is not 0..63. */
static inline void press_swift_profile_name_set(press_profile *it, int index, __typeof__(((press_profile *)0)->name[0]) value) __attribute__((swift_name("press_profile.setName(self:at:to:)")));
static inline void press_swift_profile_name_set(press_profile *it, int index, __typeof__(((press_profile *)0)->name[0]) value) {
  if (index < 0 || index >= 64) __builtin_trap();
  it->name[index] = value;
}

/** previous[index]. It traps where the index is not 0..1. */
static inline __typeof__(((press_median *)0)->previous[0]) press_swift_median_previous(const press_median *it, int index) __attribute__((swift_name("press_median.previous(self:at:)")));
static inline __typeof__(((press_median *)0)->previous[0]) press_swift_median_previous(const press_median *it, int index) {
  if (index < 0 || index >= 2) __builtin_trap();
  return it->previous[index];
}
/** Writes previous[index]. It traps where the index is not 0..1. */
static inline void press_swift_median_previous_set(press_median *it, int index, __typeof__(((press_median *)0)->previous[0]) value) __attribute__((swift_name("press_median.setPrevious(self:at:to:)")));
static inline void press_swift_median_previous_set(press_median *it, int index, __typeof__(((press_median *)0)->previous[0]) value) {
  if (index < 0 || index >= 2) __builtin_trap();
  it->previous[index] = value;
}

/** points[index]. It traps where the index is not 0..15. */
static inline __typeof__(((press_curve *)0)->points[0]) press_swift_curve_points(const press_curve *it, int index) __attribute__((swift_name("press_curve.points(self:at:)")));
static inline __typeof__(((press_curve *)0)->points[0]) press_swift_curve_points(const press_curve *it, int index) {
  if (index < 0 || index >= 16) __builtin_trap();
  return it->points[index];
}
/** Writes points[index]. It traps where the index is not 0..15. */
static inline void press_swift_curve_points_set(press_curve *it, int index, __typeof__(((press_curve *)0)->points[0]) value) __attribute__((swift_name("press_curve.setPoints(self:at:to:)")));
static inline void press_swift_curve_points_set(press_curve *it, int index, __typeof__(((press_curve *)0)->points[0]) value) {
  if (index < 0 || index >= 16) __builtin_trap();
  it->points[index] = value;
}

/** code[index]. It traps where the index is not 0..7. */
static inline __typeof__(((press_frame *)0)->code[0]) press_swift_frame_code(const press_frame *it, int index) __attribute__((swift_name("press_frame.code(self:at:)")));
static inline __typeof__(((press_frame *)0)->code[0]) press_swift_frame_code(const press_frame *it, int index) {
  if (index < 0 || index >= 8) __builtin_trap();
  return it->code[index];
}
/** Writes code[index]. It traps where the index is not 0..7. */
static inline void press_swift_frame_code_set(press_frame *it, int index, __typeof__(((press_frame *)0)->code[0]) value) __attribute__((swift_name("press_frame.setCode(self:at:to:)")));
static inline void press_swift_frame_code_set(press_frame *it, int index, __typeof__(((press_frame *)0)->code[0]) value) {
  if (index < 0 || index >= 8) __builtin_trap();
  it->code[index] = value;
}

/** before_us[index]. It traps where the index is not 0..7. */
static inline __typeof__(((press_frame *)0)->before_us[0]) press_swift_frame_before_us(const press_frame *it, int index) __attribute__((swift_name("press_frame.beforeUs(self:at:)")));
static inline __typeof__(((press_frame *)0)->before_us[0]) press_swift_frame_before_us(const press_frame *it, int index) {
  if (index < 0 || index >= 8) __builtin_trap();
  return it->before_us[index];
}
/** Writes before_us[index]. It traps where the index is not 0..7. */
static inline void press_swift_frame_before_us_set(press_frame *it, int index, __typeof__(((press_frame *)0)->before_us[0]) value) __attribute__((swift_name("press_frame.setBeforeUs(self:at:to:)")));
static inline void press_swift_frame_before_us_set(press_frame *it, int index, __typeof__(((press_frame *)0)->before_us[0]) value) {
  if (index < 0 || index >= 8) __builtin_trap();
  it->before_us[index] = value;
}

/** raw_force[index]. It traps where the index is not 0..7. */
static inline __typeof__(((press_reading *)0)->raw_force[0]) press_swift_reading_raw_force(const press_reading *it, int index) __attribute__((swift_name("press_reading.rawForce(self:at:)")));
static inline __typeof__(((press_reading *)0)->raw_force[0]) press_swift_reading_raw_force(const press_reading *it, int index) {
  if (index < 0 || index >= 8) __builtin_trap();
  return it->raw_force[index];
}
/** Writes raw_force[index]. It traps where the index is not 0..7. */
static inline void press_swift_reading_raw_force_set(press_reading *it, int index, __typeof__(((press_reading *)0)->raw_force[0]) value) __attribute__((swift_name("press_reading.setRawForce(self:at:to:)")));
static inline void press_swift_reading_raw_force_set(press_reading *it, int index, __typeof__(((press_reading *)0)->raw_force[0]) value) {
  if (index < 0 || index >= 8) __builtin_trap();
  it->raw_force[index] = value;
}

/** conductance[index]. It traps where the index is not 0..7. */
static inline __typeof__(((press_reading *)0)->conductance[0]) press_swift_reading_conductance(const press_reading *it, int index) __attribute__((swift_name("press_reading.conductance(self:at:)")));
static inline __typeof__(((press_reading *)0)->conductance[0]) press_swift_reading_conductance(const press_reading *it, int index) {
  if (index < 0 || index >= 8) __builtin_trap();
  return it->conductance[index];
}
/** Writes conductance[index]. It traps where the index is not 0..7. */
static inline void press_swift_reading_conductance_set(press_reading *it, int index, __typeof__(((press_reading *)0)->conductance[0]) value) __attribute__((swift_name("press_reading.setConductance(self:at:to:)")));
static inline void press_swift_reading_conductance_set(press_reading *it, int index, __typeof__(((press_reading *)0)->conductance[0]) value) {
  if (index < 0 || index >= 8) __builtin_trap();
  it->conductance[index] = value;
}

/** baseline[index]. It traps where the index is not 0..7. */
static inline __typeof__(((press_reading *)0)->baseline[0]) press_swift_reading_baseline(const press_reading *it, int index) __attribute__((swift_name("press_reading.baseline(self:at:)")));
static inline __typeof__(((press_reading *)0)->baseline[0]) press_swift_reading_baseline(const press_reading *it, int index) {
  if (index < 0 || index >= 8) __builtin_trap();
  return it->baseline[index];
}
/** Writes baseline[index]. It traps where the index is not 0..7. */
static inline void press_swift_reading_baseline_set(press_reading *it, int index, __typeof__(((press_reading *)0)->baseline[0]) value) __attribute__((swift_name("press_reading.setBaseline(self:at:to:)")));
static inline void press_swift_reading_baseline_set(press_reading *it, int index, __typeof__(((press_reading *)0)->baseline[0]) value) {
  if (index < 0 || index >= 8) __builtin_trap();
  it->baseline[index] = value;
}

/** fault[index]. It traps where the index is not 0..7. */
static inline __typeof__(((press_reading *)0)->fault[0]) press_swift_reading_fault(const press_reading *it, int index) __attribute__((swift_name("press_reading.fault(self:at:)")));
static inline __typeof__(((press_reading *)0)->fault[0]) press_swift_reading_fault(const press_reading *it, int index) {
  if (index < 0 || index >= 8) __builtin_trap();
  return it->fault[index];
}
/** Writes fault[index]. It traps where the index is not 0..7. */
static inline void press_swift_reading_fault_set(press_reading *it, int index, __typeof__(((press_reading *)0)->fault[0]) value) __attribute__((swift_name("press_reading.setFault(self:at:to:)")));
static inline void press_swift_reading_fault_set(press_reading *it, int index, __typeof__(((press_reading *)0)->fault[0]) value) {
  if (index < 0 || index >= 8) __builtin_trap();
  it->fault[index] = value;
}

/** rates[index]. It traps where the index is not 0..7. */
static inline __typeof__(((press_converter_part *)0)->rates[0]) press_swift_converter_part_rates(const press_converter_part *it, int index) __attribute__((swift_name("press_converter_part.rates(self:at:)")));
static inline __typeof__(((press_converter_part *)0)->rates[0]) press_swift_converter_part_rates(const press_converter_part *it, int index) {
  if (index < 0 || index >= 8) __builtin_trap();
  return it->rates[index];
}
/** Writes rates[index]. It traps where the index is not 0..7. */
static inline void press_swift_converter_part_rates_set(press_converter_part *it, int index, __typeof__(((press_converter_part *)0)->rates[0]) value) __attribute__((swift_name("press_converter_part.setRates(self:at:to:)")));
static inline void press_swift_converter_part_rates_set(press_converter_part *it, int index, __typeof__(((press_converter_part *)0)->rates[0]) value) {
  if (index < 0 || index >= 8) __builtin_trap();
  it->rates[index] = value;
}

/** sensor[index]. It traps where the index is not 0..7. */
static inline __typeof__(((press_check_options *)0)->sensor[0]) press_swift_check_options_sensor(const press_check_options *it, int index) __attribute__((swift_name("press_check_options.sensor(self:at:)")));
static inline __typeof__(((press_check_options *)0)->sensor[0]) press_swift_check_options_sensor(const press_check_options *it, int index) {
  if (index < 0 || index >= 8) __builtin_trap();
  return it->sensor[index];
}
/** Writes sensor[index]. It traps where the index is not 0..7. */
static inline void press_swift_check_options_sensor_set(press_check_options *it, int index, __typeof__(((press_check_options *)0)->sensor[0]) value) __attribute__((swift_name("press_check_options.setSensor(self:at:to:)")));
static inline void press_swift_check_options_sensor_set(press_check_options *it, int index, __typeof__(((press_check_options *)0)->sensor[0]) value) {
  if (index < 0 || index >= 8) __builtin_trap();
  it->sensor[index] = value;
}

#endif
