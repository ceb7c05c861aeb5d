import CPress
import PressCore

/// The functions that the drivers of all chips share.
extension press_bus {
  /// The functions of a bus that this version knows; nil: the bus cannot be used.
  package static func usable(_ given: UnsafePointer<press_bus>) -> press_bus? {
    var functions = press_bus()
    Sized.read(given, over: &functions)
    return functions.isUsable ? functions : nil
  }

  package var isUsable: Bool { size == UInt32(truncatingIfNeeded: MemoryLayout<press_bus>.size) && transfer != nil }

  /// Maps an errno to a status. The numbers of errno differ: newlib's ETIMEDOUT is 116; ENXIO means that nothing acknowledged. A status above 0
  /// is an errno without its minus: nothing was transferred.
  private static func known(_ status: Int32) -> Int32 {
    switch status > 0 ? 0 &- status : status {
    case -116: Status.timedOut
    case -6: Status.notAcknowledged
    case let failure: failure
    }
  }

  /// Does one transfer and its retries. `error` becomes the last error.
  func exchange(
    _ address: UInt8, _ out: UnsafePointer<UInt8>?, _ outCount: Int, _ into: UnsafeMutablePointer<UInt8>?, _ inCount: Int,
    retries: UInt16, error: inout Int32
  ) -> Int32 {
    guard let transfer else { return Status.invalid }
    var failures: UInt32 = 0
    while true {
      let status = Self.known(transfer(address, out, outCount, into, inCount, user))
      if status == 0 { return 0 }
      error = status
      // A stalled bus was given its time already.
      if failures >= UInt32(retries) || status == Status.timedOut { return status }
      failures &+= 1
    }
  }
}

/// A frame while its channels are read. Until it is complete, before_us holds the low bits of the times themselves.
extension press_frame {
  mutating func take(_ taken: Int32, at index: UInt32, us: UInt32) {
    withUnsafeMutableBytes(of: &code) { bytes in
      guard let base = bytes.baseAddress else { return }
      base.assumingMemoryBound(to: Int32.self)[Int(truncatingIfNeeded: index & 7)] = taken
    }
    withUnsafeMutableBytes(of: &before_us) { bytes in
      guard let base = bytes.baseAddress else { return }
      base.assumingMemoryBound(to: UInt32.self)[Int(truncatingIfNeeded: index & 7)] = us
    }
    present |= 1 &<< index
  }

  /// Completes the frame: replaces each time with how long before the frame it was; 0 if the clock stepped back.
  mutating func complete(at now: UInt64) {
    t_us = now
    let present = present
    withUnsafeMutableBytes(of: &before_us) { bytes in
      guard let base = bytes.baseAddress else { return }
      let before = base.assumingMemoryBound(to: UInt32.self)
      var i = 0
      while i < 8 {
        if present &>> UInt32(truncatingIfNeeded: i) & 1 != 0 {
          let age = UInt32(truncatingIfNeeded: now) &- before[i]
          before[i] = age &>> 31 == 0 ? age : 0
        }
        i &+= 1
      }
    }
  }
}

/// A driver: a state machine that is stepped, and never waits in a step.
protocol Driver {
  var bus: press_bus { get }
  /// The next step is due waitUs after sinceUs.
  var sinceUs: UInt64 { get }
  var waitUs: UInt32 { get }
  /// The frame that is being read.
  var frame: press_frame { get }
  mutating func beginFrame()
  /// @return whether `out` was written.
  mutating func step(nowUs: UInt64, frame out: UnsafeMutablePointer<press_frame>) -> Bool
}

extension Driver {
  /// A clock that stands still this many waits long will not go on.
  private static var waitsWithoutTime: UInt32 { 1_000_000 }

  /// When the next step is due; 0: at once.
  var dueUs: UInt64 {
    if waitUs == 0 { return 0 }
    let (due, overflow) = sinceUs.addingReportingOverflow(UInt64(waitUs))
    return overflow ? UInt64.max &- 1 : due
  }

  /// Hands a complete frame to the caller, and begins the next one.
  mutating func handOver(_ nowUs: UInt64, _ out: UnsafeMutablePointer<press_frame>) {
    out.pointee = frame
    out.pointee.complete(at: nowUs)
    beginFrame()
  }

  /// Steps and waits until a frame is complete.
  mutating func readFrame(timeoutUs: UInt32, frame out: UnsafeMutablePointer<press_frame>) -> Int32 {
    guard let wait = bus.wait else { return Status.invalid }
    let user = bus.user
    var now = wait(0, user)
    let begin = now
    var stood: UInt32 = 0
    while true {
      if step(nowUs: now, frame: out) { return 0 }
      if now < begin || now &- begin >= UInt64(timeoutUs) || stood >= Self.waitsWithoutTime { return Status.timedOut }
      let (end, overflow) = begin.addingReportingOverflow(UInt64(timeoutUs))
      let next = dueUs
      let later = wait(overflow || next < end ? next : end, user)
      stood = later == now ? stood &+ 1 : 0
      now = later
    }
  }
}
