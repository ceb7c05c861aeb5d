// Targets: a button on the surface, and one inside a card. The card previews, its inner button does not: a press on the inner
// button is the card's preview. The delegate is asked, and called.
//
//   swift run preview
import CPress
@preconcurrency import Glibc

let play: UInt32 = 1, card: UInt32 = 2, like: UInt32 = 3
let one = Int(PRESS_ONE)

func name(_ target: UInt32) -> String {
  let names = ["surface", "play", "card", "like"]
  return names.indices.contains(Int(target)) ? names[Int(target)] : "?"
}

func percent(_ progress: press_q16) -> String {
  let digits = String(Int(progress) * 100 / one)
  return String(repeating: " ", count: max(0, 3 - digits.count)) + digits + " %"
}

/// Ends the program where a function of the library failed.
func must(_ status: Int32) {
  if status >= 0 { return }
  fputs("\(String(cString: press_strerror(status)))\n", stderr)
  exit(1)
}

final class App {
  var isLocked = false  // then the card may not be previewed
  let engine: OpaquePointer
  private let storage: UnsafeMutableRawPointer
  private var time: UInt64 = 0

  init() {
    let bytes = Int(PRESS_ENGINE_STORAGE)
    var made: OpaquePointer?
    storage = .allocate(byteCount: bytes, alignment: 8)
    must(press_engine_init(storage, bytes, nil, &made))
    engine = made!
    setDelegate()
  }

  deinit { storage.deallocate() }

  private func setDelegate() {
    var delegate = press_delegate()
    press_delegate_init(&delegate)
    delegate.user = Unmanaged.passUnretained(self).toOpaque()
    delegate.preview_should_begin = { _, touch, user in
      Unmanaged<App>.fromOpaque(user!).takeUnretainedValue().shouldBegin(touch!.pointee)
    }
    delegate.preview_did_update = { _, touch, progress, ended, _ in
      print("  \(name(touch!.pointee.target)): preview \(percent(progress))\(ended ? ", ended" : "")")
    }
    delegate.commit_did_update = { _, touch, progress, ended, _ in
      print("  \(name(touch!.pointee.target)): commit  \(percent(progress))\(ended ? ", completed" : "")")
    }
    delegate.preview_did_cancel = { _, touch, _ in print("  \(name(touch!.pointee.target)): cancelled") }
    must(press_set_delegate(engine, &delegate))
  }

  private func shouldBegin(_ touch: press_touch) -> Bool {
    let yes = !(isLocked && touch.target == card)
    var inside = press_touch()  // where, seen from the target's corner
    if press_touch_get(engine, touch.contact, touch.target, &inside) == 0 {
      print("  \(name(touch.target)): begin at \(Int(inside.x) / one), \(Int(inside.y) / one)? \(yes ? "yes" : "no")")
    }
    return yes
  }

  func add(_ id: UInt32, container: UInt32 = 0, x: Int, y: Int, width: Int, height: Int, traits: press_target_traits) {
    var target = press_target()
    press_target_init(&target)
    target.id = id
    target.container = container
    target.x = press_q16(x * one)
    target.y = press_q16(y * one)
    target.width = press_q16(width * one)
    target.height = press_q16(height * one)
    target.traits = traits
    must(press_target_add(engine, &target))
  }

  /// A finger at x, y: one force every 10 ms. Then nothing touches for a while, and the loop ticks: that ends the touch.
  func finger(_ what: String, x: Int, y: Int, newtons: [Double]) {
    print(what)
    for force in newtons {
      time += 10_000
      var sample = press_sample()
      sample.t_us = time
      sample.force = press_q16(force * Double(one))
      sample.x = press_q16(x * one)
      sample.y = press_q16(y * one)
      must(press_feed(engine, &sample, 1))
    }
    time += 200_000
    must(press_tick(engine, time))
  }
}

@main struct Preview {
  static func main() {
    let through = [0.5, 2.0, 3.5, 4.5, 1.0, 0], light = [0.5, 2.0, 2.5, 1.0, 0]
    let app = App()
    app.add(play, x: 10, y: 10, width: 60, height: 40, traits: PRESS_TARGET_PREVIEW)
    app.add(card, x: 100, y: 10, width: 120, height: 80, traits: PRESS_TARGET_PREVIEW)
    app.add(like, container: card, x: 180, y: 60, width: 30, height: 20, traits: press_target_traits(0))
    app.finger("pressing play through", x: 30, y: 30, newtons: through)

    var topmost: UInt32 = 0
    must(press_target_find(app.engine, press_q16(190 * one), press_q16(70 * one), &topmost))
    print("at 190, 70 lies \(name(topmost))")
    app.finger("pressing like, and letting go", x: 190, y: 70, newtons: light)

    app.isLocked = true
    app.finger("the same, locked", x: 190, y: 70, newtons: light)
    app.finger("beside both", x: 80, y: 30, newtons: through)
  }
}
