import Foundation
import Pixels
import Typesetting
import UIKitCore

/// The overlay's words and numbers: one text slot for all of them, because each
/// slot costs a command in every frame.
@MainActor
final class OverlayText {
  /// A piece of text in the panel.
  struct Piece {
    let text: String
    /// Left end of the text, or right end when `endsThere`; points from the panel's left.
    let x: CGFloat
    /// Baseline, in points from the panel's top.
    let baseline: CGFloat
    var endsThere = false
    var size: CGFloat = 11
    var weight = 400
    var color = OverlayText.dim
  }

  nonisolated static let bright = DrawColor(red: 245, green: 245, blue: 247)
  nonisolated static let dim = DrawColor(red: 152, green: 152, blue: 160)

  private let resources: RenderResources
  private let typesetter: Typesetter
  private let slot: TextSlotID
  private var frame = TextFrame()
  private var rasterizedGeneration = -1

  init(application: UIApplication) {
    resources = application.resources
    typesetter = application.typesetter
    slot = resources.makeSlot()
  }

  isolated deinit { resources.release(slot) }

  /// Lays the pieces out; the next `append` rasterises them.
  ///
  /// - Parameters:
  ///   - area: the part of the panel the slot covers.
  ///   - scale: pixels of a point.
  func set(_ pieces: [Piece], area: CGRect, scale: CGFloat) {
    frame.runs.removeAll(keepingCapacity: true)
    frame.words.removeAll(keepingCapacity: true)
    frame.pixelWidth = Int((area.width * scale).rounded(.up))
    frame.pixelHeight = Int((area.height * scale).rounded(.up))
    for piece in pieces {
      let face = typesetter.face(for: FontDescriptor(design: .monospaced, weight: piece.weight))
      let pixelSize = Double(piece.size * scale)
      let text = Substring(piece.text)
      let font = RunFont(face: face, pixelSize: pixelSize)
      let first = frame.words.count
      let width = typesetter.shape(text, font: font, into: &frame.words)
      let x = Double((piece.x - area.minX) * scale) - (piece.endsThere ? width : 0)
      var run = TextRun(
        text: text, face: face, pixelSize: pixelSize, shaping: font.shaping, x: x.rounded(),
        baseline: Double((piece.baseline - area.minY) * scale).rounded(), width: width,
        color: piece.color)
      run.words = first..<frame.words.count
      frame.runs.append(run)
    }
    rasterizedGeneration = -1
  }

  /// Shows the text with the top-left corner of its area at a window point.
  ///
  /// - Parameter background: what the panel is filled with.
  func append(to builder: DisplayListBuilder, at origin: CGPoint, background: DrawColor) {
    guard !frame.isEmpty else { return }
    if rasterizedGeneration != resources.generation {
      rasterizedGeneration = resources.generation
      builder.update(TextSlotUpdate(slot: slot, frame: frame, background: background))
    }
    builder.text(slot, at: origin)
  }
}
