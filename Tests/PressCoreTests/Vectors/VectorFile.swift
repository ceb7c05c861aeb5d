import Foundation

/// A file of Tests/vectors.
struct VectorFile {
  static let folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("vectors")

  /// The fields of each line, comments left out.
  let rows: [[Substring]]

  init(_ name: String) throws {
    let text = try String(contentsOf: Self.folder.appendingPathComponent("\(name).txt"), encoding: .utf8)
    rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: " ") }
  }

  /// The fields of each line as numbers. Some are unsigned and need all 64 bits.
  var numbers: [[Int128]] { rows.map { $0.map { Int128($0)! } } }
}
