import UIKit

/// The data source of the screen `reuse` as an app has it. The screen shows the functions below a comment `// Shown`, and
/// lights their lines up as they are called; `ReuseController` records each call before it passes it on.
@MainActor
final class ReuseSource {
  /// Where rows lie.
  let band: ReuseBandView
  /// Rows take turns with these; none, and no cell can be used again.
  var identifiers = [ReuseCell.identifiers[0]]
  /// Whether each row keeps a cell of its own.
  var keepsCells = false
  private var ownCells: [IndexPath: ReuseCell] = [:]

  init(_ band: ReuseBandView) { self.band = band }

  private var rows: ReuseRows { band.rows }

  /// Cells that rows keep.
  var ownCellCount: Int { ownCells.count }

  // Shown
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    rows.hasSections ? ReuseRows.perSection : ReuseRows.count
  }

  // Shown
  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    rows.rowHeight
  }

  // Shown
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    guard let identifier = identifier(of: indexPath) else { return makeCell(for: indexPath) }
    let cell = tableView.dequeueReusableCell(withIdentifier: identifier, for: indexPath)
    (cell as? ReuseCell)?.show(rows.item(indexPath))
    return cell
  }

  private func identifier(of path: IndexPath) -> String? {
    identifiers.isEmpty || keepsCells ? nil : identifiers[rows.number(path) % identifiers.count]
  }

  /// A cell that the table cannot use again.
  private func makeCell(for path: IndexPath) -> ReuseCell {
    let cell = ownCells[path] ?? ReuseCell(style: .default, reuseIdentifier: nil)
    if keepsCells { ownCells[path] = cell }
    cell.show(rows.item(path))
    return cell
  }
}
