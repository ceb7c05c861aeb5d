extension Status {
  /// What a status means, for people.
  public static func words(_ status: Int32) -> UnsafePointer<CChar> {
    switch status {
    case Status.ok: text("ok")
    case Status.notFound: text("no such contact, target or sensor, or nothing is stored there")
    case Status.io: text("the bus failed")
    case Status.full: text("events wait for press_poll: take them, then call again")
    case Status.busy: text("not from inside a callback")
    case Status.invalid: text("an argument is missing, out of range or of the wrong size")
    case Status.noSpace: text("a capacity given at the start is used up, or the storage too small")
    case Status.time: text("time went backwards")
    case Status.state: text("not possible in the present state")
    case Status.damaged: text("stored bytes are damaged or cut off")
    case Status.version: text("stored bytes are of an unknown version")
    case Status.tooFewEvents: text("max_events is too small for the ends of all that can run")
    case Status.timedOut: text("the device did not answer in time")
    case Status.notAcknowledged: text("no device acknowledged the address")
    default: text("unknown status")
    }
  }
}
