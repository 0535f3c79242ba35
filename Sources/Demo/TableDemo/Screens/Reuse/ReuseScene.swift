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

/// The look of the table at a recorded moment: every row near the screen, and how far it has come. A value without
/// views.
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
  }

  private(set) var rows: [Row] = []

  /// - Parameters:
  ///   - height: of the table, in points.
  ///   - margin: points above and below in which rows are shown, too.
  init(_ contents: ReuseContents, rows layout: ReuseRows, height: CGFloat, margin: CGFloat) {
    let drawn = Set(contents.drawn.map { Key(item: $0.item, cell: $0.cell) })
    var known: Set<ReuseItem> = []
    func add(_ place: ReuseContents.Place, _ stage: Stage) {
      // A place that is not told was reported after it had left.
      guard place.height > 0 else { return }
      known.insert(place.item)
      let row = Row(
        item: place.item, cell: place.cell, y: place.y - contents.offset, height: place.height, stage: stage)
      rows.append(row)
    }
    for place in contents.leaving { add(place, .leaving) }
    for place in contents.visible {
      add(place, drawn.contains(Key(item: place.item, cell: place.cell)) ? .seen : .placed)
    }
    let planned = Set(contents.planned ?? [])
    for row in layout.rows(from: contents.offset - margin, to: contents.offset + height + margin) {
      let item = ReuseItem.row(row)
      guard !known.contains(item) else { continue }
      let y = layout.y(ofRow: row) - contents.offset
      let isOnScreen = y < height && y + layout.rowHeight > 0
      let stage: Stage =
        item == contents.asked
        ? contents.inHand == nil ? .asked : .inHand
        : planned.contains(item) ? .needed : isOnScreen && contents.counts != nil ? .unplanned : .away
      rows.append(
        Row(
          item: item, cell: stage == .inHand ? contents.inHand : nil, y: y, height: layout.rowHeight, stage: stage))
    }
  }

  private struct Key: Hashable {
    let item: ReuseItem
    let cell: Int
  }
}
