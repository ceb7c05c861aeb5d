/// What can be wrong with a wire, a bus or a converter.
public enum SimulatedTrouble: UInt8, Sendable {
  case none
  case silent  // not acknowledged, and the converter loses its registers: no power
  case refused  // not acknowledged, but nothing is lost
  case stalled  // the clock is held low until the adapter gives up
  case broken  // the adapter reports an error
  case unheard  // the converter took it, but the answer went missing
  case otherChip  // another chip acknowledges and keeps nothing
  case floating  // nothing drives the data line: all ones are read
  case garbled  // what is read is noise
  case stuck  // the code never changes
  case unready  // no conversion ends
  case shared  // another program sets the converter up, and reads it

  static let kinds: UInt64 = 11
}
