import DemoParts
import UIKit

/// Several files, one of which is shown, and a bar with a tab for each.
///
/// Like a tab bar controller it keeps the screens it has shown, with their state. Control and W closes the file that is
/// shown; with one left there is no bar, and closing it is up to what is around.
final class FilesController: UIViewController, ScrollScreen {
  /// A file, and its screen once it was shown.
  private struct Tab {
    let file: FoundFile
    var screen: (any ScrollScreen)?
  }

  private var tabs: [Tab]
  private(set) var shownIndex = 0
  private let tabBar: FileTabBar

  /// - Parameter files: at least one.
  init(files: [FoundFile]) {
    tabs = files.map { Tab(file: $0) }
    tabBar = FileTabBar(
      names: files.map {
        $0.path == FoundFile.standardInput
          ? "Standard input" : $0.path.split(separator: "/").last.map(String.init) ?? $0.path
      })
    super.init()
    title = shown.title
    tabBar.onChoice = { [weak self] index in self?.show(index) }
  }

  required init?(coder: NSCoder) { nil }

  /// The screen of the file that is shown.
  var shown: any ScrollScreen {
    if let screen = tabs[shownIndex].screen { return screen }
    let screen = FileScreens.makeScreen(of: tabs[shownIndex].file)
    tabs[shownIndex].screen = screen
    return screen
  }

  var scriptedView: UIScrollView { shown.scriptedView }
  var rowCount: Int { shown.rowCount }
  var isComplete: Bool { shown.isComplete }
  var keyHints: [KeyHint] {
    [KeyHint("Ctrl", "Tab", action: "The next file"), KeyHint("Ctrl", "W", action: "Close the file")] + shown.keyHints
  }
  /// How many files are open.
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
    shown.scriptedView.becomeFirstResponder()
  }

  /// Closes the file that is shown; the one behind it is shown, or the last.
  /// - Returns: false when it is the only one.
  private func close() -> Bool {
    guard tabs.count > 1 else { return false }
    leave()
    tabs.remove(at: shownIndex)
    tabBar.remove(at: shownIndex)
    shownIndex = min(shownIndex, tabs.count - 1)
    enter(shown)
    shown.scriptedView.becomeFirstResponder()
    return true
  }

  private func leave() {
    loadViewIfNeeded()
    let old = shown
    old.willMove(toParent: nil)
    old.view.removeFromSuperview()
    old.removeFromParent()
  }

  private func enter(_ screen: any ScrollScreen) {
    addChild(screen)
    view.insertSubview(screen.view, at: 0)
    view.setNeedsLayout()
    screen.didMove(toParent: self)
    tabBar.shownIndex = shownIndex
    title = screen.title
    // The window is named after the file that is shown, and its keys are those that work there.
    parent?.title = title
    keyHintsDidChange()
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard let press = presses.first, let key = press.key, take(key, isRepeat: press.isRepeat) else {
      return super.pressesBegan(presses, with: event)
    }
  }

  /// - Returns: whether the key is one of those that lead from tab to tab, or close one.
  private func take(_ key: UIKey, isRepeat: Bool) -> Bool {
    if key.matches("w", .control) { return isRepeat || close() }
    guard let distance = Self.distance(key) else { return false }
    show((shownIndex + distance + tabs.count) % tabs.count)
    return true
  }

  /// How many tabs a key leads on: Ctrl+Tab and Ctrl+Page Down to the next, with Shift and Ctrl+Page Up to the one before.
  private static func distance(_ key: UIKey) -> Int? {
    let held = key.modifierFlags.intersection([.control, .shift, .alternate, .command])
    return switch (key.keyCode, held) {
    case (.keyboardTab, .control), (.keyboardPageDown, .control): 1
    case (.keyboardTab, [.control, .shift]), (.keyboardPageUp, .control): -1
    default: nil
    }
  }
}

/// A row of tabs that scrolls sideways where there are many.
private final class FileTabBar: UIView {
  static let height: CGFloat = 40

  /// Called with the number of the tab that was clicked.
  var onChoice: ((Int) -> Void)?
  /// The tab that stands out.
  var shownIndex = -1 {
    didSet {
      guard shownIndex != oldValue else { return }
      for index in [oldValue, shownIndex] where tabs.indices.contains(index) { dress(index) }
      setNeedsLayout()
      reveals = true
    }
  }

  private let scrollView = UIScrollView()
  private var tabs: [UIButton] = []
  private var names: [String]
  private let line = UIView()
  /// The tab that stands out is to be brought into view by the next layout.
  private var reveals = false

  private static let widest: CGFloat = 220
  private static let gap: CGFloat = 6

  init(names: [String]) {
    self.names = names
    super.init(frame: .zero)
    backgroundColor = .secondarySystemBackground
    line.backgroundColor = .separator
    scrollView.showsHorizontalScrollIndicator = false
    for view in [scrollView, line] { addSubview(view) }
    tabs = names.map { name in
      let tab = UIButton(configuration: .plain())
      tab.keepTitleSize()
      tab.addAction(
        UIAction(title: name) { [weak self, weak tab] _ in
          guard let self, let index = tabs.firstIndex(where: { $0 === tab }) else { return }
          onChoice?(index)
        }, for: .touchUpInside)
      return tab
    }
    for index in tabs.indices {
      dress(index)
      scrollView.addSubview(tabs[index])
    }
  }

  required init?(coder: NSCoder) { nil }

  /// Takes a tab away; none stands out until it is said which.
  func remove(at index: Int) {
    shownIndex = -1
    tabs.remove(at: index).removeFromSuperview()
    names.remove(at: index)
    setNeedsLayout()
  }

  private func dress(_ index: Int) {
    var configuration: UIButton.Configuration = index == shownIndex ? .tinted() : .plain()
    configuration.buttonSize = .small
    configuration.title = names[index]
    tabs[index].configuration = configuration
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    scrollView.frame = bounds
    line.frame = CGRect(x: 0, y: bounds.height - 1, width: bounds.width, height: 1)
    var x = Self.gap
    for tab in tabs {
      let width = min(Self.widest, tab.sizeThatFits(bounds.size).width.rounded(.up))
      tab.frame = CGRect(x: x, y: 6, width: width, height: bounds.height - 12)
      x += width + Self.gap
    }
    scrollView.contentSize = CGSize(width: x, height: bounds.height)
    guard reveals, bounds.width > 0, tabs.indices.contains(shownIndex) else { return }
    reveals = false
    scrollView.scrollRectToVisible(tabs[shownIndex].frame.insetBy(dx: -Self.gap, dy: 0), animated: false)
  }
}
