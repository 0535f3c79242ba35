import DemoParts
import UIKit

/// A message: the sender's initial in a circle, the name, the text.
final class MessageCell: MailCell {
  private let circle = UIView()
  private let initialLabel = UILabel()
  private var color = UIColor.systemGray

  private static let colors = [
    UIColor.systemBlue, .systemPurple, .systemTeal, .systemIndigo, .systemPink, .systemGreen, .systemBrown,
  ].map(Palette.ground)

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    circle.layer.cornerRadius = 17
    initialLabel.font = .systemFont(ofSize: 16, weight: .medium)
    initialLabel.textAlignment = .center
    initialLabel.textColor = .white
    initialLabel.isAccessibilityElement = false
    contentView.addSubview(circle)
    circle.addSubview(initialLabel)
  }

  required init?(coder: NSCoder) { nil }

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

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    pencil.image = UIImage(systemName: "pencil")
    contentView.addSubview(pencil)
  }

  required init?(coder: NSCoder) { nil }

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
