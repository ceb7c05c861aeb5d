import CPress
import PressCore

/// The functions of press/grid.h.
@implementation @_cdecl("press_grid_size")
package func press_grid_size(_ config: UnsafePointer<press_grid_config>?) -> Int {
  guard let config else { return 0 }
  var full = press_grid_config()
  return read(config, into: &full) ? Grid.size(&full) : 0
}

@implementation @_cdecl("press_grid_init")
package func press_grid_init(
  _ storage: UnsafeMutableRawPointer?, _ bytes: Int, _ config: UnsafePointer<press_grid_config>?,
  _ grid: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  var full = press_grid_config()
  guard let storage, let grid, UInt(bitPattern: storage) & 7 == 0, read(config, into: &full) else { return Status.invalid }
  if bytes >= 0 && bytes < Grid.size(&full) { return Status.noSpace }
  let status = Grid.make(in: storage, &full)
  if status == Status.ok { grid.pointee = OpaquePointer(storage) }
  return status
}

@implementation @_cdecl("press_grid_set")
package func press_grid_set(_ grid: OpaquePointer?, _ config: UnsafePointer<press_grid_config>?) -> Int32 {
  guard let grid, let config else { return Status.invalid }
  var full = press_grid_config()
  return read(config, into: &full) ? Grid(grid).set(&full) : Status.invalid
}

@implementation @_cdecl("press_grid_get_config")
package func press_grid_get_config(_ grid: OpaquePointer?, _ config: UnsafeMutablePointer<press_grid_config>?) -> Int32 {
  guard let grid, let config, Sized.hasRoom(config) else { return Status.invalid }
  var given = Grid(grid).given
  Sized.write(&given, to: config)
  return Status.ok
}

@implementation @_cdecl("press_grid_set_mask")
package func press_grid_set_mask(_ grid: OpaquePointer?, _ mask: UnsafePointer<UInt32>?, _ rows: Int) -> Int32 {
  guard let grid else { return Status.invalid }
  return Grid(grid).setMask(mask, rows)
}

@implementation @_cdecl("press_grid_feed")
package func press_grid_feed(
  _ grid: OpaquePointer?, _ t_us: UInt64, _ cells: UnsafePointer<Int32>?, _ count: Int, _ engine: OpaquePointer?
) -> Int32 {
  guard let grid, let cells else { return Status.invalid }
  if isElsewhere(engine) { return Status.moved }
  return Grid(grid).feed(t_us, cells, count, engine.map { Engine($0) })
}

@implementation @_cdecl("press_grid_lost")
package func press_grid_lost(_ grid: OpaquePointer?, _ t_us: UInt64, _ engine: OpaquePointer?) -> Int32 {
  guard let grid else { return Status.invalid }
  if isElsewhere(engine) { return Status.moved }
  return Grid(grid).lose(t_us, engine.map { Engine($0) })
}

@implementation @_cdecl("press_grid_reset")
package func press_grid_reset(_ grid: OpaquePointer?) -> Int32 {
  guard let grid else { return Status.invalid }
  return Grid(grid).reset()
}

@implementation @_cdecl("press_grid_set_gains")
package func press_grid_set_gains(_ grid: OpaquePointer?, _ gains: UnsafePointer<Int32>?, _ count: Int) -> Int32 {
  guard let grid else { return Status.invalid }
  return Grid(grid).setGains(gains, count)
}

@implementation @_cdecl("press_grid_tare")
package func press_grid_tare(_ grid: OpaquePointer?, _ flags: UInt32) -> Int32 {
  guard let grid else { return Status.invalid }
  return Grid(grid).tare(flags)
}

@implementation @_cdecl("press_grid_get_load")
package func press_grid_get_load(
  _ grid: OpaquePointer?, _ region: UnsafePointer<press_grid_region>?, _ load: UnsafeMutablePointer<press_grid_load>?
) -> Int32 {
  guard let grid, let load, Sized.hasRoom(load) else { return Status.invalid }
  if let region, region.pointee.width < 0 || region.pointee.height < 0 { return Status.invalid }
  var now = Grid(grid).load(region)
  Sized.write(&now, to: load)
  return Status.ok
}

@implementation @_cdecl("press_grid_get_map")
package func press_grid_get_map(_ grid: OpaquePointer?, _ forces: UnsafeMutablePointer<Int32>?, _ count: Int) -> Int32 {
  guard let grid, let forces else { return Status.invalid }
  return Grid(grid).map(forces, count)
}

@implementation @_cdecl("press_grid_get_lines")
package func press_grid_get_lines(_ grid: OpaquePointer?, _ lines: UnsafeMutablePointer<press_grid_lines>?) -> Int32 {
  guard let grid, let lines, Sized.hasRoom(lines) else { return Status.invalid }
  var now = Grid(grid).faultyLines
  Sized.write(&now, to: lines)
  return Status.ok
}

@implementation @_cdecl("press_grid_get_contacts")
package func press_grid_get_contacts(
  _ grid: OpaquePointer?, _ contacts: UnsafeMutablePointer<press_grid_contact>?, _ capacity: Int
) -> Int32 {
  guard let grid, contacts != nil || capacity == 0 else { return Status.invalid }
  return Int32(truncatingIfNeeded: Grid(grid).contacts(contacts, capacity))
}

@implementation @_cdecl("press_grid_get_shape")
package func press_grid_get_shape(
  _ grid: OpaquePointer?, _ contact: UInt32, _ shape: UnsafeMutablePointer<press_grid_shape>?
) -> Int32 {
  guard let grid, let shape, Sized.hasRoom(shape) else { return Status.invalid }
  var now = press_grid_shape()
  let status = Grid(grid).shape(contact, &now)
  if status == Status.ok { Sized.write(&now, to: shape) }
  return status
}

@implementation @_cdecl("press_grid_get_stats")
package func press_grid_get_stats(_ grid: OpaquePointer?, _ stats: UnsafeMutablePointer<press_grid_stats>?) -> Int32 {
  guard let grid, let stats, Sized.hasRoom(stats) else { return Status.invalid }
  var now = Grid(grid).stats
  Sized.write(&now, to: stats)
  return Status.ok
}
