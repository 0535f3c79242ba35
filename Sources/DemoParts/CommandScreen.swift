import UIKit

/// A screen of a table below a bar of commands: buttons, and keys while the table has the keyboard.
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

  /// What the bar offers. Asked once.
  open var commands: [ScreenCommand] { [] }

  package private(set) final lazy var bar = CommandBar(commands: commands)

  /// The keys of the commands. Overridden by screens that have more.
  open var keyHints: [KeyHint] { bar.keyHints }

  /// What is said at the lower edge of the screen; nil when nothing is.
  package final var noticeBar: NoticeBar? {
    didSet {
      guard noticeBar !== oldValue else { return }
      oldValue?.removeFromSuperview()
      noticeBar?.show(in: view)
      view.setNeedsLayout()
    }
  }

  /// - Parameter style: the table's.
  public init(style: UITableView.Style) {
    tableView = UITableView(frame: .zero, style: style)
    super.init()
  }

  /// Gives nil: screens do not come from archives.
  public required init?(coder: NSCoder) { nil }

  open override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(tableView)
    view.addSubview(bar)
  }

  open override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let size = NoticeBar.room(beside: noticeBar, in: view.bounds).size
    let barHeight = bar.sizeThatFits(size).height
    bar.frame = CGRect(x: 0, y: 0, width: size.width, height: barHeight)
    tableView.frame = CGRect(x: 0, y: barHeight, width: size.width, height: max(0, size.height - barHeight))
  }

  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    if !bar.handle(presses) { super.pressesBegan(presses, with: event) }
  }
}
