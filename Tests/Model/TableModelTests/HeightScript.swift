import Expectations
import RandomSupport

@testable import TableModel

/// Applies the same seeded random changes to a `RowHeightIndex` and to the naive model.
struct HeightScript {
  let seed: Int
  let largestInsertion: Int
  var random: SeededRandom
  var index: RowHeightIndex
  var model = NaiveHeights()

  init(seed: Int, capacity: Int, largestInsertion: Int = 6) {
    self.seed = seed
    self.largestInsertion = largestInsertion
    random = SeededRandom(seed: seed)
    index = RowHeightIndex(capacity: capacity)
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  /// Short fractions: their sums are exact in any order, so results must be equal, not close.
  private mutating func height() -> Double {
    // Now and then a height that no short code can write, and that sums exactly all the same.
    number(0...9) == 0 ? 0x1p-24 * Double(number(0...9)) + 4 : Double(number(0...12)) / 2
  }

  private mutating func anySection(withRows: Bool = false) -> Int? {
    let candidates = model.sections.indices.filter { !withRows || !model.sections[$0].rows.isEmpty }
    return candidates.randomElement(using: &random)
  }

  mutating func step() {
    switch number(0...12) {
    case 0: insertSection()
    case 1: if number(0...2) == 0 { deleteSection() }
    case 2: moveSection()
    case 3, 4, 5: insertRows()
    case 6: deleteRows()
    case 7, 8, 9: setHeights()
    case 10: moveRow()
    case 11: applyChanges()
    default: setSurroundings()
    }
    index.checkInvariants()
  }

  private mutating func insertSection() {
    let place = number(0...model.sections.count)
    let rows = number(0...4)
    let height = height()
    let new = RowHeightIndex.NewSection(
      rows: rows, rowHeight: height, isMeasured: number(0...1) == 0, topPadding: self.height(), header: self.height(),
      footer: self.height())
    index.insertSection(new, at: place)
    model.sections.insert(
      .init(
        padding: new.topPadding, header: new.header, footer: new.footer,
        rows: Array(repeating: (height, new.isMeasured), count: rows)), at: place)
  }

  private mutating func deleteSection() {
    guard let section = anySection() else { return }
    index.deleteSection(section)
    model.sections.remove(at: section)
  }

  private mutating func moveSection() {
    guard let section = anySection(), let target = anySection() else { return }
    index.moveSection(section, to: target)
    model.sections.insert(model.sections.remove(at: section), at: target)
  }

  private mutating func insertRows() {
    guard let section = anySection() else { return }
    let row = number(0...model.sections[section].rows.count)
    let count = number(0...largestInsertion)
    let height = height()
    let isMeasured = number(0...1) == 0
    index.insertRows(count, at: row, inSection: section, height: height, isMeasured: isMeasured)
    model.sections[section].rows.insert(contentsOf: Array(repeating: (height, isMeasured), count: count), at: row)
  }

  private mutating func someRows(_ section: Int) -> Range<Int> {
    let count = model.sections[section].rows.count
    let first = number(0...(count - 1))
    return first..<number(first...min(count, first + largestInsertion))
  }

  private mutating func deleteRows() {
    guard let section = anySection(withRows: true) else { return }
    let rows = someRows(section)
    index.deleteRows(rows, inSection: section)
    model.sections[section].rows.removeSubrange(rows)
  }

  private mutating func setHeights() {
    guard let section = anySection(withRows: true) else { return }
    let first = number(0...(model.sections[section].rows.count - 1))
    let rows = number(0...3) == 0 ? someRows(section) : first..<(first + 1)
    let height = height()
    let isMeasured = number(0...3) > 0
    let before = model.totalHeight
    let moved = index.setHeight(height, ofRows: rows, inSection: section, isMeasured: isMeasured)
    for row in rows { model.sections[section].rows[row] = (height, isMeasured) }
    expect(moved == model.totalHeight - before, "seed \(seed)")
  }

  private mutating func moveRow() {
    guard let section = anySection(withRows: true), let target = anySection() else { return }
    let row = number(0...(model.sections[section].rows.count - 1))
    let moved = model.sections[section].rows.remove(at: row)
    let place = number(0...model.sections[target].rows.count)
    model.sections[target].rows.insert(moved, at: place)
    index.moveRow(RowPosition(section: section, row: row), to: RowPosition(section: target, row: place))
  }

  private mutating func applyChanges() {
    let batch = HeightBatch(&random, model)
    index.apply(batch.changes)
    model = batch.result
  }

  private mutating func setSurroundings() {
    guard let section = anySection() else { return }
    let (padding, header, footer) = (height(), height(), height())
    index.setSurroundings(ofSection: section, topPadding: padding, header: header, footer: footer)
    model.sections[section].padding = padding
    model.sections[section].header = header
    model.sections[section].footer = footer
  }

  /// Asks both everything and expects the same answers.
  mutating func compare() {
    expect(index.totalHeight == model.totalHeight, "seed \(seed)")
    expect(index.rowCount == model.rowCount, "seed \(seed)")
    expect(index.sectionCount == model.sections.count, "seed \(seed)")
    for section in model.sections.indices {
      expect(index.layout(ofSection: section) == model.layout(ofSection: section), "seed \(seed)")
      expect(index.rowCount(inSection: section) == model.sections[section].rows.count, "seed \(seed)")
      for row in model.sections[section].rows.indices {
        let band = index.band(ofRow: row, inSection: section)
        let expected = model.band(ofRow: row, inSection: section)
        expect(band == expected, "seed \(seed), row \(row) of section \(section)")
        let isMeasured = index.isMeasured(row: row, inSection: section)
        expect(isMeasured == model.sections[section].rows[row].isMeasured, "seed \(seed)")
      }
    }
    for _ in 0..<5 {
      let y = Double(number(-4...max(1, Int(model.totalHeight * 4)))) / 4
      expect(index.place(at: y) == model.place(at: y), "seed \(seed), y \(y)")
    }
    comparePlan()
  }

  private mutating func comparePlan() {
    let top = Double(number(-20...max(1, Int(model.totalHeight * 2)))) / 2
    let bottom = top + Double(number(0...60)) / 2
    let contentTop = Double(number(0...3)) * 10
    var plan = TilePlan()
    plan.update(index, .init(top: top, bottom: bottom, contentTop: contentTop))
    let band = (top - contentTop)..<(bottom - contentTop)
    let expected = band.isEmpty ? [] : model.rows(overlapping: band)
    expect(plan.rows.map(\.position) == expected, "seed \(seed), band \(band)")
    for tile in plan.rows {
      let place = model.band(ofRow: tile.position.row, inSection: tile.position.section)
      expect(tile.y == place.top + contentTop && tile.height == place.height, "seed \(seed)")
    }
    for section in model.sections.indices where !band.isEmpty {
      let rows = index.rows(inSection: section, overlapping: band)
      let visible = expected.filter { $0.section == section }.map(\.row)
      expect(visible.allSatisfy(rows.contains), "seed \(seed), band \(band)")
      if let first = visible.first, let last = visible.last {
        let extra = rows.filter { $0 < first || $0 > last }
        expect(extra.allSatisfy { model.sections[section].rows[$0].height == 0 }, "seed \(seed), band \(band)")
      }
    }
  }
}
