import CPressLinux

/// What ends a wait before its time: the comparator of a converter that watches its sensor.
struct Alarm {
  /// Where it is seen to come; -1: nowhere.
  var pins = Self.none
  /// It came, and nobody has looked yet.
  var isRaised = false
  /// What was looked at last was because of it.
  var wasRaised = false

  static let none = InlineArray<2, Int32>(repeating: -1)

  init() {}

  private var isOn: Bool { pins[0] >= 0 || pins[1] >= 0 }

  /// Sleeps until it comes, or until then, or until a signal.
  mutating func sleep(untilUs: UInt64) {
    if isRaised { return }
    if !isOn { return linux_sleep_until_us(untilUs) }
    isRaised = withUnsafePointer(to: &pins) {
      linux_gpio_wait_us(UnsafeRawPointer($0).assumingMemoryBound(to: Int32.self), 2, untilUs)
    }
  }

  /// Somebody looks now.
  mutating func take() {
    isRaised = false
    wasRaised = true
  }
}
