import UIKit

/// The two sets of a pool of buttons, in use and waiting: a chip for each button there ever was, which moves from one set
/// to the other.
final class PoolView: UIView {
  private let titles = [UILabel(), UILabel()]
  private let boxes = [UIView(), UIView()]
  private var chips: [ObjectIdentifier: UILabel] = [:]
  private var sets: [[UIButton]] = [[], []]

  private static let titleHeight: CGFloat = 30
  /// In less height, in points, the sets stand side by side.
  private static let leastHeight: CGFloat = 140
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
    let margin = ScreenMargin.points(in: bounds.width)
    let width = max(0, bounds.width - 2 * margin)
    let isLow = bounds.height < Self.leastHeight
    let size =
      isLow
      ? CGSize(width: max(0, (width - margin) / 2), height: bounds.height)
      : CGSize(width: width, height: bounds.height / 2)
    for index in boxes.indices {
      let x = margin + (isLow ? CGFloat(index) * (size.width + margin) : 0)
      let y = isLow ? 0 : CGFloat(index) * size.height
      titles[index].frame = CGRect(x: x, y: y, width: size.width, height: Self.titleHeight)
      boxes[index].frame = CGRect(
        x: x, y: y + Self.titleHeight, width: size.width,
        height: max(0, size.height - Self.titleHeight - Self.gap))
    }
    placeChips()
  }

  /// Side by side and below each other; closer than that where they have no room.
  private func placeChips() {
    for (box, buttons) in zip(boxes, sets) {
      let room = box.bounds.insetBy(dx: Self.gap, dy: Self.gap)
      let rows = max(1, Int((room.height + Self.gap) / (Self.chipSize.height + Self.gap)))
      let fitting = max(1, Int((room.width + Self.gap) / (Self.chipSize.width + Self.gap)))
      let columns = max(fitting, (buttons.count + rows - 1) / rows)
      let step =
        columns > fitting
        ? max(1, (room.width - Self.chipSize.width) / CGFloat(columns - 1)) : Self.chipSize.width + Self.gap
      for (index, button) in buttons.enumerated() {
        let x = box.frame.minX + Self.gap + CGFloat(index % columns) * step
        let y = box.frame.minY + Self.gap + CGFloat(index / columns) * (Self.chipSize.height + Self.gap)
        chips[ObjectIdentifier(button)]?.frame = CGRect(origin: CGPoint(x: x, y: y), size: Self.chipSize)
      }
    }
  }
}
