import Foundation
import UIKitCore

/// A row of three labels, as on the demo's screen "stress".
final class ProbeRow: UITableViewCell {
  static let height: CGFloat = 60
  static let labels = 3

  private let title = UILabel()
  private let subtitle = UILabel()
  private let detail = UILabel()

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    title.font = .systemFont(ofSize: 17)
    subtitle.font = .systemFont(ofSize: 13)
    subtitle.textColor = .secondaryLabel
    detail.font = .systemFont(ofSize: 15)
    detail.textAlignment = .right
    for label in [title, subtitle, detail] { contentView.addSubview(label) }
  }

  required init?(coder: NSCoder) { nil }

  func show(_ text: ProbeText) {
    title.text = text.title
    subtitle.text = text.subtitle
    detail.text = text.detail
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let width = contentView.bounds.width
    let left = max(0, width - 160)
    title.frame = CGRect(x: 16, y: 9, width: left, height: 24)
    subtitle.frame = CGRect(x: 16, y: 33, width: left, height: 19)
    detail.frame = CGRect(x: width - 136, y: 19, width: 120, height: 22)
  }
}

/// What a row shows. Made beforehand: the app's own strings are not the framework's work.
struct ProbeText {
  var title, subtitle, detail: String

  init(_ number: Int) {
    title = "Row number \(number)"
    subtitle = "Subtitle of row \(number), the quick brown fox jumps"
    detail = "\(number &* 7919 % 1000) ms"
  }
}
