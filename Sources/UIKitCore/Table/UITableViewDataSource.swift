import Foundation

/// Says how many rows a table has and supplies their cells.
///
/// Everything but the first two methods is optional; the defaults in the extension tell the table that they were not
/// implemented.
@MainActor
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
}

extension UITableViewDataSource {
  /// One section.
  public func numberOfSections(in tableView: UITableView) -> Int { 1 }

  /// No title.
  public func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    tableView.noteMissing(.headerTitle)
    return nil
  }

  /// No title.
  public func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    tableView.noteMissing(.footerTitle)
    return nil
  }
}

/// Optional methods whose absence changes what a table does.
///
/// Swift cannot ask an object whether it implements a protocol's method. The default implementations call
/// `UITableView.noteMissing`, so one call tells whether further ones are of use.
struct OptionalTableMethods: OptionSet {
  let rawValue: Int
  static let rowHeight = OptionalTableMethods(rawValue: 1)
  static let headerHeight = OptionalTableMethods(rawValue: 1 << 1)
  static let footerHeight = OptionalTableMethods(rawValue: 1 << 2)
  static let estimatedRowHeight = OptionalTableMethods(rawValue: 1 << 3)
  static let headerView = OptionalTableMethods(rawValue: 1 << 4)
  static let footerView = OptionalTableMethods(rawValue: 1 << 5)
  static let headerTitle = OptionalTableMethods(rawValue: 1 << 6)
  static let footerTitle = OptionalTableMethods(rawValue: 1 << 7)
  static let indentation = OptionalTableMethods(rawValue: 1 << 8)

  static let estimatedHeaderHeight = OptionalTableMethods(rawValue: 1 << 20)
  static let estimatedFooterHeight = OptionalTableMethods(rawValue: 1 << 21)

  static let ofDelegate: OptionalTableMethods = [
    .rowHeight, .headerHeight, .footerHeight, .estimatedRowHeight, .headerView, .footerView, .indentation,
    .estimatedHeaderHeight, .estimatedFooterHeight,
  ]
  static let ofDataSource: OptionalTableMethods = [.headerTitle, .footerTitle]
}
