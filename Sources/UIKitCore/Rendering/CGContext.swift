import Foundation

/// Records what `UIView.draw(_:)` draws, in the view's coordinates (points, y
/// down). Only alive during that call.
@MainActor
public final class CGContext {
  private struct State {
    var fill = DrawColor.black
    var stroke = DrawColor.black
    var lineWidth: CGFloat = 1
    var clips = 0
  }

  private(set) var commands: ContiguousArray<DrawCommand>
  private var state = State()
  private var saved: [State] = []
  private let traits: UITraitCollection

  /// - Parameter reusing: storage to record into; emptied, capacity kept.
  init(traits: UITraitCollection, reusing storage: consuming ContiguousArray<DrawCommand> = []) {
    self.traits = traits
    commands = storage
    commands.removeAll(keepingCapacity: true)
  }

  /// The colour of fills from here on; dynamic colours are resolved now.
  public func setFillColor(_ color: CGColor) { state.fill = color.drawColor(in: traits) }
  /// The colour of strokes from here on; dynamic colours are resolved now.
  public func setStrokeColor(_ color: CGColor) { state.stroke = color.drawColor(in: traits) }
  /// Width of strokes in points; negative counts as 0.
  public func setLineWidth(_ width: CGFloat) { state.lineWidth = max(0, width) }

  /// Fills a rectangle given in the view's coordinates.
  public func fill(_ rect: CGRect) { commands.append(.fill(rect.standardized, state.fill)) }

  /// Fills a rectangle with round corners; the radius is clamped to half the
  /// shorter side.
  public func fill(_ rect: CGRect, cornerRadius: CGFloat) {
    commands.append(.fillRounded(RoundedRect(rect.standardized, radius: cornerRadius), state.fill))
  }

  /// Strokes just inside the rectangle's edge.
  public func stroke(_ rect: CGRect, cornerRadius: CGFloat = 0) {
    commands.append(
      .strokeRounded(
        RoundedRect(rect.standardized, radius: cornerRadius), width: state.lineWidth, state.stroke))
  }

  /// Fills a circle, or a capsule where the rectangle is not square.
  public func fillEllipse(in rect: CGRect) {
    fill(rect, cornerRadius: min(rect.width, rect.height) / 2)
  }

  /// A straight line with butt ends.
  public func strokeLine(from start: CGPoint, to end: CGPoint) {
    commands.append(.line(from: start, to: end, width: state.lineWidth, state.stroke))
  }

  /// Cuts what follows at `rect` until `restoreGState()`.
  public func clip(to rect: CGRect) {
    commands.append(.pushClip(rect.standardized))
    state.clips += 1
  }

  /// Remembers colours, line width and clip until the matching `restoreGState()`.
  public func saveGState() {
    saved.append(state)
    state.clips = 0
  }

  /// Undoes colours, width and clips since the matching `saveGState()`; does
  /// nothing without one.
  public func restoreGState() {
    guard let previous = saved.popLast() else { return }
    for _ in 0..<state.clips { commands.append(.popClip) }
    state = previous
  }

  /// The recorded commands with every clip closed.
  consuming func finish() -> ContiguousArray<DrawCommand> {
    while !saved.isEmpty { restoreGState() }
    for _ in 0..<state.clips { commands.append(.popClip) }
    return commands
  }
}

/// The context of the `draw(_:)` that is running; nil outside of one.
@MainActor
public func UIGraphicsGetCurrentContext() -> CGContext? { UIApplication.current?.drawingContext }
