import CPress
import PressCore

@implementation @_cdecl("press_grid_config_init")
public func press_grid_config_init(_ config: UnsafeMutablePointer<press_grid_config>?) {
  config?.pointee = GridConfig.makeDefault()
}

@implementation @_cdecl("press_grid_size")
public func press_grid_size(_ config: UnsafePointer<press_grid_config>?) -> Int {
  guard let config, GridConfig.isValid(config) else { return 0 }
  return Grid.size(config)
}

@implementation @_cdecl("press_grid_init")
public func press_grid_init(
  _ storage: UnsafeMutableRawPointer?, _ bytes: Int, _ config: UnsafePointer<press_grid_config>?,
  _ grid: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  guard let storage, let grid, UInt(bitPattern: storage) & 7 == 0 else { return Status.invalid }
  var usual = GridConfig.makeDefault()
  return withUnsafePointer(to: &usual) { usual in
    let config = config ?? usual
    if !GridConfig.isValid(config) { return Status.invalid }
    if bytes >= 0 && bytes < Grid.size(config) { return Status.noSpace }
    let status = Grid.make(in: storage, config)
    if status == Status.ok { grid.pointee = OpaquePointer(storage) }
    return status
  }
}

@implementation @_cdecl("press_grid_mask")
public func press_grid_mask(_ grid: OpaquePointer?, _ mask: UnsafePointer<UInt32>?, _ rows: Int) -> Int32 {
  guard let grid else { return Status.invalid }
  return Grid(grid).setMask(mask, rows)
}

@implementation @_cdecl("press_grid_feed")
public func press_grid_feed(
  _ grid: OpaquePointer?, _ t_us: UInt64, _ cells: UnsafePointer<Int32>?, _ count: Int, _ engine: OpaquePointer?
) -> Int32 {
  guard let grid, let cells else { return Status.invalid }
  return Grid(grid).feed(t_us, cells, count, engine.map { Engine($0) })
}

@implementation @_cdecl("press_grid_lost")
public func press_grid_lost(_ grid: OpaquePointer?, _ t_us: UInt64, _ engine: OpaquePointer?) -> Int32 {
  guard let grid else { return Status.invalid }
  return Grid(grid).lose(t_us, engine.map { Engine($0) })
}

@implementation @_cdecl("press_grid_reset")
public func press_grid_reset(_ grid: OpaquePointer?) -> Int32 {
  guard let grid else { return Status.invalid }
  return Grid(grid).reset()
}

@implementation @_cdecl("press_grid_tare")
public func press_grid_tare(_ grid: OpaquePointer?) -> Int32 {
  guard let grid else { return Status.invalid }
  return Grid(grid).tare()
}

@implementation @_cdecl("press_grid_get_contacts")
public func press_grid_get_contacts(
  _ grid: OpaquePointer?, _ contacts: UnsafeMutablePointer<press_grid_contact>?, _ capacity: Int
) -> Int32 {
  guard let grid, contacts != nil || capacity == 0 else { return Status.invalid }
  let count = Grid(grid).contacts(contacts, capacity)
  return capacity >= 0 && count > capacity ? Status.noSpace : Int32(truncatingIfNeeded: count)
}

@implementation @_cdecl("press_grid_get_stats")
public func press_grid_get_stats(_ grid: OpaquePointer?, _ stats: UnsafeMutablePointer<press_grid_stats>?) -> Int32 {
  guard let grid, let stats else { return Status.invalid }
  stats.pointee = Grid(grid).stats
  return Status.ok
}
