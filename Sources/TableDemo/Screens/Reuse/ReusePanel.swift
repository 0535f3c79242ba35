import UIKit

/// The three containers of a table side by side, cells by index path, cells that left, cells that wait, and below them
/// the journal. Every cell object is one chip, which glides from container to container.
final class ReusePanel: UIView {
  /// What there is to draw.
  struct Content {
    let visible: [ReusePicture.Visible]
    let journal: ReuseJournal
    let now: TimeInterval
  }

  /// Asked for in each layout.
  var content: (() -> Content)?

  private let visibleCard = ReuseCard(title: "Visible", subtitle: "cells by index path")
  private let leavingCard = ReuseCard(title: "Leaving", subtitle: "off the screen, about to be reported")
  private let waitingCard = ReuseCard(title: "Reusable", subtitle: "idle cells by identifier")
  private let journalView = ReuseJournalView()
  private var headingLabels: [UILabel] = []
  private var chips: [Int: ReuseChip] = [:]
  private var lastSize = CGSize.zero

  private static let glide: TimeInterval = 0.3

  override init(frame: CGRect) {
    super.init(frame: frame)
    clipsToBounds = true
    leavingCard.emptyText = "empty between\nlayout passes"
    for view in [visibleCard, leavingCard, waitingCard, journalView] { addSubview(view) }
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    let isNarrow = bounds.width < 560
    placeCards(gap: isNarrow ? 8 : 14)
    guard let content = content?() else { return }
    let picture = ReusePicture(
      visible: content.visible, journal: content.journal,
      rooms: .init(visible: visibleCard.room, leaving: leavingCard.room, waiting: waitingCard.room), isNarrow: isNarrow,
      now: content.now)
    visibleCard.count = content.visible.count
    leavingCard.count = picture.leavingCount
    leavingCard.isEmpty = picture.leavingCount == 0
    waitingCard.count = picture.waitingCount
    show(picture.headings)
    show(picture.chips, animated: bounds.size == lastSize)
    lastSize = bounds.size
    journalView.events = content.journal.events
  }

  private func placeCards(gap: CGFloat) {
    let journalHeight = min(200, max(0, bounds.height * 0.28)).rounded()
    let width = max(0, ((bounds.width - 4 * gap) / 3).rounded(.down))
    let height = max(0, bounds.height - journalHeight - 3 * gap)
    for (column, card) in [visibleCard, leavingCard, waitingCard].enumerated() {
      card.frame = CGRect(x: gap + CGFloat(column) * (width + gap), y: gap, width: width, height: height)
    }
    journalView.frame = CGRect(
      x: gap, y: height + 2 * gap, width: 3 * width + 2 * gap, height: max(0, bounds.height - height - 3 * gap))
  }

  private func show(_ headings: [ReusePicture.Heading]) {
    while headingLabels.count < headings.count {
      let label = UILabel()
      label.font = .systemFont(ofSize: 14, weight: .semibold)
      headingLabels.append(label)
      insertSubview(label, aboveSubview: waitingCard)
    }
    for (label, heading) in zip(headingLabels, headings) {
      label.frame = heading.frame
      if label.text != heading.text { label.text = heading.text }
    }
  }

  /// New cells appear at their places, others glide there; those that are gone or find no room disappear.
  private func show(_ places: [Int: ReusePicture.Chip], animated: Bool) {
    for (number, chip) in chips where places[number] == nil {
      chip.removeFromSuperview()
      chips[number] = nil
    }
    for (number, place) in places.sorted(by: { $0.key < $1.key }) {
      guard let chip = chips[number] else {
        let chip = ReuseChip(CellIdentity(number: number))
        chips[number] = chip
        chip.frame = place.frame
        chip.show(place.text, isFaint: place.isFaint)
        addSubview(chip)
        continue
      }
      chip.show(place.text, isFaint: place.isFaint)
      guard chip.frame != place.frame else { continue }
      guard animated else {
        chip.frame = place.frame
        continue
      }
      if chip.frame.minX != place.frame.minX { bringSubviewToFront(chip) }
      UIView.animate(withDuration: Self.glide) { chip.frame = place.frame }
    }
  }
}
