import Foundation
import TableModel

/// Finds out how high rows will be before they are shown, by measuring one hidden template cell per identifier, and
/// remembers what it found.
///
/// A delegate whose rows differ in height asks it from `heightForRowAt`:
///
///     func tableView(_ table: UITableView, heightForRowAt path: IndexPath) -> CGFloat {
///       table.heightService.heightForCell(withIdentifier: "post", cachedBy: path) { cell in
///         (cell as? PostCell)?.show(self.posts[path.row])
///       }
///     }
///
/// The heights are those that rows which size themselves get: by the constraints of the cell, else by `sizeThatFits`,
/// at the width of the row, beside its accessories, plus the separator. A table whose service is never asked for has
/// none.
@preconcurrency @MainActor
public final class TableHeightService {
  let store: HeightStore
  let precacher: HeightPrecacher
  private var cells = TemplatePool<UITableViewCell>()
  private var parts = TemplatePool<UITableViewHeaderFooterView>()
  /// Told of every height; nil, as at first, costs nothing.
  package var observer: HeightServiceObserver?

  /// The heights kept by index path.
  public let indexPathCache: IndexPathHeightCache
  /// The heights kept by key.
  public let keyedCache: KeyedHeightCache

  init(_ table: UITableView) {
    store = HeightStore(table)
    precacher = HeightPrecacher()
    indexPathCache = IndexPathHeightCache(store)
    keyedCache = KeyedHeightCache(store)
    precacher.service = self
  }

  // MARK: Templates

  /// The hidden cell that is measured for an identifier; made when first asked for. It is never shown, and must not be
  /// returned from `cellForRowAt`.
  /// - Precondition: a class or nib is registered for the identifier.
  public func templateCell(forReuseIdentifier identifier: String) -> UITableViewCell {
    if let cell = cells[identifier] { return cell }
    let cell = makeTemplateCell(identifier)
    cells[identifier] = cell
    return cell
  }

  private func makeTemplateCell(_ identifier: String) -> UITableViewCell {
    guard let cell = table.supply.make(identifier) else {
      tableMisuse(
        """
        the height service cannot make a template cell for "\(identifier)": register a class or a nib for it first with \
        register(_:forCellReuseIdentifier:)
        """)
    }
    cell.becomeTemplate()
    cell.isHidden = true
    observer?.heightService(self, did: .created(identifier: identifier))
    return cell
  }

  // MARK: Heights of rows

  /// Measures the template of an identifier.
  /// - Parameter configuration: gives it the row's content, as `cellForRowAt` does; `prepareForReuse` runs before.
  /// - Returns: points, the separator included.
  /// - Precondition: a class or nib is registered; the height found is finite and not negative.
  public func heightForCell(
    withIdentifier identifier: String, configuration: (UITableViewCell) -> Void
  ) -> CGFloat {
    let height = measure(identifier, at: nil, configuration)
    observer?.heightService(self, did: .calculated(.uncached, identifier: identifier, height: height))
    return height
  }

  /// The height kept for a row, else that of the template, which is kept then.
  ///
  /// The row's indentation and, in edit mode, its controls count too. What is found while `configuration` reloads or
  /// changes the table is returned, but not kept.
  /// - Parameter indexPath: the row's present path; within a batch of updates that of before.
  /// - Complexity: O(log n) when it is known.
  public func heightForCell(
    withIdentifier identifier: String, cachedBy indexPath: IndexPath, configuration: (UITableViewCell) -> Void
  ) -> CGFloat {
    let row = requireRow(indexPath, "TableHeightService.heightForCell(withIdentifier:cachedBy:configuration:)")
    // The first load drops all heights that are kept before it.
    table.loadIfNeeded()
    if let height = store.height(at: row) {
      observer?.heightService(self, did: .hit(.row(row), height: height))
      return height
    }
    let state = state
    let height = measure(identifier, at: row, configuration)
    if state == self.state { store.cache(height, at: row) }
    observer?.heightService(self, did: .calculated(.row(row), identifier: identifier, height: height))
    return height
  }

  /// The height kept for a key, else that of the template, which is kept then.
  /// - Parameter key: stands for the content, for example its identifier and revision.
  /// - Complexity: that of a dictionary's look-up when it is known.
  public func heightForCell(
    withIdentifier identifier: String, cachedByKey key: AnyHashable, configuration: (UITableViewCell) -> Void
  ) -> CGFloat {
    if let height = store.height(for: key) {
      observer?.heightService(self, did: .hit(.key(key), height: height))
      return height
    }
    let state = state
    let height = measure(identifier, at: nil, configuration)
    if state == self.state { store.cache(height, for: key) }
    observer?.heightService(self, did: .calculated(.key(key), identifier: identifier, height: height))
    return height
  }

  private func measure(
    _ identifier: String, at row: RowPosition?, _ configuration: (UITableViewCell) -> Void
  ) -> Double {
    let table = table
    let isFree = cells.take(identifier)
    defer { if isFree { cells.putBack(identifier) } }
    let cell = isFree ? templateCell(forReuseIdentifier: identifier) : makeTemplateCell(identifier)
    let width = table.bounds.width - 2 * table.sectionInset
    if cell.bounds.width != width { cell.frame.size.width = width }
    cell.setRoom(table.room.wanted)
    cell.adoptTraits(table.traitCollection)
    cell.prepareForReuse()
    configuration(cell)
    if let row { table.prepare(cell, asRow: row) }
    return table.loader.selfSizedHeight(of: cell, "the template cell with the identifier \"\(identifier)\"")
  }

  /// The state a measurement belongs to: a height measured under one state is not kept under another.
  private var state: State { State(generation: store.generation, conditions: table.heightConditions) }

  private struct State: Equatable {
    var generation: Int
    var conditions: HeightConditions
  }

  // MARK: Heights of headers and footers

  /// Measures the template header or footer of an identifier; nothing is kept.
  /// - Parameters:
  ///   - isFooter: whether it stands below its section, which looks different in grouped tables.
  ///   - section: whose it is; in grouped tables the first section's header is higher than the others.
  ///   - configuration: gives it its content, as `viewForHeaderInSection` does; `prepareForReuse` runs before.
  /// - Returns: points.
  /// - Precondition: a class or nib is registered; the height found is finite and not negative.
  public func heightForHeaderFooterView(
    withIdentifier identifier: String, isFooter: Bool = false, section: Int = 1,
    configuration: (UITableViewHeaderFooterView) -> Void
  ) -> CGFloat {
    let table = table
    let part: SectionPart = isFooter ? .footer : .header
    let isFree = parts.take(identifier)
    defer { if isFree { parts.putBack(identifier) } }
    let view = isFree ? templatePart(identifier) : makeTemplatePart(identifier)
    let width = table.bounds.width - 2 * table.sectionInset
    if view.bounds.width != width { view.frame.size.width = width }
    view.adoptTraits(table.traitCollection)
    view.prepareForReuse()
    configuration(view)
    let height = table.loader.selfSizedHeight(
      of: view, part, usual: table.parts.usualHeight(of: PartPosition(section: section, part: part)),
      room: table.room.present,
      "the template \(part) with the identifier \"\(identifier)\"")
    observer?.heightService(self, did: .calculated(.uncached, identifier: identifier, height: height))
    return height
  }

  private func templatePart(_ identifier: String) -> UITableViewHeaderFooterView {
    if let view = parts[identifier] { return view }
    let view = makeTemplatePart(identifier)
    parts[identifier] = view
    return view
  }

  private func makeTemplatePart(_ identifier: String) -> UITableViewHeaderFooterView {
    guard let view = table.parts.makeTemplate(identifier) else {
      tableMisuse(
        """
        the height service cannot make a template header or footer for "\(identifier)": register a class or a nib for it \
        first with register(_:forHeaderFooterViewReuseIdentifier:)
        """)
    }
    view.isHidden = true
    observer?.heightService(self, did: .created(identifier: identifier))
    return view
  }

  // MARK: The table

  /// The table whose rows these are.
  var table: UITableView {
    guard let table = store.table else {
      tableMisuse("a TableHeightService was asked for a height after its table was gone; ask the table for its service")
    }
    return table
  }

  func forgetTemplateCell(_ identifier: String) { cells[identifier] = nil }

  func forgetTemplatePart(_ identifier: String) { parts[identifier] = nil }
}
