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
    let isNarrow = bounds.width < 560
    let gap: CGFloat = isNarrow ? 8 : 14
    let width = max(0, ((bounds.width - 4 * gap) / 3).rounded(.down))
    for (column, card) in [visibleCard, leavingCard, waitingCard].enumerated() {
      card.frame = CGRect(
        x: gap + CGFloat(column) * (width + gap), y: gap, width: width, height: max(0, bounds.height - 2 * gap))
    }
    guard let content = content?() else { return }
    visibleCard.lines = content.visible.map {
      .cell($0.cell, isNarrow ? "\($0.row)" : "row \($0.row)", isFaint: false)
    }
    leavingCard.lines = content.journal.departures.map { departure in
      .cell(
        CellIdentity(number: departure.cell), Self.way(of: departure, isNarrow: isNarrow),
        isFaint: !content.journal.isRecent(departure))
    }
    waitingCard.lines = content.journal.waiting.sorted { $0.key < $1.key }.flatMap { identifier, cells in
      [.heading("\u{201c}\(identifier)\u{201d}")]
        + (cells.isEmpty ? [.note("none")] : cells.map { .cell(CellIdentity(number: $0), "", isFaint: false) })
    }
  }

  /// Where a cell went; without room, only where to.
  private static func way(of departure: ReuseJournal.Departure, isNarrow: Bool) -> String {
    guard let comeback = departure.comeback else {
      return isNarrow ? "" : "left row \(departure.row)"
    }
    return isNarrow ? "\u{2192} \(comeback)" : "row \(departure.row) \u{2192} row \(comeback)"
  }
}
