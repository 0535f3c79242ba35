import UIKit

/// Several files, one of which is shown, and a bar with a tab for each.
///
/// Like a tab bar controller it keeps the screens it has shown, with their state.
final class FilesController: UIViewController, ScrollScreen {
  private let files: [TextFile]
  private var screens: [Int: any ScrollScreen] = [:]
  private(set) var shownIndex = 0
  private let tabBar: FileTabBar

  /// - Parameter files: at least one.
  init(files: [TextFile]) {
    self.files = files
    tabBar = FileTabBar(names: files.map { $0.path.split(separator: "/").last.map(String.init) ?? $0.path })
    super.init()
    title = shown.title
    tabBar.onChoice = { [weak self] index in self?.show(index) }
  }

  required init?(coder: NSCoder) { nil }

  /// The screen of the file that is shown.
  var shown: any ScrollScreen {
    if let screen = screens[shownIndex] { return screen }
    let screen = ScreenCatalog.makeScreen(of: files[shownIndex])
    screens[shownIndex] = screen
    return screen
  }

  var scriptedView: UIScrollView { shown.scriptedView }
  var rowCount: Int { shown.rowCount }
  var isComplete: Bool { shown.isComplete }
  var keyHints: [KeyHint] { [KeyHint("Ctrl", "Tab", action: "The next file")] + shown.keyHints }

  func scriptedTop(ofRow row: Int) -> CGFloat { shown.scriptedTop(ofRow: row) }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(tabBar)
    enter(shown)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let size = view.bounds.size
    let height = min(FileTabBar.height, size.height)
    tabBar.frame = CGRect(x: 0, y: 0, width: size.width, height: height)
    shown.view.frame = CGRect(x: 0, y: height, width: size.width, height: size.height - height)
  }

  /// Shows a file, counted from 0.
  func show(_ index: Int) {
    guard index != shownIndex, files.indices.contains(index) else { return }
    loadViewIfNeeded()
    let old = shown
    old.willMove(toParent: nil)
    old.view.removeFromSuperview()
    old.removeFromParent()
    shownIndex = index
    enter(shown)
    shown.scriptedView.becomeFirstResponder()
  }

  private func enter(_ screen: any ScrollScreen) {
    addChild(screen)
    view.insertSubview(screen.view, at: 0)
    view.setNeedsLayout()
    screen.didMove(toParent: self)
    tabBar.shownIndex = shownIndex
    title = screen.title
    // The window is named after the file that is shown.
    parent?.title = title
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard let key = presses.first?.key, let distance = Self.distance(key) else {
      return super.pressesBegan(presses, with: event)
    }
    show((shownIndex + distance + files.count) % files.count)
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
  private let names: [String]
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
    tabs = names.indices.map { index in
      UIButton(
        configuration: .plain(),
        primaryAction: UIAction(title: names[index]) { [weak self] _ in self?.onChoice?(index) })
    }
    for index in tabs.indices {
      dress(index)
      scrollView.addSubview(tabs[index])
    }
  }

  required init?(coder: NSCoder) { nil }

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
