// Written by `make contract` from the comments in the headers.

import CPress
import PressCore

extension press_converter_config: Ruled {
  @inline(never)
  package static func setDefaults(_ c: UnsafeMutablePointer<Self>) {
    c.initialize(to: Self())
    c.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<Self>.size)
    c.pointee.part = 2
    c.pointee.channels = 1
    c.pointee.retries = 1
    c.pointee.ready_polls = 16
    setFurtherDefaults(c)
  }

  @inline(__always)
  package static func brokenField(_ c: UnsafePointer<Self>) -> UInt32 {
    if c.pointee.size != UInt32(truncatingIfNeeded: MemoryLayout<Self>.size) { return 1 }
    if c.pointee.part < 1 || c.pointee.part > 40 { return 2 }
    if c.pointee.reference_mv != 0 && c.pointee.reference_mv != 2500 { return 9 }
    if c.pointee.external_avdd != 0 && c.pointee.external_avdd != 1 { return 10 }
    if c.pointee.range_mv != 0 && c.pointee.range_mv != 6144 && c.pointee.range_mv != 4096 && c.pointee.range_mv != 2048 && c.pointee.range_mv != 1024 && c.pointee.range_mv != 512 && c.pointee.range_mv != 256 { return 11 }
    if c.pointee.flags & ~ConverterFlag.all != 0 { return 12 }
    if c.pointee.reserved != 0 { return 13 }
    return 0
  }

  package static func words(ofField rule: UInt32) -> UnsafePointer<CChar> {
    if rule == 1 { return text("size: sizeof the struct, as its ..._init writes it") }
    let at: UInt16 =
      switch rule {
      case 2: 0
      case 9: 12
      case 10: 36
      case 11: 58
      case 12: 106
      default: 138
      }
    return text("""
      part: 1..40\0\
      reference_mv: 0 or 2500\0\
      external_avdd: 0 or 1\0\
      range_mv: 0, 6144, 4096, 2048, 1024, 512 or 256\0\
      flags: PRESS_CONVERTER_FLAG_...\0\
      reserved: 0
      """) + Int(at)
  }
}

extension press_drv2605l_config: Ruled {
  @inline(never)
  package static func setDefaults(_ c: UnsafeMutablePointer<Self>) {
    c.initialize(to: Self())
    c.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<Self>.size)
    c.pointee.gain = 2
    c.pointee.compensation = 12
    c.pointee.back_emf = 108
    c.pointee.rated_mv = 1300
    c.pointee.clamp_mv = 3000
    c.pointee.frequency_hz = 175
    c.pointee.retries = 1
    c.pointee.stale_us = 100000
    c.pointee.level_us = 2000000
    c.pointee.standby_us = 100000
    setFurtherDefaults(c)
  }

  @inline(__always)
  package static func brokenField(_ c: UnsafePointer<Self>) -> UInt32 {
    if c.pointee.size != UInt32(truncatingIfNeeded: MemoryLayout<Self>.size) { return 1 }
    if c.pointee.motor != 0 && c.pointee.motor != 1 { return 2 }
    if c.pointee.flags & ~DRV2605LFlag.all != 0 { return 3 }
    if c.pointee.library > 7 { return 4 }
    if c.pointee.gain > 3 { return 5 }
    if c.pointee.rated_mv < 100 || c.pointee.rated_mv > 5000 { return 8 }
    if c.pointee.clamp_mv < 100 || c.pointee.clamp_mv > 5000 { return 9 }
    if c.pointee.frequency_hz < 50 || c.pointee.frequency_hz > 300 { return 10 }
    if c.pointee.reserved != 0 { return 12 }
    return 0
  }

  package static func words(ofField rule: UInt32) -> UnsafePointer<CChar> {
    if rule == 1 { return text("size: sizeof the struct, as its ..._init writes it") }
    let at: UInt16 =
      switch rule {
      case 2: 0
      case 3: 42
      case 4: 73
      case 5: 87
      case 8: 98
      case 9: 118
      case 10: 138
      default: 160
      }
    return text("""
      motor: PRESS_MOTOR_ERM or PRESS_MOTOR_LRA\0\
      flags: PRESS_DRV2605L_FLAG_...\0\
      library: 0..7\0\
      gain: 0..3\0\
      rated_mv: 100..5000\0\
      clamp_mv: 100..5000\0\
      frequency_hz: 50..300\0\
      reserved: 0
      """) + Int(at)
  }
}
