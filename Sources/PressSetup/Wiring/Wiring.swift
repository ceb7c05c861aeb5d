/// A channel of a converter.
public struct Wire: Equatable {
  public let converter: Int
  public let channel: Int
}

/// Which sensor is where, and how long it takes to read them.
extension Settings {
  /// Channels without a converter's name are counted on through all.
  public func wire(_ sensor: Int) -> Wire {
    let channel = self.sensor[sensor].channel
    let number = Int(channel.number)
    if channel.converter > 0 { return Wire(converter: channel.converter - 1, channel: number) }
    let first = converter[0].model.channels
    if count(.converter) == 1 || number < first { return Wire(converter: 0, channel: number) }
    return Wire(converter: 1, channel: number - first)
  }

  /// Which channels a converter reads.
  public func channels(ofConverter index: Int) -> UInt16 {
    var bits: UInt16 = 0
    for i in 0..<count(.sensor) where wire(i).converter == index { bits |= 1 << UInt16(wire(i).channel & 15) }
    return bits
  }

  /// Where the driver, which reads channels in rising order, puts the code of a sensor.
  public func place(ofSensor index: Int) -> Int {
    let below = UInt16(1) << UInt16(wire(index).channel & 15) - 1
    return (channels(ofConverter: wire(index).converter) & below).nonzeroBitCount
  }

  /// The sensors of a converter, as bits.
  public func sensors(ofConverter index: Int) -> UInt32 {
    var bits: UInt32 = 0
    for i in 0..<count(.sensor) where wire(i).converter == index { bits |= 1 << UInt32(i) }
    return bits
  }
}
