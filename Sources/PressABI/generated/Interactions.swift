// Written by `make contract` from the headers.

import CPress
import PressCore

@implementation @_cdecl("press_interactions_init")
public func press_interactions_init(_ interactions: UnsafeMutablePointer<press_interactions>?) {
  guard let interactions else { return }
  var i = 4
  UnsafeMutableRawPointer(interactions).storeBytes(of: UInt32(truncatingIfNeeded: sizeBefore), as: UInt32.self)
  while i < sizeBefore {
    UnsafeMutableRawPointer(interactions).storeBytes(of: 0, toByteOffset: i, as: UInt32.self)
    i &+= 4
  }
}

@implementation @_cdecl("press_interactions_init_2")
public func press_interactions_init_2(_ interactions: UnsafeMutablePointer<press_interactions>?) {
  interactions?.initialize(to: nothing)
}

/// The struct of 0.1.0: without `strike`.
private var sizeBefore: Int { MemoryLayout<press_interactions>.size &- MemoryLayout<UnsafeRawPointer>.size }

private var nothing: press_interactions {
  var set = press_interactions()
  set.size = UInt32(truncatingIfNeeded: MemoryLayout<press_interactions>.size)
  return set
}

@implementation @_cdecl("press_engine_size_with")
public func press_engine_size_with(
  _ config: UnsafePointer<press_config>?, _ interactions: UnsafePointer<press_interactions>?
) -> Int {
  var set = nothing
  Sized.read(interactions, from: sizeBefore, over: &set)
  var engine = press_config()
  guard read(config, into: &engine), set.size != 0, set.reserved == 0 else { return 0 }
  var total = Engine.size(engine)
  if let drag = set.drag, !add(press_drag_size(config, drag), to: &total) { return 0 }
  if let gestures = set.gestures, !add(press_gestures_size(config, gestures), to: &total) { return 0 }
  if let peek = set.peek, !add(press_peek_size(config, peek), to: &total) { return 0 }
  if let transition = set.transition, !add(press_transition_size(config, transition), to: &total) { return 0 }
  if let button = set.button, !add(press_button_size(config, button), to: &total) { return 0 }
  if let strike = set.strike, !add(press_strike_size(config, strike), to: &total) { return 0 }
  return total
}

/// False: there is no such size.
private func add(_ size: Int, to total: inout Int) -> Bool {
  total &+= size
  return size != 0
}
