// Written by `make contract` from the headers.

/// Values of events by name.
enum EventWords {
  static var operation: Words { Words("cancel,forbidden,copy,move") }
  static var hint: Words { Words("plain,copy,link,disappearing,not_allowed") }
}
