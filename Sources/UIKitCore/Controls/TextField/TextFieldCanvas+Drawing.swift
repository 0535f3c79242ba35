import Foundation
import Pixels
import Typesetting

/// The part of a field's text that its text slot holds.
struct TextFieldPicture: Equatable {
  /// The conditions that determine the slot's content.
  struct Conditions: Equatable {
    /// `TextFieldCanvas.version`.
    var version: Int
    /// The point of the line at the bitmap's left edge, and the bitmap's width, in pixels.
    var start: Double
    var width: Int
    /// The text is cut with an ellipsis, as that of a label.
    var isTruncated: Bool
    var color: DrawColor
    /// How often the device had lost its textures.
    var generation: Int
  }

  var conditions: Conditions
  /// Points from the canvas's left edge to the bitmap's.
  var x: CGFloat
}

extension TextFieldCanvas {
  /// The alpha of the tint colour over the selection.
  private static let selectionAlpha = 0.28

  func appendLine(to builder: DisplayListBuilder, in rect: CGRect) {
    guard let field, let application = UIApplication.current else { return }
    // The version belongs to the line.
    let line = line
    let origin = CGPoint(x: rect.minX - bounds.minX, y: rect.minY - bounds.minY)
    let tint = tintColor.drawColor(in: builder.traits)
    if field.isEditing, !field.editor.selection.isEmpty {
      let color = tint.multiplyingAlpha(by: Self.selectionAlpha)
      for stretch in rects(of: field.editor.selection.range) { builder.fill(stretch.translated(by: origin), color) }
    }
    if line.width > 0 { appendText(to: builder, at: origin, application) }
    if let marked = field.editor.marked { appendUnderline(of: marked, to: builder, at: origin) }
    if isCaretLit {
      builder.fill(builder.aligned(caretRect(at: field.editor.selection.head).translated(by: origin)), tint)
    }
  }

  private func appendText(to builder: DisplayListBuilder, at origin: CGPoint, _ application: UIApplication) {
    var wanted = wantedPicture(builder, application)
    guard wanted.conditions.width > 0 else { return }
    if let known = picture, known.conditions == wanted.conditions {
      if wanted.conditions.isTruncated { wanted.x = known.x }
    } else {
      let slot = slot ?? application.resources.makeSlot()
      self.slot = slot
      builder.update(TextSlotUpdate(slot: slot, frame: makeFrame(&wanted, application)))
    }
    picture = wanted
    guard let slot else { return }
    builder.text(slot, at: CGPoint(x: origin.x + wanted.x, y: origin.y + top))
  }

  private func wantedPicture(_ builder: DisplayListBuilder, _ application: UIApplication) -> TextFieldPicture {
    let scale = builder.list.scale
    let margin = Self.margin * scale
    var color = (field?.textColor ?? .label).drawColor(in: builder.traits)
    if field?.isEnabled == false { color = color.multiplyingAlpha(by: 0.5) }
    // Whole pixels: a bitmap stands on them anyway.
    let start = lineStart.rounded()
    let isEditing = field?.isEditing ?? false
    var conditions = TextFieldPicture.Conditions(
      version: version, start: 0, width: 0, isTruncated: !isEditing && line.width > room, color: color,
      generation: application.resources.generation)
    if conditions.isTruncated {
      conditions.width = Int(room)
      return TextFieldPicture(conditions: conditions, x: Self.margin)
    }
    let left = max(0, start)
    conditions.start = left - start - margin
    conditions.width = Int((min(line.width + start - left, room) + 2 * margin).rounded(.up))
    return TextFieldPicture(conditions: conditions, x: left / scale)
  }

  private func makeFrame(_ picture: inout TextFieldPicture, _ application: UIApplication) -> TextFrame {
    let conditions = picture.conditions
    guard conditions.isTruncated, let field, !field.isSecureTextEntry else {
      return line.frame(from: conditions.start, width: conditions.width, color: conditions.color)
    }
    let scale = traitCollection.displayScale
    let font = field.storedFont
    let style = TextStyle(font: font.descriptor, pixelSize: font.pointSize * scale, color: conditions.color)
    let frame = application.typesetter.layout(
      StyledText(field.editor.text, base: style), in: TextBox(width: Double(conditions.width))
    ).frame
    let overhang = frame.leftOverhang + frame.rightOverhang
    let gap = line.isRightToLeft ? conditions.width - (frame.pixelWidth - overhang) : 0
    picture.x = Self.margin + CGFloat(max(0, gap) - frame.leftOverhang) / scale
    return frame
  }

  /// A line below what is composed, a thicker one below what the input method points out.
  private func appendUnderline(of marked: Range<Int>, to builder: DisplayListBuilder, at origin: CGPoint) {
    guard let field else { return }
    let color = (field.textColor ?? .label).drawColor(in: builder.traits)
    func underline(_ range: Range<Int>, thickness: CGFloat) {
      for stretch in rects(of: range) {
        var line = stretch.translated(by: origin)
        line.origin.y = line.maxY - 2
        line.size.height = thickness
        line.origin.y = builder.aligned(line).minY
        builder.fill(line.insetBy(dx: min(0.5, line.width / 4), dy: 0), color)
      }
    }
    underline(field.editor.wholeClusters(marked), thickness: 1)
    if !field.editor.markedSelection.isEmpty { underline(field.editor.markedSelection, thickness: 2) }
  }
}
