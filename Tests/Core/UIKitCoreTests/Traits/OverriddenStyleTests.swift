import Expectations
import Foundation
import Pixels
import Primitives
import TestSupport
import Testing

@testable import UIKitCore

@Suite("Light or dark for a part of a window")
@MainActor
struct OverriddenStyleTests {
  private static let light = DrawColor(red: 242, green: 242, blue: 247)
  private static let dark = DrawColor(red: 28, green: 28, blue: 30)

  /// Notes the style it is told of.
  private final class StyleView: UIView {
    var styles: [UIUserInterfaceStyle] = []

    init(_ x: CGFloat) {
      super.init(frame: CGRect(x: x, y: 0, width: 40, height: 40))
      backgroundColor = .secondarySystemBackground
    }

    required init?(coder: NSCoder) { nil }

    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
      super.traitCollectionDidChange(previousTraitCollection)
      styles.append(traitCollection.userInterfaceStyle)
    }
  }

  @Test("a view that overrides it is drawn so with all below it, and nothing beside it; both are told once")
  func view() {
    let app = TestApplication()
    let (outer, inner, beside) = (StyleView(0), StyleView(0), StyleView(100))
    outer.addSubview(inner)
    app.window.addSubview(outer)
    app.window.addSubview(beside)
    app.settle()
    expectEqual(app.backend.fills(of: Self.light).count, 3)
    outer.overrideUserInterfaceStyle = .dark
    app.settle()
    expectEqual(app.backend.fills(of: Self.dark).count, 2)
    expectEqual(app.backend.fills(of: Self.light), [beside.frame])
    expect(outer.styles == [.dark] && inner.styles == [.dark] && beside.styles == [])
    expect(inner.traitCollection === outer.traitCollection)
    app.window.checkTraits()

    // The view's own wish counts before that of a view around it, and a change of the window changes neither.
    inner.overrideUserInterfaceStyle = .light
    app.window.overrideUserInterfaceStyle = .dark
    app.settle()
    expectEqual(app.backend.fills(of: Self.light).count, 1)
    expect(inner.styles == [.dark, .light] && outer.styles == [.dark] && beside.styles == [.dark])
    app.window.checkTraits()
    app.window.overrideUserInterfaceStyle = .unspecified
    for view in [inner, outer] { view.overrideUserInterfaceStyle = .unspecified }
    app.settle()
    expectEqual(app.backend.fills(of: Self.light).count, 3)
    expect(inner.traitCollection === app.window.traitCollection)
    app.window.checkTraits()
  }

  @Test("a view that comes in later, and one in no window, have the style of the view around them")
  func entering() {
    let app = TestApplication()
    let (outer, inner) = (StyleView(0), StyleView(0))
    outer.overrideUserInterfaceStyle = .dark
    expectEqual(outer.traitCollection.userInterfaceStyle, .dark)
    outer.addSubview(inner)
    expectEqual(inner.styles, [.dark])
    expect(inner.traitCollection === outer.traitCollection)
    app.window.addSubview(outer)
    app.settle()
    expectEqual(app.backend.fills(of: Self.dark).count, 2)
    expect(inner.styles == [.dark] && outer.styles == [.dark])
    inner.removeFromSuperview()
    app.window.addSubview(inner)
    expectEqual(inner.styles, [.dark, .light])
    app.window.checkTraits()
  }

  private final class Rows: UITableViewController {
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      UITableViewCell()
    }
  }

  @Test("a controller overrides it for its view, the view it gets later and the cells in it, not for the bar above")
  func controller() throws {
    let app = TestApplication()
    let rows = Rows()
    rows.overrideUserInterfaceStyle = .dark
    let navigation = UINavigationController(rootViewController: rows)
    app.window.rootViewController = navigation
    app.settle()
    expectEqual(rows.traitCollection.userInterfaceStyle, .dark)
    let cell = try #require(rows.tableView.cellForRow(at: IndexPath(row: 1, section: 0)))
    expect(cell.traitCollection === rows.tableView.traitCollection)
    expectEqual(navigation.navigationBar.traitCollection.userInterfaceStyle, .light)
    app.window.checkTraits()
    let former = try #require(rows.tableView)
    rows.tableView = UITableView(frame: .zero, style: .grouped)
    app.settle()
    expectEqual(rows.tableView.traitCollection.userInterfaceStyle, .dark)
    expectEqual(former.overrideUserInterfaceStyle, .unspecified)
    rows.overrideUserInterfaceStyle = .unspecified
    expectEqual(rows.tableView.traitCollection.userInterfaceStyle, .light)
    app.window.checkTraits()
  }

  @Test("an alert that overrides it is dark with its card, at the elevated level, and can be so while it is shown")
  func alert() {
    let stage = PresentationStage()
    let alert = UIAlertController(title: "Title", message: nil, preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: "Action", style: .default))
    alert.overrideUserInterfaceStyle = .dark
    stage.root.present(alert, animated: false)
    stage.app.settle()
    expectEqual(alert.traitCollection.userInterfaceStyle, .dark)
    expectEqual(alert.traitCollection.userInterfaceLevel, .elevated)
    expect(alert.view.superview?.superview?.traitCollection === alert.traitCollection)
    expectEqual(stage.root.traitCollection.userInterfaceStyle, .light)
    alert.overrideUserInterfaceStyle = .light
    expectEqual(alert.view.superview?.superview?.traitCollection.userInterfaceStyle, .light)
    stage.app.window.checkTraits()
  }

  @Test("a view with a blur has a flat colour behind its content, light or dark by its style, else by the traits")
  func effect() {
    let app = TestApplication()
    let view = UIVisualEffectView(effect: UIBlurEffect(style: .systemMaterial))
    view.frame = CGRect(x: 10, y: 20, width: 100, height: 50)
    let label = UILabel(frame: CGRect(x: 0, y: 0, width: 50, height: 20))
    view.contentView.addSubview(label)
    app.window.addSubview(view)
    app.settle()
    let light = DrawColor(red: 0.97, green: 0.97, blue: 0.97, alpha: 0.9)
    let dark = DrawColor(red: 0.14, green: 0.14, blue: 0.14, alpha: 0.9)
    expectEqual(app.backend.fills(of: light), [view.frame])
    expectEqual(view.contentView.frame, view.bounds)
    app.application.preferredInterfaceStyle = .dark
    app.settle()
    expectEqual(app.backend.fills(of: dark), [view.frame])
    view.effect = UIBlurEffect(style: .systemThinMaterialLight)
    app.settle()
    expectEqual(app.backend.fills(of: light), [view.frame])
    for effect in [UIVibrancyEffect(blurEffect: UIBlurEffect(style: .light)), nil] {
      view.effect = effect
      app.settle()
      expect(app.backend.fills(of: light).isEmpty && app.backend.fills(of: dark).isEmpty)
    }
  }
}
