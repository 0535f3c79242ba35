import Foundation

/// Text of several paragraphs that scrolls, and that the user can select and edit.
///
/// A text view with `isScrollEnabled` false is as high as its text, and grows with it: in a row that sizes itself, have the
/// table look at the height again when the text changes:
///
///     func textViewDidChange(_ textView: UITextView) { tableView.performBatchUpdates(nil) }
///
/// Return puts in a line end. Tab puts in a tab; Shift+Tab and Ctrl+Tab lead to another view, as Tab does from a text that
/// cannot be edited. Up on the first line leads to the beginning of the text, Down on the last one to its end. Texts that
/// cannot be edited scroll by arrows and pages.
///
/// Megabytes of text are no trouble: paragraphs are laid out as they come on screen, and a key costs as much as the
/// paragraph it changes. Paragraphs of more than 8 KB are broken into parts of that size, each of which begins a line.
///
/// The class keeps the properties that apps set. Its facets do the work: `editing`, `pressing` and `marks`, which fields
/// have, too, and `layout`, which knows where the characters are.
@preconcurrency @MainActor
open class UITextView: UIScrollView, UITextInput, UITextInputTraits {
  // MARK: Owners

  final let editing = TextEditing(.paragraphs())
  final let pressing = TextPressing()
  final let marks = TextMarks()
  final let layout = TextViewLayout()
  private let contextMenu = TextMenu()
  /// The attributes of the characters, by their looks.
  private(set) final var looks = TextLooks()
  /// The attributes that the program has set for what is typed next.
  private final var chosenAttributes: [NSAttributedString.Key: Any]?
  /// Whether the caret is not followed at present: the program moves it.
  private final var keepsPlace = false
  /// A link that the button went down on.
  private final var pressedLink: (url: URL, range: Range<Int>)?
  /// Scrolls while the pointer that selects is held outside.
  private final var dragLink: CADisplayLink?
  private final var dragPlace = CGPoint.zero
  /// The width constraints leave for the text, in points, while they ask for its size; 0 where none place the view.
  private final var contentLimit: CGFloat = 0

  // MARK: Properties

  /// Decides about what the user does, and hears of scrolling, too; not kept alive.
  open weak var delegate: (any UITextViewDelegate)? { didSet { tellOfMovement(delegate) } }

  override func setScrollDelegate(_ new: (any UIScrollViewDelegate)?) {
    delegate = new as? any UITextViewDelegate
    tellOfMovement(new)
  }

  /// Whether the user can change the text. When it becomes another, editing ends.
  open var isEditable = true {
    willSet { if newValue != isEditable { resignFirstResponder() } }
    // Addresses are links only in texts that cannot be edited.
    didSet { if isEditable != oldValue { layout.looksDidChange() } }
  }
  /// Whether the user can select the text; a text that cannot be selected cannot be edited either, and its links are
  /// not opened.
  open var isSelectable = true { willSet { if !newValue { resignFirstResponder() } } }
  /// The kinds of data shown as links while the text cannot be edited; of them, links are found.
  open var dataDetectorTypes: UIDataDetectorTypes = [] {
    didSet { if dataDetectorTypes != oldValue { layout.looksDidChange() } }
  }
  /// The attributes of links over those of the text: by default the tint colour alone.
  open var linkTextAttributes: [NSAttributedString.Key: Any]! = [:] {
    didSet {
      if linkTextAttributes == nil { linkTextAttributes = [:] }
      layout.looksDidChange()
    }
  }
  /// Space around the text, in points.
  /// - Precondition: finite values.
  open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0) {
    didSet {
      requireFinite(textContainerInset, "UITextView.textContainerInset", of: self)
      if textContainerInset != oldValue { linesDidChange() }
    }
  }
  /// Where the lines stand inside of `textContainerInset`.
  public private(set) final lazy var textContainer = NSTextContainer { [weak self] in self?.linesDidChange() }
  /// Whether the user can scroll. A text view that does not scroll is as high as its text.
  open override var isScrollEnabled: Bool {
    didSet { if isScrollEnabled != oldValue { invalidateIntrinsicContentSize() } }
  }

  // The desktop's keyboard is not on the screen: the traits below are kept without effect.

  /// Which letters become capitals: as typed, whatever is set, as on iOS with a keyboard attached.
  open var autocapitalizationType = UITextAutocapitalizationType.sentences
  /// Whether words are corrected: never, whatever is set.
  open var autocorrectionType = UITextAutocorrectionType.default
  /// Whether unknown words are marked: never, whatever is set.
  open var spellCheckingType = UITextSpellCheckingType.default
  /// The kind of keyboard on the screen; kept without effect.
  open var keyboardType = UIKeyboardType.default
  /// The look of a keyboard on the screen; kept without effect.
  open var keyboardAppearance = UIKeyboardAppearance.default
  /// The title of a return key on the screen; kept without effect.
  open var returnKeyType = UIReturnKeyType.default
  /// Kept without effect: Return puts in a line end.
  open var enablesReturnKeyAutomatically = false
  /// The meaning of the text; kept without effect.
  open var textContentType: UITextContentType!

  /// The font of text without one of its own, which `font` gives.
  private(set) final var textFont = UIFont.systemFont(ofSize: UIFont.labelFontSize)

  /// The font. Setting it gives it to all of the text, whatever its attributes say; nil restores the default.
  public final var font: UIFont? {
    get { textFont }
    set {
      textFont = newValue ?? .systemFont(ofSize: UIFont.labelFontSize)
      looks.changeAll { $0[.font] = nil }
      linesDidChange()
    }
  }

  /// The colour of text without one of its own. Setting it gives it to all of the text; nil restores the default.
  open var textColor: UIColor? = .label {
    didSet {
      looks.changeAll { $0[.foregroundColor] = nil }
      layout.looksDidChange()
    }
  }

  /// Where lines stand; `natural` follows the direction of each paragraph, or that of a view that is forced to read from
  /// right to left. Setting it gives it to all of the text.
  open var textAlignment = NSTextAlignment.natural {
    didSet {
      looks.changeAll { $0[.paragraphStyle] = ($0[.paragraphStyle] as? NSParagraphStyle)?.aligned(textAlignment) }
      linesDidChange()
    }
  }

  /// The alignment of a row.
  final func alignment(_ style: NSParagraphStyle?) -> NSTextAlignment {
    let alignment = style?.alignment ?? textAlignment
    return alignment == .natural && isRightToLeft ? .right : alignment
  }

  // MARK: Making

  /// An empty text view with the usual container, whose other kinds are not here. The initialiser that subclasses call.
  /// - Parameters:
  ///   - frame: place and size in the coming superview, in points.
  ///   - textContainer: read once: its padding, number of lines and mode are taken over.
  public init(frame: CGRect, textContainer: NSTextContainer?) {
    super.init(frame: frame)
    let facets: [TextFacet] = [editing, pressing, marks]
    for facet in facets { facet.attach(to: self) }
    layout.attach(to: self)
    contextMenu.attach(to: self)
    backgroundColor = .systemBackground
    guard let textContainer else { return }
    self.textContainer.lineFragmentPadding = textContainer.lineFragmentPadding
    self.textContainer.maximumNumberOfLines = textContainer.maximumNumberOfLines
    self.textContainer.lineBreakMode = textContainer.lineBreakMode
  }

  /// An empty text view.
  /// - Parameter frame: place and size in the coming superview, in points.
  public override convenience init(frame: CGRect) { self.init(frame: frame, textContainer: nil) }

  /// Text views are made in code; archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  isolated deinit { dragLink?.invalidate() }

  // MARK: Text

  /// The text, composed characters included; never nil when read. Setting it ends composing, clears the undo history, puts
  /// the caret at the end and does not ask the delegate; all characters have the font and the colour of the view then.
  /// - Complexity: O(n).
  open var text: String! {
    get { editing.editor.text }
    set {
      if looks.isUsed || editing.editor.marked != nil || newValue ?? "" != editing.editor.text {
        setText(TextFragment(newValue ?? ""), TextLooks())
      }
    }
  }

  /// The text with its attributes, those of the view where it has none of its own. Setting it does what setting `text`
  /// does, except for the attributes.
  /// - Complexity: O(n).
  open var attributedText: NSAttributedString! {
    get { looks.attributed(editing.editor.store.fragment(in: 0..<editing.editor.count), over: usualAttributes) }
    set {
      var looks = TextLooks()
      let fragment = newValue.map { looks.fragment($0) } ?? TextFragment("")
      setText(fragment, looks)
    }
  }

  private func setText(_ text: TextFragment, _ looks: TextLooks) {
    self.looks = looks
    chosenAttributes = nil
    editing.setText(text)
    followTyping()
    linesDidChange()
    selectionAppearanceDidChange()
  }

  /// The attributes of characters that have none of their own.
  private final var usualAttributes: [NSAttributedString.Key: Any] {
    [.font: textFont, .foregroundColor: textColor ?? .label]
  }

  /// The attributes of characters that are typed next: by default those of the character before the caret, but for links.
  /// They are forgotten when the selection moves.
  open var typingAttributes: [NSAttributedString.Key: Any] {
    get { usualAttributes.merging(chosenAttributes ?? looks[editing.editor.typingLook]) { $1 } }
    set {
      chosenAttributes = newValue
      editing.setTypingLook(looks.number(of: newValue))
    }
  }

  /// Gives what is typed next the look of the character before the caret.
  private func followTyping() {
    guard looks.isUsed, chosenAttributes == nil else {
      if !looks.isUsed { editing.setTypingLook(0) }
      return
    }
    let editor = editing.editor
    let offset = max(0, editor.selection.range.lowerBound - 1)
    let (row, start) = editor.store.row(at: offset)
    var look = looks[editor.store.row(row).content.look(at: offset - start)]
    look[.link] = nil
    editing.setTypingLook(looks.number(of: look))
  }

  /// The links in a row: those of its attributes, and addresses where these are looked for.
  final func links(in text: TextFragment) -> [TextLink] {
    var links: [TextLink] = []
    var start = 0
    for run in text.allRuns {
      let target = run.look == 0 ? nil : looks[run.look][.link]
      if let url = target as? URL ?? (target as? String).flatMap({ URL(string: $0) }) {
        links.append(TextLink(range: start..<start + run.count, url: url))
      }
      start += run.count
    }
    guard !isEditable, dataDetectorTypes.contains(.link) else { return links }
    let found = TextLink.detect(in: text.string).filter { new in !links.contains { $0.range.overlaps(new.range) } }
    return (links + found).sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Text was typed or settled by an input method. An override calls `super` for what it does not handle itself.
  open func insertText(_ text: String) { if isTextEditable { editing.insert(text) } }

  /// Deletes the selection, or the character before the caret when nothing is selected.
  open func deleteBackward() { if isTextEditable { editing.delete(.backward, by: .cluster) } }

  /// The selected characters in UTF-16 units; the length is 0 for a caret. Setting it clamps to the text, ends composing
  /// and scrolls nothing.
  open var selectedRange: NSRange {
    get { editing.editor.unitRange(editing.editor.selection.range) }
    set {
      guard let range = editing.editor.range(ofUnits: newValue) else { return }
      keepsPlace = true
      editing.move { $0.select(range) }
      keepsPlace = false
    }
  }

  /// Scrolls as little as possible so that a range is shown, or its beginning where it does not fit; at once.
  /// - Parameter range: in UTF-16 units; clamped to the text.
  open func scrollRangeToVisible(_ range: NSRange) {
    if let range = editing.editor.range(ofUnits: range) { show(range) }
  }

  private func show(_ range: Range<Int>) {
    guard bounds.height > 0 else { return }
    var rect = layout.caretRect(at: range.lowerBound)
    let end = range.isEmpty ? rect : layout.caretRect(at: range.upperBound)
    layout.settle()
    if end.maxY - rect.minY <= visibleTextHeight { rect = rect.union(end) }
    rect.origin.y -= textContainerInset.top
    rect.size.height += textContainerInset.top + textContainerInset.bottom
    scrollRectToVisible(CGRect(x: bounds.minX, y: rect.minY, width: 1, height: rect.height), animated: false)
  }

  /// Brings the caret into view after the user has moved it; where the view itself does not scroll, in what scrolls it.
  private func followCaret() {
    guard !keepsPlace, !pressing.isPressed, window != nil else { return }
    if isScrollEnabled {
      let head = editing.editor.selection.head
      return show(head..<head)
    }
    var above = superview
    while let view = above, !(view is UIScrollView) { above = view.superview }
    guard let outer = above as? UIScrollView else { return }
    outer.layoutIfNeeded()
    let caret = layout.caretRect(at: editing.editor.selection.head)
    outer.scrollRectToVisible(convert(caret.insetBy(dx: 0, dy: -textContainerInset.bottom), to: outer), animated: false)
  }

  // MARK: First responder

  override var hostsText: Bool { true }

  open override var canBecomeFirstResponder: Bool { isSelectable }
  open override var canBecomeFocused: Bool { isSelectable }
  /// The caret shows where the keyboard is.
  package override var focusRingHost: UIView? { nil }

  /// Begins editing, if the text can be edited and the delegate agrees.
  @discardableResult
  open override func becomeFirstResponder() -> Bool {
    if isFirstResponder { return true }
    guard canBecomeFirstResponder, !isTextEditable || delegate?.textViewShouldBeginEditing(self) ?? true,
      super.becomeFirstResponder()
    else { return false }
    editing.begin()
    return true
  }

  /// Ends editing, if the delegate agrees.
  @discardableResult
  open override func resignFirstResponder() -> Bool {
    guard editing.isOn else { return super.resignFirstResponder() }
    guard !isTextEditable || delegate?.textViewShouldEndEditing(self) ?? true, super.resignFirstResponder() else {
      return false
    }
    editing.end()
    return true
  }

  open override func willMove(toWindow newWindow: UIWindow?) {
    super.willMove(toWindow: newWindow)
    pressing.hostWillLeaveWindow()
    editing.end()
  }

  open override func didMoveToWindow() {
    super.didMoveToWindow()
    marks.updateBlinking()
    setNeedsLayout()
  }

  // MARK: Layout

  open override func layoutSubviews() {
    super.layoutSubviews()
    layout.layOut()
    window?.application.textInput.caretMoved(of: self)
  }

  /// The size of all of the text with its insets in lines that fit a width; of its lines as they are where that is 0.
  /// - Complexity: O(n) the first time; see `isScrollEnabled`.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { layout.fittingSize(size.width) }

  open override var intrinsicContentSize: CGSize {
    guard !isScrollEnabled else { return CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric) }
    return layout.fittingSize(contentLimit > 0 ? contentLimit : bounds.width)
  }

  override var wrapsContent: Bool { !isScrollEnabled }
  override func limitContentWidth(to width: CGFloat) { contentLimit = width }

  override var baselineOffsets: (first: CGFloat, last: CGFloat) {
    let top = textContainerInset.top
    return (
      top + textFont.labelBaseline, textContainerInset.bottom + textFont.labelHeight - textFont.labelBaseline
    )
  }

  /// The lines are others.
  private func linesDidChange() {
    layout.reset()
    sizeMayHaveChanged()
  }

  private func sizeMayHaveChanged() {
    if !isScrollEnabled { invalidateIntrinsicContentSize() }
  }

  override func layoutDirectionDidChange() {
    super.layoutDirectionDidChange()
    layout.looksDidChange()
  }

  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    setNeedsLayout()
  }

  open override func tintColorDidChange() {
    super.tintColorDidChange()
    layout.looksDidChange()
  }

  override func appendContent(to builder: DisplayListBuilder, in rect: CGRect) {
    guard let application = UIApplication.current else { return }
    let place = CGPoint(x: rect.minX - bounds.minX, y: rect.minY - bounds.minY)
    marks.appendSelection(to: builder, at: place)
    layout.append(to: builder, at: place, application)
    guard editing.isOn, layout.isShown(editing.editor.selection.head) else { return }
    marks.appendCaret(to: builder, at: place, color: (textColor ?? .label).drawColor(in: builder.traits))
  }

  // MARK: Accessibility

  override var accessibleRole: AccessibleRole { .textArea }
  override var isElementByDefault: Bool { true }
  override var isOperable: Bool { true }
  override var defaultAccessibleValue: String? { editing.editor.text }

  // MARK: Events

  override func usesKey(_ key: UIKey) -> Bool { TextKeys(self).uses(key) }

  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    if let key = presses.first?.key, isFirstResponder, scroll(by: key) || TextKeys(self).take(key) { return }
    super.pressesBegan(presses, with: event)
  }

  /// Scrolls a text that cannot be edited.
  /// - Returns: whether the key does that.
  private func scroll(by key: UIKey) -> Bool {
    guard !isTextEditable, isScrollEnabled,
      key.modifierFlags.isDisjoint(with: [.shift, .control, .alternate, .command])
    else { return false }
    let (extent, offset) = (verticalExtent, contentOffset)
    let target: CGFloat
    switch key.keyCode {
    case .keyboardUpArrow: target = offset.y - textFont.labelHeight
    case .keyboardDownArrow: target = offset.y + textFont.labelHeight
    case .keyboardPageUp: target = offset.y - (visibleTextHeight - textFont.labelHeight)
    case .keyboardPageDown: target = offset.y + (visibleTextHeight - textFont.labelHeight)
    case .keyboardHome: target = extent.lowest
    case .keyboardEnd: target = extent.highest
    default: return false
    }
    setContentOffset(CGPoint(x: offset.x, y: extent.clamped(target)), animated: false)
    return true
  }

  /// Whether the text follows a touch: one that is not on an indicator.
  private func takes(_ touch: UITouch) -> Bool {
    guard isSelectable, touch.button == .primary else { return false }
    return touch.type != .indirectPointer
      || indicators.indicator(under: touch.location(in: self) - contentOffset) == nil
  }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = touches.first else { return }
    if touch.button == .middle, isTextEditable { return pressing.insertPrimarySelection(at: touch) }
    guard takes(touch) else { return super.touchesBegan(touches, with: event) }
    if touch.type == .indirectPointer { mover.stop() }
    pressedLink = isTextEditable ? nil : layout.link(at: touch.location(in: self))
    _ = pressing.begin(touch, isExtending: event?.modifierFlags.contains(.shift) ?? false)
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = touches.first, pressing.isPressed else { return super.touchesMoved(touches, with: event) }
    pressing.move(touch)
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = touches.first, isSelectable, touch.button == .primary,
      pressing.isPressed || touch.type != .indirectPointer
    else { return super.touchesEnded(touches, with: event) }
    let link = pressedLink
    pressedLink = nil
    pressing.end(touch)
    guard let link, editing.editor.selection.isEmpty,
      layout.link(at: touch.location(in: self))?.range == link.range
    else { return }
    open(link.url, editing.editor.unitRange(link.range))
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    pressedLink = nil
    guard pressing.isPressed else { return super.touchesCancelled(touches, with: event) }
    pressing.end(nil)
  }

  private func open(_ url: URL, _ range: NSRange) {
    let mayOpen =
      delegate?.textView(self, shouldInteractWith: url, in: range, interaction: .invokeDefaultAction) ?? true
    if mayOpen { UIApplication.shared.open(url) }
  }

  package override func pointerHovered(at point: CGPoint) -> UIView? {
    guard isSelectable else { return super.pointerHovered(at: point) }
    let place = convert(point, from: nil)
    let isOnIndicator = indicators.hover(at: point)
    pressing.showPointer(
      isOnText: !isOnIndicator && bounds.contains(place) && (isTextEditable || layout.link(at: place) == nil))
    return self
  }

  package override func pointerLeft() {
    super.pointerLeft()
    pressing.showArrowPointer()
  }

  // MARK: Selecting beyond the edges

  final func dragged(to place: CGPoint) {
    dragPlace = place - contentOffset
    guard isScrollEnabled, overshoot != 0 else { return dragEnded() }
    guard dragLink == nil else { return }
    let link = CADisplayLink { [weak self] link in self?.dragOn(link.duration) }
    link.add(to: .main, forMode: .common)
    dragLink = link
  }

  final func dragEnded() {
    dragLink?.invalidate()
    dragLink = nil
  }

  /// Points by which the pointer is above or below what is shown.
  private final var overshoot: CGFloat { dragPlace.y < 0 ? dragPlace.y : max(0, dragPlace.y - bounds.height) }

  private func dragOn(_ seconds: TimeInterval) {
    let speed = 60 + 8 * abs(overshoot)
    let target = contentOffset.y + (overshoot < 0 ? -speed : speed) * seconds
    keepsPlace = true
    setContentOffset(CGPoint(x: contentOffset.x, y: verticalExtent.clamped(target)), animated: false)
    layoutIfNeeded()
    let edge = min(max(dragPlace.y, 0), bounds.height)
    pressing.extend(to: CGPoint(x: dragPlace.x, y: edge) + contentOffset)
    keepsPlace = false
  }

  // MARK: Changes by the user

  final func userDidEdit(_ change: TextChange?, isSelectionMoved: Bool) {
    if let change {
      layout.rowsDidChange(change.rows)
      sizeMayHaveChanged()
    } else if isSelectionMoved {
      chosenAttributes = nil
    }
    followTyping()
    selectionAppearanceDidChange()
    if isSelectionMoved { delegate?.textViewDidChangeSelection(self) }
    if change != nil {
      delegate?.textViewDidChange(self)
      tell(Self.textDidChangeNotification)
    }
    followCaret()
  }

  private func selectionAppearanceDidChange() {
    accessibleContentMayHaveChanged()
    setNeedsLayout()
    setNeedsComposite()
    marks.restartBlinking()
  }

  final func editingDidBegin() {
    selectionAppearanceDidChange()
    guard isTextEditable else { return }
    delegate?.textViewDidBeginEditing(self)
    tell(Self.textDidBeginEditingNotification)
  }

  final func editingDidEnd() {
    selectionAppearanceDidChange()
    guard isTextEditable else { return }
    delegate?.textViewDidEndEditing(self)
    tell(Self.textDidEndEditingNotification)
  }
}
