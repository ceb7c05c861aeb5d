import CPress

/// What comes next from an input.
enum Moment {
  case frame(atUs: UInt64)
  /// The board slept, when the frame of then was due.
  case slept(atUs: UInt64)
  /// There is no more. 0: it ended with its last frame.
  case end(atUs: UInt64)
  /// What is wrong was reported.
  case failed(Int32)
}

/// What is to be known before a frame.
struct BeforeFrame {
  /// What the reference of each converter reads; nil: nothing new.
  var references = InlineArray<2, Int32?>(repeating: nil)

  init() {}
}

/// Where frames come from.
protocol Input {
  var program: UnsafeMutablePointer<Program> { get }
  init(_ program: UnsafeMutablePointer<Program>)
  /// Whether time is the world's.
  static var isLive: Bool { get }
  /// Takes what the device says of itself, before there is an engine. @return an exit code; what is wrong was reported.
  static func identify(_ input: UnsafeMutablePointer<Self>) -> Int32
  /// How many frames a second. 0: the frames say when they were read. nil: what is wrong was reported.
  static func rate(_ input: UnsafeMutablePointer<Self>, asked: UInt64) -> (rate: UInt64, code: Int32)
  /// @return an exit code; what is wrong was reported.
  static func open(_ input: UnsafeMutablePointer<Self>) -> Int32
  /// The run begins, at this rate.
  static func start(_ input: UnsafeMutablePointer<Self>, rate: UInt64)
  static func now(_ input: UnsafeMutablePointer<Self>) -> UInt64
  /// The run came to this time: one that has a time of its own goes along.
  static func move(_ input: UnsafeMutablePointer<Self>, toUs us: UInt64)
  /// What is due before then, beside frames. @return when to be asked again.
  static func work(_ input: UnsafeMutablePointer<Self>, beforeUs: UInt64) -> UInt64
  /// When the next frame is due.
  static func next(_ input: UnsafeMutablePointer<Self>) -> Moment
  /// What goes before the frame that was read last.
  static func before(_ input: UnsafeMutablePointer<Self>) -> BeforeFrame
  /// Nobody touches, and no frame is due before then, unless a code comes that is not one of these.
  static func rest(_ input: UnsafeMutablePointer<Self>, untilUs: UInt64, _ codes: RestCodes)
  /// When such a code comes, where that is known beforehand.
  static func alarm(_ input: UnsafeMutablePointer<Self>, beforeUs: UInt64) -> UInt64
  /// It came: the next frame is due soon.
  static func wake(_ input: UnsafeMutablePointer<Self>)
  /// The frame that is due.
  static func read(_ input: UnsafeMutablePointer<Self>) -> press_frame
  static func close(_ input: UnsafeMutablePointer<Self>)
}

extension Input {
  static func identify(_ input: UnsafeMutablePointer<Self>) -> Int32 { ExitCode.ok }
  static func start(_ input: UnsafeMutablePointer<Self>, rate: UInt64) {}
  static func before(_ input: UnsafeMutablePointer<Self>) -> BeforeFrame { BeforeFrame() }
  static func rest(_ input: UnsafeMutablePointer<Self>, untilUs: UInt64, _ codes: RestCodes) {}
  static func alarm(_ input: UnsafeMutablePointer<Self>, beforeUs: UInt64) -> UInt64 { UInt64.max }
  static func wake(_ input: UnsafeMutablePointer<Self>) {}
  static func move(_ input: UnsafeMutablePointer<Self>, toUs us: UInt64) {}
  static func work(_ input: UnsafeMutablePointer<Self>, beforeUs: UInt64) -> UInt64 { UInt64.max }
}

extension UnsafeMutablePointer where Pointee: Input {
  var program: UnsafeMutablePointer<Program> { pointee.program }
}
