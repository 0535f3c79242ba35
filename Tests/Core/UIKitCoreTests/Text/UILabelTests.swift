import Expectations
import Foundation
import Pixels
import TestSupport
import Testing
import Typesetting

@testable import UIKitCore

/// A window that shows one label of 17-point system font: 8.5 points a character, lines
/// 21 points high.
@MainActor
private struct LabelFixture {
  let test = TestApplication()
  let label = UILabel(frame: CGRect(x: 10, y: 20, width: 200, height: 40))

  init(_ text: String? = "Hello") {
    label.text = text
    test.window.addSubview(label)
    test.frame()
  }

  var updates: Int { test.backend.counters.work.textRasterized }
  var frame: TextFrame? { label.slot.flatMap { test.backend.slots[$0] } }

  /// Where the text's top-left corner is drawn.
  var origin: CGPoint? {
    for case .text(_, let origin, _) in test.backend.list.commands { return origin }
    return nil
  }

  func rasterizations(during change: () -> Void) -> Int {
    let before = updates
    change()
    test.frame()
    return updates - before
  }
}

@MainActor
@Suite struct UILabelTests {
  @Test("a new label has UIKit's defaults")
  func defaults() {
    let label = UILabel()
    expect(label.text == nil)
    expectEqual(label.font, UIFont.systemFont(ofSize: 17))
    expectEqual(label.textColor, .label)
    expectEqual(label.numberOfLines, 1)
    expectEqual(label.lineBreakMode, .byTruncatingTail)
    expectEqual(label.textAlignment, .natural)
    expect(label.isEnabled && !label.isHighlighted && !label.isUserInteractionEnabled)
    expect(!label.adjustsFontSizeToFitWidth)
    label.font = .boldSystemFont(ofSize: 9)
    label.font = nil
    label.textColor = nil
    expectEqual(label.font.pointSize, 17)
    expectEqual(label.textColor, .label)
  }

  @Test("the same text, font and colour again asks for nothing")
  func unchanged() {
    let fixture = LabelFixture()
    expectEqual(fixture.updates, 1)
    fixture.label.text = "Hello"
    fixture.label.font = .systemFont(ofSize: 17)
    fixture.label.numberOfLines = 1
    fixture.label.textAlignment = .natural
    expect(!fixture.test.application.frameLoop.isFrameRequested)
    expectEqual(fixture.rasterizations { fixture.label.setNeedsDisplay() }, 0)
    let calls = fixture.test.platform.fakeTextEngine.shapeCalls
    fixture.test.window.setNeedsDisplay()
    fixture.test.frame()
    expectEqual(fixture.test.platform.fakeTextEngine.shapeCalls, calls)
  }

  @Test("another text goes into the slot the label has")
  func slotIsKept() {
    let fixture = LabelFixture()
    let slot = fixture.label.slot
    expectEqual(fixture.rasterizations { fixture.label.text = "World" }, 1)
    expectEqual(fixture.label.slot, slot)
    expectEqual(fixture.test.backend.visibleTexts, ["World"])
    expectEqual(fixture.rasterizations { fixture.label.text = nil }, 0)
    expectEqual(fixture.test.backend.visibleTexts, [])
    expectEqual(fixture.rasterizations { fixture.label.text = "Hello" }, 1)
    expectEqual(fixture.label.slot, slot)
  }

  @Test("the slot goes with the label, and is not given away in the frame that frees it")
  func slotIsReleased() throws {
    let test = TestApplication()
    func showAndDrop() -> TextSlotID? {
      let label = UILabel(frame: CGRect(x: 0, y: 0, width: 100, height: 20))
      label.text = "first"
      test.window.addSubview(label)
      test.frame()
      label.removeFromSuperview()
      return label.slot
    }
    let slot = try #require(showAndDrop())
    let next = UILabel(frame: CGRect(x: 0, y: 0, width: 100, height: 20))
    next.text = "next"
    test.window.addSubview(next)
    test.frame()
    expectEqual(Array(test.backend.list.releasedSlots), [slot])
    expectEqual(test.backend.visibleTexts, ["next"])
    expect(next.slot != slot)
    let third = UILabel(frame: CGRect(x: 0, y: 30, width: 100, height: 20))
    third.text = "third"
    test.window.addSubview(third)
    test.frame()
    expectEqual(third.slot, slot)
  }

  @Test("a lost device has every label rasterised again")
  func lostDevice() {
    let fixture = LabelFixture()
    fixture.test.backend.losesDeviceOnNextDraw = true
    fixture.label.text = "Again"
    fixture.test.frame()
    fixture.test.frame()
    expectEqual(fixture.test.backend.visibleTexts, ["Again"])
  }

  @Test("a change of size that the text does not notice rasterises nothing")
  func resizing() {
    let fixture = LabelFixture()
    expectEqual(
      fixture.rasterizations { fixture.label.frame.size = CGSize(width: 43, height: 21) }, 0)
    expectEqual(fixture.rasterizations { fixture.label.frame.size.width = 42 }, 1)
    expectEqual(fixture.test.backend.visibleTexts, ["He…"])
    expectEqual(fixture.rasterizations { fixture.label.frame.size.width = 200 }, 1)
    expectEqual(fixture.test.backend.visibleTexts, ["Hello"])
  }

  @Test("text stands at the edge its alignment names and in the middle of the height")
  func placement() {
    let fixture = LabelFixture()
    func place(_ alignment: NSTextAlignment) -> CGPoint? {
      fixture.label.textAlignment = alignment
      fixture.test.frame()
      return fixture.origin
    }
    expectEqual(place(.left), CGPoint(x: 10, y: 30))
    expectEqual(place(.right), CGPoint(x: 10 + 200 - 43, y: 30))
    expectEqual(place(.center), CGPoint(x: 10 + 78, y: 30))
    expectEqual(place(.natural), CGPoint(x: 10, y: 30))
    fixture.label.text = "שלום"
    fixture.test.frame()
    expectEqual(fixture.origin, CGPoint(x: 10 + 200 - 34, y: 30))
    // A label that is forced to read from right to left begins there, whatever is written.
    fixture.label.text = "Hello"
    fixture.label.semanticContentAttribute = .forceRightToLeft
    fixture.test.frame()
    expectEqual(fixture.origin, CGPoint(x: 10 + 200 - 43, y: 30))
    expectEqual(place(.left), CGPoint(x: 10, y: 30))
  }

  @Test("another display scale makes larger bitmaps, of the same size in points")
  func displayScale() {
    let fixture = LabelFixture()
    expectEqual(fixture.frame?.runs.first?.pixelSize, 17)
    let size = fixture.label.sizeThatFits(.zero)
    fixture.test.platformWindow.scale = 2
    fixture.test.events.post(.window(.displayChanged))
    fixture.test.frame()
    expectEqual(fixture.frame?.runs.first?.pixelSize, 34)
    expect(abs(fixture.label.sizeThatFits(.zero).width - size.width) <= 0.5)
  }

  @Test("light and dark draw the label's colour of each")
  func appearance() {
    let fixture = LabelFixture()
    expectEqual(fixture.frame?.runs.first?.color, .black)
    fixture.test.application.preferredInterfaceStyle = .dark
    fixture.test.frame()
    expectEqual(fixture.frame?.runs.first?.color, .white)
  }

  @Test("highlighting and disabling change the colour and only that")
  func states() {
    let fixture = LabelFixture()
    fixture.label.highlightedTextColor = .white
    expectEqual(fixture.rasterizations { fixture.label.isHighlighted = true }, 1)
    expectEqual(fixture.frame?.runs.first?.color, .white)
    expectEqual(fixture.rasterizations { fixture.label.isHighlighted = false }, 1)
    fixture.label.isEnabled = false
    fixture.test.frame()
    expectEqual(fixture.frame?.runs.first?.color.alpha, 128)
  }

  @Test("one line measures its whole width, several lines the width given")
  func measuring() {
    let fixture = LabelFixture("the quick brown fox")
    let label = fixture.label
    expectEqual(label.sizeThatFits(CGSize(width: 10, height: 5)), CGSize(width: 162, height: 21))
    expectEqual(label.intrinsicContentSize, CGSize(width: 162, height: 21))
    label.numberOfLines = 0
    expectEqual(label.sizeThatFits(CGSize(width: 90, height: 0)), CGSize(width: 77, height: 42))
    expectEqual(label.sizeThatFits(.zero), CGSize(width: 162, height: 21))
    label.preferredMaxLayoutWidth = 90
    expectEqual(label.intrinsicContentSize, CGSize(width: 77, height: 42))
    label.numberOfLines = 1
    label.sizeToFit()
    expectEqual(label.frame, CGRect(x: 10, y: 20, width: 162, height: 21))
    let rect = label.textRect(
      forBounds: CGRect(x: 5, y: 6, width: 50, height: 500), limitedToNumberOfLines: 2)
    expectEqual(rect.origin, CGPoint(x: 5, y: 6))
    expect(rect.width <= 50 && rect.height == 42)
    label.text = ""
    expectEqual(label.sizeThatFits(.zero), .zero)
  }

  @Test("a size from sizeThatFits shows the whole text, at any scale and size")
  func measuredSizeIsEnough() {
    let fixture = LabelFixture()
    for scale in [1, 1.25, 1.5, 2, 3] as [CGFloat] {
      fixture.test.platformWindow.scale = scale
      fixture.test.events.post(.window(.displayChanged))
      fixture.test.frame()
      for text in ["a", "twelve chars", "日本語 text", "two\nlines"] {
        fixture.label.numberOfLines = 0
        fixture.label.font = .systemFont(ofSize: 13 + scale)
        fixture.label.text = text
        fixture.label.frame.size = fixture.label.sizeThatFits(.zero)
        fixture.test.frame()
        expectEqual(fixture.label.picture?.isTruncated, false, "\(text) at \(scale)")
      }
    }
  }

  @Test("an override of drawText moves the text inside the label")
  func paddedLabel() {
    final class Padded: UILabel {
      override func drawText(in rect: CGRect) {
        super.drawText(in: CGRect(x: 20, y: 0, width: rect.width - 40, height: rect.height))
      }
    }
    let test = TestApplication()
    let label = Padded(frame: CGRect(x: 0, y: 0, width: 70, height: 21))
    label.text = "Hello"
    test.window.addSubview(label)
    test.frame()
    expectEqual(test.backend.visibleTexts, ["H…"])
    expect(
      test.backend.list.commands.contains { command in
        if case .text(_, let origin, _) = command { return origin.x == 20 }
        return false
      })
  }

  @Test("attributes become runs, and a paragraph style wins over the label")
  func attributedText() {
    let text = NSMutableAttributedString(string: "plain ünder")
    let style = NSMutableParagraphStyle()
    style.alignment = .right
    text.addAttribute(.paragraphStyle, value: style, range: NSRange(location: 0, length: 11))
    text.addAttributes(
      [
        .font: UIFont.boldSystemFont(ofSize: 20), .foregroundColor: UIColor.white,
        .backgroundColor: UIColor.red, .underlineStyle: NSUnderlineStyle.single.rawValue,
        .strikethroughStyle: 1,
      ], range: NSRange(location: 6, length: 5))
    let fixture = LabelFixture(nil)
    fixture.label.attributedText = text
    fixture.test.frame()
    let runs = fixture.frame?.runs ?? []
    expectEqual(runs.map { String($0.text) }, ["plain ", "ünder"])
    expectEqual(runs.last?.pixelSize, 20)
    expectEqual(runs.last?.color, .white)
    expectEqual(runs.last?.background, UIColor.red.drawColor(in: .light))
    expect(runs.last?.isUnderlined == true && runs.last?.isStruckThrough == true)
    expectEqual(fixture.label.picture?.placement, .right)
    expectEqual(fixture.label.text, "plain ünder")
    expectEqual(fixture.rasterizations { fixture.label.attributedText = text }, 0)
    expectEqual(fixture.rasterizations { fixture.label.text = "plain ünder" }, 1)
    expectEqual(fixture.frame?.runs.count, 1)
    expectEqual(fixture.label.attributedText?.string, "plain ünder")
  }

  @Test("a wide text shrinks until it fits, but not below the least factor")
  func shrinking() {
    let fixture = LabelFixture(String(repeating: "w", count: 40))
    fixture.label.adjustsFontSizeToFitWidth = true
    fixture.test.frame()
    expectEqual(fixture.frame?.runs.first?.text.count, 40)
    expect((fixture.frame?.pixelWidth ?? .max) <= 200)
    fixture.label.minimumScaleFactor = 0.9
    fixture.test.frame()
    expectEqual(fixture.frame?.runs.first?.pixelSize, 17 * 0.9)
    expectEqual(fixture.test.backend.visibleTexts.first?.hasSuffix("…"), true)
    expectEqual(fixture.rasterizations { fixture.label.frame.size.width = 400 }, 1)
    expectEqual(fixture.frame?.runs.first?.pixelSize, 17)
  }

  @Test("a shadow is a second copy in the same slot")
  func shadow() {
    let fixture = LabelFixture()
    fixture.label.shadowColor = .white
    fixture.label.shadowOffset = CGSize(width: 2, height: -1)
    fixture.test.frame()
    let runs = fixture.frame?.runs ?? []
    expectEqual(runs.map(\.color), [.white, .black])
    expect(runs[0].x - runs[1].x == 2 && runs[0].baseline - runs[1].baseline == -1)
    expectEqual(fixture.frame?.pixelHeight, 22)
    expectEqual(fixture.origin, CGPoint(x: 10, y: 29))
  }

  @Test("only the label's own opaque background makes an opaque bitmap")
  func opaqueBackground() {
    func background(_ color: UIColor?, alpha: CGFloat = 1) -> DrawColor? {
      let fixture = LabelFixture()
      fixture.label.backgroundColor = color
      fixture.label.alpha = alpha
      fixture.test.frame()
      return fixture.label.picture?.conditions.background
    }
    expectEqual(background(.white), .white)
    expect(background(nil) == nil)
    expect(background(UIColor.white.withAlphaComponent(0.5)) == nil)
    expect(background(.white, alpha: 0.5) == nil)
  }

  @Test("a label that cannot be seen is not laid out")
  func offScreen() {
    let fixture = LabelFixture()
    let hidden = UILabel(frame: CGRect(x: 0, y: 5000, width: 100, height: 20))
    hidden.text = "far below"
    fixture.test.window.addSubview(hidden)
    let empty = UILabel(frame: .zero)
    empty.text = "no room"
    fixture.test.window.addSubview(empty)
    expectEqual(fixture.rasterizations {}, 0)
    expect(hidden.slot == nil && empty.slot == nil)
  }

  @Test("a line higher than its label is clipped to it")
  func spilling() {
    let fixture = LabelFixture()
    fixture.label.frame.size.height = 8
    fixture.test.frame()
    expect(fixture.test.backend.list.commands.contains(.pushClip(fixture.label.frame)))
  }

  @Test("marks above a line are drawn beyond the label that is as high as its line, and its text stays where it is")
  func overhangingInk() throws {
    let fixture = LabelFixture("Hamburg")
    fixture.label.frame = CGRect(x: 10, y: 40, width: 100, height: 21)
    fixture.test.frame()
    expect(fixture.frame?.pixelHeight == 21 && fixture.origin?.y == 40)
    fixture.label.text = "Ấ"
    fixture.test.frame()
    let frame = try #require(fixture.frame)
    expect(frame.topOverhang == 6 && frame.pixelHeight == 27 && fixture.origin?.y == 34)
    expectEqual(frame.runs[0].baseline - 6, 16)
    expect(!fixture.test.backend.list.commands.contains { if case .pushClip = $0 { true } else { false } })
  }

  @Test("ink beyond a label with an opaque background has no ground; where there is room, it has")
  func overhangOnGround() {
    let fixture = LabelFixture("Ấ")
    fixture.label.backgroundColor = .white
    func ground(height: CGFloat) -> DrawColor? {
      fixture.label.frame = CGRect(x: 10, y: 40, width: 100, height: height)
      fixture.test.frame()
      return fixture.label.slot.flatMap { fixture.test.backend.grounds[$0] }
    }
    expectEqual(ground(height: 40), .white)
    expect(ground(height: 21) == nil)
    expectEqual(ground(height: 38), .white)
    fixture.label.text = "Hamburg"
    expectEqual(ground(height: 21), .white)
  }

  @Test("letters of another script are not cut in a label that is as high as its font's line")
  func highScript() {
    let fixture = LabelFixture("नमस्ते")
    fixture.test.platform.fakeTextEngine.fallbackLine = (1.1, 0.6, 1.7)
    func isClipped(height: CGFloat) -> Bool {
      fixture.label.text = fixture.label.text == "नमस्ते" ? "नम" : "नमस्ते"
      fixture.label.frame.size.height = height
      fixture.test.frame()
      return fixture.test.backend.list.commands.contains(.pushClip(fixture.label.frame))
    }
    expect(!isClipped(height: 21))
    expect(isClipped(height: 18))
    expectEqual(fixture.label.intrinsicContentSize.height, 29)
  }
}
