import UIKit

/// A hundred numbers and a bar of letters whose buttons are pooled; a button that reloads both.
///
/// Each reload alternates 6 and 11 letters and prints what became of each button: after the second load none is
/// ever created again.
final class LettersController: UIViewController, DemoScreen {
  let tableView = IndexedTableView(frame: .zero, style: .plain)
  private let reloadButton = UIButton(type: .system)
  private var hasManyLetters = false

  private static let rows = 100
  private static let buttonHeight: CGFloat = 44

  override init() {
    super.init()
    title = "Letters"
  }

  required init?(coder: NSCoder) { nil }

  var scriptedTable: UITableView { tableView }
  var rowCount: Int { Self.rows }

  override func viewDidLoad() {
    super.viewDidLoad()
    reloadButton.setTitle("reloadTable", for: .normal)
    reloadButton.setTitleColor(.white, for: .normal)
    reloadButton.backgroundColor = .systemRed
    reloadButton.addAction(UIAction { [weak self] _ in self?.reloadTable() }, for: .touchUpInside)
    tableView.rowHeight = 40
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "number")
    tableView.dataSource = self
    tableView.indexDataSource = self
    view.addSubview(reloadButton)
    view.addSubview(tableView)
    tableView.reloadData()
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let size = view.bounds.size
    reloadButton.frame = CGRect(x: 0, y: 0, width: size.width, height: Self.buttonHeight)
    tableView.frame = CGRect(
      x: 0, y: Self.buttonHeight, width: size.width, height: max(0, size.height - Self.buttonHeight))
  }

  private func reloadTable() {
    hasManyLetters.toggle()
    tableView.reloadData()
  }
}

extension LettersController: UITableViewDataSource, IndexedTableViewDataSource {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { Self.rows }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "number", for: indexPath)
    cell.textLabel?.text = "\(indexPath.row)"
    return cell
  }

  func indexTitles(for tableView: IndexedTableView) -> [String] {
    "ABCDEFGHIJK".prefix(hasManyLetters ? 11 : 6).map(String.init)
  }
}
