import Foundation
import TestSupport

@testable import UIKitCore

extension TableFixture {
  /// Rows on screen as `section.row`.
  var visible: [String] { table.cells.visible.map { "\($0.position.section).\($0.position.row)" } }

  /// What tests expect of every state between passes.
  func check() -> Bool {
    table.cells.checkInvariants()
    table.index.checkInvariants()
    return table.cells.visible.allSatisfy {
      $0.view.superview === table && $0.view.position == $0.position
        && $0.view.frame == table.rectForRow(at: IndexPath($0.position))
    }
  }
}
