import UIKit
import UIKitGrid

/// The number of a row or the title of a column beside the cells of a grid, in readable grey.
open class SheetTitleCell: GridHeaderCell {
  /// A cell with an empty label, made by the grid; `frame` is in points, in its pane.
  public required init(frame: CGRect) {
    super.init(frame: frame)
    dress()
  }

  /// Gives nil: cells do not come from archives.
  public required init?(coder: NSCoder) { nil }

  open override var isSelected: Bool { didSet { dress() } }

  private func dress() {
    if !isSelected { textLabel.textColor = Palette.secondary }
  }
}
