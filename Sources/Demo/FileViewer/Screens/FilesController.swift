import DemoParts
import Foundation
import UIKit

/// Files, one of which is shown, and a bar with a tab for each.
///
/// Like a tab bar controller it keeps the screens it has shown, with their state. Control and W closes the file that is
/// shown; with one left there is no bar, and closing it is up to what is around.
final class FilesController: UIViewController, ScrollScreen {
  /// A file, and its screen once it was shown.
  private struct Tab {
    let file: FoundFile
    var screen: (any FileScreen)?
  }

  private var tabs: [Tab]
  private(set) var shownIndex = 0
  private let tabBar: FileTabBar
  private weak var host: (any FileHost)?

  /// - Parameters:
  ///   - files: at least one.
  ///   - host: gets to know which files are open.
  init(files: [FoundFile], host: (any FileHost)? = nil) {
    tabs = files.map { Tab(file: $0) }
    tabBar = FileTabBar(names: files.map(\.name))
    self.host = host
    super.init(nibName: nil, bundle: nil)
    title = shown.title
    tabBar.owner = self
  }

  required init?(coder: NSCoder) { nil }

  /// The screen of the file that is shown.
  var shown: any FileScreen {
    if let screen = tabs[shownIndex].screen { return screen }
    let screen = FileScreens.makeScreen(of: tabs[shownIndex].file, host?.fileMemory)
    tabs[shownIndex].screen = screen
    return screen
  }

  var scriptedView: UIScrollView { shown.scriptedView }
  var rowCount: Int { shown.rowCount }
  var isComplete: Bool { shown.isComplete }
  var keyHints: [KeyHint] {
    shown.keyHints + (tabs.count > 1 ? [KeyHint("Ctrl", "Tab", action: "The next file")] : [])
      + [KeyHint("Ctrl", "W", action: "Close the file")]
  }
  var fileCount: Int { tabs.count }

  func scriptedTop(ofRow row: Int) -> CGFloat { shown.scriptedTop(ofRow: row) }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(tabBar)
    enter(shown)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let size = view.bounds.size
    let height = tabs.count > 1 ? min(FileTabBar.height, size.height) : 0
    tabBar.isHidden = tabs.count == 1
    tabBar.frame = CGRect(x: 0, y: 0, width: size.width, height: height)
    shown.view.frame = CGRect(x: 0, y: height, width: size.width, height: size.height - height)
  }

  /// Shows a file, counted from 0.
  func show(_ index: Int) {
    guard index != shownIndex, tabs.indices.contains(index) else { return }
    leave()
    shownIndex = index
    enter(shown)
  }

  /// Closes a file; when it is the one that is shown, the one behind it is shown, or the last.
  /// - Returns: false when it is the only one.
  @discardableResult
  func close(_ index: Int) -> Bool {
    guard tabs.count > 1, tabs.indices.contains(index) else { return false }
    let isShown = index == shownIndex
    if isShown { leave() }
    tabs.remove(at: index)
    tabBar.remove(at: index)
    shownIndex = min(index < shownIndex ? shownIndex - 1 : shownIndex, tabs.count - 1)
    if isShown { enter(shown) } else { tabBar.shownIndex = shownIndex }
    filesDidChange()
    return true
  }

  /// Shows a file, and closes all others.
  func closeOthers(_ index: Int) {
    show(index)
    for other in tabs.indices.reversed() where other != shownIndex { close(other) }
  }

  /// Copies the path of a file.
  func copyPath(_ index: Int) { UIPasteboard.general.string = URL(filePath: tabs[index].file.path).path }

  private func filesDidChange() {
    view.setNeedsLayout()
    keyHintsDidChange()
    host?.filesDidChange(tabs.map(\.file))
  }

  /// Opens files in further tabs and shows the first of them; one that has a tab is shown there, and read on if that was
  /// stopped.
  /// - Parameter location: where they were dropped, in points of the window. Tabs of files that were dropped elsewhere than on
  ///   the row of tabs come at its end.
  func add(_ files: [FoundFile], at location: CGPoint? = nil) {
    var place = location.flatMap { tabBar.index(at: tabBar.convert($0, from: nil)) } ?? tabs.count
    var first: FoundFile?
    for file in files {
      if let known = tabs.first(where: { $0.file.isSame(as: file) }) {
        first = first ?? known.file
        known.screen?.file.startIndexing()
        continue
      }
      guard tabs.count < FileFinding.mostTabs else { break }
      tabs.insert(Tab(file: file), at: place)
      tabBar.insert(file.name, at: place)
      if place <= shownIndex { shownIndex += 1 }
      place += 1
      first = first ?? file
    }
    if let first, let index = tabs.firstIndex(where: { $0.file == first }) { show(index) }
    filesDidChange()
  }

  /// Files that were open before and are not now.
  var recentFiles: [String] {
    let open = Set(tabs.map(\.file.path))
    return host?.recentFiles.filter { !open.contains($0) } ?? []
  }

  /// Offers other files that were open before. Called when these were read.
  func showRecentFiles() { tabBar.setNeedsLayout() }

  /// Opens a file that was open before.
  func open(_ path: String) { host?.openFiles([path]) }

  private func leave() {
    loadViewIfNeeded()
    let old = shown
    old.willMove(toParent: nil)
    old.view.removeFromSuperview()
    old.removeFromParent()
  }

  private func enter(_ screen: any FileScreen) {
    addChild(screen)
    view.insertSubview(screen.view, at: 0)
    view.setNeedsLayout()
    screen.didMove(toParent: self)
    screen.scriptedView.becomeFirstResponder()
    tabBar.shownIndex = shownIndex
    title = screen.title
    // The window is named after the file that is shown, and its keys are those that work there.
    keyHintsDidChange()
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard let press = presses.first, let key = press.key, take(key, isRepeat: press.isRepeat) else {
      return super.pressesBegan(presses, with: event)
    }
  }

  /// - Returns: whether the key is one of those that lead from tab to tab, or close one.
  private func take(_ key: UIKey, isRepeat: Bool) -> Bool {
    let held = key.modifierFlags.intersection([.control, .shift, .alternate, .command])
    switch (key.keyCode, held) {
    case (.keyboardTab, .control), (.keyboardPageDown, .control): show((shownIndex + 1) % tabs.count)
    case (.keyboardTab, [.control, .shift]), (.keyboardPageUp, .control):
      show((shownIndex + tabs.count - 1) % tabs.count)
    default: return key.matches("w", .control) && (isRepeat || close(shownIndex))
    }
    return true
  }
}
