// Written by `make contract` from the tables of docs/pressd and the headers.

import CPress
import PressSetup

extension Settings {
  /// Hands the config of an interaction to the library. @return why it is refused, or a status; nil: it is no interaction.
  mutating func set(_ section: Section, of engine: OpaquePointer?) -> (status: Int32, why: UnsafePointer<CChar>?)? {
    var why: UnsafePointer<CChar>?
    var status: Int32
    switch section {
    case .drag:
      status = press_drag_config_check(&drag.config, &why)
      if status == 0 { status = press_drag_set(engine, &drag.config) }
    case .gestures:
      status = press_gestures_config_check(&gestures.config, &why)
      if status == 0 { status = press_gestures_set(engine, &gestures.config) }
    case .peeks:
      status = press_peek_config_check(&peeks.config, &why)
      if status == 0 { status = press_peek_set(engine, &peeks.config) }
    case .transitions:
      status = press_transition_config_check(&transitions.config, &why)
      if status == 0 { status = press_transition_set(engine, &transitions.config) }
    case .button:
      status = press_button_config_check(&button.config, &why)
      if status == 0 { status = press_button_set(engine, &button.config) }
    case .strike:
      status = press_strike_config_check(&strike.config, &why)
      if status == 0 { status = press_strike_set(engine, &strike.config) }
    case .pinch:
      status = press_pinch_config_check(&pinch.config, &why)
      if status == 0 { status = press_pinch_set(engine, &pinch.config) }
    case .scroll:
      status = press_scroll_config_check(&scroll.config, &why)
      if status == 0 { status = press_scroll_set(engine, &scroll.config) }
    case .levels:
      status = press_levels_config_check(&levels.config, &why)
      if status == 0 { status = press_levels_set(engine, &levels.config) }
    case .crosstalk:
      status = press_crosstalk_config_check(&crosstalk.config, &why)
      if status == 0 { status = press_crosstalk_set(engine, &crosstalk.config) }
    default: return nil
    }
    return (status, why)
  }
}
