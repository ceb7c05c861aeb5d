import CPress

/// What comes next from an input.
enum Moment {
  case frame(atUs: UInt64)
  /// There is no more. 0: it ended with its last frame.
  case end(atUs: UInt64)
  /// What is wrong was told.
  case failed(Int32)
}

/// Where frames come from. What an input keeps is in Program.
protocol Input {
  /// Whether time is the world's.
  static var isLive: Bool { get }
  /// Takes what the device says of itself, before there is an engine. @return an exit code; what is wrong was told.
  static func identify(_ program: UnsafeMutablePointer<Program>) -> Int32
  /// How many frames a second. 0: the frames say when they were read. nil: what is wrong was told.
  static func rate(_ program: UnsafeMutablePointer<Program>, asked: UInt64) -> (rate: UInt64, code: Int32)
  /// @return an exit code; what is wrong was told.
  static func open(_ program: UnsafeMutablePointer<Program>) -> Int32
  static func now(_ program: UnsafeMutablePointer<Program>) -> UInt64
  /// The run came to this time: one that has a time of its own goes along.
  static func move(_ program: UnsafeMutablePointer<Program>, toUs us: UInt64)
  /// When the next frame is due.
  static func next(_ program: UnsafeMutablePointer<Program>) -> Moment
  /// The frame that is due.
  static func read(_ program: UnsafeMutablePointer<Program>) -> press_frame
  static func close(_ program: UnsafeMutablePointer<Program>)
}

extension Input {
  static func identify(_ program: UnsafeMutablePointer<Program>) -> Int32 { ExitCode.ok }
  static func move(_ program: UnsafeMutablePointer<Program>, toUs us: UInt64) {}
}

/// The inputs that there are.
enum Inputs {
  /// @return an exit code.
  static func run(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    switch program.pointee.options.source {
    case .simulation: Run<Simulation>.run(program)
    case .trace: Run<Trace>.run(program)
    case .i2c: Run<I2C>.run(program)
    case .iio: Run<IIO>.run(program)
    }
  }
}
