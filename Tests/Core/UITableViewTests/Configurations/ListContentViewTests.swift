import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Configurations: the view of list content")
struct ListContentViewTests {
  let app = TestApplication()

  private func show(
    _ configuration: UIListContentConfiguration = .cell(), _ change: (inout UIListContentConfiguration) -> Void
  ) -> UIListContentView {
    var configuration = configuration
    change(&configuration)
    let view = UIListContentView(configuration: configuration)
    view.frame = CGRect(x: 0, y: 0, width: 320, height: 60)
    app.window.addSubview(view)
    app.frame()
    return view
  }

  @Test(
    "texts are transformed as asked",
    arguments: [
      (UIListContentConfiguration.TextProperties.TextTransform.none, "big Blue box"), (.uppercase, "BIG BLUE BOX"),
      (.lowercase, "big blue box"), (.capitalized, "Big Blue Box"),
    ])
  func transform(_ transform: UIListContentConfiguration.TextProperties.TextTransform, shown: String) {
    let view = show {
      $0.text = "big Blue box"
      $0.textProperties.transform = transform
    }
    expectEqual(view.textLabel?.text, shown)
  }

  @Test("attributed texts win over plain ones and keep their attributes")
  func attributed() throws {
    let red = NSAttributedString(string: "red", attributes: [.foregroundColor: UIColor.red])
    let view = show(.subtitleCell()) {
      $0.text = "plain"
      $0.attributedText = red
      $0.secondaryAttributedText = NSAttributedString(string: "second")
      $0.textProperties.transform = .uppercase
    }
    let label = try #require(view.textLabel)
    expectEqual(label.text, "red")
    expectEqual(label.attributedText?.attribute(.foregroundColor, at: 0, effectiveRange: nil) as? UIColor, .red)
    expect(view.secondaryLabel?.text == "second" && view.secondaryLabel?.isHidden == false)
    expectEqual(app.backend.visibleTexts, ["red", "second"])
  }

  @Test("colour transformers make the colours shown of texts and image")
  func transformers() {
    let view = show {
      $0.text = "a"
      $0.textProperties.colorTransformer = UIConfigurationColorTransformer { _ in .green }
      $0.image = UIImage(systemName: "trash")
      $0.imageProperties.tintColor = .red
      $0.imageProperties.tintColorTransformer = UIConfigurationColorTransformer { $0 == .red ? .blue : .red }
    }
    expectEqual(view.textLabel?.textColor, .green)
    expectEqual(view.imageView?.tintColor, .blue)
  }

  @Test("transformers are equal to their copies and the framework's to themselves; grayscale makes grey")
  func transformerEquality() {
    let own = UIConfigurationColorTransformer { $0 }
    let copy = own
    expect(own == copy && own != UIConfigurationColorTransformer { $0 })
    expectEqual(UIConfigurationColorTransformer.grayscale, .grayscale)
    expect(UIConfigurationColorTransformer.grayscale != .preferredTint)
    expectEqual(Set([own, copy, .grayscale, .grayscale, .monochromeTint, .preferredTint]).count, 4)
    let gray = UIConfigurationColorTransformer.grayscale(UIColor(red: 0, green: 1, blue: 0, alpha: 1))
    let shown = gray.drawColor(in: .light)
    expect(shown.red == shown.green && shown.green == shown.blue && shown.green == 182)
  }

  @Test("a template image without a colour of its own is drawn in the tint, and follows it")
  func tint() {
    let view = show { $0.image = UIImage(systemName: "trash") }
    view.tintColor = .purple
    expectEqual(view.imageView?.tintColor, .purple)
  }

  @Test("numberOfLines limits the lines shown and the height asked for")
  func lines() throws {
    // 60 characters of 8.5 points are 510 points; there is room for 296.
    let long = String(repeating: "abcde ", count: 10)
    let line = UIFont.systemFont(ofSize: 17).lineHeight.rounded(.up)
    for (lines, shown) in [(0, 2), (1, 1), (2, 2)] {
      let view = show {
        $0.text = long
        $0.textProperties.numberOfLines = lines
      }
      let expected: CGFloat = 22 + CGFloat(shown) * line
      expectEqual(view.sizeThatFits(CGSize(width: 320, height: 0)).height, expected)
    }
  }

  @Test("alpha is the view's, alignment and fitting the label's")
  func looks() {
    let view = show {
      $0.text = "a"
      $0.alpha = 0.5
      $0.textProperties.alignment = .center
      $0.textProperties.adjustsFontSizeToFitWidth = true
      $0.textProperties.minimumScaleFactor = 0.7
      $0.textProperties.lineBreakMode = .byTruncatingMiddle
    }
    expectEqual(view.alpha, 0.5)
    expect(view.textLabel?.textAlignment == .center && view.textLabel?.minimumScaleFactor == 0.7)
    expect(view.textLabel?.adjustsFontSizeToFitWidth == true && view.textLabel?.lineBreakMode == .byTruncatingMiddle)
  }

  @Test("images are fitted into their maximum size; symbols stand in the middle of a standard column")
  func images() throws {
    let picture = try #require(UIImage(data: Data("ok".utf8) + [60, 30]))
    let fitted = show {
      $0.text = "a"
      $0.image = picture
      $0.imageProperties.maximumSize = CGSize(width: 40, height: 40)
      $0.imageProperties.cornerRadius = 6
    }
    expectEqual(fitted.imageView?.frame, CGRect(x: 16, y: 20, width: 40, height: 20))
    expect(fitted.imageView?.layer.cornerRadius == 6 && fitted.imageView?.clipsToBounds == true)
    expectEqual(fitted.textLabel?.frame.minX, 72)
    let symbol = show {
      $0.text = "a"
      $0.image = UIImage(systemName: "trash")
      $0.imageProperties.preferredSymbolConfiguration = UIImage.SymbolConfiguration(pointSize: 10)
    }
    expect(symbol.imageView?.frame.minX == 24 && symbol.imageView?.frame.width == 13)
    expectEqual(symbol.textLabel?.frame.minX, 60)
  }

  @Test("what is taken out of a configuration is not shown any more, and comes back in the same views")
  func removing() throws {
    var configuration = UIListContentConfiguration.subtitleCell()
    configuration.text = "text"
    configuration.secondaryText = "second"
    configuration.image = UIImage(systemName: "trash")
    let full = configuration
    let view = show(configuration) { _ in }
    let views = view.subviews
    configuration.secondaryText = nil
    configuration.image = nil
    view.configuration = configuration
    app.frame()
    expectEqual(app.backend.visibleTexts, ["text"])
    expect(view.textLabel?.frame.minX == 16 && view.imageView?.isHidden == true)
    view.configuration = full
    app.frame()
    expect(view.subviews == views && app.backend.visibleTexts == ["text", "second"])
  }

  @Test("margins are at least those of the superview along the axes that preserve them")
  func preservedMargins() {
    let outer = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 100))
    outer.layoutMargins = UIEdgeInsets(top: 40, left: 50, bottom: 0, right: 60)
    var configuration = UIListContentConfiguration.cell()
    configuration.text = "a"
    let view = UIListContentView(configuration: configuration)
    view.frame = CGRect(x: 10, y: 0, width: 300, height: 60)
    outer.addSubview(view)
    app.window.addSubview(outer)
    app.frame()
    expect(view.textLabel?.frame.minX == 40 && view.textLabel?.frame.maxX == 250)
    configuration.axesPreservingSuperviewLayoutMargins = []
    view.configuration = configuration
    app.frame()
    expect(view.textLabel?.frame.minX == 16 && view.textLabel?.frame.maxX == 292)
    configuration.axesPreservingSuperviewLayoutMargins = .both
    view.configuration = configuration
    app.frame()
    expect(view.sizeThatFits(CGSize(width: 300, height: 0)).height > 51)
  }

  @Test("layout guides are where the parts are, and nil where there is none")
  func guides() throws {
    let view = show(.subtitleCell()) { $0.text = "text" }
    expect(view.secondaryTextLayoutGuide == nil && view.imageLayoutGuide == nil)
    let badge = UIView(frame: .zero)
    badge.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(badge)
    let guide = try #require(view.textLayoutGuide)
    NSLayoutConstraint.activate([
      badge.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
      badge.topAnchor.constraint(equalTo: guide.bottomAnchor),
      badge.widthAnchor.constraint(equalToConstant: 9), badge.heightAnchor.constraint(equalToConstant: 5),
    ])
    app.frame()
    let label = try #require(view.textLabel)
    expectEqual(guide.layoutFrame, label.frame)
    expectEqual(badge.frame, CGRect(x: label.frame.minX, y: label.frame.maxY, width: 9, height: 5))
    // Another text moves the guide, and what is constrained to it.
    var configuration = UIListContentConfiguration.subtitleCell()
    configuration.text = "text"
    configuration.secondaryText = "below"
    configuration.image = UIImage(systemName: "trash")
    view.configuration = configuration
    app.frame()
    app.frame()
    expectEqual(badge.frame.origin, CGPoint(x: label.frame.minX, y: label.frame.maxY))
    expectEqual(view.imageLayoutGuide?.layoutFrame, view.imageView?.frame)
    expectEqual(view.secondaryTextLayoutGuide?.layoutFrame, view.secondaryLabel?.frame)
    // What is constrained inside takes nothing from the height of the content.
    let size = view.systemLayoutSizeFitting(
      CGSize(width: 320, height: 0), withHorizontalFittingPriority: .required,
      verticalFittingPriority: .fittingSizeLevel)
    expectEqual(size, CGSize(width: 320, height: view.sizeThatFits(CGSize(width: 320, height: 0)).height))
  }

  @Test("constraints give the view the height of its lines at the width they leave")
  func constrained() {
    var configuration = UIListContentConfiguration.cell()
    configuration.text = String(repeating: "abcde ", count: 10)
    let view = UIListContentView(configuration: configuration)
    view.translatesAutoresizingMaskIntoConstraints = false
    let outer = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 300))
    outer.addSubview(view)
    NSLayoutConstraint.activate([
      view.leadingAnchor.constraint(equalTo: outer.leadingAnchor), view.topAnchor.constraint(equalTo: outer.topAnchor),
      view.trailingAnchor.constraint(equalTo: outer.trailingAnchor),
    ])
    app.window.addSubview(outer)
    app.frame()
    let line = UIFont.systemFont(ofSize: 17).lineHeight.rounded(.up)
    expectEqual(view.frame, CGRect(x: 0, y: 0, width: 320, height: 22 + 2 * line))
  }
}
