extension UITableViewController {
  /// The table's refresh control; nil, the default, is none.
  public final var refreshControl: UIRefreshControl? {
    get { viewIfLoaded == nil ? nil : tableView.refreshControl }
    set { tableView.refreshControl = newValue }
  }
}
