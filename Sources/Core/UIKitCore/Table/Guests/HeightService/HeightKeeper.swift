import TableModel

/// The height service of a table, and what it has to hear of the table. Without a service it hears nothing.
final class HeightKeeper: TableGuest, RowFollower {
  /// The service, if it was asked for.
  private(set) var service: TableHeightService?

  /// The service; made when first asked for.
  fileprivate func takeService() -> TableHeightService {
    if let service { return service }
    let made = TableHeightService(table)
    service = made
    points.insert(.passEnd)
    return made
  }

  /// Heights are asked by new paths from now on.
  func prepare(for plan: UpdatePlan, from index: RowHeightIndex) {
    service?.store.follow(plan, from: index)
  }

  func willLoad(keepsHeights: Bool) { service?.store.tableWillLoad(keepsRows: keepsHeights) }

  func countsDidLoad(_ index: RowHeightIndex) { service?.store.tableDidLoad(index) }

  func sourceDidChange(of identifier: String, isCell: Bool) {
    if isCell { service?.forgetTemplateCell(identifier) } else { service?.forgetTemplatePart(identifier) }
  }

  override func passDidEnd(of table: UITableView) { service?.precacher.resume() }

  override func checkInvariants() { service?.store.checkInvariants() }
}

extension UITableView {
  /// Measures rows by template cells and keeps their heights; made when first asked for.
  public var heightService: TableHeightService { heights.takeService() }

  /// The height service, if it was asked for.
  var heightServiceInUse: TableHeightService? { heights.service }
}
