import Foundation
import TestSupport

@testable import UIKitCore

/// A table of texts of several lines; heights come from the service or from the rows themselves.
@MainActor
final class HeightFixture: NSObject, UITableViewDataSource {
  /// Asks the service for each row.
  final class Asking: NSObject, UITableViewDelegate {
    unowned let fixture: HeightFixture
    /// Rows asked for, in order.
    private(set) var asked: [Int] = []
    var onAsk: ((IndexPath) -> Void)?
    init(_ fixture: HeightFixture) { self.fixture = fixture }

    func takeAsked() -> [Int] {
      defer { asked = [] }
      return asked
    }

    func tableView(_ tableView: UITableView, heightForRowAt path: IndexPath) -> CGFloat {
      asked.append(path.row)
      onAsk?(path)
      return fixture.height(path)
    }
  }

  /// Notes what the service tells.
  final class Observer: HeightServiceObserver {
    private(set) var events: [HeightServiceEvent] = []
    func heightService(_ service: TableHeightService, did event: HeightServiceEvent) { events.append(event) }

    func take() -> [String] {
      defer { events = [] }
      return events.map(\.description)
    }
  }

  static let size = CGSize(width: 300, height: 440)
  let app = TestApplication(size: HeightFixture.size)
  let table: UITableView
  var texts: [String]
  let observer = Observer()
  private(set) lazy var asking = Asking(self)
  var configure: (UITableViewCell, IndexPath, String) -> Void = { cell, _, text in
    cell.textLabel?.numberOfLines = 0
    cell.textLabel?.text = text
  }
  private(set) var configurations = 0
  var onConfigure: (() -> Void)?

  var service: TableHeightService { table.heightService }

  /// - Parameters:
  ///   - usesService: whether the table asks the service for heights, rather than its cells.
  ///   - cellClass: registered as "text".
  init(
    _ texts: [String], usesService: Bool = false, style: UITableView.Style = .plain,
    cellClass: UITableViewCell.Type = UITableViewCell.self, prepare: (HeightFixture) -> Void = { _ in }
  ) {
    self.texts = texts
    table = UITableView(frame: CGRect(origin: .zero, size: Self.size), style: style)
    super.init()
    table.register(cellClass, forCellReuseIdentifier: "text")
    table.dataSource = self
    if usesService { table.delegate = asking }
    prepare(self)
    app.window.addSubview(table)
    app.frame()
  }

  /// Texts of one to `lines` lines.
  static func texts(_ count: Int, lines: Int = 5) -> [String] {
    (0..<count).map { String(repeating: "The lazy dog was here. ", count: 1 + $0 * 7 % lines) }
  }

  func path(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }

  func height(_ path: IndexPath) -> CGFloat {
    service.heightForCell(withIdentifier: "text", cachedBy: path) { cell in
      self.configurations += 1
      self.configure(cell, path, self.texts[path.row])
      self.onConfigure?()
    }
  }

  func takeConfigurations() -> Int {
    defer { configurations = 0 }
    return configurations
  }

  /// Runs idle work until no more is left.
  /// - Returns: slices.
  @discardableResult
  func idle() -> Int {
    var slices = 0
    app.settle()
    while app.application.frameLoop.hasIdleWork, slices < 100_000 {
      slices += 1
      _ = app.application.frameLoop.workWhileIdle()
      app.clock.advance(by: 0.001)
      app.settle()
    }
    return slices
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { texts.count }

  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "text", for: path)
    configure(cell, path, texts[path.row])
    return cell
  }
}
