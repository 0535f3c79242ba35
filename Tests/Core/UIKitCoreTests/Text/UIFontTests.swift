import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite struct UIFontTests {
  @Test("fonts of one description are equal, others are not")
  func equality() {
    expectEqual(UIFont.systemFont(ofSize: 17), .systemFont(ofSize: 17, weight: .regular))
    expectEqual(UIFont.boldSystemFont(ofSize: 17), .systemFont(ofSize: 17, weight: .bold))
    expect(UIFont.systemFont(ofSize: 17) != .systemFont(ofSize: 18))
    expect(UIFont.systemFont(ofSize: 17) != .italicSystemFont(ofSize: 17))
    expect(UIFont.systemFont(ofSize: 17) != .monospacedSystemFont(ofSize: 17, weight: .regular))
    expectEqual(Set([UIFont.systemFont(ofSize: 9), .systemFont(ofSize: 9)]).count, 1)
    expectEqual(UIFont.systemFont(ofSize: 9).withSize(17), .systemFont(ofSize: 17))
  }

  @Test("weights become the nearest of CSS")
  func weights() {
    let weights: [UIFont.Weight] = [
      .ultraLight, .thin, .light, .regular, .medium, .semibold, .bold, .heavy, .black,
    ]
    expectEqual(
      weights.map { UIFont.systemFont(ofSize: 17, weight: $0).descriptor.weight },
      [100, 200, 300, 400, 500, 600, 700, 800, 900])
    expectEqual(UIFont.Weight(rawValue: 0.45).css, 700)
    expectEqual(UIFont.Weight(rawValue: 9).css, 900)
    expect(UIFont.Weight(rawValue: .nan).css >= 100)
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
    expectEqual(font.pointSize, CGFloat(size))
    expect(font === UIFont.preferredFont(forTextStyle: style))
    expectEqual(font.descriptor.weight, (style == .headline ? 600 : 400))
  }

  @Test("sizes that are not finite and positive become the system's, names are kept")
  func oddArguments() {
    for size: CGFloat in [0, -3, .nan, -.infinity] {
      expectEqual(UIFont.systemFont(ofSize: size).pointSize, UIFont.systemFontSize)
    }
    expectEqual(UIFont.systemFont(ofSize: .infinity).pointSize, 1000)
    expect(UIFont(name: "", size: 12) == nil)
    expectEqual(UIFont(name: "DejaVu Sans", size: 12)?.fontName, "DejaVu Sans")
  }

  @Test(
    "fonts of the system have iOS's measures in every weight, slanted and of one width",
    arguments: [
      (UIFont.systemFont(ofSize: 17), 8.9482421875), (.systemFont(ofSize: 17, weight: .medium), 9.0146484375),
      (.systemFont(ofSize: 17, weight: .semibold), 9.07275390625), (.boldSystemFont(ofSize: 17), 9.13916015625),
      (.italicSystemFont(ofSize: 17), 8.9482421875),
      (.monospacedSystemFont(ofSize: 17, weight: .regular), 8.98974609375),
      (.monospacedDigitSystemFont(ofSize: 17, weight: .regular), 8.9482421875),
    ])
  func systemMeasures(font: UIFont, xHeight: CGFloat) {
    // Without an application: they need no face.
    expect(font.ascender == 16.1865234375 && font.descender == -4.1005859375 && font.lineHeight == 20.287109375)
    expect(font.capHeight == 11.97802734375 && font.xHeight == xHeight && font.leading == 0)
  }

  /// Points of iOS's text styles from extra small to the fifth accessibility size, as Apple's Human Interface Guidelines
  /// have them.
  nonisolated private static let publishedSizes: [(style: UIFont.TextStyle, points: [CGFloat])] = [
    (.largeTitle, [31, 32, 33, 34, 36, 38, 40, 44, 48, 52, 56, 60]),
    (.title1, [25, 26, 27, 28, 30, 32, 34, 38, 43, 48, 53, 58]),
    (.title2, [19, 20, 21, 22, 24, 26, 28, 34, 39, 44, 50, 56]),
    (.title3, [17, 18, 19, 20, 22, 24, 26, 31, 37, 43, 49, 55]),
    (.headline, [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53]),
    (.body, [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53]),
    (.callout, [13, 14, 15, 16, 18, 20, 22, 26, 32, 38, 44, 51]),
    (.subheadline, [12, 13, 14, 15, 17, 19, 21, 25, 30, 36, 42, 49]),
    (.footnote, [12, 12, 12, 13, 15, 17, 19, 23, 27, 33, 38, 44]),
    (.caption1, [11, 11, 11, 12, 14, 16, 18, 22, 26, 32, 37, 43]),
    (.caption2, [11, 11, 11, 11, 13, 15, 17, 20, 24, 29, 34, 40]),
  ]

  /// Line heights that `UIFont` tells on iOS, of some sizes.
  nonisolated private static let publishedLines: [(points: CGFloat, lineHeight: CGFloat)] = [
    (8, 9.546875), (9, 10.740234375), (11, 13.126953125), (12, 14.3203125), (13, 15.513671875), (15, 17.900390625),
    (16, 19.09375), (17, 20.287109375), (20, 23.8671875), (22, 26.25390625), (28, 33.4140625), (34, 40.57421875),
  ]

  @Test("text styles have iOS's measures at every content size category")
  func styleMeasures() {
    expectEqual(Self.publishedSizes.count, ContentSizing.styles.count)
    for (style, points) in Self.publishedSizes {
      for (category, size) in zip(UIContentSizeCategory.steps, points) {
        let traits = UITraitCollection(preferredContentSizeCategory: category)
        let font = UIFont.preferredFont(forTextStyle: style, compatibleWith: traits)
        expectEqual(font.pointSize, size, "\(style) \(category)")
        expect(font.ascender == size * 1950 / 2048 && font.descender == -size * 494 / 2048, "\(style) \(category)")
        expect(font.lineHeight == size * 2444 / 2048 && font.leading == 0, "\(style) \(category)")
        expectEqual(font.capHeight, size * 1443 / 2048, "\(style) \(category)")
        expectEqual(font.xHeight, size * (style == .headline ? 1093 : 1078) / 2048, "\(style) \(category)")
      }
    }
    for (points, lineHeight) in Self.publishedLines {
      expectEqual(UIFont.systemFont(ofSize: points).lineHeight, lineHeight)
      expectEqual(UIFont.systemFont(ofSize: 3).withSize(points).lineHeight, lineHeight)
    }
  }

  @Test("the measures of a font with a name are its face's, in points whatever the display's scale")
  func metrics() throws {
    let test = TestApplication()
    let font = try #require(UIFont(name: "Some Sans", size: 20))
    expect(font.ascender == 19 && font.descender == -5 && font.lineHeight == 24)
    expect(font.capHeight == 14 && font.xHeight == 10)
    expectEqual(font.leading, 0)
    test.platformWindow.scale = 2
    test.events.post(.window(.displayChanged))
    test.frame()
    expect(font.ascender == 19 && font.descender == -5 && font.lineHeight == 24)
  }

  @Test("a label of one line is as high as its font's line in whole pixels of the screen")
  func labelHeights() {
    let test = TestApplication()
    let label = UILabel()
    label.text = "Hamburg"
    let pixels: [(scale: CGFloat, heights: [CGFloat])] = [(1, [15, 21, 41]), (2, [29, 41, 82]), (3, [43, 61, 122])]
    for (scale, heights) in pixels {
      test.platformWindow.scale = scale
      test.events.post(.window(.displayChanged))
      test.frame()
      for (size, height) in zip([12, 17, 34] as [CGFloat], heights) {
        label.font = .systemFont(ofSize: size)
        expect(abs(label.intrinsicContentSize.height * scale - height) < 1e-6, "\(size) at \(scale)")
        expect(abs(label.font.labelHeight * scale - height) < 1e-6, "\(size) at \(scale)")
      }
    }
  }
}
