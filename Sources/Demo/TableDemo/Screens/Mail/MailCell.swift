import DemoParts
import UIKit

/// The base of both kinds of cells: the index of the row, two separation lines, a colour, and a text to edit in place.
class MailCell: AssembledCell {
  /// The row shown; nil while the cell waits for reuse.
  final var index: Int?

  final let titleLabel = UILabel(.scaled(16, .semibold), expands: true)
  final let bodyLabel = UILabel(.preferredFont(forTextStyle: .subheadline), expands: true)
  private let topLine = UIView()
  private let bottomLine = UIView()
  private let flag = UIImageView()
  private let selection = RowSelectionView()
  /// Over the row's text while that is edited, and who is told how it ended.
  private var field: UITextField?
  private var editingEnd: ((String?) -> Void)?

  /// Of a row, in points: with a second line of text where it is very large.
  static var height: CGFloat { UIFontMetrics.default.scaledValue(for: UITraitCollection.stacksColumns ? 86 : 60) }

  override func assemble() {
    flag.image = UIImage(systemName: "flag.fill")
    selectedBackgroundView = selection
    for view in [titleLabel, bodyLabel, flag, topLine, bottomLine] { contentView.addSubview(view) }
  }

  /// A cell is handed out again without its row and unselected; what it shows is set with the next row.
  override func prepareForReuse() {
    super.prepareForReuse()
    endEditing(keepsText: true)
    index = nil
    setSelected(false, animated: false)
  }

  /// Shows an item in a row. Overrides call super.
  func show(_ item: Mailbox.Item, at index: Int, tint: UIColor?) {
    self.index = index
    bodyLabel.text = item.text
    flag.isHidden = !item.isFlagged
    dress(tint)
  }

  /// Colours the row: nil is the plain look.
  func dress(_ tint: UIColor?) {
    backgroundColor = tint ?? .systemBackground
    titleLabel.textColor = tint == nil ? .label : .white
    bodyLabel.textColor = tint == nil ? Palette.secondary : .white
    flag.tintColor = tint == nil ? Palette.orange : .white
    topLine.backgroundColor = tint == nil ? .clear : .white.withAlphaComponent(0.25)
    selection.color = tint == nil ? .systemGray4 : .black.withAlphaComponent(0.3)
    bottomLine.backgroundColor = tint == nil ? .separator : .black.withAlphaComponent(0.15)
  }

  // MARK: Editing

  /// Puts a field over the row's text.
  /// - Parameter end: told once with the text to keep, or nil to leave it as it was.
  func edit(_ text: String, end: @escaping (String?) -> Void) {
    endEditing(keepsText: true)
    let field = UITextField()
    field.font = .preferredFont(forTextStyle: .subheadline)
    field.text = text
    Palette.setPlaceholder("Write something", of: field)
    field.borderStyle = .roundedRect
    field.backgroundColor = .systemBackground
    field.layer.cornerRadius = 6
    field.delegate = self
    self.field = field
    editingEnd = end
    contentView.addSubview(field)
    setNeedsLayout()
    field.becomeFirstResponder()
  }

  /// Ends the editing of the row's text, if it is under way.
  func endEditing(keepsText: Bool) {
    guard let field, let editingEnd else { return }
    self.field = nil
    self.editingEnd = nil
    field.delegate = nil
    field.removeFromSuperview()
    editingEnd(keepsText ? field.text : nil)
  }

  /// Escape leaves the text as it was; the field has no use for it.
  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard field != nil, presses.first?.key?.keyCode == .keyboardEscape else {
      return super.pressesBegan(presses, with: event)
    }
    endEditing(keepsText: false)
  }

  // MARK: Layout

  /// Where title and text begin, in points from the row's left margin.
  var textInset: CGFloat { 48 }

  override func layoutSubviews() {
    super.layoutSubviews()
    let bounds = contentView.bounds
    let column = bounds.inset(by: contentView.layoutMargins)
    let textLeft = column.minX + textInset
    let width = max(0, column.width - textInset - 36)
    let isTall = UITraitCollection.stacksColumns
    let growth = bounds.height / (isTall ? 86 : 60)
    func scaled(_ points: CGFloat) -> CGFloat { (points * growth).rounded() }
    titleLabel.frame = CGRect(x: textLeft, y: scaled(7), width: width, height: scaled(21))
    bodyLabel.numberOfLines = isTall ? 2 : 1
    bodyLabel.frame = CGRect(x: textLeft, y: scaled(32), width: width, height: scaled(isTall ? 46 : 20))
    field?.frame = CGRect(x: textLeft - 7, y: scaled(29), width: width + 7, height: scaled(25))
    flag.frame = CGRect(x: column.maxX - 20, y: (bounds.height / 2).rounded() - 10, width: 20, height: 20)
    // From edge to edge, unless the row is much wider than what it shows.
    let line = column.minX > 40 ? column : bounds
    topLine.frame = CGRect(x: line.minX, y: 0, width: line.width, height: 1)
    bottomLine.frame = CGRect(x: line.minX, y: bounds.height - 1, width: line.width, height: 1)
  }
}

extension MailCell: UITextFieldDelegate {
  func textFieldShouldReturn(_ textField: UITextField) -> Bool {
    endEditing(keepsText: true)
    return false
  }

  /// The keyboard went elsewhere.
  func textFieldDidEndEditing(_ textField: UITextField) { endEditing(keepsText: true) }
}

/// A message: the sender's initial in a circle, the name, the text.
final class MessageCell: MailCell {
  private let circle = UIView()
  private let initialLabel = UILabel(.systemFont(ofSize: 16, weight: .medium), .white, alignment: .center)
  private var color = UIColor.systemGray

  private static let colors = [
    UIColor.systemBlue, .systemPurple, .systemTeal, .systemIndigo, .systemPink, .systemGreen, .systemBrown,
  ].map(Palette.ground)

  override func assemble() {
    super.assemble()
    circle.layer.cornerRadius = 17
    initialLabel.isAccessibilityElement = false
    contentView.addSubview(circle)
    circle.addSubview(initialLabel)
  }

  override func show(_ item: Mailbox.Item, at index: Int, tint: UIColor?) {
    titleLabel.text = item.person
    initialLabel.text = String(item.person.prefix(1))
    let number = Int(item.person.unicodeScalars.first?.value ?? 0)
    color = Self.colors[number % Self.colors.count]
    super.show(item, at: index, tint: tint)
  }

  override func dress(_ tint: UIColor?) {
    super.dress(tint)
    circle.backgroundColor = tint == nil ? color : .white.withAlphaComponent(0.25)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    circle.frame = CGRect(
      x: contentView.layoutMargins.left, y: (contentView.bounds.height / 2).rounded() - 17, width: 34, height: 34)
    initialLabel.frame = circle.bounds
  }
}

/// A draft: a pencil, whom it is for, and what there is of it.
final class DraftCell: MailCell {
  private let pencil = UIImageView()

  override func assemble() {
    super.assemble()
    pencil.image = UIImage(systemName: "pencil")
    contentView.addSubview(pencil)
  }

  override func show(_ item: Mailbox.Item, at index: Int, tint: UIColor?) {
    super.show(item, at: index, tint: tint)
    titleLabel.text = "Draft to \(item.person)"
    if item.text.isEmpty { bodyLabel.text = "Nothing written yet" }
  }

  override func dress(_ tint: UIColor?) {
    super.dress(tint)
    titleLabel.textColor = tint == nil ? Palette.red : .white
    pencil.tintColor = tint == nil ? Palette.red : .white
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    pencil.frame = CGRect(
      x: contentView.layoutMargins.left + 6, y: (contentView.bounds.height / 2).rounded() - 11, width: 22, height: 22)
  }
}
