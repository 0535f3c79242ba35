import DemoParts
import UIKit

/// The four containers of a table, or the two of a pool. Every cell object is one chip, which glides from container to
/// container.
final class ReusePanel: UIView {
  enum Subject { case table, pool }

  /// Seconds a chip takes to another place.
  var glide: TimeInterval = 0.3

  /// Opacity of chips of cells that are not, or not yet, in the container they are drawn in.
  private static let faint: CGFloat = 0.55

  private let subject: Subject
  private let visibleCard: ReuseCard
  private let leavingCard = ReuseCard(title: "Leaving", name: "availableCells")
  private let idleCard: ReuseCard
  private let sectionsCard: ReuseCard
  private var headingLabels: [UILabel] = []
  private var chips: [Int: ReuseChip] = [:]
  private var copies: [Int: ReuseChip] = [:]
  private var contents = ReuseContents()
  private var shownSize = CGSize.zero

  /// - Parameter facts: the title and the name of what stands in the place of the sections.
  init(_ subject: Subject, facts: (title: String, name: String) = ("Sections", "_sections")) {
    self.subject = subject
    sectionsCard = ReuseCard(title: facts.title, name: facts.name)
    let isTable = subject == .table
    visibleCard = ReuseCard(title: isTable ? "Visible" : "In use", name: isTable ? "_cachedCells" : "usingQueue")
    idleCard = ReuseCard(title: isTable ? "Idle" : "Waiting", name: isTable ? "_reusableCells" : "waitUsedQueue")
    super.init(frame: .zero)
    clipsToBounds = true
    for view in [visibleCard, leavingCard, idleCard, sectionsCard] { addSubview(view) }
  }

  required init?(coder: NSCoder) { nil }

  /// Shows a moment; cells that are elsewhere than before glide there.
  func show(_ contents: ReuseContents) {
    self.contents = contents
    visibleCard.count = contents.visible.count
    visibleCard.comingCount = contents.comingCount
    let copied = Set(contents.leaving.map(\.cell)).union(contents.copy)
    leavingCard.count = copied.count
    leavingCard.text = copied.isEmpty ? "empty" : ""
    idleCard.count = contents.idleCount
    idleCard.text = contents.idle.isEmpty ? "nothing waits" : ""
    sectionsCard.count = contents.facts == nil ? contents.section?.count ?? 0 : nil
    sectionsCard.text = contents.facts ?? contents.section?.text ?? "not loaded yet"
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    placeCards()
    let picture = ReusePicture(
      contents, rooms: .init(visible: visibleCard.room, leaving: leavingCard.room, idle: idleCard.room),
      growth: CompactType.growth)
    show(picture.headings)
    show(picture.chips, animated: bounds.size == shownSize)
    showCopies(picture.copies)
    shownSize = bounds.size
  }

  /// Places the visible container at the left and the others at the right; one below the other where it is narrow.
  private func placeCards() {
    let gap: CGFloat = bounds.width < 300 ? 4 : bounds.width < 400 ? 8 : 12
    let height = bounds.height
    // In a very small window there is room for the two containers that cells rest in.
    let isTiny = bounds.width < 300 && height < 200
    for card in [leavingCard, sectionsCard] { card.isHidden = isTiny || subject == .pool }
    if subject == .pool || isTiny {
      // Those of a pool stand side by side where it is low.
      let isAcross = subject == .pool && height < 180
      let size =
        isAcross
        ? CGSize(width: ((bounds.width - gap) / 2).rounded(.down), height: height)
        : CGSize(width: bounds.width, height: ((height - gap) / 2).rounded(.down))
      let second = isAcross ? CGPoint(x: size.width + gap, y: 0) : CGPoint(x: 0, y: size.height + gap)
      visibleCard.frame = CGRect(origin: .zero, size: size)
      idleCard.frame = CGRect(origin: second, size: size)
      leavingCard.frame = .zero
      return
    }
    if bounds.width < 300 {
      var y: CGFloat = 0
      for (card, part) in zip([visibleCard, leavingCard, idleCard, sectionsCard], [0.42, 0.185, 0.235, 0.16]) {
        let cardHeight = ((height - 3 * gap) * part).rounded(.down)
        card.frame = CGRect(x: 0, y: y, width: bounds.width, height: cardHeight)
        y += cardHeight + gap
      }
      return
    }
    let width = ((bounds.width - gap) / 2).rounded(.down)
    let upper = ((height - gap) * 0.62).rounded(.down)
    visibleCard.frame = CGRect(x: 0, y: 0, width: width, height: upper)
    // High enough for two names above the cells.
    let leaving = min(upper * 0.5, max(upper * 0.38, CompactType.length(104))).rounded(.down)
    leavingCard.frame = CGRect(x: width + gap, y: 0, width: width, height: leaving)
    idleCard.frame = CGRect(x: width + gap, y: leaving + gap, width: width, height: height - leaving - gap)
    sectionsCard.frame = CGRect(x: 0, y: upper + gap, width: width, height: height - upper - gap)
  }

  private func show(_ headings: [ReusePicture.Heading]) {
    while headingLabels.count < headings.count {
      let label = UILabel()
      label.follow(.compact(12, .semibold))
      label.textColor = .label
      headingLabels.append(label)
      insertSubview(label, aboveSubview: sectionsCard)
    }
    for (index, label) in headingLabels.enumerated() {
      label.isHidden = index >= headings.count
      guard index < headings.count else { continue }
      label.frame = headings[index].frame
      if label.text != headings[index].text { label.text = headings[index].text }
    }
  }

  /// Copies stand where they are and are fainter than the cells.
  private func showCopies(_ places: [Int: ReusePicture.Chip]) {
    for (number, chip) in copies where places[number] == nil {
      chip.removeFromSuperview()
      copies[number] = nil
    }
    for (number, place) in places {
      let chip = copies[number] ?? ReuseChip(CellIdentity(number: number))
      if copies.updateValue(chip, forKey: number) == nil {
        chip.alpha = Self.faint
        addSubview(chip)
      }
      chip.show(place.text)
      chip.frame = place.frame
    }
  }

  /// The name of the container that a cell is drawn in; nil for one that is not drawn: for tests.
  func container(of cell: Int) -> String? {
    guard let place = chips[cell]?.frame else { return nil }
    return [("visible", visibleCard), ("leaving", leavingCard), ("idle", idleCard)]
      .first { $0.1.frame.contains(CGPoint(x: place.midX, y: place.midY)) }?.0
  }

  /// The text beside each cell that is drawn: for tests.
  var shownTexts: [Int: String] { chips.mapValues(\.text) }

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
        chip.alpha = place.isInHand ? Self.faint : 1
        chip.show(place.text)
        addSubview(chip)
        continue
      }
      chip.show(place.text)
      chip.alpha = place.isInHand ? Self.faint : 1
      guard chip.frame != place.frame else { continue }
      guard animated, glide > 0.05 else {
        chip.frame = place.frame
        continue
      }
      bringSubviewToFront(chip)
      UIView.animate(withDuration: glide) { chip.frame = place.frame }
    }
  }
}
