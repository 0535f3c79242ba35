import Foundation
import UIKit

/// Shows the tables of the database file that is named on the command line, and the rows of one.
@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    guard let path = CommandLine.arguments.dropFirst().first else { end("usage: Browser DATABASE") }
    do {
      let database = try Database(path: path)
      let (split, tables) = (UISplitViewController(style: .doubleColumn), try TablesController(database, path: path))
      split.preferredPrimaryColumnWidth = 200
      split.setViewController(tables, for: .primary)
      tables.showTable(0, in: split)
      window = UIWindow(frame: CGRect(x: 0, y: 0, width: 1000, height: 640))
      window?.rootViewController = split
      window?.makeKeyAndVisible()
    } catch { end("Browser: \(path): \(error)") }
    return true
  }

  private func end(_ message: String) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(66)
  }
}

/// The names of the tables.
final class TablesController: UITableViewController {
  private let (database, path): (Database, String)
  private var names: [String] = []

  init(_ database: Database, path: String) throws {
    (self.database, self.path) = (database, path)
    super.init(style: .plain)
    title = "Tables"
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "table")
    try database.run("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' ORDER BY 1") {
      names.append($0.value(0).text)
    }
  }

  required init?(coder: NSCoder) { nil }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { names.count }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "table", for: indexPath)
    cell.textLabel?.text = names[indexPath.row]
    return cell
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    showTable(indexPath.row, in: splitViewController)
  }

  func showTable(_ row: Int, in split: UISplitViewController?) {
    guard names.indices.contains(row) else { return }
    split?.setViewController(RowsController(database, path: path, table: names[row]), for: .secondary)
  }
}
