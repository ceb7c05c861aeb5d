import CPress
import PressCore
import Testing

@Suite("Median of three")
struct MedianTests {
  /// All sequences of length five: long enough to start, to fill and to forget.
  @Test("every sequence over a small alphabet gives what sorting gives", arguments: [[Int32.min, -1, 0, 1, Int32.max], [0, 1, 2, 3, 4, 5]])
  func exhaustive(alphabet: [Int32]) {
    var failures = Failures()
    let base = alphabet.count
    var total = 1
    for _ in 0..<5 { total *= base }
    for number in 0..<total {
      var rest = number
      var median = press_median()
      var seen: [Int32] = []
      for _ in 0..<5 {
        seen.append(alphabet[rest % base])
        rest /= base
        let right = seen.count < 3 ? seen.last! : seen.suffix(3).sorted()[1]
        let got = Median.step(&median, seen.last!)
        failures.expect(got == right, "\(seen) gives \(got)")
      }
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test("a single spike never passes, and an edge passes one sample late")
  func spike() {
    var median = press_median()
    let spiked: [Int32] = [7, 7, 7, Int32.max, 7, Int32.min, 7, 7, 90, 90, 90]
    #expect(spiked.map { Median.step(&median, $0) } == [7, 7, 7, 7, 7, 7, 7, 7, 7, 90, 90])
  }
}
