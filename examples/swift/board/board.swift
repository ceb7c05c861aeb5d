// A force-sensing resistor on a microcontroller, without a system: Embedded Swift, nothing allocated. It does what examples/firmware/main.c does
// and takes the same functions of the board: a timer interrupt samples, the main loop feeds and sleeps, events go out as text.
import press

@_extern(c) func board_read_code() -> Int32
@_extern(c) func board_start(_ rateHz: UInt32)
@_extern(c) func board_print(_ text: UnsafePointer<CChar>?)
@_extern(c) func board_wait(_ written: UnsafePointer<UInt32>, _ taken: UInt32)
@_extern(c) func board_is_over() -> Bool

let rateHz: UInt32 = 200, waiting: UInt32 = 8

// Of the interrupt and the main loop: each writes one of the two counters. board_wait reads `written` again each time.
nonisolated(unsafe) var readings = InlineArray<8, (time: UInt64, code: Int32)>(repeating: (0, 0))
nonisolated(unsafe) var written: UInt32 = 0
nonisolated(unsafe) var taken: UInt32 = 0
nonisolated(unsafe) var missed: UInt32 = 0
nonisolated(unsafe) var time: UInt64 = 0

@_cdecl("board_tick") public func tick() {
  let code = board_read_code()
  unsafe time &+= 1_000_000 / UInt64(rateHz)
  if unsafe written &- taken == waiting { return unsafe missed &+= 1 }
  unsafe readings[Int(written % waiting)] = unsafe (time, code)
  unsafe written &+= 1
}

// Memory that lasts as long as the program, of 8 bytes each. Not an array of Swift: an engine keeps pointers into its storage.
nonisolated(unsafe) var engineStorage = InlineArray<1152, UInt64>(repeating: 0)
nonisolated(unsafe) var padStorage = InlineArray<160, UInt64>(repeating: 0)

func show(_ text: StaticString) { unsafe board_print(UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)) }

func show(_ number: UInt32, digits: Int = 1) {
  var text = InlineArray<12, CChar>(repeating: 0)
  var rest = number, at = 11
  repeat {
    at -= 1
    text[at] = CChar(48 + rest % 10)
    rest /= 10
  } while rest > 0 || 11 - at < digits
  unsafe withUnsafePointer(to: &text) { unsafe board_print(UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) + at) }
}

func show(_ event: press_event) {
  if (event.type == .previewUpdated || event.type == .commitUpdated) && !event.flags.contains(.ended) { return }
  let centinewtons = (UInt32(event.force) * 100) >> 16
  show(UInt32(event.t_us / 1000), digits: 4)
  show(" ms ")
  unsafe board_print(press_event_name(event.type.rawValue))
  show(" ")
  show(centinewtons / 100)
  show(".")
  show(centinewtons % 100, digits: 2)
  show(" N\n")
}

@_cdecl("main") public func main() -> Int32 {
  var engine: press_engine?
  var pad: press_pad?
  var sensor = press_sensor.defaults
  sensor.circuit.full_scale = 4095  // 12 bits, whose reference is the supply of the divider
  sensor.circuit.resistor_ohm = 10000
  var status = unsafe press_engine_init(&engineStorage, MemoryLayout.size(ofValue: engineStorage), nil, &engine)
  if status == PRESS_OK { status = unsafe press_pad_init(&padStorage, MemoryLayout.size(ofValue: padStorage), nil, &sensor, 1, &pad) }
  guard status == PRESS_OK, let engine, let pad else { return status }
  var frame = press_frame(), event = press_event()
  frame.present = 1
  board_start(rateHz)
  while status >= PRESS_OK && !board_is_over() {
    unsafe board_wait(&written, taken)
    while unsafe status >= PRESS_OK && taken != written {
      let reading = unsafe readings[Int(taken % waiting)]
      frame.t_us = reading.time
      frame.setCode(at: 0, to: reading.code)
      unsafe taken &+= 1
      status = unsafe pad.feed(&frame, engine: engine)
      while unsafe engine.poll(&event, capacity: 1) == 1 { show(event) }
    }
  }
  if status < PRESS_OK { unsafe board_print(press_strerror(status)) }
  unsafe show(taken)
  show(" readings, ")
  unsafe show(missed)
  show(" missed\n")
  return status < PRESS_OK ? 1 : 0
}
