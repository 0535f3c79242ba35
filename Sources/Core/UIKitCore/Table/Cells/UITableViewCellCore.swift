import Foundation

/// The superclass that carries `UITableViewCell`'s designated initialiser; not for use by apps.
///
/// A table must make cells of a class it knows only at run time, but `cellClass.init(…)` compiles only for `required`
/// initialisers, and making this one `required` would force it on every cell class ever written. So the initialiser
/// stands as the first member of a class without stored properties, and `UITableViewCellShape` repeats that class
/// with the initialiser `required`: both occupy the same slot of the class's method table, and creating through the
/// shape runs the subclass's own initialiser.
@preconcurrency @MainActor
open class UITableViewCellCore: UIView {
  /// See `UITableViewCell.init(style:reuseIdentifier:)`.
  public init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(frame: CGRect(x: 0, y: 0, width: 320, height: TableMetrics.rowHeight))
    keepRecording()
  }

  /// Views are made in code; archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }
}

/// The twin of `UITableViewCellCore` through which tables make registered cells; never instantiated itself. Public,
/// because a class that the compiler can see to have no subclass would have its initialiser called directly.
@preconcurrency @MainActor
open class UITableViewCellShape: UIView {
  /// Takes the place of `UITableViewCellCore.init(style:reuseIdentifier:)`.
  public required init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(frame: .zero)
  }

  /// Views are made in code; archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  /// A cell of the default style. No checked cast: the compiler knows the twin to be no superclass of cells.
  /// - Parameter type: a class that has or inherits `init(style:reuseIdentifier:)`.
  static func make(_ type: UITableViewCell.Type, reuseIdentifier: String) -> UITableViewCell {
    let shape = unsafeBitCast(type, to: UITableViewCellShape.Type.self)
    return unsafeBitCast(shape.init(style: .default, reuseIdentifier: reuseIdentifier), to: UITableViewCell.self)
  }
}
