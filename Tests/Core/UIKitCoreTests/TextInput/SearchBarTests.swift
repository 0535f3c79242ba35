import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Search bars")
struct SearchBarTests {
  /// Writes down what it hears.
  final class Recorder: NSObject, UISearchBarDelegate {
    var log: [String] = []
    var allows = true
    func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) { log.append("begin") }
    func searchBarTextDidEndEditing(_ searchBar: UISearchBar) { log.append("end") }
    func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) { log.append("text \(searchText)") }
    func searchBar(
      _ searchBar: UISearchBar, shouldChangeTextIn range: NSRange, replacementText text: String
    ) -> Bool { allows }
    func searchBarSearchButtonClicked(_ searchBar: UISearchBar) { log.append("search") }
    func searchBarCancelButtonClicked(_ searchBar: UISearchBar) { log.append("cancel") }
  }

  @MainActor
  struct Scene {
    let app = TestApplication()
    let bar = UISearchBar(frame: CGRect(x: 0, y: 0, width: 400, height: 56))
    let recorder = Recorder()

    init() {
      bar.delegate = recorder
      bar.placeholder = "Search"
      app.window.addSubview(bar)
      app.settle()
    }
  }

  @Test("a field 36 points high in a bar of 56, with placeholder and magnifying glass")
  func looks() throws {
    let scene = Scene()
    expectEqual(scene.bar.searchTextField.frame, CGRect(x: 8, y: 10, width: 384, height: 36))
    expectEqual(scene.bar.intrinsicContentSize.height, 56)
    expectEqual(scene.bar.sizeThatFits(CGSize(width: 300, height: 10)), CGSize(width: 300, height: 56))
    expectEqual(scene.app.backend.visibleTexts, ["Search"])
    let icon = try #require(scene.bar.searchTextField.leftView)
    expectEqual(icon.frame, CGRect(x: 6, y: 7, width: 22, height: 22))
    expectEqual(scene.app.backend.images.count, 1)
  }

  @Test("the delegate hears of typing, of the search key and of the end")
  func typing() {
    let scene = Scene()
    expect(scene.bar.becomeFirstResponder() && scene.bar.isFirstResponder)
    scene.app.key(.keyboardReturnOrEnter)
    scene.app.type("ab")
    scene.app.key(.keyboardReturnOrEnter)
    scene.app.key(.keyboardTab)
    expectEqual(scene.recorder.log, ["begin", "text a", "text ab", "search", "end"])
    expect(scene.bar.text == "ab" && !scene.bar.isFirstResponder)
    scene.bar.text = "other"
    expectEqual(scene.recorder.log.count, 5)
  }

  @Test("Escape empties the field, then cancels and gives the keys back")
  func escape() {
    let scene = Scene()
    scene.bar.becomeFirstResponder()
    scene.app.type("a")
    scene.app.key(.keyboardEscape)
    expect(scene.bar.text == "" && scene.bar.isFirstResponder)
    scene.app.key(.keyboardEscape)
    expectEqual(scene.recorder.log, ["begin", "text a", "text ", "cancel", "end"])
  }

  @Test("the delegate can refuse a change")
  func refusing() {
    let scene = Scene()
    scene.bar.becomeFirstResponder()
    scene.recorder.allows = false
    scene.app.type("a")
    expect(scene.bar.text == "" && scene.recorder.log == ["begin"])
  }

  @Test("the cancel button takes its room from the field and tells the delegate", arguments: [false, true])
  func cancel(animated: Bool) {
    let scene = Scene()
    scene.bar.setShowsCancelButton(true, animated: animated)
    scene.app.settle()
    let field = scene.bar.searchTextField.frame
    expect(field.minX == 8 && field.maxX < 350)
    expect(scene.app.backend.visibleTexts.contains("Cancel"))
    scene.app.click(at: CGPoint(x: (field.maxX + 400) / 2, y: 28))
    expectEqual(scene.recorder.log, ["cancel"])
    scene.bar.setShowsCancelButton(false, animated: animated)
    scene.app.settle()
    expectEqual(scene.bar.searchTextField.frame.width, 384)
    expect(!scene.app.backend.visibleTexts.contains("Cancel"))
  }

  @Test("the ring around the cancel button keeps off the field and the edge of the bar", arguments: [false, true])
  func ringAroundCancel(isTurned: Bool) throws {
    let scene = Scene()
    if isTurned { scene.bar.semanticContentAttribute = .forceRightToLeft }
    scene.bar.showsCancelButton = true
    scene.app.settle()
    let button = try #require(scene.bar.subviews.first { $0 is UIButton })
    scene.bar.becomeFirstResponder()
    for _ in 0..<2 where !button.isFirstResponder { scene.app.key(.keyboardTab) }
    scene.app.settle()
    let rings = scene.app.backend.list.commands.compactMap { command -> CGRect? in
      guard case .strokeRounded(let shape, _, _) = command, shape.rect.intersects(button.frame) else { return nil }
      return shape.rect
    }
    let ring = try #require(rings.max { $0.width < $1.width })
    let field = scene.bar.searchTextField.frame
    expect(button.isFirstResponder && ring.contains(button.frame.insetBy(dx: 2, dy: 2)))
    expect(max(field.minX - ring.maxX, ring.minX - field.maxX) >= 4)
    expect(ring.minX >= 4 && ring.maxX <= 396)
  }

  @Test("a bar reads as the app chose for it, else as what is around it: its field, button and scopes as in the mirror")
  func rightToLeft() throws {
    let scene = Scene()
    scene.bar.text = "ab"
    scene.bar.scopeButtonTitles = ["All", "Old", "New"]
    scene.bar.showsScopeBar = true
    scene.bar.showsCancelButton = true
    scene.app.settle()
    func places() throws -> [CGRect] {
      let field = scene.bar.searchTextField
      let scopes = try #require(scene.bar.subviews.first { $0 is ScopeBar })
      let icon = try #require(field.leftView)
      return [field, try #require(scene.bar.subviews.last), icon].map { $0.convert($0.bounds, to: scene.bar) }
        + scopes.subviews.map { $0.convert($0.bounds, to: scene.bar) }
        + [
          field.convert(field.textRect(forBounds: field.bounds), to: scene.bar),
          field.convert(field.clearButtonRect(forBounds: field.bounds), to: scene.bar),
        ]
    }
    let before = try places()
    scene.bar.semanticContentAttribute = .forceRightToLeft
    scene.app.settle()
    try expectEqual(places(), before.map { $0.mirrored(in: 400) })
    let scopes = try #require(scene.bar.subviews.first { $0 is ScopeBar })
    scene.app.click(at: scopes.convert(CGPoint(x: 10, y: 10), to: nil))
    expectEqual(scene.bar.selectedScopeButtonIndex, 2)
    scene.bar.selectedScopeButtonIndex = 0
    scene.bar.semanticContentAttribute = .unspecified
    scene.app.settle()
    try expectEqual(places(), before)
    // In a table that reads from right to left.
    let table = UITableView(frame: scene.app.window.bounds, style: .plain)
    let header = UISearchBar(frame: scene.bar.frame)
    table.semanticContentAttribute = .forceRightToLeft
    table.tableHeaderView = header
    scene.app.window.addSubview(table)
    scene.app.settle()
    expect(header.searchTextField.isRightToLeft && (header.searchTextField.leftView?.frame.minX ?? 0) > 300)
  }

  @Test("arrows up and down in the field of a table's header go to the table's rows; typing does not")
  func inTable() {
    let app = TestApplication()
    let rows = Rows()
    let table = UITableView(frame: app.window.bounds, style: .plain)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    table.dataSource = rows
    let bar = UISearchBar(frame: CGRect(x: 0, y: 0, width: 400, height: 56))
    table.tableHeaderView = bar
    app.window.addSubview(table)
    app.settle()
    bar.becomeFirstResponder()
    app.type("a b")
    app.key(.keyboardHome)
    app.key(.keyboardEnd)
    app.settle()
    expect(table.indexPathForSelectedRow == nil && table.contentOffset.y == 0)
    table.selectionFollowsFocus = true
    app.key(.keyboardDownArrow)
    expect(table.indexPathForSelectedRow == IndexPath(row: 0, section: 0) && bar.isFirstResponder)
    table.selectionFollowsFocus = false
    app.key(.keyboardDownArrow)
    expect(table.indexPathForSelectedRow == IndexPath(row: 0, section: 0) && table.isFirstResponder)
  }

  private final class Rows: NSObject, UITableViewDataSource {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 40 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
    }
  }
}
