import Foundation

extension UITableViewCell {
  /// Where subviews of the row go; as wide as the accessories leave. Another view after a content configuration was
  /// set.
  public final var contentView: UIView { content }

  /// The row's text; nil while a configuration describes the content.
  public final var textLabel: UILabel? { label ?? (hasConfiguredContent ? nil : makeLabel()) }

  /// The row's second text; nil in style `.default`, and while a configuration describes the content.
  public final var detailTextLabel: UILabel? {
    detailLabel ?? (style == .default || hasConfiguredContent ? nil : makeDetailLabel())
  }

  /// The image at the left; takes no room until it has one. Nil in style `.value2`, and while a configuration
  /// describes the content.
  public final var imageView: UIImageView? {
    picture ?? (style == .value2 || hasConfiguredContent ? nil : makePicture())
  }

  func makeLabel() -> UILabel {
    let made = style == .subtitle ? ContentLabel(countsLength: false) : UILabel(frame: .zero)
    made.font = .systemFont(ofSize: style == .value2 ? 12 : 17)
    if style == .value2 {
      made.textColor = .tintColor
      made.textAlignment = .right
    }
    label = made
    content.addSubview(made)
    setNeedsLayout()
    return made
  }

  func makeDetailLabel() -> UILabel {
    let made = style == .value2 ? UILabel(frame: .zero) : ContentLabel(countsLength: style == .value1)
    made.font = .systemFont(ofSize: style == .subtitle ? 12 : style == .value2 ? 15 : 17)
    if style == .value1 {
      made.textColor = .secondaryLabel
      made.textAlignment = .right
    }
    detailLabel = made
    content.addSubview(made)
    setNeedsLayout()
    return made
  }

  func makePicture() -> UIImageView {
    let made = ContentImageView(frame: .zero)
    made.contentMode = .scaleAspectFit
    picture = made
    content.addSubview(made)
    setNeedsLayout()
    return made
  }

  /// Called when the accessory's kind or view changed.
  func accessoryChanged() {
    let view = shownAccessoryView
    if let other = isEditing ? accessoryView : editingAccessoryView, other !== view, other.superview === self {
      other.removeFromSuperview()
    }
    if view != nil || shownAccessoryType == .none { accessory?.removeFromSuperview() }
    addAccessories()
    setNeedsLayout()
  }

  /// Adds the accessory of the present mode; takes none away.
  func addAccessories() {
    if let view = shownAccessoryView {
      if view.superview !== self { addSubview(view) }
    } else if shownAccessoryType != .none {
      let shown = accessory ?? CellAccessoryView(cell: self)
      accessory = shown
      shown.show(shownAccessoryType)
      if shown.superview !== self { addSubview(shown) }
    }
  }

  /// Called by the detail button.
  func accessoryButtonPressed() {
    guard let table, let position, table.cell(at: position) === self else { return }
    table.tableDelegate?.tableView(table, accessoryButtonTappedForRowWith: IndexPath(position))
  }
}
