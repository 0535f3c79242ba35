import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite struct UIFontTests {
  @Test("fonts of one description are equal, others are not")
  func equality() {
    #expect(UIFont.systemFont(ofSize: 17) == .systemFont(ofSize: 17, weight: .regular))
    #expect(UIFont.boldSystemFont(ofSize: 17) == .systemFont(ofSize: 17, weight: .bold))
    #expect(UIFont.systemFont(ofSize: 17) != .systemFont(ofSize: 18))
    #expect(UIFont.systemFont(ofSize: 17) != .italicSystemFont(ofSize: 17))
    #expect(UIFont.systemFont(ofSize: 17) != .monospacedSystemFont(ofSize: 17, weight: .regular))
    #expect(Set([UIFont.systemFont(ofSize: 9), .systemFont(ofSize: 9)]).count == 1)
    #expect(UIFont.systemFont(ofSize: 9).withSize(17) == .systemFont(ofSize: 17))
  }

  @Test("weights become the nearest of CSS")
  func weights() {
    let weights: [UIFont.Weight] = [
      .ultraLight, .thin, .light, .regular, .medium, .semibold, .bold, .heavy, .black,
    ]
    #expect(
      weights.map { UIFont.systemFont(ofSize: 17, weight: $0).descriptor.weight }
        == [100, 200, 300, 400, 500, 600, 700, 800, 900])
    #expect(UIFont.Weight(rawValue: 0.45).css == 700)
    #expect(UIFont.Weight(rawValue: 9).css == 900)
    #expect(UIFont.Weight(rawValue: .nan).css >= 100)
  }

  @Test(
    "text styles have the sizes of the category Large",
    arguments: [
      (UIFont.TextStyle.largeTitle, 34.0), (.title1, 28), (.title2, 22), (.title3, 20),
      (.headline, 17), (.body, 17), (.callout, 16), (.subheadline, 15), (.footnote, 13),
      (.caption1, 12), (.caption2, 11), (UIFont.TextStyle(rawValue: "unknown"), 17),
    ])
  func textStyles(style: UIFont.TextStyle, size: Double) {
    let font = UIFont.preferredFont(forTextStyle: style)
    #expect(font.pointSize == CGFloat(size))
    #expect(font === UIFont.preferredFont(forTextStyle: style))
    #expect(font.descriptor.weight == (style == .headline ? 600 : 400))
  }

  @Test("sizes that are not finite and positive become the system's, names are kept")
  func oddArguments() {
    for size: CGFloat in [0, -3, .nan, -.infinity] {
      #expect(UIFont.systemFont(ofSize: size).pointSize == UIFont.systemFontSize)
    }
    #expect(UIFont.systemFont(ofSize: .infinity).pointSize == 1000)
    #expect(UIFont(name: "", size: 12) == nil)
    #expect(UIFont(name: "DejaVu Sans", size: 12)?.fontName == "DejaVu Sans")
  }

  @Test("measures are in points whatever the display's scale")
  func metrics() {
    let test = TestApplication()
    let font = UIFont.systemFont(ofSize: 20)
    #expect(font.ascender == 19 && font.descender == -5 && font.lineHeight == 24)
    #expect(font.capHeight == 14 && font.xHeight == 10)
    #expect(font.leading == 0)
    test.platformWindow.scale = 2
    test.events.post(.window(.displayChanged))
    test.frame()
    #expect(font.ascender == 19 && font.descender == -5 && font.lineHeight == 24)
  }
}
