import Expectations
import Foundation
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

extension Canvas {
  /// What draws a canvas.
  enum Way: CaseIterable { case inMemory, byPresenter, accelerated }

  private func make(_ way: Way, _ presenter: @autoclosure () -> any FramePresenter) throws(SDLError) -> Renderer {
    let window = backend.renderer.window
    return switch way {
    case .inMemory: try Renderer(window: window, kind: .software, synchronized: false)
    case .byPresenter: try Renderer(window: window, presenter: presenter())
    case .accelerated:
      try Renderer(
        window: window, kind: .accelerated, synchronized: false, named: Self.acceleratedDriver ?? "software")
    }
  }

  /// Has another renderer draw.
  /// - Parameters:
  ///   - failures: how many renderers cannot be made at first.
  ///   - presenter: for the one that is drawn by a presenter.
  func exchange(to way: Way, failures: Int = 0, presenter: any FramePresenter = RandomDisplay(seed: 1)) throws(SDLError)
  {
    setenv("SDL_RENDER_DRIVER", Self.acceleratedDriver ?? "software", 1)
    defer { unsetenv("SDL_RENDER_DRIVER") }
    let present: Way = backend.renderer.kind == .accelerated ? .accelerated : .inMemory
    var failures = failures
    func attempt(_ way: Way) throws(SDLError) -> Renderer {
      failures -= 1
      guard failures < 0 else { throw SDLError(function: "make", reason: "not today") }
      return try make(way, presenter)
    }
    try backend.exchangeRenderer(reason: "\(way)", isSDLs: way != .byPresenter) { () throws(SDLError) in
      try attempt(way)
    } again: { () throws(SDLError) in
      try attempt(present)
    }
  }
}

extension BackendTests {
  /// 1,200 frames and some 100 exchanges in all. On a display `ANOLE_RENDER_DRIVER` names what is exchanged.
  @Test(
    "A window whose renderer is exchanged in the middle of a scroll shows what one shows that keeps its renderer",
    arguments: 0..<6)
  func exchangedEqualsKept(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var scene = ListScene(seed: seed, text: Self.block)
    let (width, height) = (Int(scene.pixelWidth), Int(scene.pixelHeight))
    let exchanged = try Canvas(width: width, height: height)
    let kept = try Canvas(width: width, height: height)
    for canvas in [exchanged, kept] {
      _ = canvas.engine.face(for: FontDescriptor())
      canvas.backend.upload(Self.image(seed), as: ImageID(rawValue: 0))
    }
    // SDL's drawing in memory, which stands in for OpenGL, rounds several layers above each other each time.
    let most = Canvas.acceleratedDriver == nil ? 8 : Self.mostLevels
    var list = DisplayList()
    var way = Canvas.Way.inMemory
    var display: RandomDisplay?
    for step in 0..<200 {
      if Int.random(in: 0..<12, using: &random) == 0 {
        way = try #require(Canvas.Way.allCases.randomElement(using: &random))
        let made = RandomDisplay(seed: step)
        display = way == .byPresenter ? made : nil
        let before = exchanged.backend.counters
        try exchanged.exchange(to: way, presenter: made)
        let after = exchanged.backend.counters
        expectEqual(after.work.textRasterized, before.work.textRasterized)
        expectEqual(after.work.pixelsDrawn, before.work.pixelsDrawn)
        expect(after.work.textureCreations >= before.work.textureCreations && after.textTextures == 0)
        expectEqual(exchanged.backend.reason, "\(way)")
      }
      scene.step(into: &list)
      for canvas in [exchanged, kept] {
        expect(canvas.backend.draw(list))
        canvas.backend.present()
      }
      // Pixels beyond the edge of a window that became narrower are not compared.
      let columns = Int((list.size.width * scene.scale).rounded())
      func visible(_ words: [UInt32]) -> [UInt32] {
        (0..<height).flatMap { words[$0 * width..<$0 * width + columns] }
      }
      let expected = visible(try kept.backend.snapshot().words)
      let drawn = visible(try exchanged.backend.snapshot().words)
      let levels = largestDifference(drawn, expected)
      expect(levels <= (way == .accelerated ? most : 0), "seed \(seed), step \(step), \(way): \(levels)")
      if let display { expectEqual(visible(display.picture), expected, "seed \(seed), step \(step)") }
    }
    expect(exchanged.backend.counters.work.pixelsDrawn >= kept.backend.counters.work.pixelsDrawn)
    expectEqual(exchanged.backend.counters.missingGlyphs, kept.backend.counters.missingGlyphs)
  }

  @Test("A renderer that cannot be made leaves the one that draws, or one like it, and nothing is lost")
  func refusedExchange() throws {
    let ways = Canvas.Way.allCases
    for (before, after) in ways.flatMap({ before in ways.map { (before, $0) } }) {
      let canvases = [try Canvas(), try Canvas()]
      for canvas in canvases {
        if before != .inMemory { try canvas.exchange(to: before) }
        try canvas.draw(
          [.fill(rect(0, 0, 20, 20), .red), .text(TextSlotID(rawValue: 0), origin: .zero, opacity: 1)],
          updates: [canvas.update(0, "Hi")])
      }
      let name = canvases[0].backend.name
      let picture = canvases[0].backend.picture
      #expect(throws: SDLError(function: "make", reason: "not today")) {
        try canvases[0].exchange(to: after, failures: 1)
      }
      expect(canvases[0].backend.canDraw && canvases[0].backend.name == name)
      expectEqual(canvases[0].backend.picture, picture)
      expectEqual(canvases[0].backend.reason, (before == .inMemory ? "" : "\(before)"))
      let pictures = try canvases.map {
        try $0.draw([.fill(rect(0, 0, 20, 10), .red), .text(TextSlotID(rawValue: 0), origin: .zero, opacity: 1)]).words
      }
      expect(pictures[0] == pictures[1] && Set(pictures[0]).count > 2, "\(before) to \(after)")
    }
  }

  @Test("A renderer that is made and turns out to be unfit leaves the window its scale")
  func unfitRenderer() throws {
    let canvas = try Canvas()
    let display = RandomDisplay(seed: 1)
    display.scale = 2
    try canvas.exchange(to: .byPresenter, presenter: display)
    let window = canvas.backend.renderer.window
    expectEqual(window.pixelsPerPoint, 2)
    func refuse() throws(SDLError) -> Renderer {
      _ = try Renderer(window: window, kind: .software, synchronized: false)
      throw SDLError(function: "make", reason: "unfit")
    }
    #expect(throws: SDLError(function: "make", reason: "unfit")) {
      try canvas.backend.exchangeRenderer(reason: "", isSDLs: true) { () throws(SDLError) in
        try refuse()
      } again: { () throws(SDLError) in
        try refuse()
      }
    }
    expectEqual(window.pixelsPerPoint, 2)
  }

  @Test("A window that no renderer can be made for any more draws nothing, says so, and can be given one later")
  func lostRenderer() throws {
    let canvas = try Canvas()
    let expected = try canvas.draw([.fill(rect(0, 0, 20, 20), .red)]).words
    #expect(throws: SDLError.self) { try canvas.exchange(to: .accelerated, failures: 2) }
    expect(!canvas.backend.canDraw)
    expect(canvas.backend.draw(canvas.list))
    canvas.backend.present()
    try canvas.exchange(to: .inMemory)
    expect(canvas.backend.canDraw)
    try expectEqual(canvas.draw([.fill(rect(0, 0, 20, 20), .red)]).words, expected)
  }

  @Test("Frames of an accelerated renderer are timed, those with new texts not; with it the times are gone")
  func timedFrames() throws {
    let canvas = try Canvas()
    var medians: [Double] = []
    canvas.backend.timeFrames(3) { medians.append($0) }
    for step in 0..<10 { try canvas.draw([.fill(rect(0, 0, CGFloat(step), 20), .red)]) }
    expectEqual(medians, [])
    try canvas.exchange(to: .accelerated)
    canvas.backend.timeFrames(3) { medians.append($0) }
    // Each is drawn anew.
    for step in 0..<10 {
      try canvas.draw(
        [.fill(rect(0, 0, CGFloat(step), 20), .red), .text(TextSlotID(rawValue: 0), origin: .zero, opacity: 1)],
        updates: [canvas.update(0, "\(step)")])
    }
    expectEqual(medians, [])
    for step in 0..<2 { try canvas.draw([.fill(rect(0, 0, CGFloat(step), 20), .red)]) }
    // Nothing is to be drawn.
    for _ in 0..<5 { try canvas.draw([.fill(rect(0, 0, 1, 20), .red)]) }
    expectEqual(medians, [])
    for step in 2..<9 { try canvas.draw([.fill(rect(0, 0, CGFloat(step), 20), .red)]) }
    expect(medians.count == 1 && medians.allSatisfy { $0 > 0 && $0 < 1 }, "\(medians)")
    canvas.backend.timeFrames(3) { medians.append($0) }
    try canvas.exchange(to: .accelerated)
    for step in 0..<9 { try canvas.draw([.fill(rect(0, 0, CGFloat(step), 20), .red)]) }
    expectEqual(medians.count, 1)
  }

  @Test("A renderer is made by the driver of a name, and by no other")
  func namedDriver() throws {
    let window = try Canvas().backend.renderer.window
    #expect(throws: SDLError(function: "SDL_GetRenderDriverInfo", reason: "there is no renderer nonesuch")) {
      try Renderer(window: window, kind: .accelerated, synchronized: false, named: "nonesuch")
    }
  }
}
