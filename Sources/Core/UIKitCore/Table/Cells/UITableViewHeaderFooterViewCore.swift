import Foundation

/// The superclass that carries `UITableViewHeaderFooterView`'s designated initialiser; not for use by apps. See
/// `UITableViewCellCore`.
@preconcurrency @MainActor
open class UITableViewHeaderFooterViewCore: UIView {
  /// See `UITableViewHeaderFooterView.init(reuseIdentifier:)`.
  public init(reuseIdentifier: String?) {
    super.init(frame: CGRect(x: 0, y: 0, width: 320, height: TableMetrics.plainHeader))
    keepRecording()
  }

  /// Views are made in code; archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }
}

/// The twin of `UITableViewHeaderFooterViewCore` through which tables make registered views. See
/// `UITableViewCellShape`.
@preconcurrency @MainActor
open class UITableViewHeaderFooterViewShape: UIView {
  /// Takes the place of `UITableViewHeaderFooterViewCore.init(reuseIdentifier:)`.
  public required init(reuseIdentifier: String?) { super.init(frame: .zero) }

  /// Views are made in code; archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  /// A header or footer. No checked cast: the compiler knows the twin to be no superclass of such views.
  /// - Parameter type: a class that has or inherits `init(reuseIdentifier:)`.
  static func make(_ type: UITableViewHeaderFooterView.Type, reuseIdentifier: String) -> UITableViewHeaderFooterView {
    let shape = unsafeBitCast(type, to: UITableViewHeaderFooterViewShape.Type.self)
    return unsafeBitCast(shape.init(reuseIdentifier: reuseIdentifier), to: UITableViewHeaderFooterView.self)
  }
}
