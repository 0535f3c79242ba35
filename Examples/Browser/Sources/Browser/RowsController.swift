import CSQLite
import UIKit
import UIKitGrid

/// The rows of a table, in the order of a column and filtered by an expression of SQL; their cells can be edited.
///
/// Only the rowids of what is shown are known; the rows come in pages as they are scrolled to.
final class RowsController: UIViewController {
  private static let (pageLength, mostPages) = (256, 64)
  private let (database, path, table): (Database, String, String)
  /// A key is another name of the rowid.
  private var columns: [(name: String, isKey: Bool)] = []
  private var ids: [Int64] = []
  private var pages: [Int: [Int64: [Value]]] = [:]
  private var sort: (column: Int, isDescending: Bool)?
  private var search: Task<Void, Never>?
  private let (filterField, gridView, statusLabel) = (UITextField(), GridView(), UILabel())

  init(_ database: Database, path: String, table: String) {
    (self.database, self.path, self.table) = (database, path, table)
    super.init(nibName: nil, bundle: nil)
    title = table
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    filterField.borderStyle = .roundedRect
    filterField.placeholder = "WHERE"
    filterField.clearButtonMode = .always
    filterField.addAction(UIAction { [weak self] _ in self?.find() }, for: .primaryActionTriggered)
    gridView.register(GridTextCell.self, forCellReuseIdentifier: "cell")
    gridView.register(GridHeaderCell.self, forCellReuseIdentifier: "title")
    gridView.dataSource = self
    gridView.delegate = self
    for part in [filterField, gridView, statusLabel] { view.addSubview(part) }
    attempt {
      try database.run("SELECT name, upper(type) = 'INTEGER' AND pk = 1 FROM pragma_table_info(?1)", text: table) {
        columns.append(($0.value(0).text, $0.integer(1) != 0))
      }
    }
    find()
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let room = view.bounds.inset(by: view.safeAreaInsets)
    filterField.frame = CGRect(x: room.minX + 8, y: room.minY + 4, width: max(0, room.width - 16), height: 32)
    gridView.frame = CGRect(x: room.minX, y: room.minY + 40, width: room.width, height: max(0, room.height - 68))
    statusLabel.frame = CGRect(x: room.minX + 8, y: room.maxY - 26, width: max(0, room.width - 16), height: 24)
  }

  /// Looks for the rows, in their order, beside the main thread.
  private func find() {
    search?.cancel()
    statusLabel.text = "Searching"
    let filter = filterField.text ?? ""
    let condition = filter.isEmpty ? "" : " WHERE (\(filter)\n)"
    let order = sort.map { " ORDER BY \(quoted(columns[$0.column].name))\($0.isDescending ? " DESC" : "")" } ?? ""
    let (path, sql) = (path, "SELECT rowid FROM \(quoted(table))\(condition)\(order)")
    search = Task { [weak self] in
      let found = await Task.detached {
        Result {
          var ids: [Int64] = []
          try Database(path: path, isReadOnly: true).run(sql) { ids.append($0.integer(0)) }
          return ids
        }
      }.value
      guard let self, !Task.isCancelled else { return }
      attempt {
        ids = try found.get()
        statusLabel.text = "\(ids.count) rows"
      }
      pages = [:]
      gridView.reloadData()
    }
  }

  private func value(at position: GridPosition) -> Value? {
    let page = position.row / Self.pageLength
    if pages[page] == nil {
      if pages.count == Self.mostPages { pages = [:] }
      var rows: [Int64: [Value]] = [:]
      let list = ids.dropFirst(page * Self.pageLength).prefix(Self.pageLength).map(String.init).joined(separator: ",")
      attempt {
        try database.run("SELECT rowid, * FROM \(quoted(table)) WHERE rowid IN (\(list))") {
          rows[$0.integer(0)] = $0.values
        }
      }
      pages[page] = rows
    }
    return pages[page]?[ids[position.row]]?[position.column + 1]
  }

  /// Does something with the database, and shows why it cannot be done.
  private func attempt(_ body: () throws -> Void) {
    do { try body() } catch { statusLabel.text = "\(error)" }
  }

  private func updating(_ position: GridPosition) -> String {
    "UPDATE \(quoted(table)) SET \(quoted(columns[position.column].name)) = ?1 WHERE rowid = \(ids[position.row])"
  }

  /// Writes a cell, and registers what takes that back.
  private func write(_ new: Value?, or text: String? = nil, id: Int64, column: Int) {
    let position = GridPosition(row: ids.firstIndex(of: id) ?? -1, column: column)
    guard position.row >= 0, let old = value(at: position) else { return }
    attempt {
      try database.run(updating(position), text: text, value: new)
      undoManager?.registerUndo(withTarget: self) { $0.write(old, id: id, column: column) }
      undoManager?.setActionName("Edit of \(columns[column].name)")
    }
    pages = [:]
    gridView.reloadData()
    gridView.scrollToItem(at: position, animated: false)
  }
}

extension RowsController: GridViewDataSource, GridViewDelegate {
  func numberOfRows(in gridView: GridView) -> Int { ids.count }
  func numberOfColumns(in gridView: GridView) -> Int { columns.count }

  func gridView(_ gridView: GridView, cellForItemAt position: GridPosition) -> GridViewCell {
    let cell = gridView.dequeueReusableCell(withIdentifier: "cell")
    let (label, value) = ((cell as? GridTextCell)?.textLabel, value(at: position))
    let isNull = value?.type == SQLITE_NULL
    label?.text = isNull ? "NULL" : value?.text
    label?.textColor = isNull ? .secondaryLabel : .label
    label?.textAlignment = [SQLITE_INTEGER, SQLITE_FLOAT].contains(value?.type) ? .right : .natural
    return cell
  }

  func gridView(_ gridView: GridView, headerForColumn column: Int) -> GridViewCell {
    let cell = gridView.dequeueReusableCell(withIdentifier: "title")
    let mark = sort.flatMap { $0.column == column ? $0.isDescending ? " \u{25be}" : " \u{25b4}" : nil } ?? ""
    (cell as? GridTextCell)?.textLabel.text = columns[column].name + mark
    return cell
  }

  func gridView(_ gridView: GridView, textForItemAt position: GridPosition) -> String? { value(at: position)?.text }

  func gridView(_ gridView: GridView, canEditItemAt position: GridPosition) -> Bool {
    !columns[position.column].isKey && value(at: position).map { $0.type != SQLITE_BLOB } == true
  }

  /// What a constraint of the table says against the text.
  func gridView(_ gridView: GridView, refusalOf text: String, forItemAt position: GridPosition) -> String? {
    do {
      try database.run("SAVEPOINT trial")
      defer { for end in ["ROLLBACK TO trial", "RELEASE trial"] { attempt { try database.run(end) } } }
      try database.run(updating(position), text: text)
      return nil
    } catch { return "\(error)" }
  }

  func gridView(_ gridView: GridView, setText text: String, forItemAt position: GridPosition) {
    guard text != value(at: position)?.text else { return }
    write(nil, or: text, id: ids[position.row], column: position.column)
  }

  func gridView(_ gridView: GridView, didClickHeaderOfColumn column: Int) -> Bool {
    sort = sort?.column != column ? (column, false) : sort?.isDescending == true ? nil : (column, true)
    find()
    return true
  }
}
