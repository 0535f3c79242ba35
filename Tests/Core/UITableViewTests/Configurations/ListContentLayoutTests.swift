import Expectations
import Foundation
import Testing

@testable import UIKitCore

@Suite("Configurations: where image and texts of a list stand")
struct ListContentLayoutTests {
  private static let margins = UIEdgeInsets(top: 11, left: 16, bottom: 11, right: 8)

  /// A text whose letters are 10 wide and lines 20 high.
  private static func text(_ letters: Int, ascent: CGFloat = 15, line: CGFloat = 20) -> ListContentLayout.Text {
    ListContentLayout.Text(
      size: { width in
        let length = CGFloat(letters) * 10
        guard length > width else { return CGSize(width: length, height: line) }
        return CGSize(width: width, height: (length / max(width, 1)).rounded(.up) * line)
      }, ascent: ascent)
  }

  private static func layout(
    _ parts: ListContentLayout.Parts, width: CGFloat = 324,
    _ change: (inout UIListContentConfiguration) -> Void = { _ in }
  ) -> ListContentLayout {
    var configuration = UIListContentConfiguration.cell()
    change(&configuration)
    return ListContentLayout(parts, of: configuration, margins: margins, width: width)
  }

  @Test("a lone text stands between the margins, in the middle of the height")
  func lone() {
    let layout = Self.layout(.init(text: Self.text(5)))
    expectEqual(layout.height, 42)
    expectEqual(layout.textLeft, 16)
    expectEqual(layout.frames(inHeight: 42).text, CGRect(x: 16, y: 11, width: 300, height: 20))
    expectEqual(layout.frames(inHeight: 60).text.minY, 20)
    expectEqual(layout.naturalWidth, 74)
  }

  @Test("a text that wraps makes the content as high as its lines")
  func wrapping() {
    let layout = Self.layout(.init(text: Self.text(65)))
    expectEqual(layout.height, 82)
    expectEqual(layout.frames(inHeight: layout.height).text, CGRect(x: 16, y: 11, width: 300, height: 60))
  }

  @Test("the second text stands below the first, the vertical padding between them")
  func stacked() {
    let layout = Self.layout(.init(text: Self.text(5), secondary: Self.text(4))) {
      $0.textToSecondaryTextVerticalPadding = 5
    }
    let frames = layout.frames(inHeight: layout.height)
    expect(layout.height == 67 && !layout.isSideBySide)
    expectEqual(frames.text.maxY + 5, frames.secondary.minY)
    expect(frames.secondary.minX == 16 && frames.secondary.width == 300)
  }

  @Test("side by side, the second text ends at the margin and both stand on one line")
  func sideBySide() {
    let parts = ListContentLayout.Parts(text: Self.text(5), secondary: Self.text(4, ascent: 9, line: 12))
    let layout = Self.layout(parts) { $0.prefersSideBySideTextAndSecondaryText = true }
    let frames = layout.frames(inHeight: 42)
    expect(layout.isSideBySide && layout.height == 42)
    expectEqual(frames.text, CGRect(x: 16, y: 11, width: 50, height: 20))
    expectEqual(frames.secondary, CGRect(x: 276, y: 17, width: 40, height: 12))
    expectEqual(layout.naturalWidth, 126)
  }

  @Test("texts that do not fit one line with their padding stand one below the other", arguments: [0, 1])
  func notSideBySide(excess: Int) {
    // There are 300 points: for 9 letters, the padding, and 19 letters.
    let parts = ListContentLayout.Parts(text: Self.text(9), secondary: Self.text(19 + excess))
    let layout = Self.layout(parts) {
      $0.prefersSideBySideTextAndSecondaryText = true
      $0.textToSecondaryTextHorizontalPadding = 20
    }
    expectEqual(layout.isSideBySide, (excess == 0))
  }

  @Test("the image stands in the middle of its room, and the texts begin after the padding", arguments: [0.0, 50])
  func image(reserved: Double) {
    let parts = ListContentLayout.Parts(
      image: CGSize(width: 30, height: 30), reserved: CGSize(width: reserved, height: 0), text: Self.text(5))
    let layout = Self.layout(parts)
    let frames = layout.frames(inHeight: layout.height)
    expectEqual(layout.height, 52)
    expectEqual(frames.image, CGRect(x: 16 + max(0, (reserved - 30) / 2), y: 11, width: 30, height: 30))
    expectEqual(layout.textLeft, (reserved > 30 ? 82 : 62))
    expectEqual(frames.text, CGRect(x: layout.textLeft, y: 16, width: 316 - layout.textLeft, height: 20))
  }

  @Test("a reserved height makes the content as high")
  func reservedHeight() {
    let parts = ListContentLayout.Parts(
      image: CGSize(width: 30, height: 30), reserved: CGSize(width: 0, height: 44), text: Self.text(5))
    expectEqual(Self.layout(parts).height, 66)
  }

  @Test("headers stand at their lower edge and footers at their upper one")
  func placements() {
    let parts = ListContentLayout.Parts(text: Self.text(5))
    expectEqual(Self.layout(parts) { $0.placement = .bottom }.frames(inHeight: 80).text.maxY, 69)
    expectEqual(Self.layout(parts) { $0.placement = .top }.frames(inHeight: 80).text.minY, 11)
  }

  @Test("no width leaves no negative sizes")
  func narrow() {
    let parts = ListContentLayout.Parts(
      image: CGSize(width: 30, height: 30), text: Self.text(5), secondary: Self.text(5))
    let frames = Self.layout(parts, width: 10).frames(inHeight: 20)
    expect(frames.text.width == 0 && frames.secondary.width == 0)
  }
}
