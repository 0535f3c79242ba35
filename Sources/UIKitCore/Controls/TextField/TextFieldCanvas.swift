import Foundation
import Typesetting

/// The text of a field with its selection, marks and caret, cut at the field's edges and scrolled so that the caret can
/// be seen. Knows the field's text and where each character stands; decides nothing.
final class TextFieldCanvas: UIView {
  /// Room at both sides for the caret and for letters that reach beyond their place, in points.
  static let margin: CGFloat = 2
  static let caretWidth: CGFloat = 2

  /// The field owns its canvas.
  weak var field: UITextField?
  private var cachedLine: (line: EditLine, scale: CGFloat)?
  /// How far the text is scrolled to the left, in pixels; 0 while all of it can be seen.
  private(set) var scroll = 0.0
  var slot: TextSlotID?
  var picture: TextFieldPicture?
  /// Changes with the text.
  private(set) var version = 0
  /// The caret is in the part of its blinking in which it is seen.
  var isCaretLit = false
  private(set) lazy var blinking = FrameAlarm { [weak self] in self?.blink() }
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
    blinking.cancel()
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
    let text = field?.editor.text ?? ""
    let font = field?.storedFont ?? UIFont.systemFont(ofSize: UIFont.labelFontSize)
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
  var room: Double { max(0, (bounds.width - 2 * Self.margin) * traitCollection.displayScale) }

  /// The caret needs room behind the last character.
  private var overflow: Double {
    max(0, line.width + Self.caretWidth * traitCollection.displayScale - room)
  }

  /// Pixels from the left margin to the line's left end.
  var lineStart: Double {
    guard overflow == 0 else { return -scroll }
    let gap = room - line.width
    return switch (field?.textAlignment ?? .natural).edge(isRightToLeft: line.isRightToLeft) {
    case .right: gap.rounded(.down)
    case .center: (gap / 2).rounded(.down)
    default: 0
    }
  }

  private func x(_ pixels: Double) -> CGFloat { Self.margin + (lineStart + pixels) / traitCollection.displayScale }

  /// Points from the top to the line.
  var top: CGFloat {
    let scale = traitCollection.displayScale
    return ((bounds.height * scale - line.height) / 2).rounded() / scale
  }

  /// The caret at an offset, in the canvas's points, on whole pixels.
  func caretRect(at offset: Int) -> CGRect {
    let scale = traitCollection.displayScale
    let middle = x(line.caret(atOffset: offset))
    // Right of the boundary at the line's start, where left of it there may be no room.
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

  /// - Parameter x: in the canvas's points.
  func offset(closestTo x: CGFloat) -> Int { line.offset(closestTo: pixels(x)) }

  /// - Parameter x: in the canvas's points.
  func offset(ofClusterAt x: CGFloat) -> Int { line.offset(ofClusterAt: pixels(x)) }

  private func pixels(_ x: CGFloat) -> Double { (x - Self.margin) * traitCollection.displayScale - lineStart }

  // MARK: Scrolling

  /// Called by the field's layout.
  func place(over rect: CGRect) {
    frame = rect.insetBy(dx: -Self.margin, dy: 0)
    let isEditing = field?.isEditing ?? false
    let start = line.isRightToLeft ? overflow : 0
    var wanted = isEditing ? min(max(0, scroll), overflow) : start
    if isEditing, dragging == nil, let field {
      let caret = line.caret(atOffset: field.editor.selection.head)
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
    field?.extendPress(to: CGPoint(x: min(max(0, dragPlace.x), bounds.width), y: dragPlace.y))
  }

  override func appendContent(to builder: DisplayListBuilder, in rect: CGRect) { appendLine(to: builder, in: rect) }

  override func didMoveToWindow() {
    super.didMoveToWindow()
    updateBlinking()
  }
}
