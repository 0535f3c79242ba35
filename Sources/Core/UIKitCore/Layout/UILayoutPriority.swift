import Foundation

/// How much a wish about a size weighs: 1000 is a must, below it the greater one wins.
public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
  /// The weight, from 0 to 1000.
  public var rawValue: Float

  /// A priority of this weight.
  public init(rawValue: Float) { self.rawValue = rawValue }

  /// A priority of this weight.
  public init(_ rawValue: Float) { self.rawValue = rawValue }

  /// 1000: must hold.
  public static let required = UILayoutPriority(1000)
  /// 750: with which a button resists being made smaller than its content.
  public static let defaultHigh = UILayoutPriority(750)
  /// 510: of a drag that may change the size of a window.
  public static let dragThatCanResizeScene = UILayoutPriority(510)
  /// 500: with which a window keeps its size.
  public static let sceneSizeStayPut = UILayoutPriority(500)
  /// 490: of a drag that may not change the size of a window.
  public static let dragThatCannotResizeScene = UILayoutPriority(490)
  /// 250: with which a button keeps to its content's size.
  public static let defaultLow = UILayoutPriority(250)
  /// 50: of the target size when a view is asked for the size that fits it.
  public static let fittingSizeLevel = UILayoutPriority(50)
}

extension UIView {
  /// As small as the content allows: a target for `systemLayoutSizeFitting`.
  public nonisolated static let layoutFittingCompressedSize = CGSize.zero
  /// As large as the content allows, 10,000 points both ways: a target for `systemLayoutSizeFitting`.
  public nonisolated static let layoutFittingExpandedSize = CGSize(width: 10_000, height: 10_000)
}
