import Foundation

/// A bar with a field to search in: above a table, or as its `tableHeaderView`.
///
/// Escape empties the field, and when it is empty cancels: the delegate hears of it as of the cancel button, and the
/// field gives the keys back.
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
  private static let margin: CGFloat = 8
  private static let duration: TimeInterval = 0.25

  /// The field of the bar.
  public final let searchTextField = UISearchTextField(frame: .zero)
  /// Hears of what the user searches for; not kept alive.
  open weak var delegate: (any UISearchBarDelegate)?
  /// How the bar is drawn around its field.
  open var searchBarStyle = Style.default { didSet { setNeedsComposite() } }
  /// The ground of a prominent bar; nil is the system's.
  open var barTintColor: UIColor? { didSet { setNeedsComposite() } }
  private lazy var editing = SearchBarEditing(of: self)
  private var cancelButton: UIButton?
  private var storedShowsCancelButton = false

  // MARK: Making

  /// An empty bar.
  /// - Parameter frame: place and size in the coming superview, in points; bars are 56 points high.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    isOpaque = false
    searchTextField.delegate = editing
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
    set { searchTextField.text = newValue }
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
        if let self { self.delegate?.searchBarCancelButtonClicked(self) }
      }, for: .touchUpInside)
    cancelButton = button
    addSubview(button)
    button.frame = CGRect(x: bounds.width, y: 0, width: cancelWidth, height: bounds.height)
    return button
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
    guard searchTextField.isEditing, let key = presses.first?.key, key.keyCode == .keyboardEscape else {
      return super.pressesBegan(presses, with: event)
    }
    if searchTextField.hasText { return searchTextField.editing.clear() }
    delegate?.searchBarCancelButtonClicked(self)
    searchTextField.resignFirstResponder()
  }

  private func textDidChange() { delegate?.searchBar(self, textDidChange: searchTextField.text ?? "") }

  // MARK: Layout

  open override var intrinsicContentSize: CGSize { CGSize(width: Self.noIntrinsicMetric, height: Self.height) }

  open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: Self.height) }

  private var cancelWidth: CGFloat { (cancelButton?.sizeThatFits(.zero).width ?? 0) + 2 * Self.margin }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let height = min(UISearchTextField.height, bounds.height)
    let y = ((bounds.height - height) / 2).rounded()
    let end = storedShowsCancelButton ? bounds.width - cancelWidth : bounds.width - Self.margin
    searchTextField.frame = CGRect(x: Self.margin, y: y, width: max(0, end - Self.margin), height: height)
    cancelButton?.frame = CGRect(
      x: storedShowsCancelButton ? end : bounds.width, y: y, width: cancelWidth, height: height)
  }

  override func appendContent(to builder: DisplayListBuilder, in rect: CGRect) {
    guard searchBarStyle != .minimal else { return }
    builder.fill(rect, (barTintColor ?? .secondarySystemBackground).drawColor(in: builder.traits))
    let hairline = 1 / builder.list.scale
    builder.fill(
      CGRect(x: rect.minX, y: rect.maxY - hairline, width: rect.width, height: hairline),
      UIColor.separator.drawColor(in: builder.traits))
  }
}
