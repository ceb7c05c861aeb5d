@testable import PressCore
import Testing

@Suite("Sized structs of older and newer programs")
struct SizedTests {
  private struct Known: Equatable {
    var size: UInt32
    var first: UInt32 = 1
    var second: UInt32 = 2
    var third: UInt32 = 3
  }

  private struct Newer {
    var known: Known
    var fourth: UInt32 = 0
    var fifth: UInt32 = 0
  }

  /// Its first version ended with `first`.
  private static let minimum = 8

  private static func read(_ given: Newer) -> Known {
    var full = Known(size: 16)
    withUnsafePointer(to: given) {
      $0.withMemoryRebound(to: Known.self, capacity: 1) { Sized.read($0, from: minimum, over: &full) }
    }
    return full
  }

  @Test("what a program did not know keeps its default, what is not known here must be 0", arguments: 0...28 as ClosedRange<UInt32>)
  func reads(size: UInt32) {
    let given = Newer(known: Known(size: size, first: 11, second: 12, third: 13))
    let read = Self.read(given)
    switch size {
    case 8: #expect(read == Known(size: 16, first: 11))
    case 12: #expect(read == Known(size: 16, first: 11, second: 12))
    case 16, 20, 24: #expect(read == Known(size: 16, first: 11, second: 12, third: 13))
    case 28: break
    default: #expect(read.size == 0)
    }
    // The fifth counts only where the struct is as long as that.
    var newer = given
    newer.fifth = 1 << 24
    if size == 24 { #expect(Self.read(newer).size == 0) } else if size < 24 { #expect(Self.read(newer) == read) }
  }

  @Test("garbage is no size", arguments: [16 + 260, 1 << 20, .max, .max - 3] as [UInt32])
  func garbage(size: UInt32) { #expect(Self.read(Newer(known: Known(size: size))).size == 0) }

  @Test("nothing given is the defaults")
  func nothing() {
    var full = Known(size: 16)
    Sized.read(nil, over: &full)
    #expect(full == Known(size: 16))
  }

  @Test("what is written ends where the program's struct does, and is 0 where it goes on", arguments: [8, 12, 16, 20, 24] as [UInt32])
  func writes(size: UInt32) {
    var out = Newer(known: Known(size: size, first: 91, second: 92, third: 93), fourth: 94, fifth: 95)
    var full = Known(size: 16)
    withUnsafeMutablePointer(to: &out) {
      $0.withMemoryRebound(to: Known.self, capacity: 1) {
        #expect(Sized.hasRoom($0, from: Self.minimum))
        Sized.write(&full, to: $0)
      }
    }
    let known = Known(size: size, first: 1, second: size < 12 ? 92 : 2, third: size < 16 ? 93 : 3)
    #expect(out.known == known && out.fourth == (size < 20 ? 94 : 0) && out.fifth == (size < 24 ? 95 : 0))
  }

  @Test("there is no room in what is too small, or garbage", arguments: [0, 4, 7, 9, 14, 276, .max] as [UInt32])
  func room(size: UInt32) {
    let out = Known(size: size)
    #expect(!withUnsafePointer(to: out) { Sized.hasRoom($0, from: Self.minimum) })
  }
}
