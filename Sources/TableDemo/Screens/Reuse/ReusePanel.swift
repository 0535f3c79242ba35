import UIKit

/// The three containers of a table side by side: cells by index path, cells that left, cells that wait.
final class ReusePanel: UIView {
  /// A cell on screen.
  struct Visible: Equatable {
    let row: Int
    let cell: CellIdentity
  }

  /// What there is to draw.
  struct Content {
    let visible: [Visible]
    let journal: ReuseJournal
  }

  /// Asked for in each layout.
  var content: (() -> Content)?

  private let visibleCard = ReuseCard(title: "On screen", subtitle: "by index path")
  private let leavingCard = ReuseCard(title: "Leaving", subtitle: "newest first, and where they went")
  private let waitingCard = ReuseCard(title: "Waiting", subtitle: "by identifier; the lowest is taken next")

  override init(frame: CGRect) {
    super.init(frame: frame)
    for card in [visibleCard, leavingCard, waitingCard] { addSubview(card) }
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    let gap: CGFloat = 14
    let width = max(0, ((bounds.width - 4 * gap) / 3).rounded(.down))
    for (column, card) in [visibleCard, leavingCard, waitingCard].enumerated() {
      card.frame = CGRect(
        x: gap + CGFloat(column) * (width + gap), y: gap, width: width, height: max(0, bounds.height - 2 * gap))
    }
    guard let content = content?() else { return }
    visibleCard.lines = content.visible.map { .cell($0.cell, "row \($0.row)", isFaint: false) }
    leavingCard.lines = content.journal.departures.map { departure in
      let left = departure.row
      let way = departure.comeback.map { "row \(left) \u{2192} row \($0)" } ?? "left row \(left)"
      return .cell(
        CellIdentity(number: departure.cell), way, isFaint: !content.journal.isRecent(departure))
    }
    waitingCard.lines = content.journal.waiting.sorted { $0.key < $1.key }.flatMap { identifier, cells in
      [.heading("\u{201c}\(identifier)\u{201d}")]
        + (cells.isEmpty ? [.note("none")] : cells.map { .cell(CellIdentity(number: $0), "", isFaint: false) })
    }
  }
}
