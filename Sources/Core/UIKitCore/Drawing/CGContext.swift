import Foundation
import Pixels

/// Records what `UIView.draw(_:)` or `UIGraphicsImageRenderer` draws, in points of the view or image, y down.
///
/// Only alive during that call and used by the thread of it.
public final class CGContext {
  private struct State {
    var fill = DrawColor.black
    var stroke = DrawColor.black
    var lineWidth: CGFloat = 1
    /// Clips to be ended, innermost last; true for those with round corners.
    var clips: [Bool] = []
  }

  private(set) var drawing = Drawing()
  private var state = State()
  private var saved: [State] = []
  /// The traits that resolve dynamic colours; their scale is that of the surface.
  let traits: UITraitCollection

  /// - Parameter traits: the display scale is the number of pixels of a point of what is drawn on.
  init(traits: UITraitCollection) { self.traits = traits }

  /// Pixels of one point.
  var scale: CGFloat { traits.displayScale }

  /// The colour of fills from here on; dynamic colours are resolved now.
  public func setFillColor(_ color: CGColor) { state.fill = color.drawColor(in: traits) }
  /// The colour of strokes from here on; dynamic colours are resolved now.
  public func setStrokeColor(_ color: CGColor) { state.stroke = color.drawColor(in: traits) }
  /// Width of strokes in points; negative counts as 0.
  public func setLineWidth(_ width: CGFloat) { state.lineWidth = max(0, width) }

  /// Fills a rectangle given in the view's coordinates.
  public func fill(_ rect: CGRect) { append(.fill(rect.standardized, state.fill)) }

  /// Fills a rectangle with round corners; the radius is clamped to half the
  /// shorter side.
  public func fill(_ rect: CGRect, cornerRadius: CGFloat) {
    append(.fillRounded(RoundedRect(rect.standardized, radius: cornerRadius), state.fill))
  }

  /// Strokes just inside the rectangle's edge.
  public func stroke(_ rect: CGRect, cornerRadius: CGFloat = 0) {
    append(
      .strokeRounded(
        RoundedRect(rect.standardized, radius: cornerRadius), width: state.lineWidth, state.stroke))
  }

  /// Fills a circle, or a capsule where the rectangle is not square.
  public func fillEllipse(in rect: CGRect) {
    fill(rect, cornerRadius: min(rect.width, rect.height) / 2)
  }

  /// A straight line with butt ends.
  public func strokeLine(from start: CGPoint, to end: CGPoint) {
    append(.line(from: start, to: end, width: state.lineWidth, state.stroke))
  }

  /// Cuts what follows at `rect` until `restoreGState()`.
  public func clip(to rect: CGRect) {
    append(.pushClip(rect.standardized))
    state.clips.append(false)
  }

  /// Cuts what follows at a rectangle with round corners until `restoreGState()`; the radius is
  /// clamped to half the shorter side.
  public func clip(to rect: CGRect, cornerRadius: CGFloat) {
    append(.beginGroup(RoundedRect(rect.standardized, radius: cornerRadius), opacity: 1))
    state.clips.append(true)
  }

  /// Remembers colours, line width and clip until the matching `restoreGState()`.
  public func saveGState() {
    saved.append(state)
    state.clips = []
  }

  /// Undoes colours, width and clips since the matching `saveGState()`; does
  /// nothing without one.
  public func restoreGState() {
    guard let previous = saved.popLast() else { return }
    endClips(of: state)
    state = previous
  }

  private func endClips(of state: State) {
    for isRound in state.clips.reversed() { append(isRound ? .endGroup : .popClip) }
  }

  private func append(_ command: DrawCommand) { drawing.commands.append(command) }

  // MARK: Text and images

  /// Draws text with the top-left corner of its box at a point.
  func draw(_ text: DrawnText, at origin: CGPoint) {
    append(.text(TextSlotID(rawValue: Int32(drawing.texts.count)), origin: origin, opacity: 1))
    drawing.texts.append(text)
  }

  /// Stretches an image over a rectangle.
  func draw(_ image: DrawnImage, over rect: CGRect) {
    append(
      .image(
        ImageID(rawValue: Int32(drawing.images.count)), destination: rect.standardized,
        source: .zero, tint: image.tint, opacity: 1))
    drawing.images.append(image)
  }

  // MARK: Results

  /// The recorded drawing, with every clip closed. The context goes on recording afterwards.
  func recorded() -> Drawing {
    let copy = CGContext(traits: traits)
    copy.drawing = drawing
    for state in ([state] + saved.reversed()) { copy.endClips(of: state) }
    return copy.drawing
  }
}
