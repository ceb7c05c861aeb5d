import CPress

/// A channel of a converter.
public struct Wire: Equatable {
  public let converter: Int
  public let channel: Int
}

/// Which sensor is where, and how long it takes to read them.
extension Settings {
  /// Channels without a converter's name are counted on through all.
  public mutating func wire(_ sensor: Int) -> Wire {
    let channel = self.sensor[sensor].channel
    let number = Int(channel.number)
    if channel.converter > 0 { return Wire(converter: channel.converter - 1, channel: number) }
    let first = converter[0].model.channels
    if count(.converter) == 1 || number < first { return Wire(converter: 0, channel: number) }
    return Wire(converter: 1, channel: number - first)
  }

  /// Which channels a converter reads.
  public mutating func channels(ofConverter index: Int) -> UInt16 {
    var bits: UInt16 = 0
    for i in 0..<count(.sensor) where wire(i).converter == index { bits |= 1 << UInt16(wire(i).channel & 15) }
    return bits
  }

  /// Where the driver, which reads channels in rising order, puts the code of a sensor.
  public mutating func place(ofSensor index: Int) -> Int {
    let below = UInt16(1) << UInt16(wire(index).channel & 15) - 1
    return (channels(ofConverter: wire(index).converter) & below).nonzeroBitCount
  }

  /// A frame in the order of the sensors, of one for each converter in the order of its channels. Its time is that of the last code;
  /// `now` without a code.
  public mutating func joined(_ codes: UnsafePointer<press_frame>, at now: UInt64) -> press_frame {
    var frame = press_frame()
    for i in 0..<count(.sensor) {
      let c = wire(i).converter
      let place = place(ofSensor: i)
      if codes[c].present >> UInt32(place) & 1 != 0 {
        frame.present |= 1 << UInt32(i)
        frame.setCode(i, codes[c].codeAt(place))
        frame.t_us = max(frame.t_us, codes[c].t_us)
      } else {
        frame.failed |= 1 << UInt32(i)
      }
    }
    for i in 0..<count(.sensor) where frame.present >> UInt32(i) & 1 != 0 {
      let c = wire(i).converter
      frame.setBefore(i, frame.t_us - codes[c].t_us + UInt64(codes[c].beforeAt(place(ofSensor: i))))
    }
    if frame.present == 0 { frame.t_us = now }
    return frame
  }

  /// The sensors of a converter, as bits.
  public mutating func sensors(ofConverter index: Int) -> UInt32 {
    var bits: UInt32 = 0
    for i in 0..<count(.sensor) where wire(i).converter == index { bits |= 1 << UInt32(i) }
    return bits
  }
}
