import CPress
import Foundation
@testable import PressCore
import Testing

@Suite("Grid: identities of fingers that walk about at random")
struct GridWalkTests {
  private struct Walker {
    var finger: GridTable.Finger
    var heading: Double
    var speed: Double
    var until: Int
    var serial: UInt32 = 0
    var isMet = false
  }

  private struct Tally: CustomStringConvertible {
    var frames = 0, lives = 0, meetings = 0, missed = 0, changed = 0
    var description: String {
      "\(lives) lives, \(meetings) meetings, \(frames) frames of a finger apart: \(changed) changed identity, \(missed) missed"
    }

    mutating func add(_ other: Tally) {
      frames += other.frames
      lives += other.lives
      meetings += other.meetings
      missed += other.missed
      changed += other.changed
    }
  }

  /// Fingers land, walk with inertia, cross each other, lift. After each frame in which a finger is apart from all others its
  /// contact must be the one that it was before.
  private static func walk(seed: UInt64, fingers: Int, noise: Double, frames: Int) -> Tally {
    var random = SplitMix(seed)
    let gains = (0..<256).map { _ in 0.85 + 0.3 * random.unit() }
    let table = GridTable()
    var walkers: [Walker] = []
    var tally = Tally()
    for frame in 0..<frames {
      walkers.removeAll { $0.until <= frame }
      if walkers.count < fingers && random.next() % 8 == 0 {
        let finger = GridTable.Finger(x: 2 + 11 * random.unit(), y: 2 + 11 * random.unit(), newtons: 3 + 2 * random.unit())
        if walkers.allSatisfy({ hypot($0.finger.x - finger.x, $0.finger.y - finger.y) > 4 }) {
          walkers.append(
            Walker(
              finger: finger, heading: 2 * .pi * random.unit(), speed: 0.5 * random.unit(), until: frame + 30 + Int(random.next() % 120)))
          tally.lives += 1
        }
      }
      for i in walkers.indices {
        walkers[i].heading += 0.2 * (random.unit() - 0.5)
        var next = walkers[i].finger
        next.x += walkers[i].speed * cos(walkers[i].heading)
        next.y += walkers[i].speed * sin(walkers[i].heading)
        if next.x < 1 || next.x > 14 || next.y < 1 || next.y > 14 { walkers[i].heading += .pi / 2 } else { walkers[i].finger = next }
      }
      table.press(walkers.map(\.finger), noise: noise, gains: gains, &random)
      let contacts = table.contacts
      for i in walkers.indices {
        let f = walkers[i].finger
        let isApart = walkers.indices.allSatisfy {
          $0 == i || hypot(walkers[$0].finger.x - f.x, walkers[$0].finger.y - f.y) > 4
        }
        if !isApart {
          if !walkers[i].isMet { tally.meetings += 1 }
          walkers[i].isMet = true
          continue
        }
        walkers[i].isMet = false
        tally.frames += 1
        let near = contacts.filter { $0.flags & 1 == 0 && hypot(Double($0.x) / 65536 - f.x, Double($0.y) / 65536 - f.y) < 1 }
        if near.count != 1 {
          tally.missed += 1
        } else {
          if walkers[i].serial != 0 && near[0].serial != walkers[i].serial { tally.changed += 1 }
          walkers[i].serial = near[0].serial
        }
      }
    }
    return tally
  }

  @Test("one finger never changes its identity", arguments: 1...10 as ClosedRange<UInt64>)
  func one(seed: UInt64) {
    let tally = Self.walk(seed: seed, fingers: 1, noise: 0.03, frames: 1500)
    #expect(tally.frames > 500)
    #expect(tally.changed == 0 && tally.missed == 0, "\(tally)")
  }

  @Test("of five that cross, merge, turn and lift at random fewer than one meeting in seven costs an identity")
  func five() {
    var all = Tally()
    for seed in 1...10 as ClosedRange<UInt64> { all.add(Self.walk(seed: seed, fingers: 5, noise: 0.03, frames: 1500)) }
    #expect(all.meetings > 500 && all.frames > 10_000)
    #expect(all.changed * 7 < all.meetings, "\(all)")
    #expect(all.missed * 100 < all.frames, "\(all)")
    print("Grid, five walkers: \(all)")
  }
}
