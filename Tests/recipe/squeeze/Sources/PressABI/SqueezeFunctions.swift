import PressCore

func words(_ rule: SqueezeConfig.Rule?) -> UnsafePointer<CChar>? {
  switch rule {
  case .size: wrongSize
  case .within: text("within_us: at most 2000000")
  case .pressure: text("pressure: 0..1")
  case .reserved: text("reserved: 0")
  case nil: nil
  }
}
