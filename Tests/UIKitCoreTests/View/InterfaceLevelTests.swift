import Foundation
import Pixels
import Primitives
import TestSupport
import Testing

@testable import UIKitCore

@Suite("The level of the interface")
@MainActor
struct InterfaceLevelTests {
  private static let grounds: [(name: String, color: UIColor, elevated: DrawColor)] = {
    let levels = [
      DrawColor(red: 28, green: 28, blue: 30), DrawColor(red: 44, green: 44, blue: 46),
      DrawColor(red: 58, green: 58, blue: 60),
    ]
    return [
      ("systemBackground", .systemBackground, levels[0]),
      ("secondarySystemBackground", .secondarySystemBackground, levels[1]),
      ("tertiarySystemBackground", .tertiarySystemBackground, levels[2]),
      ("systemGroupedBackground", .systemGroupedBackground, levels[0]),
      ("secondarySystemGroupedBackground", .secondarySystemGroupedBackground, levels[1]),
      ("tertiarySystemGroupedBackground", .tertiarySystemGroupedBackground, levels[2]),
    ]
  }()

  private func traits(_ style: UIUserInterfaceStyle, _ level: UIUserInterfaceLevel) -> UITraitCollection {
    UITraitCollection(userInterfaceStyle: style, displayScale: 1, accentColor: nil, userInterfaceLevel: level)
  }

  @Test("backgrounds are a step lighter at the elevated level in the dark, and the same in the light")
  func colors() {
    for (name, color, elevated) in Self.grounds {
      #expect(color.drawColor(in: traits(.dark, .elevated)) == elevated, "\(name)")
      #expect(color.drawColor(in: traits(.dark, .base)) != elevated, "\(name)")
      #expect(color.drawColor(in: traits(.light, .elevated)) == color.drawColor(in: traits(.light, .base)), "\(name)")
      var half = elevated
      half.alpha = 128
      #expect(color.withAlphaComponent(0.5).drawColor(in: traits(.dark, .elevated)) == half, "\(name)")
    }
    #expect(UIColor.label.drawColor(in: traits(.dark, .elevated)) == UIColor.label.drawColor(in: traits(.dark, .base)))
  }

  @Test("a window overrides the application's level for the views in it, which are told, and gives it back")
  func window() {
    let app = TestApplication()
    app.becomeCurrent()
    app.application.preferredInterfaceStyle = .dark
    let view = TraitView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    view.backgroundColor = .systemBackground
    app.window.addSubview(view)
    app.settle()
    #expect(view.traitCollection.userInterfaceLevel == .base)
    view.levels = []
    app.window.traitOverrides.userInterfaceLevel = .elevated
    app.settle()
    #expect(view.levels == [.elevated])
    #expect(!app.backend.fills(of: DrawColor(red: 28, green: 28, blue: 30)).isEmpty)
    app.window.traitOverrides.userInterfaceLevel = .unspecified
    app.settle()
    #expect(view.levels == [.elevated, .base] && view.traitCollection === app.application.traits)
  }

  /// Notes the level it is told of.
  private final class TraitView: UIView {
    var levels: [UIUserInterfaceLevel] = []

    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
      super.traitCollectionDidChange(previousTraitCollection)
      levels.append(traitCollection.userInterfaceLevel)
    }
  }
}
