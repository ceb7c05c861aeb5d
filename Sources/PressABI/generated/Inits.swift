// Written by `make contract` from the headers.

import CPress
import PressCore
import PressDevice

@implementation @_cdecl("press_delegate_init")
package func press_delegate_init(_ one: UnsafeMutablePointer<press_delegate>?) {
  one?.initialize(to: press_delegate())
  one?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_delegate>.size)
}

@implementation @_cdecl("press_config_init")
package func press_config_init(_ one: UnsafeMutablePointer<press_config>?) { if let one { press_config.setDefaults(one) } }

@implementation @_cdecl("press_engine_stats_init")
package func press_engine_stats_init(_ one: UnsafeMutablePointer<press_engine_stats>?) {
  one?.initialize(to: press_engine_stats())
  one?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_engine_stats>.size)
}

@implementation @_cdecl("press_gestures_config_init")
package func press_gestures_config_init(_ one: UnsafeMutablePointer<press_gestures_config>?) { if let one { press_gestures_config.setDefaults(one) } }

@implementation @_cdecl("press_gestures_config_check")
package func press_gestures_config_check(_ one: UnsafePointer<press_gestures_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let one else { return answer(nothingGiven, why) }
  var full = press_gestures_config()
  return read(one, into: &full) ? Status.ok : answer(&full, why)
}

@implementation @_cdecl("press_peek_init")
package func press_peek_init(_ one: UnsafeMutablePointer<press_peek>?) {
  one?.initialize(to: press_peek())
  one?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_peek>.size)
}

@implementation @_cdecl("press_peek_config_init")
package func press_peek_config_init(_ one: UnsafeMutablePointer<press_peek_config>?) { if let one { press_peek_config.setDefaults(one) } }

@implementation @_cdecl("press_peek_config_check")
package func press_peek_config_check(_ one: UnsafePointer<press_peek_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let one else { return answer(nothingGiven, why) }
  var full = press_peek_config()
  return read(one, into: &full) ? Status.ok : answer(&full, why)
}

@implementation @_cdecl("press_transition_options_init")
package func press_transition_options_init(_ one: UnsafeMutablePointer<press_transition_options>?) { if let one { press_transition_options.setDefaults(one) } }

@implementation @_cdecl("press_transition_options_check")
package func press_transition_options_check(_ one: UnsafePointer<press_transition_options>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let one else { return answer(nothingGiven, why) }
  var full = press_transition_options()
  return read(one, into: &full) ? Status.ok : answer(&full, why)
}

@implementation @_cdecl("press_transition_config_init")
package func press_transition_config_init(_ one: UnsafeMutablePointer<press_transition_config>?) { if let one { press_transition_config.setDefaults(one) } }

@implementation @_cdecl("press_transition_config_check")
package func press_transition_config_check(_ one: UnsafePointer<press_transition_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let one else { return answer(nothingGiven, why) }
  var full = press_transition_config()
  return read(one, into: &full) ? Status.ok : answer(&full, why)
}

@implementation @_cdecl("press_transition_status_init")
package func press_transition_status_init(_ one: UnsafeMutablePointer<press_transition_status>?) {
  one?.initialize(to: press_transition_status())
  one?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_transition_status>.size)
}

@implementation @_cdecl("press_drop_proposal_init")
package func press_drop_proposal_init(_ one: UnsafeMutablePointer<press_drop_proposal>?) {
  one?.initialize(to: press_drop_proposal())
  one?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_drop_proposal>.size)
}

@implementation @_cdecl("press_drag_init")
package func press_drag_init(_ one: UnsafeMutablePointer<press_drag>?) {
  one?.initialize(to: press_drag())
  one?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_drag>.size)
}

@implementation @_cdecl("press_drag_config_init")
package func press_drag_config_init(_ one: UnsafeMutablePointer<press_drag_config>?) { if let one { press_drag_config.setDefaults(one) } }

@implementation @_cdecl("press_drag_config_check")
package func press_drag_config_check(_ one: UnsafePointer<press_drag_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let one else { return answer(nothingGiven, why) }
  var full = press_drag_config()
  return read(one, into: &full) ? Status.ok : answer(&full, why)
}

@implementation @_cdecl("press_button_config_init")
package func press_button_config_init(_ one: UnsafeMutablePointer<press_button_config>?) { if let one { press_button_config.setDefaults(one) } }

@implementation @_cdecl("press_button_config_check")
package func press_button_config_check(_ one: UnsafePointer<press_button_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let one else { return answer(nothingGiven, why) }
  var full = press_button_config()
  return read(one, into: &full) ? Status.ok : answer(&full, why)
}

@implementation @_cdecl("press_button_status_init")
package func press_button_status_init(_ one: UnsafeMutablePointer<press_button_status>?) {
  one?.initialize(to: press_button_status())
  one?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_button_status>.size)
}

@implementation @_cdecl("press_strike_config_init")
package func press_strike_config_init(_ one: UnsafeMutablePointer<press_strike_config>?) { if let one { press_strike_config.setDefaults(one) } }

@implementation @_cdecl("press_strike_config_check")
package func press_strike_config_check(_ one: UnsafePointer<press_strike_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let one else { return answer(nothingGiven, why) }
  var full = press_strike_config()
  return read(one, into: &full) ? Status.ok : answer(&full, why)
}

@implementation @_cdecl("press_strike_init")
package func press_strike_init(_ one: UnsafeMutablePointer<press_strike>?) {
  one?.initialize(to: press_strike())
  one?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_strike>.size)
}

@implementation @_cdecl("press_pinch_config_init")
package func press_pinch_config_init(_ one: UnsafeMutablePointer<press_pinch_config>?) { if let one { press_pinch_config.setDefaults(one) } }

@implementation @_cdecl("press_pinch_config_check")
package func press_pinch_config_check(_ one: UnsafePointer<press_pinch_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let one else { return answer(nothingGiven, why) }
  var full = press_pinch_config()
  return read(one, into: &full) ? Status.ok : answer(&full, why)
}

@implementation @_cdecl("press_pinch_init")
package func press_pinch_init(_ one: UnsafeMutablePointer<press_pinch>?) {
  one?.initialize(to: press_pinch())
  one?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_pinch>.size)
}

@implementation @_cdecl("press_scroll_config_init")
package func press_scroll_config_init(_ one: UnsafeMutablePointer<press_scroll_config>?) { if let one { press_scroll_config.setDefaults(one) } }

@implementation @_cdecl("press_scroll_config_check")
package func press_scroll_config_check(_ one: UnsafePointer<press_scroll_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let one else { return answer(nothingGiven, why) }
  var full = press_scroll_config()
  return read(one, into: &full) ? Status.ok : answer(&full, why)
}

@implementation @_cdecl("press_scroll_status_init")
package func press_scroll_status_init(_ one: UnsafeMutablePointer<press_scroll_status>?) {
  one?.initialize(to: press_scroll_status())
  one?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_scroll_status>.size)
}

@implementation @_cdecl("press_levels_config_init")
package func press_levels_config_init(_ one: UnsafeMutablePointer<press_levels_config>?) { if let one { press_levels_config.setDefaults(one) } }

@implementation @_cdecl("press_levels_config_check")
package func press_levels_config_check(_ one: UnsafePointer<press_levels_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let one else { return answer(nothingGiven, why) }
  var full = press_levels_config()
  return read(one, into: &full) ? Status.ok : answer(&full, why)
}

@implementation @_cdecl("press_levels_status_init")
package func press_levels_status_init(_ one: UnsafeMutablePointer<press_levels_status>?) {
  one?.initialize(to: press_levels_status())
  one?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_levels_status>.size)
}

@implementation @_cdecl("press_crosstalk_config_init")
package func press_crosstalk_config_init(_ one: UnsafeMutablePointer<press_crosstalk_config>?) { if let one { press_crosstalk_config.setDefaults(one) } }

@implementation @_cdecl("press_crosstalk_config_check")
package func press_crosstalk_config_check(_ one: UnsafePointer<press_crosstalk_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let one else { return answer(nothingGiven, why) }
  var full = press_crosstalk_config()
  return read(one, into: &full) ? Status.ok : answer(&full, why)
}

@implementation @_cdecl("press_feedback_config_init")
package func press_feedback_config_init(_ one: UnsafeMutablePointer<press_feedback_config>?) { if let one { press_feedback_config.setDefaults(one) } }

@implementation @_cdecl("press_feedback_config_check")
package func press_feedback_config_check(_ one: UnsafePointer<press_feedback_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let one else { return answer(nothingGiven, why) }
  var full = press_feedback_config()
  return read(one, into: &full) ? Status.ok : answer(&full, why)
}

@implementation @_cdecl("press_circuit_init")
package func press_circuit_init(_ one: UnsafeMutablePointer<press_circuit>?) { if let one { press_circuit.setDefaults(one) } }

@implementation @_cdecl("press_circuit_check")
package func press_circuit_check(_ one: UnsafePointer<press_circuit>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let one else { return answer(nothingGiven, why) }
  return answer(one, why)
}

@implementation @_cdecl("press_sensor_init")
package func press_sensor_init(_ one: UnsafeMutablePointer<press_sensor>?) { if let one { press_sensor.setDefaults(one) } }

@implementation @_cdecl("press_sensor_check")
package func press_sensor_check(_ one: UnsafePointer<press_sensor>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let one else { return answer(nothingGiven, why) }
  return answer(one, why)
}

@implementation @_cdecl("press_pad_correction_init")
package func press_pad_correction_init(_ one: UnsafeMutablePointer<press_pad_correction>?) { if let one { press_pad_correction.setDefaults(one) } }

@implementation @_cdecl("press_pad_config_init")
package func press_pad_config_init(_ one: UnsafeMutablePointer<press_pad_config>?) { if let one { press_pad_config.setDefaults(one) } }

@implementation @_cdecl("press_pad_config_check")
package func press_pad_config_check(_ one: UnsafePointer<press_pad_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let one else { return answer(nothingGiven, why) }
  var full = press_pad_config()
  return read(one, into: &full) ? Status.ok : answer(&full, why)
}

@implementation @_cdecl("press_reading_init")
package func press_reading_init(_ one: UnsafeMutablePointer<press_reading>?) {
  one?.initialize(to: press_reading())
  one?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_reading>.size)
}

@implementation @_cdecl("press_pad_stats_init")
package func press_pad_stats_init(_ one: UnsafeMutablePointer<press_pad_stats>?) {
  one?.initialize(to: press_pad_stats())
  one?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_pad_stats>.size)
}

@implementation @_cdecl("press_supply_config_init")
package func press_supply_config_init(_ one: UnsafeMutablePointer<press_supply_config>?) { if let one { press_supply_config.setDefaults(one) } }

@implementation @_cdecl("press_supply_config_check")
package func press_supply_config_check(_ one: UnsafePointer<press_supply_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let one else { return answer(nothingGiven, why) }
  var full = press_supply_config()
  return read(one, into: &full) ? Status.ok : answer(&full, why)
}

@implementation @_cdecl("press_idle_config_init")
package func press_idle_config_init(_ one: UnsafeMutablePointer<press_idle_config>?) { if let one { press_idle_config.setDefaults(one) } }

@implementation @_cdecl("press_idle_config_check")
package func press_idle_config_check(_ one: UnsafePointer<press_idle_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let one else { return answer(nothingGiven, why) }
  var full = press_idle_config()
  return read(one, into: &full) ? Status.ok : answer(&full, why)
}

@implementation @_cdecl("press_grid_config_init")
package func press_grid_config_init(_ one: UnsafeMutablePointer<press_grid_config>?) { if let one { press_grid_config.setDefaults(one) } }

@implementation @_cdecl("press_grid_config_check")
package func press_grid_config_check(_ one: UnsafePointer<press_grid_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let one else { return answer(nothingGiven, why) }
  var full = press_grid_config()
  return read(one, into: &full) ? Status.ok : answer(&full, why)
}

@implementation @_cdecl("press_grid_shape_init")
package func press_grid_shape_init(_ one: UnsafeMutablePointer<press_grid_shape>?) {
  one?.initialize(to: press_grid_shape())
  one?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_grid_shape>.size)
}

@implementation @_cdecl("press_grid_load_init")
package func press_grid_load_init(_ one: UnsafeMutablePointer<press_grid_load>?) {
  one?.initialize(to: press_grid_load())
  one?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_grid_load>.size)
}

@implementation @_cdecl("press_grid_lines_init")
package func press_grid_lines_init(_ one: UnsafeMutablePointer<press_grid_lines>?) {
  one?.initialize(to: press_grid_lines())
  one?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_grid_lines>.size)
}

@implementation @_cdecl("press_grid_stats_init")
package func press_grid_stats_init(_ one: UnsafeMutablePointer<press_grid_stats>?) {
  one?.initialize(to: press_grid_stats())
  one?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_grid_stats>.size)
}

@implementation @_cdecl("press_bus_init")
package func press_bus_init(_ one: UnsafeMutablePointer<press_bus>?) {
  one?.initialize(to: press_bus())
  one?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_bus>.size)
}

@implementation @_cdecl("press_converter_config_init")
package func press_converter_config_init(_ one: UnsafeMutablePointer<press_converter_config>?) { if let one { press_converter_config.setDefaults(one) } }

@implementation @_cdecl("press_converter_config_check")
package func press_converter_config_check(_ one: UnsafePointer<press_converter_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let one else { return answer(nothingGiven, why) }
  var full = press_converter_config()
  return read(one, into: &full) ? Status.ok : answer(&full, why)
}

@implementation @_cdecl("press_converter_part_init")
package func press_converter_part_init(_ one: UnsafeMutablePointer<press_converter_part>?) {
  one?.initialize(to: press_converter_part())
  one?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_converter_part>.size)
}

@implementation @_cdecl("press_drv2605l_config_init")
package func press_drv2605l_config_init(_ one: UnsafeMutablePointer<press_drv2605l_config>?) { if let one { press_drv2605l_config.setDefaults(one) } }

@implementation @_cdecl("press_drv2605l_config_check")
package func press_drv2605l_config_check(_ one: UnsafePointer<press_drv2605l_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let one else { return answer(nothingGiven, why) }
  var full = press_drv2605l_config()
  return read(one, into: &full) ? Status.ok : answer(&full, why)
}

@implementation @_cdecl("press_drv2605l_status_init")
package func press_drv2605l_status_init(_ one: UnsafeMutablePointer<press_drv2605l_status>?) {
  one?.initialize(to: press_drv2605l_status())
  one?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_drv2605l_status>.size)
}
