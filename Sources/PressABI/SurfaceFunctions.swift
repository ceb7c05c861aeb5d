import CPress
import PressCore

@implementation @_cdecl("press_surface_init")
public func press_surface_init(_ surface: UnsafeMutablePointer<press_surface>?) { surface?.initialize(to: Surface.makeDefault) }

@implementation @_cdecl("press_place_init")
public func press_place_init(_ place: UnsafeMutablePointer<press_place>?) { place?.initialize(to: Surface.makePlace) }

private func read(
  _ surface: UnsafePointer<press_surface>, _ place: UnsafePointer<press_place>
) -> (surface: press_surface, place: press_place, rule: Surface.Rule?) {
  var own = Surface.makeDefault
  var at = Surface.makePlace
  Sized.read(surface, over: &own)
  Sized.read(place, over: &at)
  return (own, at, Surface.brokenRule(own, at))
}

private func answer(_ rule: Surface.Rule?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let rule else { return Status.ok }
  why?.pointee = words(rule)
  return rule == .contacts ? Status.noSpace : Status.invalid
}

private func words(_ rule: Surface.Rule) -> UnsafePointer<CChar>? {
  switch rule {
  case .surfaceSize, .placeSize: wrongSize
  case .width, .ownWidth: text("width: not negative")
  case .height, .ownHeight: text("height: not negative")
  case .reserved: text("reserved: 0")
  case .scaleX: text("scale_x: -1024..1024, not 0")
  case .scaleY: text("scale_y: -1024..1024, not 0")
  case .x: text("x: within the surface, and so is x + scale_x * width")
  case .y: text("y: within the surface, and so is y + scale_y * height")
  case .correction: text("correction: valid, also where it is scaled")
  case .grid: text("width, height: 0 for a grid")
  case .contacts: text("next: no contact id is free")
  }
}

@implementation @_cdecl("press_surface_add_pad")
public func press_surface_add_pad(
  _ surface: UnsafeMutablePointer<press_surface>?, _ place: UnsafePointer<press_place>?, _ config: UnsafeMutablePointer<press_pad_config>?,
  _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  guard let surface, let place, let config else { return answer(nothingGiven, why) }
  let checked = press_pad_config_check(config, why)
  if checked != Status.ok { return checked }
  var (own, at, rule) = read(surface, place)
  if rule == nil { rule = Surface.add(&own, at, &config.pointee.correction, contact: &config.pointee.contact) }
  if rule == nil { surface.pointee.next = own.next }
  return answer(rule, why)
}

@implementation @_cdecl("press_surface_add_grid")
public func press_surface_add_grid(
  _ surface: UnsafeMutablePointer<press_surface>?, _ place: UnsafePointer<press_place>?, _ config: UnsafeMutablePointer<press_grid_config>?,
  _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  guard let surface, let place, let config else { return answer(nothingGiven, why) }
  let checked = press_grid_config_check(config, why)
  if checked != Status.ok { return checked }
  var (own, at, rule) = read(surface, place)
  if rule == nil { rule = Surface.add(&own, at, config) }
  if rule == nil { surface.pointee.next = own.next }
  return answer(rule, why)
}
