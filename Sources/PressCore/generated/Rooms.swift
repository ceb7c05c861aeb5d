// Written by `make contract` from the headers.

import CPress

extension press_drag_config {
  /// How many events more an engine that is polled must keep.
  package func ends(contacts: Int) -> Int { 3 &* Int(max_sessions) }
}

extension press_gestures_config {
  /// How many events more an engine that is polled must keep.
  package func ends(contacts: Int) -> Int { contacts &+ 2 }
}

extension press_peek_config {
  /// How many events more an engine that is polled must keep.
  package func ends(contacts: Int) -> Int { 4 }
}

extension press_transition_config {
  /// How many events more an engine that is polled must keep.
  package func ends(contacts: Int) -> Int { 3 &* Int(max_transitions) }
}

extension press_button_config {
  /// How many events more an engine that is polled must keep.
  package func ends(contacts: Int) -> Int { 2 }
}

extension press_strike_config {
  /// How many events more an engine that is polled must keep.
  package func ends(contacts: Int) -> Int { 0 }
}

extension press_pinch_config {
  /// How many events more an engine that is polled must keep.
  package func ends(contacts: Int) -> Int { 0 }
}

extension press_scroll_config {
  /// How many events more an engine that is polled must keep.
  package func ends(contacts: Int) -> Int { 0 }
}

extension press_levels_config {
  /// How many events more an engine that is polled must keep.
  package func ends(contacts: Int) -> Int { 0 }
}

extension press_crosstalk_config {
  /// How many events more an engine that is polled must keep.
  package func ends(contacts: Int) -> Int { 0 }
}
