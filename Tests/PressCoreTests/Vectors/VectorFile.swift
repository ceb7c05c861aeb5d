import Foundation

/// A file that Tests/vectors/make_vectors.py makes.
struct VectorFile {
  /// Where it made them.
  private static let folder: URL = {
    let tests = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let make = Process()
    let output = Pipe()
    make.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    make.arguments = ["python3", tests.appendingPathComponent("vectors/make_vectors.py").path]
    make.standardOutput = output
    do {
      try make.run()
    } catch {
      fatalError("python3 cannot be started: \(error)")
    }
    let path = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    make.waitUntilExit()
    precondition(make.terminationStatus == 0, "make_vectors.py fails")
    return URL(fileURLWithPath: path.trimmingCharacters(in: .newlines))
  }()

  /// The fields of each line, comments left out.
  let rows: [[Substring]]

  init(_ name: String) throws {
    let text = try String(contentsOf: Self.folder.appendingPathComponent("\(name).txt"), encoding: .utf8)
    rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: " ") }
  }

  /// The fields of each line as numbers. Some are unsigned and need all 64 bits.
  var numbers: [[Int128]] { rows.map { $0.map { Int128($0)! } } }
}
