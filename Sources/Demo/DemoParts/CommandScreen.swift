import UIKit

/// A screen of a table with commands: buttons in a toolbar above the rows, in a low window a menu in the bar of the
/// navigation controller it is in, and keys while the table has the keyboard. A line below the toolbar says what there
/// is. Without a navigation controller there are the keys alone.
open class CommandScreen: UIViewController {
  /// The table; a screen may put another in its place.
  package final var tableView: UITableView {
    didSet {
      guard tableView !== oldValue, isViewLoaded else { return }
      oldValue.removeFromSuperview()
      view.insertSubview(tableView, at: 0)
      view.setNeedsLayout()
    }
  }

  /// The commands of the toolbar. Asked once.
  open var commands: [ScreenCommand] { [] }
  /// How wide the content of the rows is at most. What stands above the rows keeps to it.
  open var contentWidth: ContentWidth { .readable }

  private let toolbar = UIToolbar(frame: .zero)
  /// Behind the toolbar, which is as wide as its buttons need it.
  private let toolbarGround = UIView()
  /// Between the toolbar and the table.
  package final let bar = ScreenStatusBar()
  private lazy var ownCommands = commands
  package private(set) final lazy var buttons = ScreenCommands(
    ownCommands.map { command in
      let (run, name, states) = (command.run, command.keyName, command.states)
      return ScreenCommand(command.title, name, command.symbol, tip: command.tip) {
        [weak self] in self?.carryOut(run, name, states)
      }
    })
  /// The states of the screen's switches, from 0 as at first, by their keys' names. Set before the screen is shown by
  /// who remembers them.
  package final var choices: [String: Int] = [:]
  /// Called with a switch's key and state when the user has chosen it.
  package final var onChoice: (String, Int) -> Void = { _, _ in }
  private var isRestored = false

  /// The keys of the commands. Overridden by screens that have more.
  open var keyHints: [KeyHint] { buttons.keyHints }

  /// The notice at the lower edge of the screen; nil for no notice. It goes after the next thing that the user does.
  package final var noticeBar: NoticeBar? {
    didSet {
      guard noticeBar !== oldValue else { return }
      oldValue?.removeFromSuperview()
      noticeBar?.onEnd = { [weak self] in self?.noticeBar = nil }
      noticeBar?.show(in: view)
      view.setNeedsLayout()
    }
  }

  /// The height of all rows in the present size of text, in points; nil where each row or the screen itself decides.
  open var rowHeight: CGFloat? { nil }

  /// - Parameter style: the table's.
  public init(style: UITableView.Style) {
    tableView = UITableView(frame: .zero, style: style)
    super.init(nibName: nil, bundle: nil)
  }

  /// A screen of a plain table.
  public convenience init() { self.init(style: .plain) }

  /// Gives nil: screens do not come from archives.
  public required init?(coder: NSCoder) { nil }

  open override func viewDidLoad() {
    super.viewDidLoad()
    tableView.cellLayoutMarginsFollowReadableWidth = contentWidth == .readable
    tableView.dataSource = self as? any UITableViewDataSource
    tableView.delegate = self as? any UITableViewDelegate
    fitRows()
    view.addSubview(tableView)
    let look = UIToolbarAppearance()
    look.configureWithTransparentBackground()
    toolbar.standardAppearance = look
    toolbarGround.backgroundColor = .secondarySystemBackground
    view.addSubview(toolbarGround)
    view.addSubview(toolbar)
    view.addSubview(bar)
  }

  private func fitRows() { if let rowHeight { tableView.rowHeight = rowHeight } }

  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    fitRows()
  }

  open override func viewIsAppearing(_ animated: Bool) {
    super.viewIsAppearing(animated)
    guard !isRestored else { return }
    isRestored = true
    for command in ownCommands where command.states > 1 {
      for _ in 0..<max(0, choices[command.keyName] ?? 0) % command.states { command.run() }
    }
  }

  open override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    tableView.frame = placeBars()
  }

  /// Places what is above and below the table, and fits the toolbar's buttons.
  /// - Returns: the room for the table, in points of the view.
  package final func placeBars() -> CGRect {
    let area = view.bounds.inset(by: view.safeAreaInsets)
    let room = NoticeBar.room(beside: noticeBar, in: area)
    noticeBar?.frame = CGRect(x: 0, y: room.maxY, width: area.width, height: area.maxY - room.maxY)
    let rows = rowsWidth(in: room.width)
    let margin = contentWidth.margin(in: rows)
    placeCommands(in: room, above: margin)
    bar.column = margin...max(margin, rows - margin)
    let height = bar.sizeThatFits(view.bounds.size).height
    bar.frame = CGRect(x: 0, y: toolbarGround.frame.maxY, width: room.width, height: height)
    return CGRect(
      x: 0, y: bar.frame.maxY, width: room.width, height: max(0, room.maxY - bar.frame.maxY))
  }

  /// The width of the rows where a screen has something else at their right; all of it unless overridden.
  /// - Parameter width: of the screen, in points.
  open func rowsWidth(in width: CGFloat) -> CGFloat { width }

  /// Height of the view, in points, below which a toolbar would leave little of the table.
  private static let leastToolbarHeight: CGFloat = 300
  /// From the edge of a toolbar to its first title, in points.
  private static let toolbarInset: CGFloat = 16

  /// - Parameters:
  ///   - room: of toolbar, bar and table.
  ///   - margin: where the content of the rows begins, and the first command, too.
  private func placeCommands(in room: CGRect, above margin: CGFloat) {
    let isLow = view.bounds.height < Self.leastToolbarHeight
    toolbar.isHidden = isLow || navigationController == nil
    let left = max(0, margin - Self.toolbarInset)
    let height = toolbar.isHidden ? 0 : min(toolbar.sizeThatFits(room.size).height, room.height)
    toolbarGround.frame = CGRect(x: 0, y: room.minY, width: room.width, height: height)
    toolbar.frame = CGRect(x: left, y: room.minY, width: room.width - left, height: height)
    if isLow {
      if navigationItem.rightBarButtonItem !== buttons.menuItem {
        navigationItem.rightBarButtonItem = buttons.menuItem
      }
    } else if navigationItem.rightBarButtonItem === buttons.menuItem {
      navigationItem.rightBarButtonItem = nil
    }
    if let items = buttons.newItems(in: toolbar.frame.width) { toolbar.setItems(items, animated: false) }
  }

  open override func viewSafeAreaInsetsDidChange() {
    super.viewSafeAreaInsetsDidChange()
    view.setNeedsLayout()
  }

  /// Runs a command; a notice about what was done before it goes.
  private func carryOut(_ run: @MainActor () -> Void, _ name: String, _ states: Int) {
    let before = noticeBar
    run()
    if states > 1 { choose(((choices[name] ?? 0) + 1) % states, name) }
    if let before, noticeBar === before { noticeBar = nil }
  }

  /// Remembers the state of a switch.
  package final func choose(_ state: Int, _ name: String) {
    guard choices[name] ?? 0 != state else { return }
    choices[name] = state
    onChoice(name, state)
  }

  /// Changes what the button of a command says.
  /// - Parameter symbol: the name of another symbol; nil for the one there is.
  package final func rename(_ key: String, to title: String, symbol: String? = nil) {
    guard buttons.rename(key, to: title, symbol: symbol) else { return }
    viewIfLoaded?.setNeedsLayout()
    tellKeys()
  }

  /// Says whether some commands can do anything now: those that cannot are grey, and not named among the keys.
  package final func enable(_ keys: Set<String>, _ isEnabled: Bool) {
    if buttons.enable(keys, isEnabled) { tellKeys() }
  }

  private func tellKeys() {
    (self as? any ScrollScreen)?.keyHintsDidChange()
  }

  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    if !buttons.handle(presses) { super.pressesBegan(presses, with: event) }
  }
}
