import Expectations
import Testing

@testable import DemoParts
@testable import TableDemo

@Suite("Scripted runs")
struct FrameScriptTests {
  @Test("scroll offsets are the multiples of the step modulo the scrollable length")
  func scroll() {
    var script = FrameScript(.scroll(points: 37))
    let limit = 1000.0 * 60 - 800
    for frame in 1...5000 {
      let offset = script.next(rows: 1000, scrollable: limit, rowTop: { Double($0) * 60 })
      expectEqual(offset, Double(frame * 37 % 59200))
    }
  }

  @Test("a scroll goes on from where the content has moved to by itself")
  func movedContent() {
    var script = FrameScript(.scroll(points: 37))
    expectEqual(script.next(rows: 1000, scrollable: 10_000, rowTop: { Double($0) }), 37)
    expectEqual(script.next(rows: 1000, scrollable: 10_000, moved: 100, rowTop: { Double($0) }), 174)
    expectEqual(script.next(rows: 1000, scrollable: 10_000, moved: -50, rowTop: { Double($0) }), 161)
    expectEqual(script.next(rows: 1000, scrollable: 10_000, moved: -9000, rowTop: { Double($0) }), 0)
  }

  @Test("jumps are those of the other toolkits' benchmark")
  func jump() {
    var script = FrameScript(.jump)
    let offsets = (0..<5).map { _ in
      script.next(rows: 1_000_000, scrollable: 59_999_200, rowTop: { Double($0) * 60 })
    }
    // Rows computed with the C program of that benchmark.
    expectEqual(offsets.map { $0 / 60 }, [318264, 910583, 863042, 732421, 287380])
  }

  @Test("a table that does not scroll stays at its top, an empty one too")
  func short() {
    var scroll = FrameScript(.scroll(points: 37))
    var jump = FrameScript(.jump)
    for _ in 0..<10 {
      expectEqual(scroll.next(rows: 3, scrollable: -620, rowTop: { Double($0) * 60 }), 0)
      expectEqual(jump.next(rows: 0, scrollable: -800, rowTop: { Double($0) * 60 }), 0)
    }
  }

  @Test("offsets of a billion rows are exact")
  func billion() {
    var script = FrameScript(.jump)
    for _ in 0..<1000 {
      let offset = script.next(rows: 1_000_000_000, scrollable: 59_999_999_200, rowTop: { Double($0) * 60 })
      expectEqual(offset, offset.rounded())
      expect((0...59_999_999_200).contains(offset))
    }
  }
}

@Suite("A run without a display")
struct DisplayChoiceTests {
  @Test("is refused only where the video driver is named or the accelerated renderer wanted")
  func demanded() {
    var options = Options()
    for environment in [[:], ["DISPLAY": ":0"], ["WAYLAND_DISPLAY": "wayland-0"], ["SDL_VIDEODRIVER": ""]] {
      expect(!DisplayChoice.isDemanded(by: options, in: environment))
    }
    expect(DisplayChoice.isDemanded(by: options, in: ["SDL_VIDEODRIVER": "x11"]))
    options.renderer = .accelerated
    expect(DisplayChoice.isDemanded(by: options, in: [:]))
  }

  @Test("draws 600 frames and leaves a picture and a summary, unless told otherwise")
  func fallback() {
    var options = Options()
    expectEqual(options.withoutDisplay.frames, 600)
    expect(options.withoutDisplay.isHeadless)
    expectEqual(options.withoutDisplay.screenshot, "TableDemo-countries.png")
    expect(options.withoutDisplay.printsSummary)
    options.frames = 3
    options.screenshot = "a.png"
    options.stats = "-"
    expectEqual(options.withoutDisplay.frames, 3)
    expectEqual(options.withoutDisplay.screenshot, "a.png")
    expect(!options.withoutDisplay.printsSummary)
  }
}

@Suite("Numbers")
struct GroupedNumberTests {
  @Test(
    "a sum of what is known to a few digits is said to three",
    arguments: [
      (8_060_459_090, "8.06 billion"), (8_000_000_000, "8 billion"), (41_540_000, "41.5 million"),
      (150_200_000, "150 million"), (999_999, "999,999"),
    ])
  func inWords(number: Int, text: String) { expectEqual(GroupedNumber.inWords(number), text) }

  @Test(
    "have their digits in groups of three",
    arguments: [
      (0, "0"), (999, "999"), (1000, "1,000"), (41_500_000, "41,500,000"), (-1234, "-1,234"),
      (Int.min, "-9,223,372,036,854,775,808"),
    ])
  func grouped(number: Int, text: String) { expectEqual(GroupedNumber.string(number), text) }

  @Test("small areas keep their decimals, large ones lose them")
  func areas() {
    expectEqual(GroupedNumber.string(0.49), "0.49")
    expectEqual(GroupedNumber.string(6.8), "6.8")
    expectEqual(GroupedNumber.string(5.0), "5")
    expectEqual(GroupedNumber.string(652_230.4), "652,230")
  }

  @Test(
    "sizes have a unit",
    arguments: [
      (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1 KB"), (14_320, "14.3 KB"),
      (1_073_741_824, "1.07 GB"), (500_000_000, "500 MB"),
    ])
  func sizes(bytes: Int, text: String) { expectEqual(GroupedNumber.bytes(bytes), text) }

  @Test("a generated row has the texts of the other toolkits' benchmark")
  func stressRow() {
    let row = StressRow(999_999_999)
    expectEqual(row.title, "Row 999,999,999")
    expectEqual(row.subtitle, "Sunday, 9 September 2001, second 6,399 of the day")
    expectEqual(row.detail, "01:46:39")
    expectEqual(StressRow(0).subtitle, "Thursday, 1 January 1970, second 0 of the day")
    expect(StressRow(951_782_400).subtitle.hasPrefix("Tuesday, 29 February 2000, second 0 "))
  }
}
