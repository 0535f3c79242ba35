import DemoParts
import UIKit

/// The bitmaps that were ready when their rows had gone: the last few, small, with the numbers of their rows.
final class DroppedStrip: AssembledView {
  private let titleLabel = UILabel(.systemFont(ofSize: 13, weight: .semibold), Palette.secondary)
  private let pictures = (0..<DroppedStrip.capacity).map { _ in UIImageView() }
  private let labels = (0..<DroppedStrip.capacity).map { _ in
    UILabel(.systemFont(ofSize: 11), Palette.secondary, alignment: .center)
  }
  private var dropped: [(row: Int, image: UIImage)] = []
  private var count = 0

  static let height: CGFloat = 96
  private static let capacity = 6
  private static let titleHeight: CGFloat = 24
  private static let gap: CGFloat = 8

  override func assemble() {
    backgroundColor = .secondarySystemBackground
    addSubview(titleLabel)
    for (picture, label) in zip(pictures, labels) {
      picture.contentMode = .scaleAspectFit
      addSubview(picture)
      addSubview(label)
    }
    show()
  }

  /// Takes in a bitmap that came too late.
  func add(_ image: UIImage, row: Int) {
    dropped.insert((row, image), at: 0)
    if dropped.count > Self.capacity { dropped.removeLast() }
    count += 1
    show()
  }

  private func show() {
    titleLabel.text =
      count == 0
      ? "Dropped drawings will be shown here: scroll, and rows leave while they are drawn"
      : "\(GroupedNumber.string(count)) dropped: drawn when their rows had left the screen"
    for index in pictures.indices {
      let item = index < dropped.count ? dropped[index] : nil
      pictures[index].image = item?.image
      labels[index].text = item.map { "row \(GroupedNumber.string($0.row))" }
    }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let margin = ScreenMargin.points(in: bounds.width)
    let width = max(0, bounds.width - 2 * margin)
    titleLabel.frame = CGRect(x: margin, y: 2, width: width, height: Self.titleHeight)
    let part = max(0, width / CGFloat(Self.capacity) - Self.gap)
    let height = max(0, bounds.height - Self.titleHeight - 20)
    for index in pictures.indices {
      let x = margin + CGFloat(index) * (part + Self.gap)
      pictures[index].frame = CGRect(x: x, y: Self.titleHeight + 2, width: part, height: height)
      labels[index].frame = CGRect(x: x, y: bounds.height - 18, width: part, height: 16)
    }
  }
}
