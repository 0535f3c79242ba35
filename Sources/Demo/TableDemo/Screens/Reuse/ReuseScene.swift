import CoreFoundation
import UIKit

/// Where the rows of the screen `reuse` lie in the content. Lengths in points.
struct ReuseRows: Equatable {
  static let count = 100_000
  static let perSection = 10
  static let headerHeight: CGFloat = 36
  static let footerHeight: CGFloat = 26

  /// Whether rows are in sections with a header and a footer each.
  var hasSections = false
  var rowHeight: CGFloat = 44

  private var sectionHeight: CGFloat {
    Self.headerHeight + CGFloat(Self.perSection) * rowHeight + Self.footerHeight
  }

  /// The number of a row in the whole table.
  func number(_ path: IndexPath) -> Int { path.section * Self.perSection + path.row }

  /// A row by its number, or by its index path where there are sections.
  func item(_ path: IndexPath) -> ReuseItem {
    hasSections ? .path(section: path.section, row: path.row) : .row(path.row)
  }

  func item(ofRow row: Int) -> ReuseItem {
    hasSections ? .path(section: row / Self.perSection, row: row % Self.perSection) : .row(row)
  }

  func y(ofRow row: Int) -> CGFloat {
    guard hasSections else { return CGFloat(row) * rowHeight }
    return CGFloat(row / Self.perSection) * sectionHeight + Self.headerHeight
      + CGFloat(row % Self.perSection) * rowHeight
  }

  /// The rows that meet a stretch of the content.
  func rows(from top: CGFloat, to bottom: CGFloat) -> Range<Int> {
    let per = hasSections ? CGFloat(Self.perSection) / sectionHeight : 1 / rowHeight
    let guess = { (y: CGFloat) in Int((y * per).rounded(.down)) }
    let slack = hasSections ? Self.perSection : 1
    // Beyond the end there are none: a table can be pulled there.
    let lowest = min(Self.count, max(0, guess(top) - slack))
    let candidates = lowest..<max(lowest, min(Self.count, max(0, guess(bottom) + slack + 1)))
    guard !candidates.isEmpty else { return 0..<0 }
    let first = candidates.first { y(ofRow: $0) + rowHeight > top } ?? candidates.upperBound
    let end = candidates.first { y(ofRow: $0) >= bottom } ?? candidates.upperBound
    return first..<max(first, end)
  }
}

/// The look of the table at a recorded moment: every row near the screen, and how far it has come, each above those before
/// it. A value without views.
struct ReuseScene: Equatable {
  enum Stage: Equatable {
    /// Beyond the edge, without a cell.
    case away
    /// On screen by its place, and nothing has been done about it.
    case unplanned
    /// Planned, without a cell.
    case needed
    /// The data source is asked for the cell.
    case asked
    /// The data source has the cell.
    case inHand
    /// The cell is visible and was not drawn at this row.
    case placed
    /// In the last frame, too.
    case seen
    /// The cell is still a subview, and its row is not planned.
    case leaving

    /// The words at the right of the row.
    var words: String {
      switch self {
      case .away, .seen: ""
      case .unplanned: "empty"
      case .needed: "needs a cell"
      case .asked: "cellForRowAt"
      case .inHand: "in hand"
      case .placed: "placed"
      case .leaving: "leaving"
      }
    }
  }

  struct Row: Equatable {
    let item: ReuseItem
    let cell: Int?
    /// In points from the upper edge of the table.
    let y: CGFloat
    let height: CGFloat
    let stage: Stage
    /// In the place of the stage's words.
    var mark: String?
  }

  private(set) var rows: [Row] = []

  /// - Parameters:
  ///   - layout: where rows without a cell lie; nil where only those with one are shown.
  ///   - height: of the table, in points. The picture of one that was higher or lower then is scaled.
  ///   - margin: points above and below in which rows are shown, too.
  init(_ contents: ReuseContents, rows layout: ReuseRows?, height: CGFloat, margin: CGFloat) {
    let scale = contents.extent > 0 ? height / contents.extent : 1
    let drawn = Set(contents.drawn.map { Key(item: $0.item, cell: $0.cell) })
    // A place that is not told was reported after it had left.
    let places = (
      leaving: contents.leaving.filter { $0.height > 0 }, visible: contents.visible.filter { $0.height > 0 }
    )
    func add(_ item: ReuseItem, _ cell: Int?, _ y: CGFloat, _ height: CGFloat, _ stage: Stage) {
      rows.append(
        Row(
          item: item, cell: cell, y: (y - contents.offset) * scale, height: height * scale, stage: stage,
          mark: cell.flatMap { contents.marks[$0] }))
    }
    if var layout {
      layout.rowHeight /= scale
      let known = Set((places.leaving + places.visible).map(\.item))
      let planned = Set(contents.planned ?? [])
      let screen = contents.offset..<contents.offset + height / scale
      for row in layout.rows(from: screen.lowerBound - margin / scale, to: screen.upperBound + margin / scale) {
        let item = layout.item(ofRow: row)
        guard !known.contains(item) else { continue }
        let y = layout.y(ofRow: row)
        let isOnScreen = y < screen.upperBound && y + layout.rowHeight > screen.lowerBound
        let stage: Stage =
          item == contents.asked
          ? contents.inHand == nil ? .asked : .inHand
          : planned.contains(item) ? .needed : isOnScreen && contents.counts != nil ? .unplanned : .away
        add(item, stage == .inHand ? contents.inHand : nil, y, layout.rowHeight, stage)
      }
    }
    // The number of a row that was deleted is another's by now.
    let numbered = Set(places.visible.map(\.item))
    for place in places.leaving where !numbered.contains(place.item) {
      add(place.item, place.cell, place.y, place.height, .leaving)
    }
    // Headers and footers come last among the visible ones, and lie above the rows.
    for place in places.visible {
      let isDrawn = drawn.contains(Key(item: place.item, cell: place.cell))
      add(place.item, place.cell, place.y, place.height, isDrawn ? .seen : .placed)
    }
  }

  private struct Key: Hashable {
    let item: ReuseItem
    let cell: Int
  }
}
