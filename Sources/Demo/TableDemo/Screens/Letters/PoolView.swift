import DemoParts
import UIKit

/// The two queues of a pool of buttons, in use and waiting: a chip for each button there ever was, which moves from one to
/// the other. A reload is shown as the two steps it is: first all wait, then some are taken back.
final class PoolView: UIView {
  private let titles = [UILabel(), UILabel()]
  private let boxes = [UIView(), UIView()]
  private var chips: [ObjectIdentifier: UILabel] = [:]
  /// The buttons in the queues, and their titles then.
  private struct Moment {
    var sets: [[UIButton]] = [[], []]
    var titles: [ObjectIdentifier: String] = [:]
    var isReset = false
  }

  private var shown = Moment()
  /// How many chips the boxes have room for: those of the moments shown so far. A chip that is made for a later one
  /// changes the places of the others when its turn has come.
  private var places = 0
  /// Moments that wait for the chips to arrive where they move to.
  private var waiting: [Moment] = []
  private var isMoving = false

  /// Points that something else takes at the upper edge.
  var top: CGFloat = 0 {
    didSet { if top != oldValue { setNeedsLayout() } }
  }

  private static let titleHeight: CGFloat = 30
  private static let lowTitleHeight: CGFloat = 22
  /// In less height, in points, the sets stand side by side.
  private static let leastHeight: CGFloat = 180
  /// Of a chip that has the room for it.
  private static let chipSize = CGSize(width: 52, height: 30)
  private static let fontSize: CGFloat = 13
  private static let gap: CGFloat = 6
  /// Seconds a chip takes from one set to the other.
  private static let moveDuration = 0.5

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .secondarySystemBackground
    for (title, box) in zip(titles, boxes) {
      title.font = .systemFont(ofSize: 13, weight: .semibold)
      title.textColor = .label
      box.backgroundColor = .tertiarySystemFill
      box.layer.cornerRadius = 8
      addSubview(box)
      addSubview(title)
    }
    showCounts()
  }

  required init?(coder: NSCoder) { nil }

  /// Shows what is in the queues now; chips that change theirs move there, one moment after the other.
  /// - Parameter isReset: whether this is the moment after `reset()`.
  func show(inUse: [UIButton], waiting: [UIButton], isReset: Bool) {
    // Before the first load there is nothing to let wait.
    guard !isReset || !inUse.isEmpty || !waiting.isEmpty else { return }
    var moment = Moment(sets: [inUse, waiting], isReset: isReset)
    for button in inUse + waiting { moment.titles[ObjectIdentifier(button)] = button.title(for: .normal) }
    let isFirst = chips.isEmpty
    for button in inUse + waiting where chips[ObjectIdentifier(button)] == nil {
      let chip = makeChip(number: chips.count + 1)
      chips[ObjectIdentifier(button)] = chip
      chip.frame = CGRect(origin: CGPoint(x: bounds.midX, y: -Self.chipSize.height), size: Self.chipSize)
      addSubview(chip)
    }
    // Somebody who reloads faster than chips move wants to see the last reload.
    if isReset { self.waiting = [] }
    self.waiting.append(moment)
    if !isMoving { showNext(isFirst: isFirst) }
  }

  private func showNext(isFirst: Bool = false) {
    guard !waiting.isEmpty else { return }
    shown = waiting.removeFirst()
    places = max(places, shown.sets.joined().count)
    for (isWaiting, buttons) in zip([false, true], shown.sets) {
      for button in buttons {
        let name = ObjectIdentifier(button)
        style(chips[name], title: shown.titles[name], isWaiting)
      }
    }
    showCounts()
    isMoving = !isFirst
    UIView.animate(
      withDuration: isFirst ? 0 : Self.moveDuration, animations: { self.placeChips() },
      completion: { [weak self] _ in
        self?.isMoving = false
        self?.showNext()
      })
  }

  private func makeChip(number: Int) -> UILabel {
    let chip = UILabel()
    chip.tag = number
    chip.textAlignment = .center
    chip.layer.cornerRadius = 6
    return chip
  }

  private func style(_ chip: UILabel?, title: String?, _ isWaiting: Bool) {
    guard let chip else { return }
    chip.text = "\(chip.tag): \(title ?? "")"
    chip.textColor = isWaiting ? Palette.secondary : .white
    chip.backgroundColor = isWaiting ? .systemBackground : Palette.blueGround
  }

  private func showCounts() {
    titles[0].text = "usingQueue: \(shown.sets[0].count) in use"
    titles[1].text =
      "waitUsedQueue: \(shown.sets[1].count) waiting" + (shown.isReset ? ", after reset()" : "")
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let margin = ScreenMargin.points(in: bounds.width)
    let width = max(0, bounds.width - 2 * margin)
    let height = max(0, bounds.height - top)
    let isLow = height < Self.leastHeight
    let size =
      isLow
      ? CGSize(width: max(0, (width - margin) / 2), height: height)
      : CGSize(width: width, height: height / 2)
    let titleHeight = isLow ? Self.lowTitleHeight : Self.titleHeight
    for index in boxes.indices {
      let x = margin + (isLow ? CGFloat(index) * (size.width + margin) : 0)
      let y = top + (isLow ? 0 : CGFloat(index) * size.height)
      titles[index].frame = CGRect(x: x, y: y, width: size.width, height: titleHeight)
      boxes[index].frame = CGRect(
        x: x, y: y + titleHeight, width: size.width, height: max(0, size.height - titleHeight - Self.gap))
    }
    placeChips()
  }

  /// Side by side and below each other. Chips are as large as lets each box hold all of them, so that none changes its
  /// size on the way from one box to the other.
  private func placeChips() {
    guard let room = boxes.first?.bounds.insetBy(dx: Self.gap, dy: Self.gap), room.width > 0, room.height > 0 else {
      return
    }
    let grid = ChipGrid(of: places, in: room.size, largest: Self.chipSize, gap: Self.gap)
    // A chip has some room beside its text, which goes first.
    let font = UIFont.systemFont(ofSize: Self.fontSize * min(1, grid.scale * 1.35), weight: .medium)
    for (box, buttons) in zip(boxes, shown.sets) {
      for (index, button) in buttons.enumerated() {
        guard let chip = chips[ObjectIdentifier(button)] else { continue }
        chip.font = font
        chip.frame = grid.place(index).offsetBy(dx: box.frame.minX + Self.gap, dy: box.frame.minY + Self.gap)
      }
    }
  }
}

/// Where chips of one size lie beside and below each other.
private struct ChipGrid {
  /// How much smaller chips and gaps are than asked for; 1 where there is room.
  let scale: CGFloat
  private let columns: Int
  private let size: CGSize
  private let gap: CGFloat

  /// The grid of the largest chips that fit, of the proportions of `largest`.
  init(of count: Int, in room: CGSize, largest: CGSize, gap: CGFloat) {
    var best: (scale: CGFloat, columns: Int) = (0, 1)
    for columns in 1...max(1, count) {
      let rows = (max(1, count) + columns - 1) / columns
      let across = room.width / (CGFloat(columns) * (largest.width + gap) - gap)
      let down = room.height / (CGFloat(rows) * (largest.height + gap) - gap)
      let scale = min(1, across, down)
      // Of equal ones the widest: rows are filled before there is a second one.
      if scale >= best.scale { best = (scale, columns) }
    }
    scale = best.scale
    columns = best.columns
    size = CGSize(width: largest.width * scale, height: largest.height * scale)
    self.gap = gap * scale
  }

  /// The frame of a chip by its number from zero, in the coordinates of the room.
  func place(_ index: Int) -> CGRect {
    CGRect(
      x: CGFloat(index % columns) * (size.width + gap), y: CGFloat(index / columns) * (size.height + gap),
      width: size.width, height: size.height)
  }
}
