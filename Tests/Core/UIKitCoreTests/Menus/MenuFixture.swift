import Foundation
import TestSupport

@testable import UIKitCore

/// Supplies one menu and follows its coming and going.
@MainActor
final class MenuSource: NSObject, UIContextMenuInteractionDelegate {
  var menu: UIMenu?
  private(set) var locations: [CGPoint] = []
  private(set) var events: [String] = []

  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
  ) -> UIContextMenuConfiguration? {
    locations.append(location)
    return menu.map { menu in UIContextMenuConfiguration(actionProvider: { _ in menu }) }
  }

  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willDisplayMenuFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {
    events.append("display")
    animator?.addCompletion { self.events.append("displayed") }
  }

  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {
    events.append("end")
    animator?.addCompletion { self.events.append("ended") }
  }
}

/// A window filled by a view with a menu.
@MainActor
struct MenuFixture {
  let app: TestApplication
  let view = UIView(frame: .zero)
  let source = MenuSource()
  let interaction: UIContextMenuInteraction

  init(size: CGSize = CGSize(width: 400, height: 600), _ menu: UIMenu? = nil) {
    app = TestApplication(size: size)
    view.frame = app.window.bounds
    app.window.addSubview(view)
    interaction = UIContextMenuInteraction(delegate: source)
    view.addInteraction(interaction)
    source.menu = menu
    app.frame()
  }

  var overlay: MenuOverlay? { app.window.menu as? MenuOverlay }
  var cards: [MenuCard] { overlay?.cards ?? [] }

  /// Clicks with the right mouse button.
  func ask(at point: CGPoint = CGPoint(x: 50, y: 60)) {
    app.click(at: point, button: .secondary)
    app.settle()
  }

  /// The middle of a row, in window points.
  func middle(_ row: Int, card: Int = 0) -> CGPoint {
    let rect = cards[card].rect(of: row)
    return CGPoint(x: rect.midX, y: rect.midY)
  }

  func titles(card: Int = 0) -> [String] { cards[card].rows.map(\.item.title) }

  /// The title of the highlighted row of the innermost card.
  var highlighted: String? {
    guard let card = cards.last, let row = card.highlighted else { return nil }
    return card.rows[row].item.title
  }
}
