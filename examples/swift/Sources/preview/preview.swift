// A preview: a press on a target, given up, and one that goes through. The second target is locked.
import Engine
import press

@main struct Preview {
  static func main() {
    let engine = Engine()
    engine.add(1, x: 0, y: 0, width: 100, height: 50, traits: .preview)
    engine.add(2, x: 0, y: 50, width: 100, height: 50, traits: .preview)
    engine.shouldPreview = { touch in touch.target == 1 }
    engine.onEvent = { event in
      switch event.type {
      case .previewUpdated where !event.flags.contains(.ended): print("preview \(Int(event.progress) * 100 / Int(PRESS_ONE)) %")
      default: print(line(event))
      }
    }
    var time: UInt64 = 0
    for (y, forces) in [(20.0, [0.5, 2.0, 2.4, 0]), (20, [0.5, 2.0, 3.5, 4.5, 0]), (70, [0.5, 4.5, 0])] {
      for force in forces {
        time += 100_000
        engine.feed(force, x: 20, y: y, at: time)
      }
      time += 200_000
      engine.tick(time)
    }
  }
}
