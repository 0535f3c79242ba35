import Foundation

extension NSLayoutConstraint {
  /// The edge, centre or length of a view that a constraint refers to; raw values as in UIKit.
  public enum Attribute: Int, Sendable {
    case left = 1, right, top, bottom, leading, trailing, width, height, centerX, centerY, lastBaseline
    case firstBaseline
    case leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin
    case centerXWithinMargins, centerYWithinMargins
    /// Of a constraint with one item: the second side is the constant alone.
    case notAnAttribute = 0
  }

  /// How the first side of a constraint compares to the second.
  public enum Relation: Int, Sendable { case lessThanOrEqual = -1, equal, greaterThanOrEqual }

  /// The direction of a length.
  public enum Axis: Int, Sendable { case horizontal = 0, vertical }
}

extension NSLayoutConstraint.Attribute {
  /// The dimension of an attribute: both sides of a constraint have the same.
  enum Measure { case x, y, length, nothing }

  var measure: Measure {
    switch self {
    case .left, .right, .leading, .trailing, .centerX, .leftMargin, .rightMargin, .leadingMargin, .trailingMargin,
      .centerXWithinMargins:
      .x
    case .top, .bottom, .centerY, .firstBaseline, .lastBaseline, .topMargin, .bottomMargin, .centerYWithinMargins: .y
    case .width, .height: .length
    case .notAnAttribute: .nothing
    }
  }

  /// Whether it follows the reading direction.
  var isDirectional: Bool {
    switch self {
    case .leading, .trailing, .leadingMargin, .trailingMargin: true
    default: false
    }
  }

  /// The attribute of the margins' rectangle that this one names; nil for attributes of the view itself.
  var withinMargins: Self? {
    switch self {
    case .leftMargin: .left
    case .rightMargin: .right
    case .topMargin: .top
    case .bottomMargin: .bottom
    case .leadingMargin: .leading
    case .trailingMargin: .trailing
    case .centerXWithinMargins: .centerX
    case .centerYWithinMargins: .centerY
    default: nil
    }
  }

  /// Left or right for an attribute that follows the reading direction.
  func inDirection(rightToLeft: Bool) -> Self {
    switch self {
    case .leading: rightToLeft ? .right : .left
    case .trailing: rightToLeft ? .left : .right
    default: self
    }
  }
}

/// Ends the program because constraints were made or used in a way that has no meaning.
///
/// `fatalError` rather than `preconditionFailure`: the message must be seen in release builds too.
/// - Parameter message: the call, the values and the cure, in one sentence.
func layoutMisuse(_ message: String) -> Never { fatalError(message) }
