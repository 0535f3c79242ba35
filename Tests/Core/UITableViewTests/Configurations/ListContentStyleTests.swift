import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Configurations: the styles of list content")
struct ListContentStyleTests {
  let app = TestApplication()

  /// A style's content in a view of 320 points, as high as it wants to be.
  private func show(_ style: UIListContentConfiguration) -> UIListContentView {
    var style = style
    style.text = "Text"
    style.secondaryText = "Second"
    let view = UIListContentView(configuration: style)
    let height = view.sizeThatFits(CGSize(width: 320, height: 0)).height
    view.frame = CGRect(x: 0, y: 0, width: 320, height: height)
    app.window.addSubview(view)
    app.frame()
    return view
  }

  private static func line(_ size: CGFloat) -> CGFloat { UIFont.systemFont(ofSize: size).lineHeight.rounded(.up) }

  @Test("cell and subtitleCell: 17 points above 12, margins 11, 16, 11 and 8, 3 points between")
  func cells() throws {
    for (style, color) in [
      (UIListContentConfiguration.cell(), UIColor.label), (.subtitleCell(), .secondaryLabel),
      (.sidebarCell(), .label), (.sidebarSubtitleCell(), .secondaryLabel),
    ] {
      let view = show(style)
      let text = try #require(view.textLabel)
      let secondary = try #require(view.secondaryLabel)
      expectEqual(view.bounds.height, 11 + Self.line(17) + 3 + Self.line(12) + 11)
      expectEqual(text.frame, CGRect(x: 16, y: 11, width: 296, height: Self.line(17)))
      expectEqual(secondary.frame, CGRect(x: 16, y: 14 + Self.line(17), width: 296, height: Self.line(12)))
      expect(text.font.pointSize == 17 && secondary.font.pointSize == 12)
      expect(text.textColor == .label && secondary.textColor == color)
    }
  }

  @Test("valueCell: both texts of 17 points on one line, the second grey and at its end")
  func valueCell() throws {
    let view = show(.valueCell())
    let text = try #require(view.textLabel)
    let secondary = try #require(view.secondaryLabel)
    expectEqual(view.bounds.height, 22 + Self.line(17))
    expect(text.frame.minX == 16 && text.frame.minY == secondary.frame.minY)
    expectEqual(secondary.frame.maxX, 312)
    expect(secondary.font.pointSize == 17 && secondary.textColor == .secondaryLabel)
  }

  @Test("plain headers and footers: 17 points, semibold in headers")
  func plain() throws {
    for (style, textStyle) in [
      (UIListContentConfiguration.plainHeader(), UIFont.TextStyle.headline), (.header(), .headline),
      (.sidebarHeader(), .headline), (.plainFooter(), .body),
    ] {
      let text = try #require(show(style).textLabel)
      expectEqual(text.font, .preferredFont(forTextStyle: textStyle))
      expect(text.frame.minX == 16 && text.frame.minY == 4)
    }
  }

  @Test("groupedHeader: 13 points, grey, in capitals, at the lower edge of a taller view")
  func groupedHeader() throws {
    var style = UIListContentConfiguration.groupedHeader()
    style.text = "Text"
    let view = UIListContentView(configuration: style)
    view.frame = CGRect(x: 0, y: 0, width: 320, height: 80)
    app.window.addSubview(view)
    app.frame()
    let text = try #require(view.textLabel)
    expect(text.text == "TEXT" && text.font.pointSize == 13 && text.textColor == .secondaryLabel)
    expectEqual(text.frame, CGRect(x: 16, y: 80 - 6 - Self.line(13), width: 296, height: Self.line(13)))
  }

  @Test("groupedFooter and footer: 13 points, grey, as written, at the upper edge")
  func groupedFooter() throws {
    for style in [UIListContentConfiguration.groupedFooter(), .footer()] {
      let view = show(style)
      view.frame.size.height = 90
      app.frame()
      let text = try #require(view.textLabel)
      expect(text.text == "Text" && text.font.pointSize == 13 && text.textColor == .secondaryLabel)
      expectEqual(text.frame.minY, 8)
    }
  }

  @Test("prominent headers of section cards: larger, as written")
  func prominent() throws {
    for (style, font) in [
      (UIListContentConfiguration.prominentInsetGroupedHeader(), UIFont.preferredFont(forTextStyle: .headline)),
      (
        .extraProminentInsetGroupedHeader(),
        UIFontMetrics(forTextStyle: .title2).scaledFont(for: .systemFont(ofSize: 22, weight: .bold))
      ),
    ] {
      let text = try #require(show(style).textLabel)
      expect(text.text == "Text" && text.font == font && text.textColor == .label)
    }
  }

  @Test("a disabled state makes texts pale that were given no colour, and an enabled one makes them as they were")
  func disabled() {
    var state = UICellConfigurationState(traitCollection: .light)
    state.isDisabled = true
    var own = UIListContentConfiguration.subtitleCell()
    own.secondaryTextProperties.color = .red
    let pale = own.updated(for: state)
    expect(pale.textProperties.color == .tertiaryLabel && pale.secondaryTextProperties.color == .red)
    state.isDisabled = false
    expectEqual(pale.updated(for: state), own)
  }
}
