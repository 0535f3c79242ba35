import Foundation

/// Drawing and measuring attributed strings, on any thread. What attributes leave open is as for plain strings.
extension NSAttributedString {
  /// Draws the text from its top-left corner on, in as many lines as it has line breaks.
  public func draw(at point: CGPoint) { StringPicture(self, traits: .ofDrawing).draw(at: point) }

  /// Draws the text in a rectangle of points: lines are broken and aligned by the paragraph style at its start, and
  /// those that do not fit are left out.
  public func draw(in rect: CGRect) { StringPicture(self, traits: .ofDrawing).draw(in: rect) }

  /// Draws the text in a rectangle of points as the options say.
  ///
  /// - Parameter context: told which part of the rectangle was used.
  public func draw(with rect: CGRect, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?) {
    let picture = StringPicture(self, traits: .ofDrawing)
    picture.draw(in: rect, options)
    guard let context else { return }
    context.totalBounds = picture.bounds(in: rect.size, options).translated(by: rect.origin)
  }

  /// The size that `draw(at:)` takes, in points.
  public func size() -> CGSize { StringPicture(self, traits: .ofDrawing).size }

  /// The part of a box of a size, in points, that drawing the text in it takes.
  ///
  /// - Parameters:
  ///   - size: of the box; infinite or huge where lines are not limited.
  ///   - context: told the result.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?
  ) -> CGRect {
    let bounds = StringPicture(self, traits: .ofDrawing).bounds(in: size, options)
    context?.totalBounds = bounds
    return bounds
  }
}
