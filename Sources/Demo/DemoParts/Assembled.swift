import UIKit

/// A view that is put together in one place when it is made. Views of the program do not come from archives.
open class AssembledView: UIView {
  /// A view with its parts; `frame` is in points, in its superview.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    assemble()
  }

  /// Gives nil: views do not come from archives.
  public required init?(coder: NSCoder) { nil }

  /// Puts the view together. Called once, when it is made; its properties have their first values by then. Overridden.
  open func assemble() {}
}

/// A cell that is put together in one place when it is made.
open class AssembledCell: UITableViewCell {
  /// A cell with its parts, made by the table or by a screen that measures one.
  public override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    assemble()
  }

  /// Gives nil: cells do not come from archives.
  public required init?(coder: NSCoder) { nil }

  /// Puts the cell together. Called once, when it is made; its properties have their first values by then. Overridden.
  open func assemble() {}
}
