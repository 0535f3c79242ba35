import CollectionView
import Foundation
import UIKitCore

/// A row of three labels, as on the demo's screen "stress".
final class ProbeRow: UITableViewCell {
  static let height: CGFloat = 60
  static let labels = 3

  private let labels = ProbeLabels()

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    labels.enter(contentView)
  }

  required init?(coder: NSCoder) { nil }

  func show(_ text: ProbeText) { labels.show(text) }

  override func layoutSubviews() {
    super.layoutSubviews()
    labels.place(in: contentView.bounds.width)
  }
}

/// The three labels of a row, or of an item as wide.
@MainActor
struct ProbeLabels {
  private let title = UILabel()
  private let subtitle = UILabel()
  private let detail = UILabel()

  init() {
    title.font = .systemFont(ofSize: 17)
    subtitle.font = .systemFont(ofSize: 13)
    subtitle.textColor = .secondaryLabel
    detail.font = .systemFont(ofSize: 15)
    detail.textAlignment = .right
  }

  func enter(_ view: UIView) { for label in [title, subtitle, detail] { view.addSubview(label) } }

  func show(_ text: ProbeText) {
    title.text = text.title
    subtitle.text = text.subtitle
    detail.text = text.detail
  }

  func place(in width: CGFloat) {
    let left = max(0, width - 160)
    title.frame = CGRect(x: 16, y: 9, width: left, height: 24)
    subtitle.frame = CGRect(x: 16, y: 33, width: left, height: 19)
    detail.frame = CGRect(x: width - 136, y: 19, width: 120, height: 22)
  }
}

/// An item of a flow: the labels of a row, or a square with one.
final class ProbeItem: UICollectionViewCell {
  static let square = CGSize(width: 60, height: 60)

  private let labels = ProbeLabels()
  private lazy var label = UILabel()
  private var isSquare = false

  func show(_ text: ProbeText, isSquare: Bool) {
    if contentView.subviews.isEmpty {
      self.isSquare = isSquare
      if isSquare { contentView.addSubview(label) } else { labels.enter(contentView) }
      label.font = .systemFont(ofSize: 13)
    }
    if isSquare { label.text = text.detail } else { labels.show(text) }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    if isSquare { label.frame = contentView.bounds } else { labels.place(in: contentView.bounds.width) }
  }
}

/// A row with a label in each of its columns, as many as a grid of the same width shows cells beside each other.
final class ProbeColumnsRow: UITableViewCell {
  static let height: CGFloat = 24
  static let columnWidth: CGFloat = 96
  static let labels = 14

  private let labels = (0..<ProbeColumnsRow.labels).map { _ in UILabel() }

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    for label in labels {
      label.font = .systemFont(ofSize: 13)
      contentView.addSubview(label)
    }
  }

  required init?(coder: NSCoder) { nil }

  func show(_ texts: [ProbeText], from number: Int) {
    for (column, label) in labels.enumerated() { label.text = texts[(number + column) % texts.count].detail }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    for (column, label) in labels.enumerated() {
      label.frame = CGRect(
        x: CGFloat(column) * Self.columnWidth + 6, y: 0, width: Self.columnWidth - 12, height: Self.height)
    }
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

  /// Words of letters that no other number has: as many and as long as those of a title, a subtitle and a detail.
  init(wordsOf number: Int) {
    var state = UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15 | 1
    func word(_ count: Int) -> String {
      var word = ""
      for _ in 0..<count {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        word.unicodeScalars.append(Unicode.Scalar(UInt8(0x61 + (state >> 33) % 26)))
      }
      return word
    }
    title = "\(word(7)) \(word(8))"
    subtitle = "\(word(8)) \(word(7)) \(word(6))"
    detail = word(6)
  }
}
