import Foundation

/// Says how many rows a table has and supplies their cells.
///
/// Everything but the first two methods is optional; the defaults in the extension tell the table that they were not
/// implemented.
@preconcurrency @MainActor
public protocol UITableViewDataSource: NSObjectProtocol {
  /// Asked for every section when the table loads its data; 0 or more.
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int

  /// Asked in the layout pass for each row that comes on screen. Take the cell from `dequeueReusableCell` and set all
  /// of its content: it may have shown another row before.
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell

  /// 1 unless implemented.
  func numberOfSections(in tableView: UITableView) -> Int

  /// Text of a section's header, used when the delegate supplies no header view.
  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?

  /// Text of a section's footer, used when the delegate supplies no footer view.
  func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String?

  /// Titles that lead through the sections, shown at the table's right edge from top to bottom; nil for none. Asked
  /// when the table loads its data and by `reloadSectionIndexTitles`.
  func sectionIndexTitles(for tableView: UITableView) -> [String]?

  /// The section a title of the index leads to; `NSNotFound` for the top of the table.
  func tableView(_ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int

  /// Whether the user may delete a row or insert one at it; unless implemented, whether `commit` is. Asked for rows on
  /// screen only.
  func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool

  /// Whether the user may drag a row elsewhere; true unless implemented. Asked for rows on screen only, and only if
  /// `moveRowAt` is implemented.
  func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool

  /// The user deleted a row or asked for a new one: change the data and call `deleteRows` or `insertRows`. A table whose
  /// data source does not implement this has no controls for either. Called once with style `.none`, which asks for
  /// nothing, to find that out.
  func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath)

  /// The user dragged a row to another place: change the data only, the table moves the row itself. Called once with
  /// twice the same path, which asks for nothing, to find out whether it is implemented; otherwise rows cannot be
  /// dragged.
  /// - Parameter destinationIndexPath: where the row is after it was taken out of its old place.
  func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath)

  /// A row's text, columns separated by tabs; not in UIKit. A table whose data source implements it is searched by typing
  /// the first letters, and copies rows as this text; otherwise letters are for others, and the labels of the rows' cells
  /// are copied. Asked when the user does either, of up to 100,000 rows at once: answer without making anything.
  func tableView(_ tableView: UITableView, textForRowAt indexPath: IndexPath) -> String?
}

extension UITableViewDataSource {
  /// One section.
  public func numberOfSections(in tableView: UITableView) -> Int { 1 }

  /// No title.
  public func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    tableView.app.noteMissing(.headerTitle)
    return nil
  }

  /// No title.
  public func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    tableView.app.noteMissing(.footerTitle)
    return nil
  }

  /// No index.
  public func sectionIndexTitles(for tableView: UITableView) -> [String]? {
    tableView.app.noteMissing(.sectionIndexTitles)
    return nil
  }

  /// The section of the title's own number.
  public func tableView(
    _ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int
  ) -> Int { index }

  /// True.
  public func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
    tableView.app.noteMissing(.canEdit)
    return true
  }

  /// True.
  public func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { true }

  /// Does nothing.
  public func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) { tableView.app.noteMissing(.commit) }

  /// Does nothing.
  public func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) { tableView.app.noteMissing(.moveRow) }

  /// Nil.
  public func tableView(_ tableView: UITableView, textForRowAt indexPath: IndexPath) -> String? {
    tableView.app.noteMissing(.rowText)
    return nil
  }
}

/// Optional methods whose absence changes what a table does.
///
/// Swift cannot ask an object whether it implements a protocol's method. The default implementations call
/// `AppSide.noteMissing`, so one call tells whether further ones are of use.
package struct OptionalTableMethods: OptionSet {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  static let rowHeight = OptionalTableMethods(rawValue: 1)
  static let headerHeight = OptionalTableMethods(rawValue: 1 << 1)
  static let footerHeight = OptionalTableMethods(rawValue: 1 << 2)
  static let estimatedRowHeight = OptionalTableMethods(rawValue: 1 << 3)
  static let headerView = OptionalTableMethods(rawValue: 1 << 4)
  static let footerView = OptionalTableMethods(rawValue: 1 << 5)
  package static let headerTitle = OptionalTableMethods(rawValue: 1 << 6)
  package static let footerTitle = OptionalTableMethods(rawValue: 1 << 7)
  static let indentation = OptionalTableMethods(rawValue: 1 << 8)
  static let commit = OptionalTableMethods(rawValue: 1 << 9)
  static let moveRow = OptionalTableMethods(rawValue: 1 << 10)
  static let canEdit = OptionalTableMethods(rawValue: 1 << 11)
  package static let rowText = OptionalTableMethods(rawValue: 1 << 12)
  static let multipleSelection = OptionalTableMethods(rawValue: 1 << 15)
  package static let sectionIndexTitles = OptionalTableMethods(rawValue: 1 << 16)
  static let estimatedHeaderHeight = OptionalTableMethods(rawValue: 1 << 20)
  static let estimatedFooterHeight = OptionalTableMethods(rawValue: 1 << 21)
  static let contextMenu = OptionalTableMethods(rawValue: 1 << 24)
  static let shouldHighlight = OptionalTableMethods(rawValue: 1 << 28)
  static let willSelect = OptionalTableMethods(rawValue: 1 << 29)

  static let ofDelegate: OptionalTableMethods = [
    .rowHeight, .headerHeight, .footerHeight, .estimatedRowHeight, .headerView, .footerView, .indentation,
    .multipleSelection, .estimatedHeaderHeight, .estimatedFooterHeight, .contextMenu, .shouldHighlight, .willSelect,
  ]
  static let ofDataSource: OptionalTableMethods = [
    .headerTitle, .footerTitle, .canEdit, .commit, .moveRow, .sectionIndexTitles, .rowText,
  ]
}
