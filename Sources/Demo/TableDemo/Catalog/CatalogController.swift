import DemoParts
import FileViewer
import UIKit

/// The program's window: the list of screens and the one chosen, as the columns of a split view, and below both the keys
/// that work there.
///
/// Screens are made when they are first shown and kept from then on, with their state and what was pushed on them, as a
/// tab bar controller keeps its own. The view of a screen that is not shown is in no window: it is neither laid out nor
/// drawn, and its controller is told when it disappears and appears.
final class CatalogController: UIViewController, KeyHintPresenter {
  private let makeScreen: @MainActor (ScreenName) -> any ScrollScreen
  /// Told when the last file is closed.
  weak var fileHost: (any FileHost)?
  /// Called when the user asks for what the program opened with at its first start.
  var onWelcome: (@MainActor () -> Void)?
  /// Called with the name of the screen that is shown from now on.
  var onTurn: (@MainActor (ScreenName) -> Void)?
  private var screens: [ScreenName: any ScrollScreen] = [:]
  private var navigations: [ScreenName: UINavigationController] = [:]
  /// The name of the screen that is shown.
  private(set) var shownName: ScreenName
  private let split = UISplitViewController(style: .doubleColumn)
  private let sidebar: SidebarController
  /// Of the list of screens at the start, in points.
  private let givenWidth: CGFloat
  private lazy var keyBar = KeyBar(
    toggleSidebar: { [weak self] in self?.toggleSidebar() }, showKeys: { [weak self] in self?.toggleKeySheet() })
  /// The screens shown before this one, and those that were gone back from; each ends with the nearest.
  private var past: [ScreenName] = []
  private var future: [ScreenName] = []

  /// - Parameters:
  ///   - first: the screen to begin with.
  ///   - sidebarWidth: of the list of screens, in points; nil for the usual width.
  ///   - makeScreen: called once for each screen that is shown.
  init(
    first: ScreenName, sidebarWidth: CGFloat? = nil,
    makeScreen: @escaping @MainActor (ScreenName) -> any ScrollScreen
  ) {
    shownName = first
    givenWidth = sidebarWidth ?? 240
    self.makeScreen = makeScreen
    sidebar = SidebarController(shown: first)
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  /// The screen that is shown.
  var screen: any ScrollScreen {
    if let screen = screens[shownName] { return screen }
    let screen = makeScreen(shownName)
    screens[shownName] = screen
    return screen
  }

  /// The navigation of the screen that is shown.
  private var navigation: UINavigationController {
    if let navigation = navigations[shownName] { return navigation }
    let navigation = ScreenNavigation.around(screen, named: shownName)
    navigation.delegate = self
    navigations[shownName] = navigation
    return navigation
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    sidebar.onChoice = { [weak self] name, choice in self?.show(name, choice) }
    sidebar.onLeave = { [weak self] in self?.leaveSidebar() }
    sidebar.onWelcome = { [weak self] in self?.onWelcome?() }
    split.delegate = self
    split.preferredPrimaryColumnWidth = givenWidth
    split.minimumPrimaryColumnWidth = SidebarMemory.widths.lowerBound
    split.maximumPrimaryColumnWidth = SidebarMemory.widths.upperBound
    split.setViewController(sidebar, for: .primary)
    split.setViewController(navigation, for: .secondary)
    addChild(split)
    view.addSubview(split.view)
    view.addSubview(keyBar)
    split.didMove(toParent: self)
    screenDidChange()
  }

  override func viewIsAppearing(_ animated: Bool) {
    super.viewIsAppearing(animated)
    // The keyboard goes to views that are in the window.
    placeParts()
    split.view.layoutIfNeeded()
    giveKeyboardToScreen()
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    placeParts()
  }

  private func placeParts() {
    let size = view.bounds.size
    let height = max(0, size.height - KeyBar.height)
    keyBar.frame = CGRect(x: 0, y: height, width: size.width, height: size.height - height)
    split.view.frame = CGRect(x: 0, y: 0, width: size.width, height: height)
  }

  // MARK: Screens

  /// Shows a screen; the keyboard is its own, unless the user walks through the list with the arrow keys.
  func show(_ name: ScreenName) { show(name, sidebar.hasKeyboard ? .keys : .click) }

  /// Has another screen of a name, which is shown only if the one there was is.
  func exchange(_ name: ScreenName, by screen: any ScrollScreen) {
    if name == shownName { return replace(name, by: screen) }
    screens[name] = screen
    navigations[name] = nil
  }

  /// Opens files in further tabs of the screen of files, if it has some, and goes there.
  /// - Parameter location: where they were dropped, in points of the window.
  /// - Returns: whether it has.
  func add(_ files: [FoundFile], at location: CGPoint?) -> Bool {
    guard let screen = screens[.file],
      FileScreens.add(files, to: screen, at: shownName == .file ? location : nil)
    else { return false }
    show(.file, .click)
    return true
  }

  /// Shows a screen of a name from now on in place of the one there was, for example of another file.
  func replace(_ name: ScreenName, by screen: any ScrollScreen) {
    screens[name] = screen
    navigations[name] = nil
    if name == shownName { enterScreen() }
    show(name, .click)
  }

  private func show(_ name: ScreenName, _ choice: SidebarController.Choice) {
    endKeySheet()
    if name != shownName {
      past.append(shownName)
      future = []
      turn(to: name)
    }
    if choice == .click { leaveSidebar() }
  }

  /// Goes to the screen that was shown before this one.
  private func goBack() {
    guard let name = past.popLast() else { return }
    future.append(shownName)
    turn(to: name)
  }

  /// Goes to the screen that was left by `goBack()`.
  private func goForward() {
    guard let name = future.popLast() else { return }
    past.append(shownName)
    turn(to: name)
  }

  private func turn(to name: ScreenName) {
    endKeySheet()
    shownName = name
    enterScreen()
    sidebar.select(name)
    onTurn?(name)
    if !sidebar.hasKeyboard { giveKeyboardToScreen() }
  }

  private func enterScreen() {
    guard isViewLoaded else { return }
    split.setViewController(navigation, for: .secondary)
    screen.scriptedView.accessibilityLabel = screen.title ?? shownName.title
    screenDidChange()
  }

  /// The screen is another, or leads to another.
  private func screenDidChange() {
    title = navigation.topViewController?.title ?? screen.title
    keyBar.hints = shownHints + Self.hints
  }

  /// The keys of the screen, or of the list that it has led to.
  private var shownHints: [KeyHint] {
    if let detail = navigation.topViewController as? DetailController { return detail.keyHints }
    let isScreen = navigation === screen || navigation.topViewController === screen
    return isScreen ? screen.keyHints : [KeyHint("Alt", "\u{2190}", action: "Back")]
  }

  func updateKeyHints() { screenDidChange() }

  private func giveKeyboardToScreen() {
    let top = navigation.topViewController
    let isScreen = top === screen || navigation === screen && navigation.viewControllers.count == 1
    (isScreen ? screen.scriptedView : top?.contentScrollView(for: .top))?.becomeFirstResponder()
  }

  // MARK: The list

  /// The width that the user has given the list of screens, in points; nil while it is that of the start.
  var chosenSidebarWidth: CGFloat? {
    split.isCollapsed || split.primaryColumnWidth == givenWidth ? nil : split.primaryColumnWidth
  }

  /// Whether the list has the window to itself.
  private var isListAlone: Bool { split.isCollapsed && sidebar.navigationController?.topViewController === sidebar }

  private func toggleSidebar() {
    if isListAlone {
      leaveSidebar()
    } else if split.isCollapsed || split.displayMode == .secondaryOnly {
      split.show(.primary)
    } else {
      split.hide(.primary)
    }
  }

  private func leaveSidebar() {
    if split.isCollapsed {
      split.show(.secondary)
    } else if split.displayMode == .oneOverSecondary {
      split.hide(.primary)
    }
    giveKeyboardToScreen()
  }

  private func search() {
    endKeySheet()
    split.show(.primary)
    sidebar.beginSearch()
  }

  // MARK: Keys

  /// Keys that work in every window of the program.
  static let instrumentHints = [KeyHint("F1", action: "FPS"), KeyHint("F12", action: "Inspector")]
  /// Keys that work on every screen, the most important first.
  private static let hints = [
    KeyHint("Alt", "\u{2191}\u{2193}", action: "Screens"), KeyHint("Ctrl", "K", action: "Find a screen"),
  ]
  private static let moreHints = [
    KeyHint("Ctrl", "1\u{2026}9", action: "The screen of that number"), KeyHint("?", action: "All keys"),
  ]
  /// The keys of all windows on the desktop.
  private static let windowHints = [
    KeyHint("Ctrl", "O", action: "Open files"),
    KeyHint("Alt", "\u{2190}\u{2192}", action: "Back, forward; so do the mouse's buttons"),
    KeyHint("F11", action: "Fill the screen"), KeyHint("Ctrl", "+ \u{2212} 0", action: "Larger, smaller, usual size"),
    KeyHint("Ctrl", "W", action: "Close the file, or the window"), KeyHint("Ctrl", "Q", action: "Quit"),
    KeyHint("F9", action: "Record a trace of the frames, and end it"),
  ]
  /// The keys of every table.
  private static let tableHints = [
    KeyHint("\u{2191}\u{2193}", action: "The row above or below"),
    KeyHint("Page \u{2191}\u{2193}", action: "A screen up or down"),
    KeyHint("Home", "End", action: "The first row, the last row"),
    KeyHint("Return", action: "What a click on the row does; so does Space"),
    KeyHint("Tab", action: "The next control"),
    KeyHint("A \u{2026} Z", action: "The row that begins so"),
    KeyHint("Shift", "\u{2191}\u{2193}", action: "Extend the selection"),
    KeyHint("Ctrl", "A", action: "Select all rows, where several can be"),
    KeyHint("Ctrl", "C", action: "Copy the selected rows as text"),
    KeyHint("Drag", action: "Rows to another program, as text (X11)"),
    KeyHint("Delete", action: "Delete the selected row, where it can be"),
    KeyHint("Menu", action: "The row's menu"),
  ]

  private func endKeySheet() {
    if presentedViewController is KeySheetController { dismiss(animated: true) }
  }

  private func toggleKeySheet() {
    toggleKeySheet([
      ("Everywhere", Self.hints + Self.instrumentHints + Self.moreHints),
      (screen.title ?? shownName.title, shownHints.filter { !Self.windowHints.contains($0) }),
      ("Tables", Self.tableHints), ("Window", Self.windowHints),
    ])
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard let press = presses.first, let key = press.key, take(key, isRepeat: press.isRepeat) else {
      return super.pressesBegan(presses, with: event)
    }
  }

  /// - Returns: whether the key is one that works on every screen.
  private func take(_ key: UIKey, isRepeat: Bool) -> Bool {
    let held = key.modifierFlags.intersection([.control, .shift, .alternate, .command])
    switch (key.keyCode, held) {
    case (.keyboardUpArrow, .alternate): step(by: -1)
    case (.keyboardDownArrow, .alternate): step(by: 1)
    // Within the screen first, and to the list after all.
    case (.keyboardLeftArrow, .alternate)
    where navigation.viewControllers.count > 1 || split.isCollapsed && past.isEmpty:
      return false
    case (.keyboardLeftArrow, .alternate): goBack()
    case (.keyboardRightArrow, .alternate): goForward()
    case _ where key.matches("k", .control): search()
    // The last file leaves the screen that invites to open one; there, as on other screens, the window is closed.
    case _ where key.matches("w", .control) && shownName == .file && !FileScreens.isEmpty(screen):
      guard !isRepeat else { break }
      fileHost?.filesDidChange([])
      replace(.file, by: FileScreens.makeScreen(of: [], host: fileHost))
    case _ where KeySheetController.isAsked(by: key): if !isRepeat { toggleKeySheet() }
    case (_, .control):
      guard let digit = Self.digit(of: key), let screen = ScreenName.inOrder.first(where: { $0.number == digit }) else {
        return false
      }
      if !isRepeat { show(screen) }
    default: return false
    }
    return true
  }

  private func step(by distance: Int) {
    let all = ScreenName.inOrder
    guard let index = all.firstIndex(of: shownName), all.indices.contains(index + distance) else { return }
    show(all[index + distance])
  }

  /// 1 ... 9 for the keys in the row above the letters, whatever their layout has there.
  private static func digit(of key: UIKey) -> Int? {
    (30...38).contains(key.keyCode.rawValue) ? key.keyCode.rawValue - 29 : nil
  }
}

extension CatalogController: UISplitViewControllerDelegate, UINavigationControllerDelegate {
  /// A list that lay over the screen gives the keyboard back.
  func splitViewController(_ svc: UISplitViewController, willHide column: UISplitViewController.Column) {
    giveKeyboardToScreen()
  }

  func splitViewControllerDidCollapse(_ svc: UISplitViewController) {
    if !sidebar.hasKeyboard { giveKeyboardToScreen() }
  }

  func splitViewControllerDidExpand(_ svc: UISplitViewController) {
    if !sidebar.hasKeyboard { giveKeyboardToScreen() }
  }

  func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool
  ) {
    if navigationController === navigation { screenDidChange() }
  }

  func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
  ) {
    guard navigationController === navigation else { return }
    screenDidChange()
    if !sidebar.hasKeyboard { giveKeyboardToScreen() }
  }
}
