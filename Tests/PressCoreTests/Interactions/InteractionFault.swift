/// A fault planted in what the engine delivers.
enum InteractionFault {
  case forgets(UInt32)
  case deliversTwice(UInt32)
  /// After the event that follows, or never when none follows in the same call.
  case deliversLate(UInt32)
}
