import Expectations
import Pixels
import RandomSupport
import SDL
import TestSupport
import Testing
import Typesetting
import UIKitCore

@testable import Desktop
@testable import Raster
@testable import UIKit

/// A display with memory of its own, which takes the parts of a frame it is told of, and keeps buffers for a while.
@MainActor
final class RandomDisplay: FramePresenter {
  private var random: SeededRandom
  private var ring = BufferRing()
  private var storage: [Int: UnsafeMutablePointer<UInt32>] = [:]
  private var current: Int?
  private var held: [Int] = []
  private var extent: (width: Int32, height: Int32) = (0, 0)
  private var scratch = RectDifference()
  /// What can be seen.
  private(set) var picture: [UInt32] = []
  /// Buffers made.
  private(set) var made = 0

  init(seed: Int) { random = SeededRandom(seed: seed) }

  isolated deinit { for memory in storage.values { memory.deallocate() } }

  let isPacedByDisplay = false
  let secondsUntilReady = 0.0
  let failure: String? = nil
  /// What it says of the window's scale, which changes nothing of its pixels.
  var scale = 1.0
  func scale(of window: WindowExtent) -> Double { scale }
  func pixelSize(of window: WindowExtent) -> (width: Int32, height: Int32) { (window.width, window.height) }
  func keepsFrame(width: Int32, height: Int32) -> Bool { ring.front != nil && extent == (width, height) }

  private func memory(_ id: Int) -> FrameMemory? {
    storage[id].map { FrameMemory(base: $0, stride: Int(extent.width), width: extent.width, height: extent.height) }
  }

  var frame: FrameMemory? { current.flatMap(memory) }

  func beginFrame(
    width: Int32, height: Int32, moves: UnsafeBufferPointer<FrameMove>, redraw: UnsafeBufferPointer<PixelRect>
  ) -> FrameMemory? {
    if extent != (width, height) {
      extent = (width, height)
      picture = [UInt32](repeating: 0xABCDEF, count: Int(width) * Int(height))
    }
    // Gives back none, some or all of what it has, that of the last frame included.
    held.removeAll { id in
      guard Int.random(in: 0..<3, using: &random) > 0 else { return false }
      ring.release(id)
      return true
    }
    if ring.place == .none, let oldest = ring.removeOldest() {
      held.removeAll { $0 == oldest }
      storage.removeValue(forKey: oldest)?.deallocate()
    }
    let id: Int
    switch ring.place {
    case .free(let free): id = free
    case .new, .none:
      made += 1
      id = made
      let pixels = UnsafeMutablePointer<UInt32>.allocate(capacity: Int(width) * Int(height))
      pixels.initialize(repeating: 0x123456, count: Int(width) * Int(height))
      storage[id] = pixels
      ring.add(id, whole: PixelRect(x: 0, y: 0, width: width, height: height))
    }
    guard let target = memory(id) else { return nil }
    if let front = ring.front, let last = memory(front) {
      if front == id {
        for move in moves { target.move(move.area, dx: move.dx, dy: move.dy) }
      } else {
        target.carry(over: last, moves: moves, stale: ring.stale(id), redraw: redraw, scratch: &scratch)
      }
    }
    current = id
    return target
  }

  func nextDisplayTime() -> (frame: Int, latency: Double?)? { nil }

  func present(_ changes: UnsafeBufferPointer<PixelRect>, of window: WindowExtent, as number: Int?) {
    guard let id = current, let memory = memory(id), !changes.isEmpty else { return }
    for rect in changes { showColors(of: rect, memory.base, stride: memory.stride, in: &picture) }
    ring.show(id, changes: changes)
    held.append(id)
  }
}

extension BackendTests {
  /// 4,000 frames in all.
  @Test(
    "What a display shows of frames in changing buffers equals frames in memory, pixel for pixel", arguments: 0..<20)
  func presentedEqualsMemory(seed: Int) throws {
    var scene = ListScene(seed: seed, text: Self.block)
    let (width, height) = (Int(scene.pixelWidth), Int(scene.pixelHeight))
    let display = RandomDisplay(seed: seed)
    let presented = try Canvas(width: width, height: height, presenter: display)
    let memory = try Canvas(width: width, height: height)
    for canvas in [presented, memory] {
      canvas.backend.tracker = DamageTracker(rectangleCost: [0, 20, 60, 800][seed / 4 % 4])
      _ = canvas.engine.face(for: FontDescriptor())
      canvas.backend.upload(Self.image(seed), as: ImageID(rawValue: 0))
    }
    var list = DisplayList()
    for step in 0..<200 {
      scene.step(into: &list)
      for canvas in [presented, memory] {
        expect(canvas.backend.draw(list))
        canvas.backend.present()
      }
      let expected = try memory.backend.snapshot().words
      let drawn = try presented.backend.snapshot().words
      // Pixels beyond the edge of a window that became narrower are not compared.
      let columns = Int((list.size.width * scene.scale).rounded())
      let wrong = (0..<height).first { row in
        let line = row * width..<row * width + columns
        return !areEqual(display.picture, expected, in: line) || !areEqual(drawn, expected, in: line)
      }
      guard wrong == nil else {
        Issue.record("seed \(seed), step \(step), row \(wrong ?? 0); \(presented.backend.damage)")
        return
      }
    }
    expect(presented.backend.counters.work.pixelsCopied > 0 && display.made > 1)
  }

  @Test("turned shapes are drawn into changing buffers as into memory")
  func turnedShapes() throws {
    let display = RandomDisplay(seed: 3)
    let canvases = [try Canvas(width: 60, height: 50, presenter: display), try Canvas(width: 60, height: 50)]
    for step in 0..<40 {
      let turn = CGAffineTransform(rotationAngle: Double(step) / 7).concatenating(
        CGAffineTransform(translationX: 30, y: 25))
      let commands: [DrawCommand] = [
        .fill(rect(0, 0, 60, 50), step % 3 == 0 ? .blue : .green), .setTransform(turn),
        .fill(rect(-12, -9, 24, 18), .red), .fill(rect(-20, -3, 40, 6), .halfWhite), .setTransform(.identity),
      ]
      let pictures = try canvases.map { try $0.draw(commands).words }
      expect(pictures[0] == pictures[1] && display.picture == pictures[1], "step \(step)")
    }
  }
}
