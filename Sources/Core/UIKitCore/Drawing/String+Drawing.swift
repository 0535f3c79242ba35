import Foundation

/// Drawing and measuring plain strings, on any thread.
///
/// The attributes are those of `NSAttributedString`; without a font it is the system's at 12 points, without a colour
/// black. Drawing needs a current context, as it is inside `UIView.draw(_:)` and `UIGraphicsImageRenderer`.
extension String {
  /// Draws the text from its top-left corner on, in as many lines as it has line breaks.
  public func draw(at point: CGPoint, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
    StringPicture(self, attributes, traits: .ofDrawing).draw(at: point)
  }

  /// Draws the text in a rectangle of points: lines are broken and aligned by its paragraph style, and those that do
  /// not fit are left out.
  public func draw(in rect: CGRect, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
    StringPicture(self, attributes, traits: .ofDrawing).draw(in: rect)
  }

  /// The size that `draw(at:withAttributes:)` takes, in points.
  public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    StringPicture(self, attributes, traits: .ofDrawing).size
  }

  /// The part of a box of a size, in points, that drawing the text in it takes.
  ///
  /// - Parameters:
  ///   - size: of the box; infinite or huge where lines are not limited.
  ///   - context: told the result.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil, context: NSStringDrawingContext?
  ) -> CGRect {
    let bounds = StringPicture(self, attributes, traits: .ofDrawing).bounds(in: size, options)
    context?.totalBounds = bounds
    return bounds
  }
}

/// The same for `NSString`.
extension NSString {
  /// See `String.draw(at:withAttributes:)`.
  public func draw(at point: CGPoint, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
    substring(from: 0).draw(at: point, withAttributes: attributes)
  }

  /// See `String.draw(in:withAttributes:)`.
  public func draw(in rect: CGRect, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
    substring(from: 0).draw(in: rect, withAttributes: attributes)
  }

  /// See `String.size(withAttributes:)`.
  public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    substring(from: 0).size(withAttributes: attributes)
  }

  /// See `String.boundingRect(with:options:attributes:context:)`.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil, context: NSStringDrawingContext?
  ) -> CGRect {
    substring(from: 0).boundingRect(with: size, options: options, attributes: attributes, context: context)
  }
}

extension UITraitCollection {
  /// Those of the current context, else of the thread.
  static var ofDrawing: UITraitCollection { UIGraphicsGetCurrentContext()?.traits ?? .current }
}
