import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@Suite("Search controllers")
@MainActor
struct SearchControllerTests {
  private final class Listener: NSObject, UISearchResultsUpdating, UISearchControllerDelegate {
    var calls: [String] = []
    func updateSearchResults(for searchController: UISearchController) {
      calls.append(
        "update '\(searchController.searchBar.text ?? "")' \(searchController.searchBar.selectedScopeButtonIndex)")
    }
    func willPresentSearchController(_ searchController: UISearchController) { calls.append("will+") }
    func didPresentSearchController(_ searchController: UISearchController) { calls.append("did+") }
    func willDismissSearchController(_ searchController: UISearchController) { calls.append("will-") }
    func didDismissSearchController(_ searchController: UISearchController) { calls.append("did-") }
    func take() -> [String] {
      defer { calls = [] }
      return calls
    }
  }

  /// A table with a search bar as its header.
  private final class Screen: UITableViewController {
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 100 }
    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      UITableViewCell(style: .default, reuseIdentifier: nil)
    }
  }

  @MainActor
  private struct Stage {
    let app = TestApplication(size: CGSize(width: 400, height: 600))
    let screen = Screen()
    let listener = Listener()
    let search: UISearchController

    init(results: UIViewController? = nil) {
      search = UISearchController(searchResultsController: results)
      search.searchResultsUpdater = listener
      search.delegate = listener
      app.window.rootViewController = screen
      screen.tableView.tableHeaderView = search.searchBar
      app.settle()
    }

    func cancelButton() -> UIButton? {
      search.searchBar.subviews.compactMap { $0 as? UIButton }.first { $0.currentTitle == "Cancel" && $0.alpha == 1 }
    }
  }

  @Test("a search begins with its field, is told of text, and ends by the cancel button, with text and shade gone")
  func life() throws {
    let stage = Stage()
    let search = stage.search
    expect(!search.isActive)
    search.searchBar.becomeFirstResponder()
    expect(search.isActive && stage.listener.take() == ["will+", "update '' 0"])
    stage.app.settle()
    expectEqual(stage.listener.take(), ["did+"])
    expectEqual(search.view.frame, CGRect(x: 0, y: 56, width: 400, height: 544))
    stage.app.type("ab")
    expectEqual(stage.listener.take(), ["update 'a' 0", "update 'ab' 0"])
    let cancel = try #require(stage.cancelButton())
    stage.app.click(at: cancel.convert(CGPoint(x: 10, y: 10), to: nil))
    expect(!search.isActive && search.searchBar.text == "" && !search.searchBar.isFirstResponder)
    stage.app.settle()
    expectEqual(stage.listener.take(), ["will-", "update '' 0", "did-"])
    expect(search.view.superview == nil && stage.cancelButton() == nil && stage.screen.tableView.isScrollEnabled)
  }

  @Test("the bar of a search controller has a placeholder until the app sets another, or none")
  func placeholder() {
    let stage = Stage()
    expect(stage.search.searchBar.placeholder == "Search" && stage.app.backend.visibleTexts.contains("Search"))
    stage.search.searchBar.placeholder = nil
    stage.app.settle()
    expect(!stage.app.backend.visibleTexts.contains("Search"))
  }

  @Test("Escape empties the field, then ends the search; a click on the shaded content ends it, too")
  func ending() {
    let stage = Stage()
    stage.search.searchBar.becomeFirstResponder()
    stage.app.type("a")
    stage.app.key(.keyboardEscape)
    expect(stage.search.isActive && stage.search.searchBar.text == "")
    stage.app.key(.keyboardEscape)
    expect(!stage.search.isActive)
    stage.app.settle()
    stage.search.searchBar.becomeFirstResponder()
    stage.app.settle()
    stage.app.click(at: CGPoint(x: 200, y: 400))
    expect(!stage.search.isActive)
    stage.app.settle()
    expect(stage.screen.tableView.indexPathForSelectedRow == nil)
  }

  @Test("Escape ends the search from the cancel button, from a list of results, and from the rows below a bar")
  func endingFromElsewhere() throws {
    let results = Screen(style: .plain)
    let stage = Stage(results: results)
    let (app, search) = (stage.app, stage.search)
    func begin() {
      search.searchBar.becomeFirstResponder()
      app.type("a")
      app.settle()
    }
    begin()
    app.key(.keyboardTab)
    expect(app.window.firstResponder === stage.cancelButton())
    app.key(.keyboardEscape)
    app.settle()
    expect(!search.isActive && search.searchBar.text == "")
    begin()
    expect(results.tableView.becomeFirstResponder())
    app.key(.keyboardEscape)
    app.settle()
    expect(!search.isActive)
    let rows = Screen(style: .plain)
    let own = UISearchController(searchResultsController: nil)
    own.obscuresBackgroundDuringPresentation = false
    rows.navigationItem.searchController = own
    app.window.rootViewController = UINavigationController(rootViewController: rows)
    app.settle()
    own.isActive = true
    app.settle()
    expect(rows.tableView.becomeFirstResponder())
    app.key(.keyboardEscape)
    expect(!own.isActive)
  }

  @Test("with content that shows the results nothing lies over it")
  func inContent() {
    let stage = Stage()
    stage.search.obscuresBackgroundDuringPresentation = false
    stage.search.isActive = true
    stage.app.settle()
    expectEqual(stage.listener.take(), ["will+", "update '' 0", "did+"])
    expect(!stage.search.isViewLoaded && stage.cancelButton() != nil)
    stage.search.automaticallyShowsCancelButton = false
    stage.search.isActive = false
    stage.app.settle()
    expectEqual(stage.listener.take(), ["will-", "update '' 0", "did-"])
  }

  @Test("results are shown while there is text, or as the app says, below the bar, which is brought to the top")
  func results() {
    let log = CallLog()
    let results = LoggingController("R", log)
    let stage = Stage(results: results)
    stage.screen.tableView.contentOffset.y = 20
    stage.search.searchBar.becomeFirstResponder()
    stage.app.settle()
    expect(stage.screen.tableView.contentOffset.y == 0 && results.viewIfLoaded?.window == nil)
    stage.app.type("a")
    stage.app.settle()
    expect(results.view.window != nil && results.parent === stage.search)
    expectEqual(results.view.convert(results.view.bounds, to: nil), CGRect(x: 0, y: 56, width: 400, height: 544))
    expect(results.presentingViewController === stage.screen)
    stage.app.key(.keyboardDeleteOrBackspace)
    expect(results.view.window == nil)
    stage.search.showsSearchResultsController = true
    expect(results.view.window != nil)
    // What results present is over the whole window.
    let alert = UIAlertController(title: "T", message: nil, preferredStyle: .alert)
    results.present(alert, animated: false)
    stage.app.settle()
    expect(stage.screen.presentedViewController === alert)
    alert.dismiss(animated: false)
    stage.search.isActive = false
    stage.app.settle()
    expect(results.view.window == nil && log.lines.last == "R did-")
  }

  @Test("the bar of a navigation controller makes room for the scope bar, which comes with the search or later")
  func scopesInNavigationBar() {
    let app = TestApplication(size: CGSize(width: 400, height: 600))
    let screen = UITableViewController(style: .plain)
    let search = UISearchController(searchResultsController: nil)
    search.searchBar.scopeButtonTitles = ["All", "Old", "New"]
    screen.navigationItem.searchController = search
    let navigation = UINavigationController(rootViewController: screen)
    app.window.rootViewController = navigation
    app.settle()
    var heights = [navigation.navigationBar.bounds.height]
    func change(_ change: () -> Void) {
      change()
      app.settle()
      heights.append(navigation.navigationBar.bounds.height)
    }
    change { search.isActive = true }
    expectEqual(search.searchBar.bounds.height, 98)
    change { search.searchBar.showsScopeBar = false }
    change { search.searchBar.showsScopeBar = true }
    change { search.isActive = false }
    expectEqual(heights, [100, 98, 56, 98, 100])
  }

  @Test(
    "the scope bar comes and goes with the search, the table makes room, and a choice is told by click and arrow key")
  func scopes() throws {
    let stage = Stage()
    stage.search.obscuresBackgroundDuringPresentation = false
    stage.search.searchBar.scopeButtonTitles = ["All", "Old", "New"]
    expectEqual(stage.search.searchBar.bounds.height, 56)
    stage.search.isActive = true
    stage.app.settle()
    expect(
      stage.search.searchBar.bounds.height == 98
        && stage.screen.tableView.rectForRow(at: IndexPath(row: 0, section: 0)).minY == 98)
    _ = stage.listener.take()
    let scopes = try #require(stage.search.searchBar.subviews.first { $0 is ScopeBar })
    stage.app.click(at: scopes.convert(CGPoint(x: scopes.bounds.width - 10, y: 10), to: nil))
    expectEqual(stage.listener.take(), ["update '' 2"])
    scopes.becomeFirstResponder()
    stage.app.key(.keyboardLeftArrow)
    stage.app.key(.keyboardRightArrow)
    stage.app.key(.keyboardRightArrow)
    expectEqual(stage.listener.take(), ["update '' 1", "update '' 2"])
    stage.search.isActive = false
    stage.app.settle()
    expectEqual(stage.search.searchBar.bounds.height, 56)
  }

  @Test("a search that is begun and ended in its own callbacks, or let go while it is active, leaves nothing behind")
  func fickle() {
    let stage = Stage()
    for _ in 0..<5 {
      stage.search.isActive = true
      stage.search.isActive = false
    }
    stage.app.settle()
    expect(stage.search.viewIfLoaded?.superview == nil && stage.screen.tableView.isScrollEnabled)
    weak var gone: UISearchController?
    do {
      let search = UISearchController(searchResultsController: UIViewController())
      gone = search
      stage.screen.tableView.tableHeaderView = search.searchBar
      stage.app.settle()
      search.isActive = true
      stage.app.settle()
      search.isActive = false
      stage.app.settle()
    }
    expect(gone == nil)
    stage.app.settle()
  }

  @Test(
    "a search ends with its screen, popped or dismissed, and goes on below one that covers it",
    arguments: [false, true], [false, true])
  func leaving(isInBar: Bool, isAnimated: Bool) {
    let stage = Stage()
    let (app, search, screen) = (stage.app, stage.search, stage.screen)
    let navigation = UINavigationController(rootViewController: UIViewController())
    app.window.rootViewController = navigation
    if isInBar {
      screen.tableView.tableHeaderView = nil
      screen.navigationItem.searchController = search
    }
    func begin() {
      app.settle()
      search.searchBar.becomeFirstResponder()
      app.type("a")
      app.settle()
      _ = stage.listener.take()
      expect(search.isActive && search.view.window != nil)
    }
    func expectEnded(sourceLocation: SourceLocation = #_sourceLocation) {
      app.settle()
      expect(!search.isActive && search.searchBar.text == "", sourceLocation: sourceLocation)
      expectEqual(stage.listener.take(), ["will-", "update '' 0", "did-"], sourceLocation: sourceLocation)
      expect(search.view.superview == nil && stage.cancelButton() == nil, sourceLocation: sourceLocation)
      expect(screen.tableView.isScrollEnabled, sourceLocation: sourceLocation)
    }
    navigation.pushViewController(screen, animated: false)
    begin()
    navigation.pushViewController(UIViewController(), animated: isAnimated)
    app.settle()
    navigation.popViewController(animated: isAnimated)
    app.settle()
    expect(search.isActive && search.view.window != nil && search.searchBar.text == "a")
    navigation.popViewController(animated: isAnimated)
    expectEnded()
    navigation.pushViewController(screen, animated: isAnimated)
    begin()
    navigation.pushViewController(UIViewController(), animated: false)
    navigation.popToRootViewController(animated: isAnimated)
    expectEnded()
    let sheet = UINavigationController(rootViewController: screen)
    navigation.present(sheet, animated: false)
    begin()
    navigation.dismiss(animated: isAnimated)
    expectEnded()
  }

  @Test("text traits are kept and read back, capitals are as typed, and an empty field may ignore the return key")
  func traits() {
    final class Delegate: NSObject, UITextFieldDelegate {
      var returns = 0
      func textFieldShouldReturn(_ textField: UITextField) -> Bool {
        returns += 1
        return true
      }
    }
    let stage = PresentationStage()
    let field = UITextField(frame: CGRect(x: 0, y: 0, width: 100, height: 30))
    let delegate = Delegate()
    field.delegate = delegate
    field.autocapitalizationType = .allCharacters
    field.autocorrectionType = .no
    field.keyboardType = .emailAddress
    field.returnKeyType = .done
    field.textContentType = .username
    field.enablesReturnKeyAutomatically = true
    stage.root.view.addSubview(field)
    field.becomeFirstResponder()
    stage.app.key(.keyboardReturnOrEnter)
    stage.app.type("ab")
    stage.app.key(.keyboardReturnOrEnter)
    expect(field.text == "ab" && delegate.returns == 1)
    expect(field.autocapitalizationType == .allCharacters && field.returnKeyType == .done)
    let bar = UISearchBar()
    expectEqual(bar.returnKeyType, .search)
    bar.keyboardType = .URL
    expectEqual(bar.searchTextField.keyboardType, .URL)
  }

  @Test("an activity controller copies texts and links, opens links, and offers what the app adds and does not exclude")
  func activities() throws {
    final class Own: UIActivity {
      var items = 0
      override var activityType: ActivityType? { ActivityType("own") }
      override var activityTitle: String? { "Own" }
      override func canPerform(withActivityItems activityItems: [Any]) -> Bool { true }
      override func prepare(withActivityItems activityItems: [Any]) { items = activityItems.count }
      override func perform() { activityDidFinish(items == 2) }
    }
    let stage = PresentationStage(size: CGSize(width: 400, height: 600))
    func buttons(_ view: UIView) -> [AlertButton] {
      view.subviews.flatMap { ($0 as? AlertButton).map { [$0] } ?? buttons($0) }
    }
    var ends: [String] = []
    let address = try #require(URL(string: "https://example.org"))
    func run(_ choice: String?, excluding: [UIActivity.ActivityType] = []) -> [String?] {
      let items: [Any] = ["text", address]
      let controller = UIActivityViewController(activityItems: items, applicationActivities: [Own()])
      controller.excludedActivityTypes = excluding
      controller.completionWithItemsHandler = { type, isDone, _, _ in ends.append("\(type?.rawValue ?? "-") \(isDone)")
      }
      stage.root.present(controller, animated: true)
      stage.app.settle()
      let offered = buttons(controller.view)
      if let choice, let button = offered.first(where: { $0.action.title == choice }) {
        stage.app.click(at: button.convert(CGPoint(x: 20, y: 20), to: nil))
      } else {
        stage.app.key(.keyboardEscape)
      }
      stage.app.settle()
      return offered.map(\.action.title)
    }
    expectEqual(run("Copy"), ["Copy", "Open", "Own", "Cancel"])
    expectEqual(UIPasteboard.general.string, "text\nhttps://example.org")
    expectEqual(run("Own", excluding: [.copyToPasteboard]), ["Open", "Own", "Cancel"])
    _ = run(nil)
    expectEqual(ends, ["com.apple.UIKit.activity.CopyToPasteboard true", "own true", "- false"])
    expectEqual(stage.layers, 0)
  }

  @available(*, deprecated, message: "So that the former name can be tried without a warning.")
  @Test("a search made without arguments shows no results of its own, and dims by the former name as by today's")
  func formerNames() {
    _ = TestApplication()
    let search = UISearchController()
    expect(search.searchResultsController == nil && search.dimsBackgroundDuringPresentation)
    search.dimsBackgroundDuringPresentation = false
    expect(!search.obscuresBackgroundDuringPresentation)
  }
}
