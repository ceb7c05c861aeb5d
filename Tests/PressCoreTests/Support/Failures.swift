/// Counts wrong cases and keeps the first few, so that a table with a million rows stays readable and fast.
struct Failures: CustomStringConvertible {
  private(set) var cases = 0
  private(set) var count = 0
  private var first: [String] = []

  var isEmpty: Bool { count == 0 }

  mutating func expect(_ isRight: Bool, _ what: @autoclosure () -> String) {
    cases += 1
    if isRight { return }
    count += 1
    if first.count < 5 { first.append(what()) }
  }

  var description: String { "\(count) of \(cases) cases wrong: " + first.joined(separator: "; ") }
}
