// Drag and drop: a finger moves a file onto a folder, and drops it there.
import Engine
import press

@main struct Drag {
  static func main() {
    let engine = Engine()
    let file: UInt32 = 1, folder: UInt32 = 2
    engine.add(file, x: 0, y: 0, width: 50, height: 50, traits: .dragSource)
    engine.add(folder, x: 100, y: 0, width: 50, height: 50, traits: [.drop, .spring])
    engine.onEvent = { event in
      if event.type == .dragMoved || event.type == .contactMoved { return }
      print(line(event))
    }
    var time: UInt64 = 0
    func finger(_ newtons: Double, _ x: Double) {
      time += 20_000
      engine.feed(newtons, x: x, y: 25, at: time)
    }
    for _ in 0..<40 { finger(1, 25) }
    for x in stride(from: 25.0, through: 125, by: 10) { finger(1, x) }
    for _ in 0..<5 { finger(1, 125) }
    finger(0, 125)
    engine.tick(time + 1_000_000)
  }
}
