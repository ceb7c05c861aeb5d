/// Words with commas between, each of which stands for its index.
public struct Words {
  private let all: StaticString

  public init(_ all: StaticString) { self.all = all }

  var cString: UnsafePointer<CChar> { UnsafeRawPointer(all.utf8Start).assumingMemoryBound(to: CChar.self) }

  /// How many there are.
  var count: Int {
    var count = 1
    for i in 0..<all.utf8CodeUnitCount where all.utf8Start[i] == UInt8(ascii: ",") { count += 1 }
    return count
  }

  public func index(of word: Slice) -> UInt32? {
    var rest = Slice(all)
    var index: UInt32 = 0
    while !rest.isEmpty {
      if rest.takeField(UInt8(ascii: ",")) == word { return index }
      index += 1
    }
    return nil
  }

  /// Whether one of them is this number.
  public func hold(_ number: UInt64) -> Bool {
    var rest = Slice(all)
    while !rest.isEmpty {
      if Number.unsigned(rest.takeField(UInt8(ascii: ",")), most: UInt64.max) == number { return true }
    }
    return false
  }

  /// Empty: there is none.
  public subscript(index: Int) -> Slice {
    var rest = Slice(all)
    for _ in 0..<max(index, 0) { _ = rest.takeField(UInt8(ascii: ",")) }
    return rest.takeField(UInt8(ascii: ","))
  }
}
