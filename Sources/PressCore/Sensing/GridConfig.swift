import CPress

extension press_grid_config {
  public static func brokenRelation(_ c: UnsafePointer<Self>) -> UInt32 {
    c.pointee.curve.kind == 0 ? 0 : Curve.brokenRule(Curve.of(c))
  }

  public static func words(ofRelation rule: UInt32) -> UnsafePointer<CChar> { Curve.words(rule) }
}
