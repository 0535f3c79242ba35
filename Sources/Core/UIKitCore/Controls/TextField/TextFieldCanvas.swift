import Foundation
import Pixels
import Primitives
import Typesetting

/// The text of a field with its selection, marks and caret, cut at the field's edges and scrolled so that the caret can
/// be seen. Owns the places of the characters, the scroll and the text slot; decides nothing.
final class TextFieldCanvas: UIView, TextGeometry {
  /// The part of a field's text that its text slot holds.
  private struct Picture: Equatable {
    /// The conditions that determine the slot's content.
    struct Conditions: Equatable {
      /// The canvas's `version`.
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
    /// Points from the bitmap's upper edge down to the line's: room for ink that reaches above it.
    var rise: CGFloat = 0
  }

  /// Room at both sides for the caret and for letters that reach beyond their place, in points.
  private static let margin: CGFloat = 2
  /// Room above and below for ink that reaches beyond the line, in ems.
  private static let overhang: CGFloat = 0.3
  static let caretWidth = TextMarks.caretWidth

  /// The field owns its canvas.
  weak var field: UITextField?
  private var cachedLine: (line: EditLine, scale: CGFloat)?
  /// How far the text is scrolled to the left, in pixels; 0 while all of it can be seen.
  private(set) var scroll = 0.0
  private(set) var slot: TextSlotID?
  private var picture: Picture?
  /// Changes with the text.
  private var version = 0
  /// Scrolls while the pointer is held outside.
  private var dragging: CADisplayLink?
  private var dragPlace = CGPoint.zero

  init() {
    super.init(frame: .zero)
    isUserInteractionEnabled = false
    isOpaque = false
    clipsToBounds = true
  }

  required init?(coder: NSCoder) { nil }

  isolated deinit {
    dragging?.invalidate()
    if let slot { UIApplication.current?.resources.release(slot) }
  }

  // MARK: The line

  /// The laid-out line; kept until the text changes.
  var line: EditLine {
    let scale = traitCollection.displayScale
    if let cachedLine, cachedLine.scale == scale { return cachedLine.line }
    let made = makeLine(scale: scale)
    cachedLine = (made, scale)
    version += 1
    return made
  }

  private func makeLine(scale: CGFloat) -> EditLine {
    let text = field?.editing.editor.text ?? ""
    let font = field?.textFont ?? UIFont.systemFont(ofSize: UIFont.labelFontSize)
    let style = TextStyle(font: font.descriptor, pixelSize: font.pointSize * scale, color: .black)
    let typesetter = UIApplication.shared.typesetter
    guard field?.isSecureTextEntry == true else { return typesetter.editLine(text, style: style) }
    var offsets: ContiguousArray<Int> = [0]
    for character in text { offsets.append((offsets.last ?? 0) + character.utf8.count) }
    return typesetter.editLine(String(repeating: "•", count: offsets.count - 1), style: style, offsets: offsets)
  }

  /// The text or its font changed.
  func textDidChange() {
    cachedLine = nil
    picture = nil
    setNeedsComposite()
  }

  // MARK: Places

  /// Pixels for text, margins left out.
  private var room: Double { max(0, (bounds.width - 2 * Self.margin) * traitCollection.displayScale) }

  /// The caret needs room behind the last character.
  private var overflow: Double {
    max(0, line.width + Self.caretWidth * traitCollection.displayScale - room)
  }

  /// Pixels from the left margin to the line's left end.
  private var lineStart: Double {
    guard overflow == 0 else { return -scroll }
    let gap = room - line.width
    let isRightToLeft = line.isRightToLeft || field?.isRightToLeft == true
    return switch (field?.textAlignment ?? .natural).edge(isRightToLeft: isRightToLeft) {
    case .right: gap.rounded(.down)
    case .center: (gap / 2).rounded(.down)
    default: 0
    }
  }

  private func x(_ pixels: Double) -> CGFloat { Self.margin + (lineStart + pixels) / traitCollection.displayScale }

  /// Points from the top to the line.
  private var top: CGFloat {
    let scale = traitCollection.displayScale
    return ((bounds.height * scale - line.height) / 2).rounded() / scale
  }

  /// The caret at an offset, in the canvas's points, on whole pixels.
  func caretRect(at offset: Int) -> CGRect {
    let scale = traitCollection.displayScale
    let middle = x(line.caret(atOffset: offset))
    // At the line's start the caret stands right of the boundary: left of it there may be no room.
    let left = max(Self.margin / 2, middle - Self.caretWidth / 2)
    return CGRect(
      x: (left * scale).rounded() / scale, y: top, width: Self.caretWidth, height: line.height / scale)
  }

  /// The rectangles of the characters in a range, in the same coordinates.
  func rects(of range: Range<Int>) -> [CGRect] {
    let scale = traitCollection.displayScale
    return line.stretches(of: range).map { stretch in
      let left = (x(stretch.lowerBound) * scale).rounded() / scale
      let right = (x(stretch.upperBound) * scale).rounded() / scale
      return CGRect(x: left, y: top, width: right - left, height: line.height / scale)
    }
  }

  func offset(closestTo place: CGPoint) -> Int { line.offset(closestTo: pixels(place.x)) }
  func offset(ofClusterAt place: CGPoint) -> Int { line.offset(ofClusterAt: pixels(place.x)) }
  func offset(nextTo offset: Int, toTheRight: Bool) -> Int { line.offset(nextTo: offset, toTheRight: toTheRight) }
  func offset(from offset: Int, isDown: Bool, x: CGFloat) -> Int { offset }
  func lineRange(at offset: Int) -> Range<Int> { 0..<(field?.editing.editor.count ?? 0) }
  func isRightToLeft(at offset: Int) -> Bool { line.isRightToLeft }

  private func pixels(_ x: CGFloat) -> Double { (x - Self.margin) * traitCollection.displayScale - lineStart }

  // MARK: Scrolling

  /// Called by the field's layout.
  func place(over rect: CGRect) {
    let overhang = ((field?.textFont.pointSize ?? 0) * Self.overhang).rounded(.up)
    frame = rect.insetBy(dx: -Self.margin, dy: -overhang)
    let isEditing = field?.isEditing ?? false
    let start = line.isRightToLeft ? overflow : 0
    var wanted = isEditing ? min(max(0, scroll), overflow) : start
    if isEditing, dragging == nil, let field {
      let caret = line.caret(atOffset: field.editing.editor.selection.head)
      let width = Self.caretWidth * traitCollection.displayScale
      wanted = min(max(wanted, caret + width - room), max(0, caret - width / 2))
      wanted = min(max(0, wanted), overflow)
    }
    setScroll(wanted)
  }

  private func setScroll(_ wanted: Double) {
    guard wanted != scroll else { return }
    scroll = wanted
    setNeedsComposite()
  }

  /// The pointer is held at a place, in the canvas's points: outside of it, the text scrolls towards it.
  func drag(at place: CGPoint) {
    dragPlace = place
    let isOutside = place.x < 0 || place.x > bounds.width
    guard isOutside, overflow > 0 else { return stopDragging() }
    guard dragging == nil else { return }
    let link = CADisplayLink { [weak self] link in self?.dragOn(link.duration) }
    link.add(to: .main, forMode: .common)
    dragging = link
  }

  /// The pointer is back inside, or no longer held.
  func stopDragging() {
    guard let dragging else { return }
    dragging.invalidate()
    self.dragging = nil
    field?.setNeedsLayout()
  }

  private func dragOn(_ seconds: TimeInterval) {
    let beyond = dragPlace.x < 0 ? dragPlace.x : dragPlace.x - bounds.width
    let speed = 60 + 8 * abs(beyond)
    let step = (beyond < 0 ? -speed : speed) * seconds * traitCollection.displayScale
    setScroll(min(max(0, scroll + step), overflow))
    field?.pressing.extend(to: CGPoint(x: min(max(0, dragPlace.x), bounds.width), y: dragPlace.y))
  }

  override func didMoveToWindow() {
    super.didMoveToWindow()
    field?.marks.updateBlinking()
  }

  // MARK: Drawing

  override func appendContent(to builder: DisplayListBuilder, in rect: CGRect) {
    guard let field, let application = UIApplication.current else { return }
    // The version belongs to the line.
    let line = line
    let origin = CGPoint(x: rect.minX - bounds.minX, y: rect.minY - bounds.minY)
    field.marks.appendSelection(to: builder, at: origin)
    if line.width > 0 { appendText(to: builder, at: origin, application) }
    field.marks.appendCaret(to: builder, at: origin, color: (field.textColor ?? .label).drawColor(in: builder.traits))
  }

  private func appendText(to builder: DisplayListBuilder, at origin: CGPoint, _ application: UIApplication) {
    var wanted = wantedPicture(builder, application)
    guard wanted.conditions.width > 0 else { return }
    if let known = picture, known.conditions == wanted.conditions {
      if wanted.conditions.isTruncated { wanted.x = known.x }
      wanted.rise = known.rise
    } else {
      let slot = slot ?? application.resources.makeSlot()
      self.slot = slot
      builder.update(TextSlotUpdate(slot: slot, frame: makeFrame(&wanted, application)))
    }
    picture = wanted
    guard let slot else { return }
    builder.text(slot, at: CGPoint(x: origin.x + wanted.x, y: origin.y + top - wanted.rise))
  }

  private func wantedPicture(_ builder: DisplayListBuilder, _ application: UIApplication) -> Picture {
    let scale = builder.list.scale
    let margin = Self.margin * scale
    var color = (field?.textColor ?? .label).drawColor(in: builder.traits)
    if field?.isEnabled == false { color = color.multiplyingAlpha(by: 0.5) }
    // Whole pixels: a bitmap stands on them anyway.
    let start = lineStart.rounded()
    let isEditing = field?.isEditing ?? false
    var conditions = Picture.Conditions(
      version: version, start: 0, width: 0, isTruncated: !isEditing && line.width > room, color: color,
      generation: application.resources.generation)
    if conditions.isTruncated {
      conditions.width = Int(measured: room, else: 0)
      return Picture(conditions: conditions, x: Self.margin)
    }
    let left = max(0, start)
    conditions.start = left - start - margin
    conditions.width = Int(measured: (min(line.width + start - left, room) + 2 * margin).rounded(.up), else: 0)
    return Picture(conditions: conditions, x: left / scale)
  }

  private func makeFrame(_ picture: inout Picture, _ application: UIApplication) -> TextFrame {
    let conditions = picture.conditions
    guard conditions.isTruncated, let field, !field.isSecureTextEntry else {
      let frame = line.frame(from: conditions.start, width: conditions.width, color: conditions.color)
      picture.rise = CGFloat(frame.topOverhang) / traitCollection.displayScale
      return frame
    }
    let scale = traitCollection.displayScale
    let font = field.textFont
    let style = TextStyle(font: font.descriptor, pixelSize: font.pointSize * scale, color: conditions.color)
    let layout = application.typesetter.layout(
      StyledText(field.editing.editor.text, base: style), in: TextBox(width: Double(conditions.width)))
    let frame = layout.frame
    // Letters of another script may have made it higher than the line that is edited.
    picture.rise = (CGFloat(frame.topOverhang) + layout.firstBaseline - line.ascent) / scale
    let overhang = frame.leftOverhang + frame.rightOverhang
    let gap = line.isRightToLeft ? conditions.width - (frame.pixelWidth - overhang) : 0
    picture.x = Self.margin + CGFloat(max(0, gap) - frame.leftOverhang) / scale
    return frame
  }
}
