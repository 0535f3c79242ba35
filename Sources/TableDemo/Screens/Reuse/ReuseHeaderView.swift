import UIKit

/// The title of the screen `reuse`, what to look at, and two counters.
final class ReuseHeaderView: UIView {
  static let height: CGFloat = 72

  private let titleLabel = UILabel()
  private let hintLabel = UILabel()
  private let createdView = CounterView(caption: "created")
  private let dequeuedView = CounterView(caption: "dequeued")
  private let line = UIView()

  override init(frame: CGRect) {
    super.init(frame: frame)
    titleLabel.text = "Reuse"
    titleLabel.font = .systemFont(ofSize: 24, weight: .bold)
    hintLabel.text = "Scroll the table: the cell that leaves at the top comes back at the bottom."
    hintLabel.font = .systemFont(ofSize: 13)
    hintLabel.textColor = .secondaryLabel
    line.backgroundColor = .separator
    for view in [titleLabel, hintLabel, createdView, dequeuedView, line] { addSubview(view) }
  }

  required init?(coder: NSCoder) { nil }

  func show(created: Int, dequeued: Int) {
    createdView.count = created
    dequeuedView.count = dequeued
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let width = max(0, bounds.width - 260)
    titleLabel.frame = CGRect(x: 20, y: 10, width: width, height: 32)
    hintLabel.frame = CGRect(x: 20, y: 43, width: width, height: 18)
    createdView.frame = CGRect(x: bounds.width - 232, y: 10, width: 104, height: 52)
    dequeuedView.frame = CGRect(x: bounds.width - 120, y: 10, width: 104, height: 52)
    line.frame = CGRect(x: 0, y: bounds.height - 1, width: bounds.width, height: 1)
  }
}

/// A large number over a word.
private final class CounterView: UIView {
  var count = 0 {
    didSet { if count != oldValue { numberLabel.text = GroupedNumber.string(count) } }
  }

  private let numberLabel = UILabel()
  private let captionLabel = UILabel()

  init(caption: String) {
    super.init(frame: .zero)
    numberLabel.text = "0"
    numberLabel.font = .systemFont(ofSize: 22, weight: .semibold)
    captionLabel.text = caption
    captionLabel.font = .systemFont(ofSize: 12)
    captionLabel.textColor = .secondaryLabel
    for label in [numberLabel, captionLabel] {
      label.textAlignment = .right
      addSubview(label)
    }
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    numberLabel.frame = CGRect(x: 0, y: 0, width: bounds.width, height: 30)
    captionLabel.frame = CGRect(x: 0, y: 31, width: bounds.width, height: 18)
  }
}
