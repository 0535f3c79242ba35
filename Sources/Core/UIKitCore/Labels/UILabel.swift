import Foundation
import Pixels
import Primitives
import Typesetting

/// A view that shows text.
///
/// Owns one text slot: the backend keeps its bitmap from frame to frame, and across
/// reuse of a cell. Setting what is set already does nothing; a change lays the text
/// out anew when the label is next drawn, and never when it is off screen.
open class UILabel: UIView {
  private(set) final var storedText: String?
  private(set) final var storedAttributedText: NSAttributedString?
  private final var storedFont = UILabel.defaultFont
  /// Whether the font follows the content size category.
  private final var followsCategory = false
  /// The category `storedFont` was sized for last; nothing while the label does not follow it.
  private final var fontCategory = UIContentSizeCategory.unspecified
  private final var storedTextColor = UIColor.label
  /// The last layout and its conditions; nil when it no longer holds.
  private(set) final var picture: LabelPicture?
  /// The slot in the backend, from the first drawing on.
  private(set) final var slot: TextSlotID?
  /// Where `drawText(in:)` wants the text, in the label's coordinates.
  private final var textArea = CGRect.zero

  private static let defaultFont = UIFont.systemFont(ofSize: UIFont.labelFontSize)

  /// - Parameter frame: place and size in the coming superview, in points.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
    isOpaque = false
    contentMode = .redraw
  }

  /// Labels are made in code; archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  // MARK: Accessibility

  override var accessibleRole: AccessibleRole { .label }
  override var isElementByDefault: Bool { text?.isEmpty == false }
  override var defaultAccessibleLabel: String? { text }
  override var defaultAccessibleTraits: UIAccessibilityTraits { .staticText }

  deinit {
    if let slot { endOnMainActor { UIApplication.current?.resources.release(slot) } }
  }

  // MARK: Content

  /// The string shown; of an attributed text, its characters.
  open var text: String? {
    get { storedText }
    set {
      guard newValue != storedText || storedAttributedText != nil else { return }
      storedText = newValue
      storedAttributedText = nil
      contentDidChange()
    }
  }

  /// Text with attributes, which win over the label's own font and colour. Reads as
  /// the plain text without attributes where that was set.
  open var attributedText: NSAttributedString? {
    get { storedAttributedText ?? storedText.map { NSAttributedString(string: $0) } }
    set {
      if let newValue, let old = storedAttributedText, newValue.isEqual(to: old) { return }
      storedAttributedText = newValue?.copy() as? NSAttributedString
      storedText = newValue?.string
      contentDidChange()
    }
  }

  /// The font of text without one of its own. Setting nil restores the default.
  open var font: UIFont! {
    get { shownFont }
    set {
      var font = newValue ?? Self.defaultFont
      if followsCategory { font = font.sized(for: traitCollection.preferredContentSizeCategory) }
      guard font != storedFont else { return }
      storedFont = font
      contentDidChange()
    }
  }

  /// Whether a font of `UIFont.preferredFont(forTextStyle:)` or `UIFontMetrics` follows the content size category while
  /// the label shows it. Other fonts keep their size.
  open var adjustsFontForContentSizeCategory: Bool {
    get { followsCategory }
    set {
      guard newValue != followsCategory else { return }
      followsCategory = newValue
      fontCategory = .unspecified
      setNeedsComposite()
    }
  }

  /// The font in the size it has now. Sized when it is asked for: a label in no window hears of a change late.
  final var shownFont: UIFont {
    if followsCategory { sizeFont() }
    return storedFont
  }

  /// Sizes the font for the category there is now, and lets go of a picture in another one's.
  private final func sizeFont() {
    let category = traitCollection.preferredContentSizeCategory
    guard category != fontCategory else { return }
    fontCategory = category
    let font = storedFont.sized(for: category)
    guard font != storedFont else { return }
    storedFont = font
    picture = nil
  }

  /// Whether the label shows its text beside the pointer that rests on it, where the text of one line is cut.
  open var showsExpansionTextWhenTruncated = false

  package override var pointerTip: (any PointerTip)? {
    if let tip = super.pointerTip { return tip }
    guard showsExpansionTextWhenTruncated, numberOfLines == 1, let text, intrinsicContentSize.width > bounds.width + 0.5
    else { return nil }
    return ToolTip(text)
  }

  /// The colour of text without one of its own. Setting nil restores the default.
  open var textColor: UIColor! {
    get { storedTextColor }
    set {
      let color = newValue ?? UIColor.label
      guard color !== storedTextColor else { return }
      storedTextColor = color
      setNeedsComposite()
    }
  }

  /// The colour of all text while `isHighlighted`; nil keeps the usual colours.
  open var highlightedTextColor: UIColor? { didSet { setNeedsComposite() } }
  // The properties that the display list builder reads of every label are exempt from the run time's check for overlapping
  // access (24 checks a warm frame, 2 % of it): an observer runs after the access.

  /// Set by the cell the label is in while it is highlighted or selected.
  @exclusivity(unchecked) open var isHighlighted = false {
    didSet { if isHighlighted != oldValue { setNeedsComposite() } }
  }
  /// A label that is not enabled shows its text at half its opacity.
  @exclusivity(unchecked) open var isEnabled = true { didSet { if isEnabled != oldValue { setNeedsComposite() } } }
  /// The colour of a second copy of the text below the first; nil for none.
  @exclusivity(unchecked) open var shadowColor: UIColor? { didSet { contentDidChange() } }
  /// Where that copy lies, in points.
  open var shadowOffset = CGSize(width: 0, height: -1) {
    didSet { if shadowOffset != oldValue { contentDidChange() } }
  }

  // MARK: Layout

  /// Where lines stand in the bounds. `natural` is the right in a label that is forced to read from right to left, elsewhere
  /// where a line's own text begins.
  @exclusivity(unchecked) open var textAlignment = NSTextAlignment.natural {
    didSet { if textAlignment != oldValue { contentDidChange() } }
  }
  /// The treatment of text that does not fit.
  @exclusivity(unchecked) open var lineBreakMode = NSLineBreakMode.byTruncatingTail {
    didSet { if lineBreakMode != oldValue { contentDidChange() } }
  }
  /// Most lines shown; 0 for as many as fit the height. Negative counts as 0.
  @exclusivity(unchecked) open var numberOfLines = 1 { didSet { if numberOfLines != oldValue { contentDidChange() } } }
  /// Whether the text of a one-line label is made smaller until it fits.
  @exclusivity(unchecked) open var adjustsFontSizeToFitWidth = false {
    didSet { if adjustsFontSizeToFitWidth != oldValue { contentDidChange() } }
  }
  /// The smallest such size as a part of the font's, 0...1; 0 leaves it to the label,
  /// which stops at a tenth.
  open var minimumScaleFactor: CGFloat = 0 {
    didSet { if minimumScaleFactor != oldValue { contentDidChange() } }
  }
  /// The width, in points, at which the intrinsic size of several lines is measured;
  /// 0 for the label's own.
  open var preferredMaxLayoutWidth: CGFloat = 0 {
    didSet {
      requireFinite(preferredMaxLayoutWidth, "UILabel.preferredMaxLayoutWidth", of: self)
      if preferredMaxLayoutWidth != oldValue { invalidateIntrinsicContentSize() }
    }
  }
  /// The width constraints leave for the text, in points, while they ask for its size; 0 where none place the label.
  private final var contentLimit: CGFloat = 0

  /// The size of the text: of a one-line label its full width, else the lines that
  /// fit the width given (any, when that is 0). Whole pixels, in points.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let width = numberOfLines == 1 || size.width <= 0 ? CGFloat.infinity : size.width
    let room = CGRect(x: 0, y: 0, width: width, height: .infinity)
    return textRect(forBounds: room, limitedToNumberOfLines: numberOfLines).size
  }

  open override var intrinsicContentSize: CGSize {
    let usual = contentLimit > 0 ? contentLimit : bounds.width
    let width = preferredMaxLayoutWidth > 0 ? preferredMaxLayoutWidth : usual
    return sizeThatFits(CGSize(width: width, height: 0))
  }

  /// The part of `bounds` the text needs, from its top-left corner. Called to measure
  /// the label; override it to add room.
  open func textRect(forBounds bounds: CGRect, limitedToNumberOfLines numberOfLines: Int) -> CGRect {
    CGRect(origin: bounds.origin, size: measuredSize(in: bounds.size, lines: numberOfLines))
  }

  /// Shows the text in `rect` of the label's coordinates, centred vertically. Called
  /// when the label is drawn; an override calls `super` with a rectangle of its own.
  open func drawText(in rect: CGRect) { textArea = rect }

  override func appendContent(to builder: DisplayListBuilder, in rect: CGRect) {
    appendText(to: builder, in: rect)
  }

  override var wrapsContent: Bool { numberOfLines != 1 && preferredMaxLayoutWidth <= 0 }
  override func limitContentWidth(to width: CGFloat) { contentLimit = width }
  override var baselineOffsets: (first: CGFloat, last: CGFloat) {
    let font = shownFont
    let ascender = font.labelBaseline
    return (ascender, font.labelHeight - ascender)
  }

  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    guard followsCategory,
      previousTraitCollection?.preferredContentSizeCategory != traitCollection.preferredContentSizeCategory
    else { return }
    contentDidChange()
  }

  override func layoutDirectionDidChange() {
    super.layoutDirectionDidChange()
    contentDidChange()
  }

  private func contentDidChange() {
    picture = nil
    if constraintState != nil { invalidateIntrinsicContentSize() }
    setNeedsComposite()
  }
}

// MARK: - Measuring

extension UILabel {
  /// The size of the text in an area of points, whole pixels, no larger than the area.
  private func measuredSize(in area: CGSize, lines: Int) -> CGSize {
    guard let storedText, !storedText.isEmpty else { return .zero }
    let traits = traitCollection
    let scale = traits.displayScale
    let box = textBox(
      width: area.width * scale, height: area.height * scale, lines: lines, scale: scale)
    let text = styledText(
      fontScale: 1, color: .black, overridesColor: true, traits: traits, scale: scale)
    let size = UIApplication.shared.typesetter.measure(text, in: box)
    return CGSize(
      width: min(area.width, CGFloat(TextLayout.pixels(size.width)) / scale),
      height: min(max(0, area.height), size.height / scale))
  }

  /// The paragraph attributes in force, from the attributed text or the label.
  private func textBox(width: Double, height: Double, lines: Int, scale: CGFloat) -> TextBox {
    var paragraph: NSParagraphStyle?
    if let storedAttributedText, storedAttributedText.length > 0 {
      paragraph =
        storedAttributedText.attribute(.paragraphStyle, at: 0, effectiveRange: nil)
        as? NSParagraphStyle
    }
    let alignment = paragraph?.alignment ?? textAlignment
    return TextBox(
      width: width, height: height, maximumLines: lines,
      // Lines of a label are always cut by its own mode: UIKit's style defaults to wrapping.
      lineBreakMode: paragraph.map {
        $0.lineBreakMode == .byWordWrapping ? lineBreakMode : $0.lineBreakMode
      }
        ?? lineBreakMode,
      alignment: alignment == .natural && isRightToLeft ? .right : alignment,
      lineSpacing: (paragraph?.lineSpacing ?? 0) * scale)
  }

  /// The label's text with resolved styles.
  ///
  /// - Parameter fontScale: what every font size is multiplied by.
  private func styledText(
    fontScale: CGFloat, color: DrawColor, overridesColor: Bool, traits: UITraitCollection,
    scale: CGFloat
  ) -> StyledText {
    if let storedAttributedText {
      return StyledText(
        storedAttributedText, font: shownFont, fontScale: fontScale, color: color,
        overridesColor: overridesColor, traits: traits, scale: scale)
    }
    let font = shownFont
    return StyledText(
      storedText ?? "",
      base: TextStyle(font: font.descriptor, pixelSize: font.pointSize * fontScale * scale, color: color))
  }
}

// MARK: - Drawing

extension UILabel {
  /// Appends the text command, and the slot's new content where something changed.
  private func appendText(to builder: DisplayListBuilder, in rect: CGRect) {
    guard let storedText, !storedText.isEmpty, let application = UIApplication.current else {
      return
    }
    let bounds = storedBounds
    drawText(in: bounds)
    let area = textArea
    guard area.size.width > 0, area.size.height > 0 else { return }

    if followsCategory { sizeFont() }
    let conditions = conditions(for: area.size, in: builder, application)
    if picture?.holds(for: conditions) != true {
      let made = makePicture(conditions, traits: builder.traits, typesetter: application.typesetter)
      picture = made.picture
      if made.picture.isVisible {
        let slot = slot ?? application.resources.makeSlot()
        self.slot = slot
        builder.update(
          TextSlotUpdate(
            slot: slot, frame: made.frame, background: made.picture.isWithinArea ? conditions.background : nil))
      }
    }
    guard let picture, let slot, picture.isVisible else { return }

    let origin = textOrigin(picture, in: area, scale: conditions.scale)
    let place = CGPoint(
      x: rect.origin.x + origin.x - bounds.origin.x, y: rect.origin.y + origin.y - bounds.origin.y)
    // Lines are limited to the height, but one is shown in any case.
    let spills = picture.height > conditions.height + 0.5 && isCut(lines: picture.lineCount, conditions)
    if spills { builder.append(.pushClip(rect)) }
    builder.text(slot, at: place)
    if spills { builder.append(.popClip) }
  }

  /// Whether lines that are higher than the area for them are cut at its edges. One in an area that is high enough for the
  /// font is not, where letters of another script make it higher.
  private func isCut(lines: Int32, _ conditions: LabelPicture.Conditions) -> Bool {
    guard lines == 1, storedAttributedText == nil else { return true }
    return shownFont.labelHeight * conditions.scale > conditions.height + 0.5
  }

  private func conditions(
    for area: CGSize, in builder: DisplayListBuilder, _ application: UIApplication
  ) -> LabelPicture.Conditions {
    let scale = builder.list.scale
    let highlight = isHighlighted ? highlightedTextColor : nil
    var color = highlight?.drawColor(in: builder.traits) ?? storedTextColor.drawColor(in: builder.traits)
    if !isEnabled { color = color.multiplyingAlpha(by: 0.5) }
    var background: DrawColor?
    if storedAlpha == 1, presentation == nil, layerStorage == nil, let own = storedBackgroundColor {
      let resolved = own.drawColor(in: builder.traits)
      background = resolved.isOpaque ? resolved : nil
    }
    return LabelPicture.Conditions(
      scale: scale, width: area.width * scale, height: area.height * scale, color: color,
      overridesColor: highlight != nil, isDark: builder.traits.isDark,
      isHighContrast: builder.traits.isHighContrast, background: background,
      generation: application.resources.generation)
  }

  private func makePicture(
    _ conditions: LabelPicture.Conditions, traits: UITraitCollection, typesetter: Typesetter
  ) -> (picture: LabelPicture, frame: TextFrame) {
    let scale = conditions.scale
    let box = textBox(
      width: conditions.width, height: conditions.height, lines: numberOfLines, scale: scale)
    func styled(_ fontScale: CGFloat) -> StyledText {
      styledText(
        fontScale: fontScale, color: conditions.color, overridesColor: conditions.overridesColor,
        traits: traits, scale: scale)
    }
    var fontScale: CGFloat = 1
    if adjustsFontSizeToFitWidth, numberOfLines == 1 {
      fontScale = fittingScale(for: box, typesetter: typesetter, styled: styled)
    }
    let layout = typesetter.layout(styled(fontScale), in: box)
    var picture = LabelPicture(layout, conditions, isShrunk: fontScale < 1)
    var frame = layout.frame
    if picture.placement == .right, picture.lineCount == 1 {
      // A line ends at the right edge of its frame, which is whole pixels wide: figures below each other end at one place.
      frame.offsetX = max(0, Double(TextLayout.pixels(picture.width)) - picture.width)
    }
    if let shadowColor {
      addShadow(shadowColor.drawColor(in: traits), scale: scale, to: &frame, inset: &picture.inset)
    }
    return (picture, frame)
  }

  /// The largest part of the font's size, of those allowed, at which the text fits.
  private func fittingScale(
    for box: TextBox, typesetter: Typesetter, styled: (CGFloat) -> StyledText
  ) -> CGFloat {
    let open = TextBox(width: .infinity, lineBreakMode: .byClipping)
    let natural = typesetter.measure(styled(1), in: open).width
    guard !box.fits(natural) else { return 1 }
    let least = min(1, max(0.1, minimumScaleFactor.isFinite ? minimumScaleFactor : 1))
    var factor = max(least, box.width / natural)
    // Hinted widths do not shrink evenly.
    while factor > least, !box.fits(typesetter.measure(styled(factor), in: open).width) {
      factor = max(least, factor * 0.97)
    }
    return factor
  }

  /// Puts a copy of the runs below them, in the same bitmap.
  private func addShadow(_ color: DrawColor, scale: CGFloat, to frame: inout TextFrame, inset: inout CGPoint) {
    guard color.alpha > 0, shadowOffset.width.isFinite, shadowOffset.height.isFinite else { return }
    func pixels(_ points: CGFloat) -> Double { (min(max(points, -100), 100) * scale).rounded() }
    let (dx, dy) = (pixels(shadowOffset.width), pixels(shadowOffset.height))
    let shift = CGPoint(x: max(0, -dx), y: max(0, -dy))
    inset.x += shift.x
    inset.y += shift.y
    var runs = frame.runs
    for index in runs.indices {
      runs[index].x += shift.x
      runs[index].baseline += shift.y
    }
    let copies = runs.map { run in
      var copy = run
      copy.x += dx
      copy.baseline += dy
      copy.color = color
      copy.removeBackground()
      return copy
    }
    frame.runs = copies + runs
    frame.pixelWidth += Int(measured: abs(dx), else: 0)
    frame.pixelHeight += Int(measured: abs(dy), else: 0)
  }

  /// Where the frame's top-left corner lies in the label's coordinates. Offsets are
  /// whole pixels, so that labels that scroll together keep their distances.
  private func textOrigin(_ picture: LabelPicture, in area: CGRect, scale: CGFloat) -> CGPoint {
    let gap = area.width * scale - picture.textWidth
    let x: CGFloat =
      switch picture.placement {
      case .right: max(0, gap.rounded(.down))
      case .center: max(0, (gap / 2).rounded(.down))
      default: 0
      }
    let y = ((area.height * scale - picture.height) / 2).rounded()
    return CGPoint(
      x: area.minX + (x - picture.inset.x) / scale, y: area.minY + (y - picture.inset.y) / scale)
  }
}
