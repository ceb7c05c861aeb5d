/// What became of `section.key = value`. The texts say what is accepted.
enum SetResult {
  case ok
  case unknownSection
  case unknownKey(StaticString)
  case badValue(StaticString)
}
