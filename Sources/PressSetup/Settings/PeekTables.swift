import CPress

/// The tables that the engine keeps pointers to: declared peeks and their actions.
public struct PeekTables {
  private static let deepestGroup = 4

  private var declarations = InlineArray<8, press_peek_declaration>(repeating: press_peek_declaration())
  private var actions = InlineArray<32, press_action>(repeating: press_action())
  private var actionCount = 0

  public init() {}

  /// Fills the tables at the place where they stay. @return false: an action has no place in them, which `complaint` says.
  public static func fill(_ tables: UnsafeMutablePointer<PeekTables>, _ settings: UnsafeMutablePointer<Settings>) -> Bool {
    tables.pointee.actionCount = 0
    for i in 0..<settings.pointee.count(.peek) {
      let target = settings.pointee.peek[i].target
      tables.pointee.declarations[i] = press_peek_declaration(target: target, reserved: 0, peek: settings.pointee.peek[i].peek)
      let placed = placeAll(tables, settings, settings.pointee.peek[i].peek.id)
      tables.pointee.declarations[i].peek.actions_x = settings.pointee.actionsX(i)
      tables.pointee.declarations[i].peek.action_count = placed.count
      tables.pointee.declarations[i].peek.actions = placed.actions
    }
    return tables.pointee.actionCount == settings.pointee.count(.action)
      || !settings.pointee.complain(
        Place(.action), "group", "action.group: groups must not lie in each other in a circle, nor deeper than 4")
  }

  public static func declarations(_ tables: UnsafeMutablePointer<PeekTables>) -> UnsafePointer<press_peek_declaration> {
    withUnsafePointer(to: &tables.pointee.declarations) {
      UnsafeRawPointer($0).assumingMemoryBound(to: press_peek_declaration.self)
    }
  }

  /// All actions of a peek: those of one group side by side, then, group after group, what is in the groups among them.
  private static func placeAll(
    _ tables: UnsafeMutablePointer<PeekTables>, _ settings: UnsafeMutablePointer<Settings>, _ peek: UInt32
  ) -> (actions: UnsafePointer<press_action>?, count: UInt32) {
    let first = tables.pointee.actionCount
    let all = place(tables, settings, peek, 0)
    var (next, end, depth) = (first, tables.pointee.actionCount, 0)
    while next < end && depth < deepestGroup {
      for i in next..<end {
        let children = place(tables, settings, peek, tables.pointee.actions[i].id)
        tables.pointee.actions[i].child_count = children.count
        tables.pointee.actions[i].children = children.actions
      }
      (next, end, depth) = (end, tables.pointee.actionCount, depth + 1)
    }
    return all
  }

  private static func place(
    _ tables: UnsafeMutablePointer<PeekTables>, _ settings: UnsafeMutablePointer<Settings>, _ peek: UInt32, _ group: UInt32
  ) -> (actions: UnsafePointer<press_action>?, count: UInt32) {
    let first = tables.pointee.actionCount
    for i in 0..<settings.pointee.count(.action) {
      if settings.pointee.action[i].peek != peek || settings.pointee.action[i].group != group { continue }
      if tables.pointee.actionCount == Section.action.most { break }
      var action = press_action()
      action.id = settings.pointee.action[i].id
      action.style = settings.pointee.action[i].style
      action.flags = settings.pointee.action[i].disabled ? UInt32(PRESS_ACTION_DISABLED) : 0
      if settings.pointee.action[i].keepOpen { action.flags |= UInt32(PRESS_ACTION_KEEP_OPEN) }
      action.title = withUnsafeMutablePointer(to: &settings.pointee.action[i].title) { Path.text($0) }
      tables.pointee.actions[tables.pointee.actionCount] = action
      tables.pointee.actionCount += 1
    }
    let count = tables.pointee.actionCount - first
    if count == 0 { return (nil, 0) }
    let all = withUnsafePointer(to: &tables.pointee.actions) { UnsafeRawPointer($0).assumingMemoryBound(to: press_action.self) }
    return (all + first, UInt32(count))
  }
}
