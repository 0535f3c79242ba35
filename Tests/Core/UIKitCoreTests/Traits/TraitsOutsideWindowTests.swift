import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

/// What is in no window while text size, appearance, scale or accent colour change, looks afterwards as if it had been made
/// then.
@MainActor
@Suite struct TraitsOutsideWindowTests {
  private let app = TestApplication(size: CGSize(width: 320, height: 480))

  /// Places its views below each other, as high as they want to be.
  private final class Screen: UIView {
    override func layoutSubviews() {
      super.layoutSubviews()
      var y: CGFloat = 0
      for view in subviews {
        let wanted = view.sizeThatFits(CGSize(width: 300, height: 0)).height
        let height = view is UIScrollView ? bounds.height : max(20, wanted)
        view.frame = CGRect(x: 10, y: y, width: 300, height: height)
        y += height
      }
    }
  }

  /// Draws in a dynamic colour, as wide as a text.
  private final class Drawing: UIView {
    override func draw(_ rect: CGRect) {
      UIColor.tintColor.setFill()
      UIRectFill(CGRect(x: 0, y: 0, width: UIFont.preferredFont(forTextStyle: .body).pointSize, height: 10))
      UIColor.label.setFill()
      UIRectFill(CGRect(x: 0, y: 10, width: 1 / traitCollection.displayScale, height: 10))
    }
  }

  /// Lays itself out for large text when it is told, and only then.
  private final class Told: UIView {
    private let label = TraitsOutsideWindowTests.following("Told")
    private var isLarge = UITraitCollection.current.preferredContentSizeCategory.isAccessibilityCategory

    override init(frame: CGRect) {
      super.init(frame: frame)
      addSubview(label)
    }

    required init?(coder: NSCoder) { nil }

    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
      super.traitCollectionDidChange(previousTraitCollection)
      isLarge = traitCollection.preferredContentSizeCategory.isAccessibilityCategory
      label.textColor = traitCollection.userInterfaceStyle == .dark ? .red : .blue
    }

    override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: isLarge ? 90 : 30) }

    override func layoutSubviews() {
      super.layoutSubviews()
      label.frame = CGRect(x: isLarge ? 40 : 0, y: 0, width: 200, height: bounds.height)
      label.textColor = traitCollection.userInterfaceStyle == .dark ? .red : .blue
    }
  }

  /// A controller that sets the size of a label when it is told, and only then.
  private final class Controller: UIViewController {
    private let label = UILabel()
    private(set) var told: [UITraitCollection?] = []

    override func viewDidLoad() {
      super.viewDidLoad()
      label.text = "Controller"
      view.addSubview(label)
      fit()
    }

    private func fit() {
      let size = 10 + CGFloat(traitCollection.preferredContentSizeCategory.index) + 5 * traitCollection.displayScale
      label.font = .systemFont(ofSize: size)
      label.frame = CGRect(x: 0, y: 0, width: 200, height: 2 * size)
      label.textColor = traitCollection.userInterfaceStyle == .dark ? .yellow : .green
    }

    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
      super.traitCollectionDidChange(previousTraitCollection)
      told.append(previousTraitCollection)
      fit()
    }
  }

  fileprivate static func following(_ text: String, _ style: UIFont.TextStyle = .body) -> UILabel {
    let label = UILabel()
    label.text = text
    label.font = .preferredFont(forTextStyle: style)
    label.adjustsFontForContentSizeCategory = true
    return label
  }

  private static func stack(_ distribution: UIStackView.Distribution) -> UIView {
    let second = following("A longer text", .caption1)
    // One label gives way, so that there is one solution however it is reached.
    second.setContentCompressionResistancePriority(.defaultLow, for: .horizontal)
    let stack = UIStackView(arrangedSubviews: [following("One"), second, UISwitch()])
    stack.distribution = distribution
    stack.translatesAutoresizingMaskIntoConstraints = false
    let host = UIView()
    host.addSubview(stack)
    NSLayoutConstraint.activate([
      stack.leadingAnchor.constraint(equalTo: host.leadingAnchor),
      stack.topAnchor.constraint(equalTo: host.topAnchor),
      stack.trailingAnchor.constraint(equalTo: host.trailingAnchor),
    ])
    return host
  }

  private static func scrollView() -> UIScrollView {
    let view = UIScrollView()
    view.addSubview(following("Scrolled"))
    view.subviews[0].frame = CGRect(x: 0, y: 0, width: 200, height: 80)
    view.contentSize = CGSize(width: 300, height: 2000)
    return view
  }

  enum Kind: CaseIterable {
    case label, wrappingLabel, textField, searchBar, button, systemButton, switches, image, progress, spinner
    case stack, proportionalStack, listContent, drawing, told, scrollView
  }

  private static func make(_ kind: Kind) -> UIView {
    switch kind {
    case .label: return following("Label")
    case .wrappingLabel:
      let label = following("A text that is broken into several lines when the letters are large")
      label.numberOfLines = 0
      return label
    case .textField:
      let field = UITextField()
      field.text = "Field"
      field.borderStyle = .roundedRect
      field.clearButtonMode = .always
      return field
    case .searchBar:
      let bar = UISearchBar()
      bar.placeholder = "Search"
      bar.showsCancelButton = true
      return bar
    case .button:
      var configuration = UIButton.Configuration.tinted()
      configuration.title = "Button"
      configuration.image = UIImage(systemName: "star.fill")
      let button = UIButton(configuration: configuration)
      return button
    case .systemButton:
      let button = UIButton(type: .system)
      button.setTitle("System", for: .normal)
      button.titleLabel?.font = .preferredFont(forTextStyle: .body)
      button.titleLabel?.adjustsFontForContentSizeCategory = true
      return button
    case .switches:
      let view = UISwitch()
      view.isOn = true
      view.onTintColor = .tintColor
      return view
    case .image:
      let view = UIImageView(image: UIImage(systemName: "star.fill"))
      view.contentMode = .center
      return view
    case .progress:
      let view = UIProgressView(progressViewStyle: .default)
      view.progress = 0.5
      return view
    case .spinner:
      let view = UIActivityIndicatorView(style: .medium)
      view.hidesWhenStopped = false
      return view
    case .stack: return stack(.fill)
    case .proportionalStack: return stack(.fillProportionally)
    case .listContent:
      var content = UIListContentConfiguration.subtitleCell()
      content.text = "Text"
      content.secondaryText = "Below it stands a longer text"
      content.image = UIImage(systemName: "star.fill")
      return UIListContentView(configuration: content)
    case .drawing: return Drawing()
    case .told: return Told()
    case .scrollView: return scrollView()
    }
  }

  private func show(_ view: UIView) {
    view.frame = app.window.bounds
    app.window.addSubview(view)
    app.settle()
  }

  private func screen(_ kind: Kind) -> Screen {
    let screen = Screen()
    // Laid out, measured and drawn: the views keep what they found out.
    screen.addSubview(Self.make(kind))
    return screen
  }

  @Test(
    "a view that comes back after a change looks as one made then", arguments: Kind.allCases, TraitChange.allCases)
  func views(kind: Kind, change: TraitChange) {
    app.becomeCurrent()
    let old = screen(kind)
    show(old)
    let before = app.picture
    old.removeFromSuperview()
    app.settle()
    change.make(in: app)
    show(old)
    let found = app.picture
    app.window.checkTraits()
    old.removeFromSuperview()
    show(screen(kind))
    expect(TestApplication.difference(found, app.picture) == nil)
    // And back again, out of sight.
    show(old)
    app.window.subviews[0].removeFromSuperview()
    old.removeFromSuperview()
    change.undo(in: app)
    show(old)
    expect(TestApplication.difference(app.picture, before) == nil)
  }

  @Test("each kind of view draws something", arguments: Kind.allCases)
  func isDrawn(kind: Kind) {
    app.becomeCurrent()
    show(Screen())
    let nothing = app.picture
    show(screen(kind))
    expect(TestApplication.difference(app.picture, nothing) != nil)
  }

  @Test("a change is seen in each kind of view that has to do with it")
  func changes() {
    func differs(_ kind: Kind, _ change: TraitChange) -> Bool {
      let app = TestApplication(size: CGSize(width: 320, height: 480))
      let screen = screen(kind)
      screen.frame = app.window.bounds
      app.window.addSubview(screen)
      app.settle()
      let before = app.picture
      change.make(in: app)
      return TestApplication.difference(app.picture, before) != nil
    }
    for kind in [Kind.label, .button, .stack, .proportionalStack, .listContent, .drawing, .told, .scrollView] {
      expect(differs(kind, .textSize), "\(kind)")
    }
    for kind in [Kind.label, .textField, .searchBar, .switches, .drawing, .told] {
      expect(differs(kind, .appearance), "\(kind)")
    }
    for kind in [Kind.label, .textField, .image, .drawing] { expect(differs(kind, .scale), "\(kind)") }
    for kind in [Kind.button, .systemButton, .switches, .image, .progress, .drawing] {
      expect(differs(kind, .accent), "\(kind)")
    }
    for kind in [Kind.button, .systemButton, .switches, .progress, .drawing] {
      expect(differs(kind, .contrast), "\(kind)")
    }
  }

  @Test("a controller is told after its view, once, of what both knew before", arguments: TraitChange.allCases)
  func controllers(change: TraitChange) {
    app.becomeCurrent()
    let (old, child) = (Controller(), Controller())
    let known = app.window.traitCollection
    old.view.addSubview(child.view)
    child.view.frame = CGRect(x: 0, y: 100, width: 300, height: 100)
    show(old.view)
    old.view.removeFromSuperview()
    change.make(in: app)
    expect(old.told.isEmpty)
    show(old.view)
    let found = app.picture
    expect(old.told == [known] && child.told == [known])
    old.view.removeFromSuperview()
    let fresh = (Controller(), Controller())
    fresh.0.view.addSubview(fresh.1.view)
    fresh.1.view.frame = child.view.frame
    show(fresh.0.view)
    expect(TestApplication.difference(found, app.picture) == nil)
    expect(fresh.0.told.isEmpty && fresh.1.told.isEmpty)
  }

  /// Notes what it is told of, with the window it is in.
  private final class Witness: UIView {
    private(set) var told: [UITraitCollection?] = []
    var onTold: (() -> Void)?

    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
      super.traitCollectionDidChange(previousTraitCollection)
      told.append(previousTraitCollection)
      onTold?()
    }
  }

  @Test("a view is not told of what was changed back meanwhile")
  func backAgain() {
    app.becomeCurrent()
    let view = Witness()
    show(view)
    view.removeFromSuperview()
    for change in TraitChange.allCases { change.make(in: app) }
    for change in TraitChange.allCases { change.undo(in: app) }
    show(view)
    expect(view.told.isEmpty)
    app.window.checkTraits()
  }

  @Test("a view that is measured or laid out outside of a window is told before")
  func measured() {
    app.becomeCurrent()
    let known = UITraitCollection.current
    let views = (0..<4).map { _ in Witness(frame: CGRect(x: 0, y: 0, width: 100, height: 100)) }
    let outer = UIView(frame: .zero)
    outer.addSubview(views[3])
    TraitChange.textSize.make(in: app)
    expect(views.allSatisfy { $0.traitCollection.preferredContentSizeCategory == .accessibilityExtraExtraExtraLarge })
    _ = views[0].systemLayoutSizeFitting(.zero)
    views[1].layoutIfNeeded()
    views[2].sizeToFit()
    // One that is added brings those around it up to date.
    outer.addSubview(UIView(frame: .zero))
    for view in views { expectEqual(view.told, [known]) }
    outer.checkTraits()
    // A label need not be told.
    let label = Self.following("Text")
    let width = label.sizeThatFits(.zero).width
    app.press("0")
    expect(label.sizeThatFits(.zero).width < width / 2)
  }

  @Test("a change made by a view that is told of one reaches all views, and the last one counts")
  func nested() {
    app.becomeCurrent()
    let views = (0..<5).map { _ in Witness(frame: CGRect(x: 0, y: 0, width: 10, height: 10)) }
    let screen = UIView()
    for view in views { screen.addSubview(view) }
    show(screen)
    var added: Witness?
    views[2].onTold = { [app] in
      guard added == nil else { return }
      let view = Witness()
      added = view
      screen.insertSubview(view, at: 0)
      views[1].removeFromSuperview()
      app.application.preferredInterfaceStyle = .dark
    }
    TraitChange.textSize.make(in: app)
    app.window.checkTraits()
    for view in views where view !== views[1] {
      expect(view.traitCollection === app.window.traitCollection && !view.told.isEmpty)
    }
    expect(views[1].told.count < 9)
    screen.addSubview(views[1])
    app.window.checkTraits()
    expectEqual(views[1].knownTraits.userInterfaceStyle, .dark)
  }

  @Test("in a window that overrides the appearance a view is told when it comes, and not when it comes again")
  func override() {
    app.becomeCurrent()
    app.window.overrideUserInterfaceStyle = .dark
    let view = Witness()
    show(view)
    expectEqual(view.told.count, 1)
    view.removeFromSuperview()
    expectEqual(view.traitCollection.userInterfaceStyle, .dark)
    show(view)
    expectEqual(view.told.count, 1)
    view.removeFromSuperview()
    app.window.overrideUserInterfaceStyle = .unspecified
    expectEqual(view.traitCollection.userInterfaceStyle, .light)
    show(view)
    expectEqual(view.told.count, 2)
  }

  /// Counts how often its tint colour changed.
  private final class Tinted: UIView {
    var changes = 0
    override func tintColorDidChange() { changes += 1 }
  }

  @Test("a view that comes to another tint colour is told, and shows it as one that was there")
  func tint() {
    app.becomeCurrent()
    let (red, green) = (UIView(), UIView())
    red.tintColor = .red
    green.tintColor = .green
    for view in [red, green] { show(view) }
    let view = Tinted()
    let inner = Tinted()
    let button = UIButton(type: .system)
    button.setTitle("Button", for: .normal)
    view.addSubview(inner)
    view.addSubview(button)
    red.addSubview(view)
    expect(view.changes == 1 && inner.changes == 1 && inner.tintColor === UIColor.red)
    expect(button.currentTitleColor === UIColor.red)
    view.removeFromSuperview()
    red.addSubview(view)
    expectEqual(view.changes, 1)
    view.removeFromSuperview()
    red.tintColor = .blue
    red.addSubview(view)
    expect(inner.changes == 2 && button.currentTitleColor === UIColor.blue)
    green.addSubview(view)
    expect(inner.changes == 3 && button.currentTitleColor === UIColor.green)
    view.tintColor = .yellow
    red.addSubview(view)
    expect(inner.changes == 4 && button.currentTitleColor === UIColor.yellow)
    view.tintColor = nil
    expect(inner.changes == 5 && button.currentTitleColor === UIColor.blue)
  }
}
