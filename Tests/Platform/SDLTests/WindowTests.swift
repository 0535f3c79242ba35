import Desktop
import Expectations
import Foundation
import Testing

@testable import SDL

extension Headless {
  @Test(
    "the scale is the larger of GDK_SCALE and the resolution of text, between 1 and 4",
    arguments: [
      (nil, [:], 1), (96, [:], 1), (144, [:], 1.5), (192, [:], 2), (120, [:], 1.25), (72, [:], 1),
      (nil, ["GDK_SCALE": "2"], 2), (144, ["GDK_SCALE": "1"], 1.5), (192, ["GDK_SCALE": "2"], 2),
      (nil, ["GDK_SCALE": "2", "GDK_DPI_SCALE": "0.75"], 1.5), (nil, ["GDK_SCALE": "large"], 1),
      (nil, ["GDK_SCALE": "-2"], 1), (nil, ["GDK_SCALE": "inf"], 1), (1e9, [:], 4),
    ] as [(Double?, EnvironmentVariables, Double)])
  func scale(resolution: Double?, environment: EnvironmentVariables, expected: Double) {
    expectEqual(Window.desktopScale(textResolution: resolution, environment: environment), expected)
  }

  @Test("The headless display is SDL's dummy driver, which has no connection")
  func dummyDriver() throws {
    expectEqual(context.videoDriver, "dummy")
    let window = try Window(context: context, title: "a", width: 10, height: 10)
    expect(window.connection == nil)
    expect(window.refreshRate > 0)
  }

  @Test("A window has the size asked for, and takes another")
  func windowSize() throws {
    let window = try Window(context: context, title: "täble", width: 320, height: 200)
    expect(window.size == (320, 200))
    expect(window.pixelSize == (320, 200))
    expectEqual(window.title, "täble")
    expect(window.isConcealed)
    expect(window.show())
    expect(!window.isConcealed)
    window.resize(width: 100, height: -5)
    expect(window.size == (100, 1))
    window.title = "other"
    expectEqual(window.title, "other")
  }

  @Test("Showing and resizing a window is reported by events that carry its id")
  func windowEvents() throws {
    let window = try Window(context: context, title: "events", width: 50, height: 50)
    while EventQueue.next() != nil {}
    expect(window.show())
    window.resize(width: 70, height: 60)
    var changes: [Event.WindowChange] = []
    while let event = EventQueue.next() {
      if case .window(let change, let id) = event, id == window.id { changes.append(change) }
    }
    expect(changes.contains(.shown))
    expect(changes.contains(.resized))
  }

  @Test("A window and its frame go within the room there is, in the middle where it is smaller")
  func room() {
    let sides = [1, 160, 480, 600, 768, 1080, 2160]
    for (across, down) in sides.flatMap({ a in sides.map { (a, $0) } }) {
      for (width, height) in [(1280, 800), (2560, 1600), (600, 400), (16384, 16384), (1, 1)] {
        for scale in [0, 1, 1.25, 2, 4] {
          let (x, y) = (37, -50)
          let room = Window.room(width: width, height: height, frameScale: scale, x: x, y: y, within: across, down)
          let frame = (width: Int(16 * scale), height: Int(48 * scale))
          expect(1...width ~= room.width && 1...height ~= room.height && room.x >= x && room.y >= y)
          expect(room.x + room.width + frame.width <= x + max(across, 1 + frame.width))
          expect(room.y + room.height + frame.height <= y + max(down, 1 + frame.height))
          if across >= width + 2 * frame.width { expect(room.width == width && room.x == x + (across - width) / 2) }
          if down >= height + 2 * frame.height { expect(room.height == height && room.y == y + (down - height) / 2) }
        }
      }
    }
  }

  @Test("The clipboard gives back what was put on it")
  func clipboard() throws { try check(.clipboard) }

  @Test("The primary selection gives back what was put on it")
  func primarySelection() throws { try check(.primary) }

  private func check(_ selection: SystemClipboard.Selection) throws {
    let clipboard = SystemClipboard()
    clipboard.setText("räksmörgås 🦎", of: selection)
    try expect(clipboard.text(of: selection) == "räksmörgås 🦎" && clipboard.hasText(in: selection))
    clipboard.setText(nil, of: selection)
    try expect(clipboard.text(of: selection) == nil && !clipboard.hasText(in: selection))
  }

  @Test("The pointer takes every shape, again and again")
  func cursors() {
    let cursors = SystemCursors()
    for _ in 0..<3 {
      cursors.show(.text)
      cursors.show(.arrow)
    }
  }

  @Test("The clock goes forward, and an event's stamp is in its past")
  func ticks() {
    let first = Ticks.seconds
    let stamp = Ticks.seconds(ofEvent: 0)
    expect(Ticks.seconds >= first)
    expect(stamp <= Ticks.seconds)
  }
}
