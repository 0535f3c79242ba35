import Foundation

/// A view that shows text.
///
/// Owns one text slot: the backend keeps its bitmap from frame to frame, and across
/// reuse of a cell. Setting what is set already does nothing; a change lays the text
/// out anew when the label is next drawn, and never when it is off screen.
open class UILabel: UIView {
  // MARK: Storage of the facets

  final var storedText: String?
  final var storedAttributedText: NSAttributedString?
  private final var storedFont = UILabel.defaultFont
  /// Whether the font follows the content size category.
  private final var followsCategory = false
  /// The category `storedFont` was sized for last; nothing while the label does not follow it.
  private final var fontCategory = UIContentSizeCategory.unspecified
  final var storedTextColor = UIColor.label
  /// The last layout and its conditions; nil when it no longer holds.
  final var picture: LabelPicture?
  /// The slot in the backend, from the first drawing on.
  final var slot: TextSlotID?
  /// Where `drawText(in:)` wants the text, in the label's coordinates.
  final var textArea = CGRect.zero

  static let defaultFont = UIFont.systemFont(ofSize: UIFont.labelFontSize)

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

  /// Called before the label is drawn.
  final func prepareFont() { if followsCategory { sizeFont() } }

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

  /// Where lines stand in the bounds.
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
  final var contentLimit: CGFloat = 0

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
    let ascender = font.ascender
    return (ascender, font.lineHeight - ascender)
  }

  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    guard followsCategory,
      previousTraitCollection?.preferredContentSizeCategory != traitCollection.preferredContentSizeCategory
    else { return }
    contentDidChange()
  }

  private func contentDidChange() {
    picture = nil
    if constraintState != nil { invalidateIntrinsicContentSize() }
    setNeedsComposite()
  }
}
