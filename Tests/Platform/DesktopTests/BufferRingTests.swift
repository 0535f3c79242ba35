import Expectations
import Pixels
import RandomSupport
import Testing

@testable import Desktop

@MainActor @Suite struct BufferRingTests {
  private static let side: Int32 = 24

  private static func randomRect(_ random: inout SeededRandom) -> PixelRect {
    let x = Int32.random(in: 0..<side, using: &random)
    let y = Int32.random(in: 0..<side, using: &random)
    return PixelRect(
      x: x, y: y, width: Int32.random(in: 0...side - x, using: &random),
      height: Int32.random(in: 0...side - y, using: &random))
  }

  @Test("what is left of a rectangle without others holds each of its pixels once, and no other", arguments: 0..<20)
  func difference(seed: Int) {
    var random = SeededRandom(seed: seed)
    var difference = RectDifference()
    for _ in 0..<50 {
      let rect = Self.randomRect(&random)
      let others = (0..<Int.random(in: 0...6, using: &random)).map { _ in Self.randomRect(&random) }
      difference.set(rect)
      others.withUnsafeBufferPointer { difference.subtract($0) }
      for y in 0..<Self.side {
        for x in 0..<Self.side {
          let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
          let isLeft = rect.contains(pixel) && !others.contains { $0.contains(pixel) }
          expectEqual(difference.rects.filter { $0.contains(pixel) }.count, (isLeft ? 1 : 0))
        }
      }
    }
  }

  @Test(
    "a buffer of the display's is not drawn into before it is given back, whatever is shown meanwhile",
    arguments: 0..<20)
  func owners(seed: Int) {
    var random = SeededRandom(seed: seed)
    var ring = BufferRing()
    var shown: [Int] = []
    var next = 0
    for _ in 0..<300 {
      if let index = shown.indices.randomElement(using: &random), Bool.random(using: &random) {
        ring.release(shown.remove(at: index))
      }
      let id: Int
      switch ring.place {
      case .free(let free):
        expect(!shown.contains(free))
        id = free
      case .new:
        expect(ring.ids.count < BufferRing.capacity && ring.ids.allSatisfy(shown.contains))
        next += 1
        ring.add(next, whole: PixelRect(x: 0, y: 0, width: Self.side, height: Self.side))
        id = next
      case .none:
        expect(ring.ids.count == BufferRing.capacity && shown.count == BufferRing.capacity)
        let front = ring.front
        let oldest = ring.removeOldest()
        expect(oldest != nil && oldest != front)
        shown.removeAll { $0 == oldest }
        continue
      }
      [Self.randomRect(&random)].withUnsafeBufferPointer { ring.show(id, changes: $0) }
      shown.append(id)
      expect(ring.front == id && ring.stale(id).isEmpty)
    }
  }

  @Test("what a buffer lacks covers all that changed since its frame, in few rectangles", arguments: 0..<20)
  func staleness(seed: Int) {
    var random = SeededRandom(seed: seed)
    var ring = BufferRing()
    let whole = PixelRect(x: 0, y: 0, width: 200, height: 200)
    for id in 1...2 {
      ring.add(id, whole: whole)
      [whole].withUnsafeBufferPointer { ring.show(id, changes: $0) }
    }
    ring.release(1)
    [whole].withUnsafeBufferPointer { ring.show(1, changes: $0) }
    ring.release(2)
    [whole].withUnsafeBufferPointer { ring.show(2, changes: $0) }
    var changed: [PixelRect] = []
    for _ in 0..<200 {
      let rect = Self.randomRect(&random).translated(
        dx: Int32.random(in: 0..<170, using: &random), dy: Int32.random(in: 0..<170, using: &random))
      changed.append(rect)
      [rect].withUnsafeBufferPointer { ring.show(2, changes: $0) }
      let stale = ring.stale(1)
      expect(stale.count <= BufferRing.mostRects)
      for rect in changed where !rect.isEmpty {
        var rest = RectDifference()
        rest.set(rect)
        for part in stale { rest.subtract(part) }
        expect(rest.rects.isEmpty, "\(rect) is missing")
      }
    }
  }

  @Test("of frames that change the texts of rows a buffer lacks these texts, and nothing between them")
  func textsOfRows() {
    var random = SeededRandom(seed: 1)
    var ring = BufferRing()
    for id in 1...2 { ring.add(id, whole: PixelRect(x: 0, y: 0, width: 1280, height: 800)) }
    for id in 1...2 { [].withUnsafeBufferPointer { ring.show(id, changes: $0) } }
    for _ in 0..<3 {
      var texts: [PixelRect] = []
      for row in 0..<14 as Range<Int32> {
        for (x, y) in [(20, 8), (20, 34), (1000, 20)] as [(Int32, Int32)] {
          texts.append(PixelRect(x: x, y: row * 57 + y, width: .random(in: 50...200, using: &random), height: 16))
        }
      }
      texts.withUnsafeBufferPointer { ring.show(2, changes: $0) }
    }
    let stale = ring.stale(1)
    expect(stale.reduce(0) { $0 + $1.area } <= 42 * 200 * 16)
    expectEqual(stale.count, 42)
  }

  @Test("a ring for which there is no more memory stays as large as it is, until its buffers are gone")
  func growth() {
    var ring = BufferRing()
    let whole = PixelRect(x: 0, y: 0, width: 8, height: 8)
    for id in 1...2 {
      ring.add(id, whole: whole)
      [whole].withUnsafeBufferPointer { ring.show(id, changes: $0) }
    }
    expectEqual(ring.place, .new)
    ring.stopGrowing()
    expectEqual(ring.place, .none)
    ring.release(1)
    expectEqual(ring.place, .free(1))
    // The one of the last frame is drawn into again, though the display has it.
    [whole].withUnsafeBufferPointer { ring.show(1, changes: $0) }
    [whole].withUnsafeBufferPointer { ring.show(1, changes: $0) }
    expect(ring.front == 1 && ring.place == .none && ring.stale(1).isEmpty && !ring.stale(2).isEmpty)
    expectEqual(ring.removeOldest(), 2)
    expectEqual(ring.place, .new)
    ring.stopGrowing()
    expect(ring.place == .none && ring.removeOldest() == nil)
    ring.removeAll()
    expect(ring.place == .new && ring.room == BufferRing.capacity)
  }

  @Test("memory that cannot be shared is an error and no signal; what is shared is zero and as large as asked for")
  func sharedMemory() throws {
    func make(_ count: Int) -> (count: Int, isZero: Bool)? {
      guard let memory = try? SharedMemory(count: count, isMapped: true), let base = memory.base else { return nil }
      return (memory.count, (0..<count).allSatisfy { base.load(fromByteOffset: $0, as: UInt8.self) == 0 })
    }
    expect(make(.max) == nil)
    expect(make(0) == nil)
    let made = try #require(make(10_000))
    expect(made.count == 10_000 && made.isZero)
  }
}
