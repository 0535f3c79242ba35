import DemoParts
import UIKit

/// The changes of the snapshot, as they are written in code, and the operations of the table, or the collection view, that came
/// of them: both carry out the same.
final class OperationListView: UIView {
  private let titleLabel = UILabel()
  private let line = UIView()
  private let tableView = UITableView(frame: .zero, style: .plain)
  private var calls: [String] = []
  private var operations: [SnapshotOperations.Operation] = []

  private static let titleHeight: CGFloat = 40
  private static var rowHeight: CGFloat { CompactType.length(26) }

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .secondarySystemBackground
    line.backgroundColor = .separator
    titleLabel.follow(CompactType.font(.systemFont(ofSize: 13, weight: .semibold)))
    titleLabel.text = "Operations"
    titleLabel.showsExpansionTextWhenTruncated = true
    tableView.backgroundColor = .secondarySystemBackground
    tableView.rowHeight = Self.rowHeight
    tableView.separatorStyle = .none
    tableView.allowsSelection = false
    tableView.dataSource = self
    tableView.delegate = self
    tableView.register(TextLineCell.self, forCellReuseIdentifier: "operation")
    tableView.backgroundView = EmptyListLabel(
      "Change the rows: what the app calls then, and what the view does, is listed here")
    for view in [tableView, titleLabel, line] { addSubview(view) }
  }

  required init?(coder: NSCoder) { nil }

  /// Lists calls whose snapshot is being compared.
  func show(calls: [String]) {
    self.calls = calls
    operations = []
    titleLabel.text = "comparing\u{2026}"
    reload()
  }

  /// Lists the operations that the calls led to.
  func show(calls: [String], _ operations: SnapshotOperations, summary: String) {
    self.calls = calls
    self.operations = operations.operations
    titleLabel.text = summary
    reload()
  }

  /// The heading of the list.
  var summary: String { titleLabel.text ?? "" }

  private func reload() {
    tableView.backgroundView = nil
    tableView.reloadData()
    tableView.contentOffset = .zero
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    tableView.rowHeight = Self.rowHeight
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let size = bounds.size
    // Where the rows are beside it they end at its left, where they are above it at its top.
    line.frame = CGRect(
      x: 0, y: 0, width: size.width > size.height ? size.width : 1, height: size.width > size.height ? 1 : size.height)
    tableView.frame = CGRect(
      x: 1, y: Self.titleHeight, width: max(0, size.width - 1), height: max(0, size.height - Self.titleHeight))
    let margin = ScreenMargin.points(in: tableView.bounds.width)
    titleLabel.frame = CGRect(
      x: 1 + margin, y: 0, width: max(0, tableView.bounds.width - 2 * margin), height: Self.titleHeight)
  }
}

extension OperationListView: UITableViewDelegate {
  func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat { CompactType.length(28) }

  func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
    (view as? UITableViewHeaderFooterView)?.textLabel?.font = CompactType.font(
      .systemFont(ofSize: 17, weight: .semibold))
    Palette.dress(view)
  }
}

extension OperationListView: UITableViewDataSource {
  func numberOfSections(in tableView: UITableView) -> Int { calls.isEmpty ? 0 : 2 }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    section == 0 ? calls.count : operations.count
  }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    section == 0 ? "What the app calls" : "What the view does"
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "operation", for: indexPath)
    (cell as? TextLineCell)?.label.text =
      indexPath.section == 0 ? calls[indexPath.row] : operations[indexPath.row].description
    return cell
  }
}
