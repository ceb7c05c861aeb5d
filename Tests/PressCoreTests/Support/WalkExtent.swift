import Foundation

/// How much the walks visit, as LIBPRESS_WALKS says.
enum WalkExtent: Int, Comparable {
  /// Of each kind of walk the smaller ones: in minutes, without it (`make test`).
  case few
  /// Beyond those all that some minutes take: `most` (`make test-walks`).
  case most
  /// All, with those of millions of states: `all` (`make nightly`).
  case all

  static let now: WalkExtent = ["most": .most, "all": .all][ProcessInfo.processInfo.environment["LIBPRESS_WALKS"] ?? ""] ?? .few

  static func < (a: WalkExtent, b: WalkExtent) -> Bool { a.rawValue < b.rawValue }

  /// What is walked now of what there is.
  static func walked<T>(few: [T] = [], most: [T], all: [T] = []) -> [T] {
    switch now {
    case .few: few
    case .most: most
    case .all: few + most + all
    }
  }
}
