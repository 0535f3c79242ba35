import Foundation

/// The twin of `UIView` through which views are made whose class is known only at run time; never instantiated itself, and
/// not for use by apps.
///
/// `viewClass.init(frame:)` compiles only where that initialiser is `required`, which it is not, for it would be so in every
/// view class ever written. Here it is, in the same slot of the method table; see `UITableViewCellShape`.
@preconcurrency @MainActor
open class UIViewShape: UIView {
  /// Takes the place of `UIView.init(frame:)`.
  public required override init(frame: CGRect) { super.init(frame: frame) }

  /// Views are made in code; archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  /// A view without a size.
  /// - Parameter type: a class that has or inherits `init(frame:)`.
  static func make<View: UIView>(_ type: View.Type) -> View {
    unsafeBitCast(unsafeBitCast(type, to: UIViewShape.Type.self).init(frame: .zero), to: View.self)
  }
}
