import CPress
import Glibc
import Testing
@testable import PressCore

extension ThrowCourse {
  fileprivate init(from: Int32, to goal: Int32, velocity: Int32, _ friction: Int32, settle: UInt32, beyond: Int64 = 0) {
    self.init()
    begin(from: from, to: goal, velocity: velocity, friction, settle: settle, beyond: beyond)
  }
}

/// Courses of throws against their formulas, places of rest against a search.
@Suite("Throws: where content is, along one axis")
struct ScrollTests {
  private func points(_ q: Int32) -> Double { Double(q) / 65536 }

  @Test func aGlideIsAnExponentialThatBeginsWithItsSpeed() {
    var random = SplitMix(11)
    for _ in 0..<2000 {
      let distance = Double(Int64(bitPattern: random.next()) % 20_000_000) / 10_000
      let k = 0.5 + Double(random.next() % 10_000) / 500
      if abs(distance) < 1 { continue }
      let from = Double(Int64(bitPattern: random.next()) % 1000)
      let (start, goal, velocity) = (Int32(from * 65536), Int32((from + distance) * 65536), Int32(max(min(distance * k, 32767), -32767) * 65536))
      let way = points(goal) - points(start)
      let exact = points(velocity) / way
      let course = ThrowCourse(from: start, to: goal, velocity: velocity, 65536 / 2, settle: 400_000)
      #expect(abs(Double(course.length) - max(log(2 * abs(way)) / exact * 1e6, 0)) < 100 + Double(course.length) * 1e-4)
      for part in 0..<12 {
        let t = course.length / 11 * UInt64(part)
        let left = exp(-exact * Double(t) / 1e6)
        let (place, speed) = course.at(t)
        if t >= course.length {
          #expect(place == goal && speed == 0)
        } else {
          #expect(abs(points(place) - (points(goal) - way * left)) < abs(way) * 1e-4 + 1e-4)
          #expect(abs(points(speed) - points(velocity) * left) < abs(points(velocity)) * 1e-4 + 1e-3)
        }
      }
    }
  }

  @Test func aSpringIsCriticallyDampedAndBeginsWithItsSpeed() {
    var random = SplitMix(12)
    for _ in 0..<2000 {
      let distance = Double(Int64(bitPattern: random.next()) % 10_000_000) / 10_000
      let settle = UInt32(10_000 + random.next() % 2_000_000)
      if abs(distance) < 1 { continue }
      // Away from its end, or slower than friction leads.
      let speed = Double(random.next() % 4000) * (random.next() % 3 == 0 ? 0 : -1)
      let (goal, velocity) = (Int32(distance * 65536), Int32((distance < 0 ? -speed : speed) * 65536))
      let course = ThrowCourse(from: 0, to: goal, velocity: velocity, 131_072, settle: settle)
      let w = 2 * Double.pi * 1e6 / Double(settle)
      let (x, v) = (-points(goal), points(velocity))
      let most = abs(x) + abs(v) / w
      for part in 0..<10 {
        let t = course.length / 10 * UInt64(part)
        let s = Double(t) / 1e6
        let exact = (x + (v + w * x) * s) * exp(-w * s)
        #expect(abs(points(course.at(t).place) - (points(goal) + exact)) < most * 1e-4 + 1e-3)
      }
      let left = (x + (v + w * x) * Double(course.length) / 1e6) * exp(-w * Double(course.length) / 1e6)
      #expect(abs(left) < 0.51)
      #expect(course.at(course.length).place == goal)
    }
  }

  @Test func nothingPassesAnEndThatLiesAhead() {
    var random = SplitMix(13)
    for _ in 0..<2000 {
      let goal = Int32(truncatingIfNeeded: random.next() % (500 << 16)) + 65536
      let velocity = Int32(truncatingIfNeeded: random.next() % (20_000 << 16))
      let friction = Int32(16_384 + random.next() % (64 << 16))
      let course = ThrowCourse(from: 0, to: goal, velocity: velocity, friction, settle: UInt32(10_000 + random.next() % 9_000_000))
      for part in 0..<40 {
        let place = course.at(course.length / 40 * UInt64(part)).place
        #expect(place <= goal + 64 && place >= -64)
      }
    }
  }

  @Test func aPlaceOfRestIsTheNearestThatThereIs() {
    var random = SplitMix(14)
    for _ in 0..<3000 {
      let low = -Int32(random.next() % 2000)
      let high = low + Int32(random.next() % 2000)
      let snap = Int32(1 + random.next() % 300)
      let place = Int64(random.next() % 4000) - 3000
      let inside = min(max(place, Int64(low)), Int64(high))
      let all = [low] + stride(from: high, through: low, by: -Int(snap)).map { Int32($0) }
      let least = all.map { abs(Int64($0) - inside) }.min()!
      let found = ThrowCourse.rest(place, from: low, to: high, snap: snap)
      #expect(all.contains(found) && abs(Int64(found) - inside) == least)
      #expect(ThrowCourse.rest(place, from: low, to: high, snap: 0) == Int32(inside))
    }
  }
}
