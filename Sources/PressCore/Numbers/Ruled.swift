/// A config: a struct that a program fills. Its defaults, and the ranges of its fields with what is said of a wrong one, are made from the
/// comments in the headers (generated/Configs.swift). Rules that join fields otherwise are written by hand.
public protocol Ruled {
  init()
  /// How long what precedes the name of a field in `words` is, where the struct lies within others.
  static var prefix: Int { get }
  /// Into memory that need not hold one yet.
  static func setDefaults(_ c: UnsafeMutablePointer<Self>)
  /// Those that no number says.
  static func setFurtherDefaults(_ c: UnsafeMutablePointer<Self>)
  /// The first of its fields that is out of its range, from 1 on, of a struct within it that one's rule 8 bits higher; 0: none is.
  static func brokenField(_ c: UnsafePointer<Self>) -> UInt32
  static func words(ofField rule: UInt32) -> UnsafePointer<CChar>
  /// The first rule across fields that it breaks, from `Rule.ofRelation` on; 0: none. No field is out of its range.
  static func brokenRelation(_ c: UnsafePointer<Self>) -> UInt32
  static func words(ofRelation rule: UInt32) -> UnsafePointer<CChar>
}

/// Static text as C takes it.
@inline(__always)
public func text(_ literal: StaticString) -> UnsafePointer<CChar> {
  UnsafeRawPointer(literal.utf8Start).assumingMemoryBound(to: CChar.self)
}

public enum Rule {
  public static var ofRelation: UInt32 { 128 }
}

extension Ruled {
  public static var prefix: Int { 0 }

  @inline(__always)
  public static func setFurtherDefaults(_ c: UnsafeMutablePointer<Self>) {}

  @inline(__always)
  public static func brokenRelation(_ c: UnsafePointer<Self>) -> UInt32 { 0 }

  public static func words(ofRelation rule: UInt32) -> UnsafePointer<CChar> { text("") }

  public static var makeDefault: Self {
    var c = Self()
    setDefaults(&c)
    return c
  }

  /// The first rule that it breaks; 0: it is valid.
  @inline(__always)
  public static func brokenRule(_ c: UnsafePointer<Self>) -> UInt32 {
    let field = brokenField(c)
    return field == 0 ? brokenRelation(c) : field
  }

  public var isValid: Bool { withUnsafePointer(to: self) { Self.brokenRule($0) == 0 } }

  /// What is said of the first rule that it breaks, without the name of a struct that it lies in; nil: it is valid.
  public static func refusal(_ c: UnsafePointer<Self>) -> UnsafePointer<CChar>? {
    let rule = brokenRule(c)
    return rule == 0 ? nil : words(rule) + prefix
  }

  public static func words(_ rule: UInt32) -> UnsafePointer<CChar> {
    rule & 0xff >= Rule.ofRelation ? words(ofRelation: rule) : words(ofField: rule)
  }
}
