import Foundation
@testable import PressCore
import Testing

@Suite("Claim: the table that decides")
struct ClaimTests {
  private let claims: [(String, Claim)] = [
    ("open", .open), ("moved", .moved), ("hold", .hold), ("scroll", .scroll), ("preview", .preview), ("actions", .actions), ("over", .over),
    ("drag", .drag), ("lifted", .lifted), ("pinch", .pinch),
  ]

  private static func read(_ path: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized
    return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The rows of a table whose header starts with this cell: the first two cells of each.
  private static func rows(_ text: String, after header: String) -> [String: String] {
    var rows: [String: String] = [:]
    var isInside = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().map { $0.trimmingCharacters(in: .whitespaces) }
      if cells.first == header {
        isInside = true
      } else if cells.count < 2 {
        isInside = false
      } else if isInside {
        rows[cells[0]] = cells[1]
      }
    }
    return rows
  }

  private func check(_ rows: [String: String]) {
    for (name, claim) in claims {
      let may = (rows[name] ?? "no such row").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      let does = (claim.mayTap ? ["tap"] : []) + claims.filter { claim.may($0.1) }.map(\.0)
      #expect(Set(may) == Set(does), "\(name)")
    }
  }

  @Test("the table beside the code says what it does")
  func besideTheCode() throws {
    check(Self.rows(try Self.read("Sources/PressCore/Contacts/Contact.swift"), after: "a contact that is"))
  }

  @Test("the table in docs/interactions/contact.md is there, and says what the code does")
  func inTheDocuments() throws {
    check(Self.rows(try Self.read("docs/interactions/contact.md"), after: "a contact that is"))
  }
}
