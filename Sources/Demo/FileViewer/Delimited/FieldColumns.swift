import DemoParts
import UIKit
import UIKitGrid

/// The columns of a delimited file as a grid shows them: the fields of a record, arranged by the user, with titles and
/// widths.
@MainActor
final class FieldColumns {
  /// Fields of a record that the grid knows of.
  private(set) var count = 0
  private let gridView: GridView
  private let samples: FieldSamples

  /// The most hidden columns that have their titles in menus.
  private static let mostNamed = 40

  init(_ gridView: GridView, _ samples: FieldSamples) { (self.gridView, self.samples) = (gridView, samples) }

  var arrangement: GridArrangement<Int> { gridView.arrangement(by: Int.self) ?? GridArrangement([]) }
  var hiddenCount: Int { count - arrangement.shownCount }

  /// The file's column at a column of the grid.
  func field(at column: Int) -> Int {
    let arrangement = arrangement
    return column < arrangement.shownCount ? arrangement.id(at: column) : column
  }

  /// The columns that rows are sorted by.
  var sortKeys: [SortKey] {
    get { arrangement.sortKeys }
    set {
      var arrangement = arrangement
      arrangement.sortKeys = newValue
      gridView.show(arrangement)
    }
  }

  /// Takes another number of fields in a record. The columns keep their arrangement; only sorted columns and the first
  /// hidden ones get their titles, which menus show.
  func arrange(_ count: Int) {
    self.count = count
    let former = arrangement
    let named = Set(former.hidden.prefix(Self.mostNamed) + former.sortKeys.map(\.id))
    var arrangement = GridArrangement(
      (0..<count).map { GridColumn(id: $0, title: named.contains($0) ? title($0) : "") })
    arrangement.restore(former.state)
    gridView.show(arrangement)
  }

  /// Shows hidden columns.
  func show(_ fields: [Int]) {
    var arrangement = arrangement
    for field in fields { arrangement.show(field) }
    gridView.show(arrangement)
  }

  func title(_ field: Int) -> String {
    let title = samples.title(field)
    return title.isEmpty ? GridView.columnName(field) : Self.oneLine(title)
  }

  /// Line ends within a field show as a sign.
  static func oneLine(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 10 || $0 == 13 }) else { return text }
    return text.replacingOccurrences(of: "\r\n", with: " \u{23ce} ").replacingOccurrences(of: "\n", with: " \u{23ce} ")
  }

  /// The header of a column of the grid.
  func header(_ column: Int) -> GridViewCell {
    let cell = gridView.dequeueReusableCell(withIdentifier: "title")
    guard let label = (cell as? GridHeaderCell)?.textLabel else { return cell }
    let field = field(at: column)
    label.text = title(field)
    label.textAlignment = samples.isNumeric(field) ? .right : .left
    return cell
  }

  /// The width of a column of the grid that the user gave none, by the texts in the first records, in points.
  func width(_ column: Int) -> CGFloat {
    guard let longest = samples.longest(field(at: column)) else { return gridView.columnWidth }
    return UIFontMetrics.default.length(min(max(CGFloat(min(longest, 60)) * 7.4 + 30, 64), 260).rounded())
  }
}
