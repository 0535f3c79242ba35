import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@Suite("Bars and screens of older code")
@MainActor
struct ClassicBarTests {
  private let app = TestApplication(size: CGSize(width: 400, height: 600))

  /// A navigation controller in the window.
  private func show(_ screen: UIViewController) -> UINavigationController {
    app.becomeCurrent()
    let navigation = UINavigationController(rootViewController: screen)
    app.window.rootViewController = navigation
    app.settle()
    return navigation
  }

  private func ground(_ navigation: UINavigationController) throws -> BarGround {
    try #require(navigation.navigationBar.subviews.first { $0 is BarGround } as? BarGround)
  }

  @Test("a black bar has a dark ground and white titles, where nothing else says their colour")
  func black() throws {
    let navigation = show(UIViewController())
    let bar = navigation.navigationBar
    bar.isAtEdge = false
    bar.barStyle = .black
    let color = try #require(try ground(navigation).backgroundColor)
    expect(color.drawColor(in: .light).red < 64)
    expectEqual(bar.look(of: bar.topItem).titleTextAttributes[.foregroundColor] as? UIColor, .white)
    bar.titleTextAttributes = [.foregroundColor: UIColor.red]
    expectEqual(bar.look(of: bar.topItem).titleTextAttributes[.foregroundColor] as? UIColor, .red)
    bar.barTintColor = .systemGreen
    try expectEqual(ground(navigation).backgroundColor, .systemGreen)
    bar.barStyle = .default
    bar.barTintColor = nil
    try expectEqual(ground(navigation).backgroundColor, UINavigationBarAppearance().backgroundColor)
  }

  @Test("empty pictures for ground and line leave the titles alone; nil brings both back")
  func empty() throws {
    let navigation = show(UIViewController())
    let bar = navigation.navigationBar
    bar.isAtEdge = false
    try expectEqual(ground(navigation).isHidden, false)
    bar.setBackgroundImage(UIImage(), for: .default)
    bar.shadowImage = UIImage()
    let ground = try ground(navigation)
    app.settle()
    expect(ground.backgroundColor == nil && ground.subviews.allSatisfy { $0.isHidden || $0.bounds.height == 0 })
    bar.setBackgroundImage(nil, for: .default)
    bar.shadowImage = nil
    app.settle()
    expect(ground.backgroundColor != nil && ground.subviews.contains { !$0.isHidden && $0.bounds.height > 0 })
  }

  @Test("a tab bar shows pictures in place of its ground and its line; empty ones for none, nil brings both back")
  func tabs() throws {
    let bar = UITabBar(frame: CGRect(x: 0, y: 500, width: 400, height: 49))
    app.window.addSubview(bar)
    app.settle()
    let ground = try #require(bar.subviews.first { $0 is BarGround })
    func lines() -> [CGFloat] { ground.subviews.filter { !$0.isHidden && $0.frame.maxY == 0 }.map(\.bounds.height) }
    let usual = (color: ground.backgroundColor, lines: lines())
    expect(usual.color != nil && usual.lines.count == 1)
    let picture = try #require(UIImage(systemName: "star"))
    bar.backgroundImage = picture
    bar.shadowImage = picture
    app.settle()
    expect(bar.backgroundImage === picture && bar.shadowImage === picture)
    expect(ground.backgroundColor == nil && lines() == [picture.size.height])
    expect(ground.subviews.contains { ($0 as? UIImageView)?.image === picture && $0.frame == ground.bounds })
    bar.backgroundImage = UIImage()
    bar.shadowImage = UIImage()
    app.settle()
    expect(ground.backgroundColor == nil && lines().allSatisfy { $0 == 0 })
    expect(!ground.subviews.contains { ($0 as? UIImageView)?.image === picture })
    bar.backgroundImage = nil
    bar.shadowImage = nil
    app.settle()
    expect(ground.backgroundColor === usual.color && lines() == usual.lines)
  }

  @Test("a screen that does not extend under bars begins and ends beside them, and has no safe area for them")
  func edges() {
    let screen = UIViewController()
    let navigation = show(screen)
    navigation.isToolbarHidden = false
    app.settle()
    let height = navigation.navigationBar.frame.maxY
    expect(screen.view.frame.minY == 0 && screen.view.safeAreaInsets.top == height)
    screen.edgesForExtendedLayout = []
    app.settle()
    expectEqual(screen.view.convert(screen.view.bounds, to: nil).minY, height)
    expectEqual(screen.view.convert(screen.view.bounds, to: nil).maxY, navigation.toolbar.frame.minY)
    expect(screen.view.safeAreaInsets.top == 0 && screen.view.safeAreaInsets.bottom == 0)
    screen.edgesForExtendedLayout = .all
    app.settle()
    expect(screen.view.frame.minY == 0 && screen.view.safeAreaInsets.top == height)
  }

  @Test("a screen tells a push from uncovering, and a pop from covering, in the methods of its appearance")
  func moves() {
    final class Screen: UIViewController {
      var log: [String] = []
      private func note(_ name: String) { log.append("\(name) \(isMovingToParent) \(isMovingFromParent)") }
      override func viewWillAppear(_ animated: Bool) { note("will+") }
      override func viewDidAppear(_ animated: Bool) { note("did+") }
      override func viewWillDisappear(_ animated: Bool) { note("will-") }
      override func viewDidDisappear(_ animated: Bool) { note("did-") }
      func take() -> [String] {
        defer { log = [] }
        return log
      }
    }
    let navigation = show(UIViewController())
    let screen = Screen()
    for isAnimated in [true, false] {
      navigation.pushViewController(screen, animated: isAnimated)
      app.settle()
      expectEqual(screen.take(), ["will+ true false", "did+ \(isAnimated) false"])
      expect(!screen.isMovingToParent)
      navigation.pushViewController(UIViewController(), animated: isAnimated)
      app.settle()
      expectEqual(screen.take(), ["will- false false", "did- false false"])
      navigation.popViewController(animated: isAnimated)
      app.settle()
      expectEqual(screen.take(), ["will+ false false", "did+ false false"])
      navigation.popViewController(animated: isAnimated)
      app.settle()
      expectEqual(screen.take(), ["will- false true", "did- false true"])
      expect(!screen.isMovingFromParent)
    }
  }
}
