import Foundation

/// How much the walks visit, as LIBPRESS_WALKS says.
enum WalkExtent: Int, Comparable {
  /// Of each kind of walk the smaller ones: in minutes, without it (`make test`).
  case few
  /// All that a quarter of an hour takes: `most` (`make test-walks`).
  case most
  /// Those of millions of states: `all` (`make soak`).
  case all

  static let now: WalkExtent = ["most": .most, "all": .all][ProcessInfo.processInfo.environment["LIBPRESS_WALKS"] ?? ""] ?? .few

  static func < (a: WalkExtent, b: WalkExtent) -> Bool { a.rawValue < b.rawValue }
}
