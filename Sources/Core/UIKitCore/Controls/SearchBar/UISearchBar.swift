import Foundation

/// A bar with a field to search in: above a table, or as its `tableHeaderView`.
///
/// A bar for which the app chose no direction reads as the views around it.
///
/// Escape empties the field, and when it is empty cancels: the delegate hears of it as of the cancel button, and the
/// field gives the keys back. From the cancel button and the scopes Escape cancels at once.
@preconcurrency @MainActor
open class UISearchBar: UIView {
  /// How the bar is drawn around its field.
  public enum Style: Int, Sendable {
    /// As `prominent`.
    case `default`
    /// A ground of its own, with a line below.
    case prominent
    /// The field alone.
    case minimal
  }

  /// Classic metrics of UIKit, in points.
  static let height: CGFloat = 56
  /// Space at the sides of the field, in points.
  static let margin: CGFloat = 8
  /// Of the scope bar with the room below it, in points.
  private static let scopeHeight: CGFloat = ScopeBar.height + 10
  private static let duration: TimeInterval = 0.25

  /// The field of the bar.
  public final let searchTextField = UISearchTextField(frame: .zero)
  /// Hears of what the user searches for; not kept alive.
  open weak var delegate: (any UISearchBarDelegate)?
  /// How the bar is drawn around its field.
  open var searchBarStyle = Style.default { didSet { setNeedsComposite() } }
  /// The ground of a prominent bar; nil is the system's.
  open var barTintColor: UIColor? { didSet { setNeedsComposite() } }
  /// A picture in place of ground and line, as large as the bar; an empty one leaves the field alone. Nil for the usual
  /// ground.
  open var backgroundImage: UIImage? { didSet { showBackgroundImage() } }
  private var backgroundPicture: UIImageView?
  private lazy var editing = SearchBarEditing(of: self)
  private var cancelButton: UIButton?
  private var storedShowsCancelButton = false
  private var scopeBar: ScopeBar?
  private var storedShowsScopeBar = false
  private var storedScopes: [String]?
  private var storedScope = 0
  private var direction = PartsDirection()
  /// A search controller, which hears of the search besides the delegate.
  final weak var observer: (any SearchBarObserver)?

  // MARK: Making

  /// An empty bar.
  /// - Parameter frame: place and size in the coming superview, in points; bars are 56 points high.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    isOpaque = false
    searchTextField.delegate = editing
    searchTextField.returnKeyType = .search
    searchTextField.addAction(UIAction { [weak self] _ in self?.textDidChange() }, for: .editingChanged)
    addSubview(searchTextField)
  }

  /// An empty bar of no size.
  public convenience init() { self.init(frame: .zero) }

  /// Bars are made in code; archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  // MARK: Properties

  /// The text of the search field; never nil when read. Setting it does not call the delegate.
  public final var text: String? {
    get { searchTextField.text }
    set {
      guard searchTextField.text != newValue ?? "" else { return }
      searchTextField.text = newValue
      observer?.searchBarTextDidChange()
    }
  }

  /// Shown while there is no text.
  public final var placeholder: String? {
    get { searchTextField.placeholder }
    set { searchTextField.placeholder = newValue }
  }

  /// Whether there is a button to end the search beside the field.
  public final var showsCancelButton: Bool {
    get { storedShowsCancelButton }
    set { setShowsCancelButton(newValue, animated: false) }
  }

  /// Shows the cancel button or takes it away; animated, the field makes room for it in a quarter of a second.
  open func setShowsCancelButton(_ showsCancelButton: Bool, animated: Bool) {
    guard showsCancelButton != storedShowsCancelButton else { return }
    storedShowsCancelButton = showsCancelButton
    let button = cancelButton ?? makeCancelButton()
    guard animated, window != nil else {
      button.alpha = showsCancelButton ? 1 : 0
      return setNeedsLayout()
    }
    layoutIfNeeded()
    UIView.animate(withDuration: Self.duration) {
      button.alpha = showsCancelButton ? 1 : 0
      self.setNeedsLayout()
      self.layoutIfNeeded()
    }
  }

  private func makeCancelButton() -> UIButton {
    let button = UIButton(type: .system)
    button.setTitle("Cancel", for: .normal)
    button.titleLabel?.font = .systemFont(ofSize: UIFont.labelFontSize)
    button.alpha = 0
    button.addAction(
      UIAction { [weak self] _ in
        if let self { self.cancel() }
      }, for: .touchUpInside)
    cancelButton = button
    addSubview(button)
    button.frame = cancelFrame(from: bounds.width, y: 0, height: bounds.height)
    return button
  }

  // MARK: Scopes

  /// Titles of the scope bar, of which one is chosen; nil or empty without one.
  public final var scopeButtonTitles: [String]? {
    get { storedScopes }
    set {
      storedScopes = newValue
      scopeBar?.titles = newValue ?? []
      scopeBar?.selectedIndex = storedScope
      if storedShowsScopeBar { heightMayHaveChanged() }
    }
  }

  /// The number of the chosen title. Setting it does not call the delegate.
  public final var selectedScopeButtonIndex: Int {
    get { storedScope }
    set {
      storedScope = newValue
      scopeBar?.selectedIndex = newValue
    }
  }

  /// Whether the scope bar is shown below the field, where there are titles.
  public final var showsScopeBar: Bool {
    get { storedShowsScopeBar }
    set { setShowsScopeBar(newValue, animated: false) }
  }

  /// Shows the scope bar or takes it away. A bar that has its height by its frame gets another one; a table whose header
  /// it is makes room.
  open func setShowsScopeBar(_ show: Bool, animated: Bool) {
    guard show != storedShowsScopeBar else { return }
    storedShowsScopeBar = show
    let scopes = scopeBar ?? makeScopeBar()
    guard animated, window != nil else {
      scopes.alpha = show ? 1 : 0
      return heightMayHaveChanged()
    }
    layoutIfNeeded()
    UIView.animate(withDuration: Self.duration) {
      scopes.alpha = show ? 1 : 0
      self.heightMayHaveChanged()
      self.layoutIfNeeded()
    }
  }

  private func makeScopeBar() -> ScopeBar {
    let made = ScopeBar(frame: .zero)
    made.titles = storedScopes ?? []
    made.selectedIndex = storedScope
    made.alpha = 0
    made.addAction(
      UIAction { [weak self, weak made] _ in
        guard let self, let made else { return }
        self.storedScope = made.selectedIndex
        self.delegate?.searchBar(self, selectedScopeButtonIndexDidChange: made.selectedIndex)
        self.observer?.searchBarScopeDidChange()
      }, for: .valueChanged)
    scopeBar = made
    insertSubview(made, at: 0)
    return made
  }

  private var hasScopeBar: Bool { storedShowsScopeBar && storedScopes?.isEmpty == false }
  private var fittingHeight: CGFloat { Self.height + (hasScopeBar ? Self.scopeHeight : 0) }

  private func heightMayHaveChanged() {
    scopeBar?.isHidden = storedScopes?.isEmpty != false
    let other = hasScopeBar ? Self.height : Self.height + Self.scopeHeight
    if bounds.height == other { frame.size.height = fittingHeight }
    invalidateIntrinsicContentSize()
    setNeedsLayout()
    superview?.setNeedsLayout()
    observer?.searchBarHeightDidChange()
  }

  // MARK: First responder

  /// The role is the field's.
  open override var canBecomeFirstResponder: Bool { searchTextField.canBecomeFirstResponder }
  open override var isFirstResponder: Bool { searchTextField.isFirstResponder }

  /// Lets the user type into the field.
  @discardableResult
  open override func becomeFirstResponder() -> Bool { searchTextField.becomeFirstResponder() }

  /// Ends typing; the text stays.
  @discardableResult
  open override func resignFirstResponder() -> Bool { searchTextField.resignFirstResponder() }

  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard let key = presses.first?.key?.keyCode else { return super.pressesBegan(presses, with: event) }
    guard searchTextField.isEditing else {
      guard key == .keyboardEscape, showsCancelButton else { return super.pressesBegan(presses, with: event) }
      return cancel()
    }
    if key == .keyboardDownArrow, observer?.searchBarUserGoesDown(presses, with: event) == true { return }
    guard key == .keyboardEscape else { return super.pressesBegan(presses, with: event) }
    if searchTextField.hasText { return searchTextField.clear() }
    cancel()
    searchTextField.resignFirstResponder()
  }

  private func cancel() {
    delegate?.searchBarCancelButtonClicked(self)
    observer?.searchBarWasCancelled()
  }

  private func textDidChange() {
    delegate?.searchBar(self, textDidChange: searchTextField.text ?? "")
    observer?.searchBarTextDidChange()
  }

  // MARK: Layout

  open override var intrinsicContentSize: CGSize { CGSize(width: Self.noIntrinsicMetric, height: fittingHeight) }

  open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: fittingHeight) }

  private var cancelWidth: CGFloat { (cancelButton?.sizeThatFits(.zero).width ?? 0) + 2 * Self.margin }

  /// The place of the cancel button in its room: a ring around it touches neither the field nor the bar's edge.
  private func cancelFrame(from x: CGFloat, y: CGFloat, height: CGFloat) -> CGRect {
    let gap = Self.margin / 2
    return place(CGRect(x: x + gap, y: y, width: cancelWidth - 2 * gap, height: height))
  }

  /// A place in the bar, given for text that goes from left to right.
  private func place(_ rect: CGRect) -> CGRect { isInRightToLeft ? rect.mirrored(in: bounds.width) : rect }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let isTurned = isInRightToLeft
    if direction.follow(isTurned) {
      searchTextField.turn(isTurned)
      scopeBar?.turn(isTurned)
    }
    // The scope bar is below: the field stays where it is while that comes and goes.
    let room = hasScopeBar ? max(0, bounds.height - Self.scopeHeight) : bounds.height
    let height = min(UISearchTextField.height, room)
    let y = ((room - height) / 2).rounded()
    scopeBar?.frame = CGRect(
      x: Self.margin, y: max(y + height + Self.margin, bounds.height - Self.scopeHeight),
      width: max(0, bounds.width - 2 * Self.margin), height: ScopeBar.height)
    let end = storedShowsCancelButton ? bounds.width - cancelWidth : bounds.width - Self.margin
    searchTextField.frame = place(CGRect(x: Self.margin, y: y, width: max(0, end - Self.margin), height: height))
    cancelButton?.frame = cancelFrame(from: storedShowsCancelButton ? end : bounds.width, y: y, height: height)
  }

  private func showBackgroundImage() {
    if backgroundImage != nil || backgroundPicture != nil {
      let view = backgroundPicture ?? UIImageView(frame: bounds)
      if backgroundPicture == nil {
        backgroundPicture = view
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        insertSubview(view, at: 0)
      }
      view.image = backgroundImage
    }
    setNeedsComposite()
  }

  override func appendContent(to builder: DisplayListBuilder, in rect: CGRect) {
    guard searchBarStyle != .minimal, backgroundImage == nil else { return }
    builder.fill(rect, (barTintColor ?? .secondarySystemBackground).drawColor(in: builder.traits))
    let hairline = 1 / builder.list.scale
    builder.fill(
      CGRect(x: rect.minX, y: rect.maxY - hairline, width: rect.width, height: hairline),
      UIColor.separator.drawColor(in: builder.traits))
  }
}

// MARK: - Text traits

/// Those of the field.
extension UISearchBar: UITextInputTraits {
  /// Kept without effect; see `UITextField`.
  public final var autocapitalizationType: UITextAutocapitalizationType {
    get { searchTextField.autocapitalizationType }
    set { searchTextField.autocapitalizationType = newValue }
  }
  /// Kept without effect; see `UITextField`.
  public final var autocorrectionType: UITextAutocorrectionType {
    get { searchTextField.autocorrectionType }
    set { searchTextField.autocorrectionType = newValue }
  }
  /// Kept without effect; see `UITextField`.
  public final var spellCheckingType: UITextSpellCheckingType {
    get { searchTextField.spellCheckingType }
    set { searchTextField.spellCheckingType = newValue }
  }
  /// Kept without effect; see `UITextField`.
  public final var keyboardType: UIKeyboardType {
    get { searchTextField.keyboardType }
    set { searchTextField.keyboardType = newValue }
  }
  /// Kept without effect; see `UITextField`.
  public final var keyboardAppearance: UIKeyboardAppearance {
    get { searchTextField.keyboardAppearance }
    set { searchTextField.keyboardAppearance = newValue }
  }
  /// Kept without effect; `search` by default.
  public final var returnKeyType: UIReturnKeyType {
    get { searchTextField.returnKeyType }
    set { searchTextField.returnKeyType = newValue }
  }
  /// Whether the return key does nothing while there is no text.
  public final var enablesReturnKeyAutomatically: Bool {
    get { searchTextField.enablesReturnKeyAutomatically }
    set { searchTextField.enablesReturnKeyAutomatically = newValue }
  }
  /// Whether dots are shown for the characters.
  public final var isSecureTextEntry: Bool {
    get { searchTextField.isSecureTextEntry }
    set { searchTextField.isSecureTextEntry = newValue }
  }
  /// Kept without effect; see `UITextField`.
  public final var textContentType: UITextContentType! {
    get { searchTextField.textContentType }
    set { searchTextField.textContentType = newValue }
  }
}
