// The quick actions of a colour, as tables of C: the library reads them where they lie.
import CPress

let star: UInt32 = 1, move: UInt32 = 2, toTheTop: UInt32 = 3, toTheEnd: UInt32 = 4, delete: UInt32 = 5

private func action(_ id: UInt32, _ title: StaticString, style: Int = PRESS_ACTION_DEFAULT) -> press_action {
  var action = press_action()
  action.id = id
  action.style = UInt32(style)
  action.title = UnsafeRawPointer(title.utf8Start).assumingMemoryBound(to: CChar.self)
  return action
}

/// A table that lives as long as the program.
private func table(_ actions: [press_action]) -> UnsafePointer<press_action> {
  let table = UnsafeMutablePointer<press_action>.allocate(capacity: actions.count)
  table.initialize(from: actions, count: actions.count)
  return UnsafePointer(table)
}

@MainActor private let moves = table([action(toTheTop, "To the top"), action(toTheEnd, "To the end")])

@MainActor private func actions(_ title: StaticString) -> UnsafePointer<press_action> {
  var group = action(move, "Move ›")
  group.child_count = 2
  group.children = moves
  return table([action(star, title), group, action(delete, "Delete", style: PRESS_ACTION_DESTRUCTIVE)])
}

@MainActor let starActions = actions("Star"), unstarActions = actions("Unstar")
