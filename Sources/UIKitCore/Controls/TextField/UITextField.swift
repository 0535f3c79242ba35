import Foundation

/// A line of text that the user edits: with keys and their text, the mouse, the clipboard, and input methods.
///
/// `TextEditor` holds the text, `EditLine` the places of its characters; `TextFieldCanvas` draws it. The facets of this
/// class turn keys, touches and composed text into changes and ask the delegate about them.
@MainActor
open class UITextField: UIControl, UITextInput {
  /// The kinds of border around the text.
  public enum BorderStyle: Int, Sendable { case none, line, bezel, roundedRect }
  /// When a view at the field's side is shown.
  public enum ViewMode: Int, Sendable { case never, whileEditing, unlessEditing, always }
  /// Why editing ended.
  public enum DidEndEditingReason: Int, Sendable { case committed, cancelled }

  // MARK: Storage of the facets

  final var editor = TextEditor()
  final let canvas = TextFieldCanvas()
  final let placeholderLabel = UILabel(frame: .zero)
  final var clearButton: UIButton?
  /// The selection by a pressed pointer button; nil while no button is pressed.
  final var press: TextFieldPress?
  final var sideViews: (left: UIView?, right: UIView?) = (nil, nil)
  final var sideModes: (left: ViewMode, right: ViewMode) = (.never, .never)
  private let contextMenu = TextFieldMenu()
  final var storedFont = UIFont.systemFont(ofSize: UIFont.labelFontSize)
  final var isPointerInside = false

  // MARK: Properties

  /// Decides about what the user does; not kept alive.
  open weak var delegate: (any UITextFieldDelegate)?
  /// Whether the user edits the text: the field is first responder, or will be again when a menu closes.
  public internal(set) final var isEditing = false
  /// The colour of the text. Setting nil restores the default.
  open var textColor: UIColor? = .label { didSet { canvas.setNeedsComposite() } }
  /// Where the text stands while it is narrower than the field; `natural` follows its direction.
  open var textAlignment = NSTextAlignment.natural {
    didSet { if textAlignment != oldValue { appearanceDidChange() } }
  }
  /// The border around the text.
  open var borderStyle = BorderStyle.none { didSet { if borderStyle != oldValue { appearanceDidChange() } } }
  /// When the button that empties the field is shown; never while there is no text.
  open var clearButtonMode = ViewMode.never { didSet { if clearButtonMode != oldValue { appearanceDidChange() } } }
  /// Whether the text is emptied when editing begins.
  open var clearsOnBeginEditing = false
  /// Whether dots are shown for the characters, which then can be neither copied nor told apart as words.
  open var isSecureTextEntry = false { didSet { if isSecureTextEntry != oldValue { textAppearanceDidChange() } } }

  // MARK: Making

  /// An empty field.
  /// - Parameter frame: place and size in the coming superview, in points.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    isOpaque = false
    canvas.field = self
    placeholderLabel.textColor = .placeholderText
    placeholderLabel.font = storedFont
    addSubview(placeholderLabel)
    addSubview(canvas)
    contextMenu.attach(to: self)
  }

  /// Fields are made in code; archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  // MARK: Text

  /// The text, composed characters included; never nil when read. Setting it ends composing, clears the undo history,
  /// puts the caret at the end and does not ask the delegate. Line ends become spaces, other control characters go.
  open var text: String? {
    get { editor.text }
    set {
      let cleaned = newValue.map(SingleLineText.cleaned) ?? ""
      guard cleaned != editor.text || editor.marked != nil else { return }
      dropComposing()
      editor.setText(cleaned)
      textAppearanceDidChange()
    }
  }

  /// Text was typed or settled by an input method. An override calls `super` for what it does not handle itself.
  open func insertText(_ text: String) { userInserts(text) }

  /// Deletes the selection, or the character before the caret when nothing is selected.
  open func deleteBackward() { userDeletes(.backward, by: .cluster) }

  // MARK: First responder

  open override var canBecomeFirstResponder: Bool { isEnabled }
  /// The caret shows where the keyboard is.
  package override var focusRingHost: UIView? { nil }

  /// Begins editing, if the delegate agrees.
  @discardableResult
  open override func becomeFirstResponder() -> Bool {
    if isFirstResponder { return true }
    guard canBecomeFirstResponder, delegate?.textFieldShouldBeginEditing(self) ?? true,
      super.becomeFirstResponder()
    else { return false }
    beginEditing()
    return true
  }

  /// Ends editing, if the delegate agrees.
  @discardableResult
  open override func resignFirstResponder() -> Bool {
    guard isEditing else { return super.resignFirstResponder() }
    guard delegate?.textFieldShouldEndEditing(self) ?? true, super.resignFirstResponder() else { return false }
    endEditing()
    return true
  }

  open override func willMove(toWindow newWindow: UIWindow?) {
    super.willMove(toWindow: newWindow)
    pointerWillLeaveWindow()
    if isEditing { endEditing() }
  }

  // MARK: Rectangles, for subclasses to move

  /// Where the text is while it is not edited, in the field's coordinates.
  open func textRect(forBounds bounds: CGRect) -> CGRect { defaultTextRect(bounds) }
  /// Where the text is while it is edited.
  open func editingRect(forBounds bounds: CGRect) -> CGRect { textRect(forBounds: bounds) }
  /// Where the placeholder is.
  open func placeholderRect(forBounds bounds: CGRect) -> CGRect { textRect(forBounds: bounds) }
  /// Where the button is that empties the field.
  open func clearButtonRect(forBounds bounds: CGRect) -> CGRect { defaultClearButtonRect(bounds) }
  /// Where `leftView` is; its size is kept.
  open func leftViewRect(forBounds bounds: CGRect) -> CGRect { defaultLeftViewRect(bounds) }
  /// Where `rightView` is; its size is kept.
  open func rightViewRect(forBounds bounds: CGRect) -> CGRect { defaultRightViewRect(bounds) }

  // MARK: Layout

  open override func layoutSubviews() {
    super.layoutSubviews()
    placeParts()
  }

  open override var intrinsicContentSize: CGSize { fittingSize }

  open override func sizeThatFits(_ size: CGSize) -> CGSize { fittingSize }

  override func appendContent(to builder: DisplayListBuilder, in rect: CGRect) { appendBorder(to: builder, in: rect) }

  override func stateDidChange() {
    super.stateDidChange()
    if !isEnabled, isEditing { resignFirstResponder() }
    canvas.setNeedsComposite()
  }

  open override func tintColorDidChange() {
    super.tintColorDidChange()
    canvas.setNeedsComposite()
  }

  override var baselineOffsets: (first: CGFloat, last: CGFloat) {
    let top = (bounds.height - storedFont.lineHeight) / 2
    return (top + storedFont.ascender, bounds.height - top - storedFont.ascender)
  }

  // MARK: Events

  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    if let key = presses.first?.key, handleKey(key) { return }
    super.pressesBegan(presses, with: event)
  }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    if let touch = touches.first, touch.button == .middle { return insertPrimarySelection(at: touch) }
    super.touchesBegan(touches, with: event)
  }

  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    beginPress(touch, isExtending: event?.modifierFlags.contains(.shift) ?? false)
  }

  open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    continuePress(touch)
    return true
  }

  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) { endPress(touch) }

  open override func cancelTracking(with event: UIEvent?) { endPress(nil) }

  package override func pointerHovered(at point: CGPoint) -> UIView? { showPointer(at: point) }

  package override func pointerLeft() { showArrowPointer() }
}
