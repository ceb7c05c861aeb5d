import PressCore
import Testing

@Suite("Sized structs of older and newer programs")
struct SizedTests {
  private struct Sized: Equatable {
    var size: UInt32
    var first: UInt32 = 1
    var second: UInt32 = 2
    var third: UInt32 = 3
  }

  @Test("fields that a program did not know keep their default", arguments: 0...24 as ClosedRange<UInt32>)
  func copies(size: UInt32) {
    let source = Sized(size: size, first: 11, second: 12, third: 13)
    let defaults = Sized(size: 16)
    var full = defaults
    let isCopied = withUnsafePointer(to: source) { copySized($0, from: 8, into: &full) }
    switch size {
    case 8: #expect(isCopied && full == Sized(size: 8, first: 11))
    case 12: #expect(isCopied && full == Sized(size: 12, first: 11, second: 12))
    case 16: #expect(isCopied && full == source)
    default: #expect(!isCopied && full == defaults)
    }
  }
}
