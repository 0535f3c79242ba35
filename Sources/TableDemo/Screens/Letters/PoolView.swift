import UIKit

/// The two sets of a pool of buttons, in use and waiting: a chip for each button there ever was, which moves from one set
/// to the other.
final class PoolView: UIView {
  private let titles = [UILabel(), UILabel()]
  private let boxes = [UIView(), UIView()]
  private var chips: [ObjectIdentifier: UILabel] = [:]
  private var sets: [[UIButton]] = [[], []]

  private static let titleHeight: CGFloat = 30
  private static let margin: CGFloat = 16
  private static let chipSize = CGSize(width: 52, height: 30)
  private static let gap: CGFloat = 6
  /// Seconds a chip takes from one set to the other.
  private static let moveDuration = 0.5

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .secondarySystemBackground
    for (title, box) in zip(titles, boxes) {
      title.font = .systemFont(ofSize: 13, weight: .semibold)
      title.textColor = .secondaryLabel
      box.backgroundColor = .tertiarySystemFill
      box.layer.cornerRadius = 8
      addSubview(box)
      addSubview(title)
    }
    showCounts()
  }

  required init?(coder: NSCoder) { nil }

  /// Shows what is in the sets now; chips that change theirs move.
  func show(inUse: [UIButton], waiting: [UIButton]) {
    let isFirst = chips.isEmpty
    sets = [inUse, waiting]
    for button in inUse + waiting where chips[ObjectIdentifier(button)] == nil {
      let chip = makeChip(number: chips.count + 1)
      chips[ObjectIdentifier(button)] = chip
      chip.frame = CGRect(origin: CGPoint(x: bounds.midX, y: -Self.chipSize.height), size: Self.chipSize)
      addSubview(chip)
    }
    for (isWaiting, buttons) in zip([false, true], sets) {
      for button in buttons { style(chips[ObjectIdentifier(button)], title: button.title(for: .normal), isWaiting) }
    }
    showCounts()
    UIView.animate(withDuration: isFirst ? 0 : Self.moveDuration) { self.placeChips() }
  }

  private func makeChip(number: Int) -> UILabel {
    let chip = UILabel()
    chip.tag = number
    chip.textAlignment = .center
    chip.font = .systemFont(ofSize: 13, weight: .medium)
    chip.layer.cornerRadius = 6
    return chip
  }

  private func style(_ chip: UILabel?, title: String?, _ isWaiting: Bool) {
    guard let chip else { return }
    chip.text = "\(chip.tag): \(title ?? "")"
    chip.textColor = isWaiting ? .secondaryLabel : .white
    chip.backgroundColor = isWaiting ? .systemBackground : .systemBlue
  }

  private func showCounts() {
    titles[0].text = "In use: \(sets[0].count)"
    titles[1].text = "Waiting: \(sets[1].count)"
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let width = max(0, bounds.width - 2 * Self.margin)
    let height = bounds.height / 2
    for index in boxes.indices {
      let y = CGFloat(index) * height
      titles[index].frame = CGRect(x: Self.margin, y: y, width: width, height: Self.titleHeight)
      boxes[index].frame = CGRect(
        x: Self.margin, y: y + Self.titleHeight, width: width, height: max(0, height - Self.titleHeight - Self.gap))
    }
    placeChips()
  }

  private func placeChips() {
    for (box, buttons) in zip(boxes, sets) {
      let columns = max(1, Int((box.bounds.width - Self.gap) / (Self.chipSize.width + Self.gap)))
      for (index, button) in buttons.enumerated() {
        let x = box.frame.minX + Self.gap + CGFloat(index % columns) * (Self.chipSize.width + Self.gap)
        let y = box.frame.minY + Self.gap + CGFloat(index / columns) * (Self.chipSize.height + Self.gap)
        chips[ObjectIdentifier(button)]?.frame = CGRect(origin: CGPoint(x: x, y: y), size: Self.chipSize)
      }
    }
  }
}
