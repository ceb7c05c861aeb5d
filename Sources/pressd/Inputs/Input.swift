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
extension UnsafeMutablePointer<Program> {
  var isLive: Bool {
    switch pointee.options.source {
    case .simulation: Simulation.isLive
    case .trace: Trace.isLive
    case .i2c: I2C.isLive
    case .iio: IIO.isLive
    }
  }

  func identifyInput() -> Int32 {
    switch pointee.options.source {
    case .simulation: Simulation.identify(self)
    case .trace: Trace.identify(self)
    case .i2c: I2C.identify(self)
    case .iio: IIO.identify(self)
    }
  }

  func inputRate(asked: UInt64) -> (rate: UInt64, code: Int32) {
    switch pointee.options.source {
    case .simulation: Simulation.rate(self, asked: asked)
    case .trace: Trace.rate(self, asked: asked)
    case .i2c: I2C.rate(self, asked: asked)
    case .iio: IIO.rate(self, asked: asked)
    }
  }

  func openInput() -> Int32 {
    switch pointee.options.source {
    case .simulation: Simulation.open(self)
    case .trace: Trace.open(self)
    case .i2c: I2C.open(self)
    case .iio: IIO.open(self)
    }
  }

  var now: UInt64 {
    switch pointee.options.source {
    case .simulation: Simulation.now(self)
    case .trace: Trace.now(self)
    case .i2c: I2C.now(self)
    case .iio: IIO.now(self)
    }
  }

  func moveInput(toUs us: UInt64) {
    switch pointee.options.source {
    case .simulation: Simulation.move(self, toUs: us)
    case .trace: Trace.move(self, toUs: us)
    case .i2c: I2C.move(self, toUs: us)
    case .iio: IIO.move(self, toUs: us)
    }
  }

  func nextMoment() -> Moment {
    switch pointee.options.source {
    case .simulation: Simulation.next(self)
    case .trace: Trace.next(self)
    case .i2c: I2C.next(self)
    case .iio: IIO.next(self)
    }
  }

  func readFrame() -> press_frame {
    switch pointee.options.source {
    case .simulation: Simulation.read(self)
    case .trace: Trace.read(self)
    case .i2c: I2C.read(self)
    case .iio: IIO.read(self)
    }
  }

  func closeInput() {
    switch pointee.options.source {
    case .simulation: Simulation.close(self)
    case .trace: Trace.close(self)
    case .i2c: I2C.close(self)
    case .iio: IIO.close(self)
    }
  }
}
