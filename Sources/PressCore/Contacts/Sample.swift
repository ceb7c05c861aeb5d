import CPress

/// A sample as contacts and attachments are handed it: what was fed, and the force as it was read, before a pad filtered it.
struct Sample {
  let t_us: UInt64
  let contact, flags: UInt32
  let force, x, y: Int32
  let unfiltered: Int32
  /// Of a sensor: two in a row may be wrong.
  let isSensed: Bool
}

extension Sample {
  /// Of a program: nothing says that it was filtered.
  init(_ fed: press_sample) {
    self.init(
      t_us: fed.t_us, contact: fed.contact, flags: fed.flags, force: fed.force, x: fed.x, y: fed.y, unfiltered: fed.force, isSensed: false)
  }
}
