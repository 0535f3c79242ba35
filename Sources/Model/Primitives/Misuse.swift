import Foundation

/// Ends the program because an app used the framework in a way that has no meaning.
///
/// `fatalError` rather than `preconditionFailure`: the message must be seen in release builds too.
/// - Parameter message: the call, the values and the cure, in one sentence.
package func misuse(_ message: String) -> Never { fatalError(message) }

/// Says on standard error that the framework does not do what an app asks for, and goes on.
/// - Parameter message: the call, the values and the cure, in one sentence.
package func remark(_ message: String) { FileHandle.standardError.write(Data("\(message)\n".utf8)) }

/// A value an app may set that is made of numbers.
@usableFromInline
package protocol NumericValue {
  /// Whether no number is infinite or NaN.
  var isFinite: Bool { get }
}

extension CGFloat: NumericValue {}
extension Double: NumericValue {}
extension Float: NumericValue {}
extension CGRect: NumericValue {}
extension UIEdgeInsets: NumericValue {}

extension CGPoint: NumericValue {
  @inlinable package var isFinite: Bool { x.isFinite && y.isFinite }
}

extension CGSize: NumericValue {
  @inlinable package var isFinite: Bool { width.isFinite && height.isFinite }
}

extension NSDirectionalEdgeInsets: NumericValue {
  @inlinable package var isFinite: Bool { top.isFinite && leading.isFinite && bottom.isFinite && trailing.isFinite }
}

extension CGAffineTransform: NumericValue {
  @inlinable package var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }
}

/// Ends the program with a message that names property and value if a number is infinite or NaN. Called by setters,
/// because the origin of a value is unknown where the value is used.
/// - Parameters:
///   - property: type and name, as an app writes them.
///   - owner: whose property it is; nil for that of a value.
@inlinable @inline(__always)
package func requireFinite<Value: NumericValue>(_ value: Value, _ property: StaticString, of owner: AnyObject? = nil) {
  if !value.isFinite { failInfinite(value, property, owner) }
}

@inline(never) @usableFromInline
package func failInfinite(_ value: Any, _ property: StaticString, _ owner: AnyObject?) -> Never {
  let place = owner.map { " on \(type(of: $0))" } ?? ""
  misuse(
    """
    \(property) was set to \(value)\(place): its numbers must be finite; check what computed them, for example a division \
    by a size of 0
    """)
}
