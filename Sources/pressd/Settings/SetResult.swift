/// What became of `section.key = value`. The texts say what is accepted.
enum SetResult {
  case ok
  case unknownSection
  /// The keys that there are: those of the section's own, and fields.
  case unknownKey(StaticString, FieldKeys = .none)
  case badValue(StaticString)
  /// The file that the value names, and why it cannot be used.
  case badFile(Slice, UnsafePointer<CChar>?)
}
