import DemoParts
import UIKit

/// A row of tabs that scrolls sideways where there are many. Then, and where other files were open before, a menu of all of
/// them is at its right end, whose button says how many tabs there are.
///
/// A tab is closed by its button, or by the middle button of the mouse; the right one opens a menu.
final class FileTabBar: UIView {
  static let height: CGFloat = 40

  /// Shows the files of the tabs, and closes them.
  weak var owner: FilesController?
  /// The tab that stands out.
  var shownIndex = -1 {
    didSet {
      guard shownIndex != oldValue else { return }
      for index in [oldValue, shownIndex] where tabs.indices.contains(index) {
        tabs[index].isSelected = index == shownIndex
      }
      setNeedsLayout()
      reveals = true
    }
  }

  private let row = ButtonRow()
  private var tabs: [FileTabButton] = [] {
    didSet {
      row.groups = tabs.map { [$0] }
      setNeedsLayout()
    }
  }
  private let moreButton = UIButton(inBar: "", name: "Open and recent files")
  /// The tab that stands out is to be brought into view by the next layout.
  private var reveals = false

  private static let mostRecent = 10

  init(names: [String]) {
    super.init(frame: .zero)
    dressAsBar()
    moreButton.showsMenuAsPrimaryAction = true
    moreButton.isHidden = true
    for view in [row, moreButton] { addSubview(view) }
    for name in names { insert(name, at: tabs.count) }
  }

  required init?(coder: NSCoder) { nil }

  /// Adds a tab before the one that has a number, or at the end.
  func insert(_ name: String, at place: Int) {
    let tab = FileTabButton(name) { [weak self] tab, isClosed in
      self?.use(tab) { if isClosed { $0.close($1) } else { $0.show($1) } }
    }
    func item(_ title: String, _ action: @escaping (FilesController, Int) -> Void) -> UIAction {
      UIAction(title: title) { [weak self, weak tab] _ in self?.use(tab, action) }
    }
    tab.menu = UIMenu(children: [
      item("Close") { $0.close($1) }, item("Close others") { $0.closeOthers($1) },
      item("Copy path") { $0.copyPath($1) },
    ])
    tabs.insert(tab, at: place)
    if place <= shownIndex { shownIndex += 1 }
  }

  private func use(_ tab: FileTabButton?, _ action: (FilesController, Int) -> Void) {
    if let owner, let index = tabs.firstIndex(where: { $0 === tab }) { action(owner, index) }
  }

  /// The number that a tab dropped at a point of the bar gets; nil for a point beside the bar.
  func index(at point: CGPoint) -> Int? {
    guard !isHidden, bounds.contains(point) else { return nil }
    let x = convert(point, to: row).x
    return tabs.count { $0.frame.midX < x }
  }

  /// Takes a tab away; when it is the one that stands out, none does until it is said which. The row is not scrolled.
  func remove(at index: Int) {
    let wasRevealing = reveals
    tabs.remove(at: index)
    if index == shownIndex { shownIndex = -1 } else if index < shownIndex { shownIndex -= 1 }
    reveals = wasRevealing
  }

  private func makeMenu(_ recent: [String]) -> UIMenu {
    let open = tabs.indices.map { index in
      UIAction(title: tabs[index].name, state: index == shownIndex ? .on : .off) { [weak owner] _ in
        owner?.show(index)
      }
    }
    let others = recent.prefix(Self.mostRecent).map { path in
      UIAction(title: "Open \(FoundFile(path: path).name)") { [weak owner] _ in owner?.open(path) }
    }
    let groups = [open, others].filter { !$0.isEmpty }
    return UIMenu(children: groups.map { UIMenu(options: .displayInline, children: $0) })
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let recent = owner?.recentFiles ?? []
    moreButton.isHidden = row.place(inHeight: bounds.height) <= bounds.width && recent.isEmpty
    moreButton.configuration?.title = "\(tabs.count) \u{25be}"
    moreButton.menu = makeMenu(recent)
    let more = moreButton.isHidden ? 0 : moreButton.sizeThatFits(bounds.size).width.rounded(.up)
    moreButton.frame = CGRect(x: bounds.width - more, y: 6, width: more, height: max(0, bounds.height - 12))
    row.frame = CGRect(x: 0, y: 0, width: max(0, bounds.width - more), height: bounds.height)
    guard reveals, bounds.width > 0, tabs.indices.contains(shownIndex) else { return }
    reveals = false
    row.scrollRectToVisible(tabs[shownIndex].frame.insetBy(dx: -ButtonRow.gap, dy: 0), animated: false)
  }
}

/// A tab of a file, with a button that closes it.
private final class FileTabButton: UIButton {
  let name: String
  private let onClick: (FileTabButton, _ isClosed: Bool) -> Void
  private lazy var closeButton = UIButton(inBar: "\u{2715}", name: "Close", size: .mini) { [weak self] in
    self?.end()
  }

  private static let closeWidth: CGFloat = 24

  /// - Parameter onClick: gets whether the tab is to be closed; else its file is to be shown.
  init(_ name: String, onClick: @escaping (FileTabButton, _ isClosed: Bool) -> Void) {
    (self.name, self.onClick) = (name, onClick)
    super.init(frame: .zero)
    keepTitleSize()
    addAction(UIAction(title: name) { [unowned self] _ in onClick(self, false) }, for: .touchUpInside)
    closeButton.configuration?.contentInsets = .zero
    addSubview(closeButton)
    let middleClick = UITapGestureRecognizer { [unowned self] _ in end() }
    middleClick.buttonMaskRequired = .button(3)
    addGestureRecognizer(middleClick)
  }

  required init?(coder: NSCoder) { nil }

  private func end() { onClick(self, true) }

  override func updateConfiguration() {
    var configuration = UIButton.Configuration.ofBar(name, isOn: isSelected)
    configuration.contentInsets.trailing = configuration.contentInsets.leading + Self.closeWidth - 6
    self.configuration = configuration
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    closeButton.frame = CGRect(
      x: bounds.width - Self.closeWidth - 4, y: 0, width: Self.closeWidth, height: bounds.height)
    bringSubviewToFront(closeButton)
  }
}
