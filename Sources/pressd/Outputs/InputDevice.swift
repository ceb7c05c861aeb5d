import CPress
import CPressLinux
import PressSetup

/// Makes the press an input device of the kernel. Every beginning has its end, so every key that goes down comes up.
struct InputDevice: Output {
  static let mostPressure: Int32 = 32767
  /// libinput begins a touch of a touchpad at 12 % of the axis.
  static let leastOfTouchpad: Int32 = 13 * mostPressure / 100 + 1
  private static let capacity = 64

  private var fd: Int32 = -1
  private var settings = UinputKeys()
  private var hasX = false
  private var hasY = false
  private var isTouched = false
  private var held: UInt32 = 0
  private var inputs = InlineArray<64, linux_input>(repeating: linux_input())
  private var count = 0
  /// The first error of writing; after it nothing is written.
  private(set) var error: Int32 = 0

  init() {}

  private var isOpen: Bool { fd >= 0 }

  var mustStop: Bool { error != 0 }

  // MARK: Opening

  mutating func open(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    if !program.pointee.settings.uinput.enabled { return ExitCode.ok }
    settings = program.pointee.settings.uinput
    let status = create(&program.pointee.settings)
    if status == 0 { return ExitCode.ok }
    report(status, program)
    return Errno.isForbidden(status) ? ExitCode.noPermission : ExitCode.noInput
  }

  private func report(_ status: Int32, _ program: UnsafeMutablePointer<Program>) {
    let isOther = status == Errno.notThatKind || status == Errno.notSupported || status == Errno.invalid
    let check: StaticString =
      Errno.isAbsent(status)
      ? ". Is the kernel built with uinput, and the module loaded (modprobe uinput)?"
      : Errno.isForbidden(status)
        ? ". Root may make input devices, and through the udev rule of pressd the group libpress; to the service systemctl edit allows it: DeviceAllow=/dev/uinput rw."
        : isOther ? ". This is not uinput of Linux 4.5 or later; uinput.node names another node." : ""
    settings.node.withText { program.say("\($0): \(linux_strerror(status))\(check)") }
  }

  /// @return 0 or a negative errno.
  private mutating func create(_ all: inout Settings) -> Int32 {
    let opened = settings.node.call { linux_uinput_open($0) }
    if opened < 0 { return opened }
    fd = opened
    var status = allowKeys()
    if status >= 0 { status = linux_uinput_allow_axis(fd, UInt16(LINUX_ABS_PRESSURE.rawValue), 0, Self.mostPressure, 0) }
    if status >= 0 { status = allowPlace(&all) }
    if status >= 0 {
      let file = fd
      let shape = settings.kind == .screen ? LINUX_SHAPE_SCREEN : settings.kind == .touchpad ? LINUX_SHAPE_PAD : LINUX_SHAPE_NONE
      status = settings.name.call { linux_uinput_create(file, $0, shape) }
    }
    if status < 0 {
      _ = linux_close(fd)
      fd = -1
    }
    return min(status, 0)
  }

  private func allowKeys() -> Int32 {
    var status = linux_uinput_allow_key(fd, UInt16(LINUX_BTN_TOUCH.rawValue))
    if status >= 0 && settings.kind == .touchpad { status = linux_uinput_allow_key(fd, UInt16(LINUX_BTN_TOOL_FINGER.rawValue)) }
    for i in 0..<InputKey.count where status >= 0 {
      if let key = InputKey(rawValue: i), settings.code(key) != 0 { status = linux_uinput_allow_key(fd, settings.code(key)) }
    }
    return status
  }

  private mutating func allowPlace(_ all: inout Settings) -> Int32 {
    var x = (least: all.sensor[0].sensor.x, most: all.sensor[0].sensor.x)
    var y = (least: all.sensor[0].sensor.y, most: all.sensor[0].sensor.y)
    for i in 1..<all.count(.sensor) {
      x = (min(x.least, all.sensor[i].sensor.x), max(x.most, all.sensor[i].sensor.x))
      y = (min(y.least, all.sensor[i].sensor.y), max(y.most, all.sensor[i].sensor.y))
    }
    // The centre of pressure is always between the sensors; one sensor has no position.
    hasX = x.least < x.most
    hasY = y.least < y.most
    let status = hasX ? allow(LINUX_ABS_X, steps(x.least), steps(x.most)) : 0
    return status >= 0 && hasY ? allow(LINUX_ABS_Y, steps(y.least), steps(y.most)) : status
  }

  private func allow(_ axis: LINUX_ABS, _ least: Int32, _ most: Int32) -> Int32 {
    let resolution = settings.stepsPerMm > 0 ? settings.stepsPerMm : settings.stepsPerPoint
    return linux_uinput_allow_axis(fd, UInt16(axis.rawValue), least, most, Int32(clamping: resolution))
  }

  private func steps(_ points: press_q16) -> Int32 {
    let scaled = Int64(points) * Int64(settings.stepsPerPoint)
    return Int32(clamping: (scaled + 32768) >> 16)
  }

  // MARK: Following

  mutating func receive(_ notice: Notice, _ program: UnsafeMutablePointer<Program>) {
    if !isOpen { return }
    switch notice {
    case .event(let event): receive(event)
    case .frame: break
    case .flush: sync()
    case .end: remove()
    }
  }

  mutating func close(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    remove()
    if error == 0 { return ExitCode.ok }
    report(error, program)
    return ExitCode.inputOutput
  }

  private mutating func receive(_ event: press_event) {
    let ended = event.flags & UInt32(PRESS_EVENT_FLAG_ENDED) != 0
    switch Int(event.type) {
    case PRESS_EVENT_CONTACT_BEGAN where event.flags & UInt32(PRESS_EVENT_FLAG_RESTING) == 0:
      touch(true)
      follow(event)
    case PRESS_EVENT_CONTACT_MOVED: follow(event)
    case PRESS_EVENT_CONTACT_ENDED, PRESS_EVENT_CONTACT_CANCELLED: touch(false)
    case PRESS_EVENT_PREVIEW_BEGAN: hold(.preview)
    case PRESS_EVENT_PREVIEW_UPDATED where ended: hold(.commit)
    case PRESS_EVENT_PREVIEW_CANCELLED: releasePreview()
    case PRESS_EVENT_COMMIT_UPDATED where ended:
      releasePreview()
      click(.completed)
    case PRESS_EVENT_TAPPED: click(.tapped)
    case PRESS_EVENT_DOUBLE_TAPPED: click(.doubleTapped)
    case PRESS_EVENT_HOLD_BEGAN: hold(.hold)
    case PRESS_EVENT_HOLD_ENDED, PRESS_EVENT_HOLD_CANCELLED: release(.hold)
    case PRESS_EVENT_PEEK_SHOWN: hold(.peek)
    case PRESS_EVENT_PEEK_POPPED:
      release(.peek)
      click(.popped)
    case PRESS_EVENT_PEEK_DISMISSED: release(.peek)
    case PRESS_EVENT_BUTTON_PRESSED: hold(.button)
    case PRESS_EVENT_BUTTON_RELEASED, PRESS_EVENT_BUTTON_CANCELLED: release(.button)
    default: break  // an input device has nothing for these events
    }
  }

  /// Makes everything that was delivered since the last call visible at once.
  private mutating func sync() {
    if count == 0 { return }
    put(LINUX_EV_SYN, 0, 0)
    if error == 0 && isOpen {
      let file = fd
      let n = count
      error = withUnsafePointer(to: &inputs) {
        linux_uinput_write(file, UnsafeRawPointer($0).assumingMemoryBound(to: linux_input.self), n)
      }
    }
    count = 0
  }

  /// Removes the device. The engine was reset before: everything that had begun has ended, and all keys are up.
  private mutating func remove() {
    if !isOpen { return }
    sync()
    _ = linux_uinput_destroy(fd)
    fd = -1
  }

  private mutating func touch(_ isDown: Bool) {
    if isDown == isTouched { return }
    isTouched = isDown
    put(LINUX_EV_KEY, UInt16(LINUX_BTN_TOUCH.rawValue), isDown ? 1 : 0)
    if settings.kind == .touchpad { put(LINUX_EV_KEY, UInt16(LINUX_BTN_TOOL_FINGER.rawValue), isDown ? 1 : 0) }
    if !isDown { put(LINUX_EV_ABS, UInt16(LINUX_ABS_PRESSURE.rawValue), 0) }
  }

  private mutating func follow(_ event: press_event) {
    if hasX { put(LINUX_EV_ABS, UInt16(LINUX_ABS_X.rawValue), steps(event.x)) }
    if hasY { put(LINUX_EV_ABS, UInt16(LINUX_ABS_Y.rawValue), steps(event.y)) }
    // 0 means untouched: the lightest touch is 1, and on a touchpad the least that desktops take for a touch.
    let least = settings.kind == .touchpad ? Int64(Self.leastOfTouchpad) : 1
    let pressure = least + Int64(event.pressure) * (Int64(Self.mostPressure) - least) / 65536
    put(LINUX_EV_ABS, UInt16(LINUX_ABS_PRESSURE.rawValue), Int32(min(max(pressure, least), Int64(Self.mostPressure))))
  }

  private mutating func releasePreview() {
    release(.commit)
    release(.preview)
  }

  private mutating func hold(_ key: InputKey) {
    let bit = UInt32(1) << UInt32(key.rawValue)
    if settings.code(key) == 0 || held & bit != 0 { return }
    held |= bit
    put(LINUX_EV_KEY, settings.code(key), 1)
  }

  private mutating func release(_ key: InputKey) {
    let bit = UInt32(1) << UInt32(key.rawValue)
    if held & bit == 0 { return }
    held &= ~bit
    put(LINUX_EV_KEY, settings.code(key), 0)
  }

  private mutating func click(_ key: InputKey) {
    if settings.code(key) == 0 { return }
    hold(key)
    sync()
    release(key)
    sync()
  }

  private mutating func put(_ type: LINUX_EV, _ code: UInt16, _ value: Int32) {
    if count == Self.capacity - 1 && type != LINUX_EV_SYN { sync() }
    inputs[count] = linux_input(type: UInt16(type.rawValue), code: code, value: value)
    count += 1
  }
}
