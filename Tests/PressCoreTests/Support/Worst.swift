/// The worst of many cases: one expectation per table is fast, and says more than the first failure.
struct Worst: CustomStringConvertible {
  private(set) var error = 0.0
  private(set) var cases = 0
  private var place = "nowhere"

  mutating func see(_ error: Double, _ place: @autoclosure () -> String) {
    cases += 1
    // Not a number is worse than anything.
    if !(error <= self.error) {
      self.error = error.isNaN ? .infinity : error
      self.place = place()
    }
  }

  var description: String { "worst \(error) of \(cases) cases, at \(place)" }
}
