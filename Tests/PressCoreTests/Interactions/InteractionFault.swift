/// A fault planted in what the engine tells.
enum InteractionFault {
  case forgets(UInt32)
  case tellsTwice(UInt32)
  /// After the event that follows, or never when none follows in the same call.
  case tellsLate(UInt32)
}
