import DemoParts
import FileViewer
import UIKit

/// The program's window: the list of screens, the one chosen beside it, and below both the keys that work there.
///
/// Screens are made when they are first shown and kept from then on, with their state, as a tab bar controller keeps
/// its own. The view of a screen that is not shown is in no window: it is neither laid out nor drawn, and its
/// controller is told when it disappears and appears.
final class CatalogController: UIViewController, KeyHintPresenter {
  private let makeScreen: @MainActor (ScreenName) -> any ScrollScreen
  /// Told when the last file is closed.
  weak var fileHost: (any FileHost)?
  private var screens: [ScreenName: any ScrollScreen] = [:]
  /// The name of the screen that is shown.
  private(set) var shownName: ScreenName
  private let sidebar: SidebarController
  private lazy var keyBar = KeyBar(
    KeyBar.Actions(
      toggleSidebar: { [weak self] in self?.toggleSidebar() }, showKeys: { [weak self] in self?.toggleKeySheet() }))
  /// Darkens the screen below the list in a narrow window; a click on it closes the list.
  private let shade = UIControl()
  private var folding = SidebarFolding()
  /// The screens shown before this one, and those that were gone back from; each ends with the nearest.
  private var past: [ScreenName] = []
  private var future: [ScreenName] = []
  private var keySheet: KeySheetController?

  private static let sidebarWidth: CGFloat = 320
  /// Seconds in which the list comes over the screen of a narrow window.
  private static let slideDuration = 0.2

  /// - Parameters:
  ///   - first: the screen to begin with.
  ///   - makeScreen: called once for each screen that is shown.
  init(first: ScreenName, makeScreen: @escaping @MainActor (ScreenName) -> any ScrollScreen) {
    shownName = first
    self.makeScreen = makeScreen
    sidebar = SidebarController(shown: first)
    super.init()
  }

  required init?(coder: NSCoder) { nil }

  /// The screen that is shown.
  var screen: any ScrollScreen {
    if let screen = screens[shownName] { return screen }
    let screen = makeScreen(shownName)
    screens[shownName] = screen
    return screen
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    shade.backgroundColor = UIColor(white: 0, alpha: 0.4)
    shade.addAction(UIAction { [weak self] _ in self?.leaveSidebar() }, for: .touchUpInside)
    view.addSubview(keyBar)
    addChild(sidebar)
    sidebar.didMove(toParent: self)
    sidebar.onChoice = { [weak self] name, choice in self?.show(name, choice) }
    sidebar.onLeave = { [weak self] in self?.leaveSidebar() }
    enter(screen)
  }

  override func viewIsAppearing(_ animated: Bool) {
    super.viewIsAppearing(animated)
    giveKeyboardToScreen()
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    folding.setWidth(view.bounds.width)
    placeParts()
  }

  // MARK: Screens

  /// Shows a screen; the keyboard is its own, unless the user walks through the list with the arrow keys.
  func show(_ name: ScreenName) { show(name, sidebar.hasKeyboard ? .keys : .click) }

  /// Has another screen of a name, which is shown only if the one there was is.
  func exchange(_ name: ScreenName, by screen: any ScrollScreen) {
    if name == shownName { return replace(name, by: screen) }
    screens[name] = screen
  }

  /// Shows a screen of a name from now on in place of the one there was, for example of another file.
  func replace(_ name: ScreenName, by screen: any ScrollScreen) {
    if name == shownName, isViewLoaded { leave(self.screen) }
    screens[name] = screen
    if name == shownName, isViewLoaded { enter(screen) }
    show(name, .click)
  }

  private func show(_ name: ScreenName, _ choice: SidebarController.Choice) {
    if keySheet != nil { toggleKeySheet() }
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
    if keySheet != nil { toggleKeySheet() }
    if isViewLoaded { leave(screen) }
    shownName = name
    if isViewLoaded { enter(screen) }
    sidebar.select(name)
    if !sidebar.hasKeyboard { giveKeyboardToScreen() }
  }

  private func leave(_ screen: any ScrollScreen) {
    screen.willMove(toParent: nil)
    screen.view.removeFromSuperview()
    screen.removeFromParent()
  }

  private func enter(_ screen: any ScrollScreen) {
    addChild(screen)
    view.insertSubview(screen.view, at: 0)
    placeParts()
    screen.didMove(toParent: self)
    title = screen.title
    screen.scriptedView.accessibilityLabel = screen.title ?? shownName.title
    updateKeyHints()
  }

  func updateKeyHints() { keyBar.hints = Self.hints + screen.keyHints }

  private func giveKeyboardToScreen() { screen.scriptedView.becomeFirstResponder() }

  // MARK: The list

  private func toggleSidebar() {
    folding.toggle()
    changeSidebar()
  }

  private func leaveSidebar() {
    folding.close()
    changeSidebar()
    giveKeyboardToScreen()
  }

  private func search() {
    folding.open()
    changeSidebar()
    sidebar.beginSearch()
  }

  private func changeSidebar() {
    guard isViewLoaded else { return }
    let wasOver = shade.superview != nil
    placeParts()
    guard folding.place == .over, !wasOver else { return }
    let list: UIView = sidebar.view
    list.layoutIfNeeded()
    list.frame.origin.x = -list.frame.width
    shade.alpha = 0
    UIView.animate(withDuration: Self.slideDuration) {
      list.frame.origin.x = 0
      self.shade.alpha = 1
    }
  }

  private func placeParts() {
    let size = view.bounds.size
    let height = max(0, size.height - KeyBar.height)
    let left = folding.place == .beside ? Self.sidebarWidth : 0
    keyBar.frame = CGRect(x: 0, y: height, width: size.width, height: size.height - height)
    screen.view.frame = CGRect(x: left, y: 0, width: max(0, size.width - left), height: height)
    // Shade below list: both come and go from above the screen.
    setShown(shade, folding.place == .over)
    setShown(sidebar.view, folding.place != .folded)
    shade.frame = CGRect(x: 0, y: 0, width: size.width, height: height)
    sidebar.view.frame = CGRect(x: 0, y: 0, width: min(Self.sidebarWidth, size.width), height: height)
  }

  private func setShown(_ part: UIView, _ isShown: Bool) {
    guard isShown != (part.superview != nil) else { return }
    if isShown { view.insertSubview(part, belowSubview: keyBar) } else { part.removeFromSuperview() }
  }

  // MARK: Keys

  /// Keys that work on every screen, the most important first.
  private static let hints = [
    KeyHint("F1", action: "Overlay"),
    KeyHint("F2", action: "Inspector"),
    KeyHint("Alt", "\u{2191}\u{2193}", action: "Screens"),
    KeyHint("Ctrl", "K", action: "Find a screen"),
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

  private func toggleKeySheet() {
    if let keySheet {
      keySheet.willMove(toParent: nil)
      keySheet.view.removeFromSuperview()
      keySheet.removeFromParent()
      self.keySheet = nil
      giveKeyboardToScreen()
      return
    }
    let sheet = KeySheetController(
      [
        KeySheetController.Group(title: "Everywhere", hints: Self.hints + Self.moreHints),
        KeySheetController.Group(title: screen.title ?? shownName.title, hints: screen.keyHints),
        KeySheetController.Group(title: "Tables", hints: Self.tableHints),
        KeySheetController.Group(title: "Window", hints: Self.windowHints),
      ], close: { [weak self] in self?.toggleKeySheet() })
    keySheet = sheet
    addChild(sheet)
    sheet.view.frame = view.bounds
    sheet.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(sheet.view)
    sheet.didMove(toParent: self)
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
    // Within the screen first.
    case (.keyboardLeftArrow, .alternate) where (screen as? UINavigationController)?.viewControllers.count ?? 0 > 1:
      return false
    case (.keyboardLeftArrow, .alternate): goBack()
    case (.keyboardRightArrow, .alternate): goForward()
    case _ where key.matches("k", .control): search()
    // The last file leaves the screen that invites to open one; there, as on other screens, the window is closed.
    case _ where key.matches("w", .control) && shownName == .file && !FileScreens.isEmpty(screen):
      guard !isRepeat else { break }
      fileHost?.filesDidChange([])
      replace(.file, by: FileScreens.makeScreen(of: [], host: fileHost))
    case (.keyboardEscape, []) where folding.place == .over: leaveSidebar()
    // Where the platform does not tell what Shift makes of a key.
    case (Self.slash, .shift) where key.characters.isEmpty: if !isRepeat { toggleKeySheet() }
    case (_, .control):
      guard let digit = Self.digit(of: key), let screen = ScreenName.inOrder.first(where: { $0.number == digit }) else {
        return false
      }
      if !isRepeat { show(screen) }
    default:
      guard key.characters == "?" else { return false }
      if !isRepeat { toggleKeySheet() }
    }
    return true
  }

  private func step(by distance: Int) {
    let all = ScreenName.inOrder
    guard let index = all.firstIndex(of: shownName), all.indices.contains(index + distance) else { return }
    show(all[index + distance])
  }

  /// Where ? is on a US keyboard, with Shift.
  private static let slash = UIKeyboardHIDUsage(rawValue: 56)

  /// 1 ... 9 for the keys in the row above the letters, whatever their layout has there.
  private static func digit(of key: UIKey) -> Int? {
    (30...38).contains(key.keyCode.rawValue) ? key.keyCode.rawValue - 29 : nil
  }
}
