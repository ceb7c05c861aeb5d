/// What became of `section.key = value`. The texts say what is accepted.
enum SetResult {
  case ok
  case unknownSection
  /// The keys that there are, in up to three lists.
  case unknownKey(StaticString, StaticString? = nil, StaticString? = nil)
  case badValue(StaticString)
  /// The file that the value names, and why it cannot be used.
  case badFile(Slice, UnsafePointer<CChar>?)
}
