import RandomSupport

@testable import TableModel

/// The obvious model of the places a dragged row can go: all of them listed with their edges.
struct NaiveSlots {
  /// An edge with the slots that share it, from top to bottom.
  struct Edge: Equatable {
    var y: Double
    var slots: [RowPosition]
  }

  private(set) var edges: [Edge] = []
  private let total: Double

  init(_ heights: NaiveHeights, without source: RowPosition) {
    var rest = heights
    rest.sections[source.section].rows.remove(at: source.row)
    total = rest.totalHeight
    for section in rest.sections.indices {
      var y = rest.layout(ofSection: section).rowsTop
      for row in 0...rest.sections[section].rows.count {
        if edges.last?.y == y {
          edges[edges.count - 1].slots.append(RowPosition(section: section, row: row))
        } else {
          edges.append(Edge(y: y, slots: [RowPosition(section: section, row: row)]))
        }
        if row < rest.sections[section].rows.count { y += rest.sections[section].rows[row].height }
      }
    }
  }

  /// The edge nearest to `top`; the lower one of two as near.
  func edge(nearestTo top: Double) -> Edge {
    // Every table has an edge.
    edges.min { abs($0.y - top) == abs($1.y - top) ? $0.y > $1.y : abs($0.y - top) < abs($1.y - top) }!
  }

  func slot(nearestTo top: Double) -> RowPosition {
    if top < 0, let first = edges.first {
      return first.y > 0 ? first.slots[0] : first.slots[Int(max(0, 0.5 + top / 32) * Double(first.slots.count))]
    }
    if top >= total, let last = edges.last {
      let passed = last.y < total ? 1 : min(1, 0.5 + (top - total) / 32)
      return last.slots[min(last.slots.count - 1, Int(passed * Double(last.slots.count)))]
    }
    let edge = edge(nearestTo: top)
    let number = edges.firstIndex(of: edge) ?? 0
    let start = number > 0 ? (edges[number - 1].y + edge.y) / 2 : 0
    let end = number + 1 < edges.count ? (edge.y + edges[number + 1].y) / 2 : total
    let passed = top < edge.y ? 0.5 * (top - start) / (edge.y - start) : 0.5 + 0.5 * (top - edge.y) / (end - edge.y)
    return edge.slots[min(edge.slots.count - 1, Int(passed * Double(edge.slots.count)))]
  }
}

extension NaiveHeights {
  /// A small table of whole heights, with empty sections and such without header and footer.
  static func random(shortest: Int, using random: inout SeededRandom) -> NaiveHeights {
    var heights = NaiveHeights()
    func chrome() -> Double { Bool.random(using: &random) ? 0 : Double(Int.random(in: 1...4, using: &random) * 8) }
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      var section = Section(padding: chrome(), header: chrome(), footer: chrome())
      if Int.random(in: 0..<3, using: &random) == 0 { section = Section() }
      for _ in 0..<max(0, Int.random(in: -3...6, using: &random)) {
        let height = Double(Int.random(in: shortest...12, using: &random) * 8)
        section.rows.append((height, Bool.random(using: &random)))
      }
      heights.sections.append(section)
    }
    if heights.rowCount == 0 { heights.sections[0].rows.append((44, true)) }
    return heights
  }

  func randomRow(using random: inout SeededRandom) -> RowPosition {
    let filled = sections.indices.filter { !sections[$0].rows.isEmpty }
    let section = filled.randomElement(using: &random) ?? 0
    return RowPosition(section: section, row: Int.random(in: sections[section].rows.indices, using: &random))
  }

  mutating func move(_ source: RowPosition, to target: RowPosition) {
    let row = sections[source.section].rows.remove(at: source.row)
    sections[target.section].rows.insert(row, at: target.row)
  }

  var index: RowHeightIndex {
    var index = RowHeightIndex(capacity: 4)
    for (number, section) in sections.enumerated() {
      index.insertSection(
        .init(rows: 0, rowHeight: 0, topPadding: section.padding, header: section.header, footer: section.footer),
        at: number)
      for (row, content) in section.rows.enumerated() {
        index.insertRows(1, at: row, inSection: number, height: content.height, isMeasured: content.isMeasured)
      }
    }
    return index
  }
}
