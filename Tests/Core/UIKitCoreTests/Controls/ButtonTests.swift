import Expectations
import Foundation
import Pixels
import TestSupport
import Testing
import UIKitCore

@Suite("Buttons")
@MainActor
struct ButtonTests {
  @Test("a click runs the primary action once, also when attached to both events")
  func primaryAction() {
    let app = TestApplication()
    var count = 0
    let action = UIAction(title: "Save") { action in
      expect(action.sender is UIButton)
      count += 1
    }
    let button = UIButton(type: .system, primaryAction: action)
    button.addAction(UIAction { _ in count += 10 }, for: [.touchUpInside, .primaryActionTriggered])
    button.frame.origin = CGPoint(x: 10, y: 10)
    app.window.addSubview(button)
    app.click(at: button.center)
    expectEqual(count, 11)
    expectEqual(button.currentTitle, "Save")
    expect(button.bounds.width > 10)
  }

  @Test("title, colour and image follow the state and fall back to normal")
  func states() {
    let app = TestApplication()
    let button = UIButton(frame: CGRect(x: 0, y: 0, width: 100, height: 40))
    app.window.addSubview(button)
    button.setTitle("on", for: .normal)
    button.setTitle("pressed", for: .highlighted)
    button.setTitleColor(.red, for: .normal)
    button.setTitleColor(.green, for: .selected)
    expect(button.titleLabel?.text == "on" && button.currentTitleColor == .red)
    button.isHighlighted = true
    expect(button.titleLabel?.text == "pressed" && button.currentTitleColor == .red)
    button.isHighlighted = false
    button.isSelected = true
    expect(button.titleLabel?.text == "on" && button.titleLabel?.textColor == .green)
    expect(button.title(for: .selected) == nil)
  }

  @Test("a system button has the tint colour, dims while pressed and greys when disabled")
  func system() {
    let app = TestApplication()
    let button = UIButton(type: .system)
    button.setTitle("Edit", for: .normal)
    button.tintColor = .systemPink
    button.frame = CGRect(x: 0, y: 0, width: 100, height: 40)
    app.window.addSubview(button)
    expectEqual(button.currentTitleColor, .systemPink)
    app.mouseDown(at: CGPoint(x: 50, y: 20))
    expectEqual(button.titleLabel?.alpha, 0.3)
    app.mouseUp(at: CGPoint(x: 50, y: 20))
    expectEqual(button.titleLabel?.alpha, 1)
    button.isEnabled = false
    expectEqual(button.currentTitleColor, .tertiaryLabel)
  }

  @Test("the background of each configuration", arguments: [0, 1, 2, 3])
  func configurations(index: Int) throws {
    let app = TestApplication()
    let all: [UIButton.Configuration] = [.plain(), .gray(), .tinted(), .filled()]
    var configuration = all[index]
    configuration.title = "Go"
    let button = UIButton(configuration: configuration)
    app.window.addSubview(button)
    app.settle()
    let shapes = app.backend.list.commands.compactMap { command -> (RoundedRect, DrawColor)? in
      guard case .fillRounded(let shape, let color) = command else { return nil }
      return (shape, color)
    }
    let expected: [UIColor?] = [
      nil, .secondarySystemFill, UIColor.systemBlue.withAlphaComponent(0.18), .systemBlue,
    ]
    guard let color = expected[index] else {
      expect(shapes.isEmpty)
      return
    }
    let shape = try #require(shapes.first)
    expectEqual(shape.1, color.drawColor(in: .light))
    expect(shape.0.rect.size == button.bounds.size && shape.0.radius == 6)
    expectEqual(button.currentTitleColor, (index == 3 ? .white : button.tintColor))
  }

  @Test("a configuration's title follows the size of text, and so does the button, unless the label is told not to")
  func textSize() throws {
    let app = TestApplication()
    app.becomeCurrent()
    var configuration = UIButton.Configuration.tinted()
    configuration.title = "Title"
    func fonts(_ button: UIButton) -> [CGFloat] {
      app.window.addSubview(button)
      var sizes: [CGFloat] = []
      for key in ["0", "+"] {
        app.press(key, times: key == "+" ? 8 : 1)
        sizes += [button.titleLabel?.font.pointSize ?? 0, button.sizeThatFits(.zero).height]
      }
      app.press("0")
      sizes.append(button.titleLabel?.font.pointSize ?? 0)
      return sizes
    }
    let body = fonts(UIButton(configuration: configuration))
    expect(body[0] == 17 && body[2] == 53 && body[4] == 17 && body[3] > body[1] + 30)
    configuration.buttonSize = .small
    let small = fonts(UIButton(configuration: configuration))
    expect(small[0] == 15 && small[2] == 49 && small[4] == 15)
    let plain = UIButton(type: .system)
    plain.configuration = configuration
    expectEqual(fonts(plain), small)
    let kept = UIButton(configuration: configuration)
    kept.titleLabel?.adjustsFontForContentSizeCategory = false
    expectEqual(fonts(kept), [15, small[1], 15, small[1], 15])
    // Made while text is large, too.
    app.press("+", times: 8)
    let late = UIButton(configuration: configuration)
    late.titleLabel?.adjustsFontForContentSizeCategory = false
    late.setNeedsUpdateConfiguration()
    expectEqual(late.titleLabel?.font.pointSize, 15)
    app.press("0")
  }

  @Test("a configuration's size and insets make the button's size")
  func sizing() throws {
    _ = TestApplication()
    var configuration = UIButton.Configuration.filled()
    configuration.title = "Hello"
    let medium = UIButton(configuration: configuration).bounds.size
    configuration.buttonSize = .large
    let large = UIButton(configuration: configuration).bounds.size
    expect(large.width == medium.width + 16 && large.height == medium.height + 16)
    configuration.contentInsets = NSDirectionalEdgeInsets(top: 0, leading: 0, bottom: 0, trailing: 0)
    let bare = UIButton(configuration: configuration)
    let title = try #require(bare.titleLabel).sizeThatFits(.zero)
    expectEqual(bare.bounds.size, CGSize(width: title.width.rounded(.up), height: title.height))
  }

  @Test("the update handler shows the state in the configuration")
  func updateHandler() {
    _ = TestApplication()
    let button = UIButton(configuration: .filled())
    button.configurationUpdateHandler = { button in
      button.configuration?.title = button.isSelected ? "on" : "off"
    }
    button.isSelected = true
    expectEqual(button.currentTitle, "on")
    button.isSelected = false
    expectEqual(button.currentTitle, "off")
  }

  @Test(
    "the image lies beside the title, on the side that was asked for",
    arguments: [NSDirectionalRectEdge.leading, .trailing, .top, .bottom])
  func imagePlacement(edge: NSDirectionalRectEdge) throws {
    let app = TestApplication()
    var configuration = UIButton.Configuration.plain()
    configuration.title = "Title"
    configuration.image = UIImage(systemName: "trash")
    configuration.imagePlacement = edge
    configuration.imagePadding = 7
    let button = UIButton(configuration: configuration)
    app.window.addSubview(button)
    button.layoutIfNeeded()
    let image = try #require(button.imageView).frame
    let title = try #require(button.titleLabel).frame
    switch edge {
    case .leading: expect(abs(title.minX - image.maxX - 7) < 0.001)
    case .trailing: expect(abs(image.minX - title.maxX - 7) < 0.001)
    case .top: expect(abs(title.minY - image.maxY - 7) < 0.001)
    default: expect(abs(image.minY - title.maxY - 7) < 0.001)
    }
    expect(button.bounds.contains(image) && button.bounds.contains(title))
  }

  @Test("a subclass with its own initialiser can be made with a type")
  func subclass() {
    final class Fancy: UIButton {
      let extra: Int
      override init(frame: CGRect) {
        extra = 7
        super.init(frame: frame)
      }
      required init?(coder: NSCoder) { nil }
    }
    _ = TestApplication()
    let button = Fancy(type: .system)
    expect(button.extra == 7 && button.buttonType == .system)
  }

  @Test(
    "leading and trailing content of a button that is forced to read from right to left stands at its right and left")
  func rightToLeft() throws {
    let app = TestApplication()
    let button = UIButton(type: .system)
    button.setTitle("Title", for: .normal)
    button.frame = CGRect(x: 0, y: 0, width: 300, height: 40)
    app.window.addSubview(button)
    func place(_ alignment: UIControl.ContentHorizontalAlignment) throws -> CGFloat {
      button.contentHorizontalAlignment = alignment
      app.settle()
      return try #require(button.titleLabel).frame.midX
    }
    let sides = [try place(.left), try place(.right)]
    expect(sides[0] < 100 && sides[1] > 200)
    for isTurned in [false, true] {
      button.semanticContentAttribute = isTurned ? .forceRightToLeft : .unspecified
      let found = [try place(.leading), try place(.trailing)]
      expectEqual(found, (isTurned ? sides.reversed() : sides), "turned: \(isTurned)")
      let others = [try place(.left), try place(.right)]
      expectEqual(others, sides, "turned: \(isTurned)")
    }
  }

  @Test("a title has 6 points above and below; insets of the app's come in their place, and an image alone has none")
  func titleMargins() throws {
    _ = TestApplication()
    for type in [UIButton.ButtonType.system, .custom] {
      let button = UIButton(type: type)
      button.setTitle("Title", for: .normal)
      let title = try #require(button.titleLabel).sizeThatFits(.zero)
      expectEqual(button.intrinsicContentSize, CGSize(width: title.width, height: title.height + 12).rounded)
      expectEqual(button.sizeThatFits(CGSize(width: 500, height: 5)), button.intrinsicContentSize)
      // In the middle of a button that is too low, and away from the edge of one that is high enough.
      button.contentVerticalAlignment = .top
      for (height, top) in [(100, 6), (title.height + 8, 4), (10, 0)] as [(CGFloat, CGFloat)] {
        button.frame = CGRect(x: 0, y: 0, width: 100, height: height)
        button.layoutIfNeeded()
        expectEqual(button.titleLabel?.frame.minY, top, "\(height)")
      }
      button.setImage(UIImage(systemName: "star"), for: .normal)
      let image = try #require(button.currentImage).size
      expectEqual(button.intrinsicContentSize.height, max(title.height + 12, image.height).rounded(.up))
      button.contentEdgeInsets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
      let beside = CGSize(width: title.width + image.width + 6, height: max(title.height, image.height) + 4)
      expectEqual(button.intrinsicContentSize, beside.rounded)
      button.contentEdgeInsets = .zero
      button.setTitle(nil, for: .normal)
      expectEqual(button.intrinsicContentSize, image.rounded)
    }
  }

  @Test("the ring around a button without ground keeps off a title that reaches to its sides")
  func ring() {
    let app = TestApplication()
    let button = UIButton(type: .system)
    button.setTitle("Title", for: .normal)
    button.sizeToFit()
    button.frame.origin = CGPoint(x: 50, y: 50)
    app.window.addSubview(button)
    app.settle()
    func ring() -> CGRect? {
      app.key(.keyboardTab)
      app.settle()
      return app.backend.list.commands.lazy.compactMap { command -> CGRect? in
        guard case .strokeRounded(let shape, _, _) = command else { return nil }
        return shape.rect
      }.max { $0.width < $1.width }
    }
    expectEqual(ring().map { $0.minX < 48 && $0.maxX > button.frame.maxX + 2 }, true)
    for change in [
      { button.contentEdgeInsets = UIEdgeInsets(top: 4, left: 10, bottom: 4, right: 10) },
      {
        button.contentEdgeInsets = .zero
        button.backgroundColor = .systemFill
      },
    ] {
      change()
      button.sizeToFit()
      app.settle()
      expectEqual(ring().map { $0.minX == button.frame.minX && $0.maxX == button.frame.maxX }, true)
    }
  }

  @Test("insets of a configuration, image and title change sides where a button, or a view around it, turns")
  func turnedInsets() throws {
    let app = TestApplication()
    let around = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 100))
    app.window.addSubview(around)
    var configuration = UIButton.Configuration.plain()
    configuration.title = "Title"
    configuration.image = UIImage(systemName: "star")
    configuration.contentInsets = NSDirectionalEdgeInsets(top: 5, leading: 40, bottom: 5, trailing: 10)
    let button = UIButton(configuration: configuration)
    around.addSubview(button)
    app.settle()
    let (image, title) = (try #require(button.imageView), try #require(button.titleLabel))
    func places() -> [CGFloat] { [image.frame.minX, image.frame.maxX, title.frame.minX, title.frame.maxX] }
    let (width, plain) = (button.bounds.width, places())
    expect(abs(plain[0] - 40) <= 0.5 && abs(width - 10 - plain[3]) <= 0.5)
    for view in [button, around] {
      view.semanticContentAttribute = .forceRightToLeft
      app.settle()
      for (found, mirrored) in zip(places(), [1, 0, 3, 2].map { width - plain[$0] }) {
        expect(abs(found - mirrored) < 1.001)
      }
      view.semanticContentAttribute = .unspecified
      app.settle()
      expectEqual(places(), plain)
    }
    // Those by left and right stay.
    let other = UIButton(frame: CGRect(x: 0, y: 50, width: 200, height: 40))
    other.setTitle("Title", for: .normal)
    other.contentEdgeInsets.left = 70
    other.contentHorizontalAlignment = .left
    other.semanticContentAttribute = .forceRightToLeft
    around.addSubview(other)
    app.settle()
    expectEqual(other.titleLabel?.frame.minX, 70)
  }
}

extension CGSize {
  /// In whole points.
  fileprivate var rounded: CGSize { CGSize(width: width.rounded(.up), height: height.rounded(.up)) }
}
