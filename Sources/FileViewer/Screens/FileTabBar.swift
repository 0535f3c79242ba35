import DemoParts
import UIKit

/// A row of tabs that scrolls sideways where there are many, with a menu of all files at its right end then.
///
/// A tab is closed by its button, or by the middle button of the mouse.
final class FileTabBar: UIView {
  static let height: CGFloat = 40

  /// Called with the number of the tab that was clicked.
  var onChoice: ((Int) -> Void)?
  /// Called with the number of the tab that is to be closed.
  var onClose: ((Int) -> Void)?
  /// Paths of files that the menu offers to open.
  var recentFiles: () -> [String] = { [] }
  /// Called with the path that was chosen of them.
  var onRecent: ((String) -> Void)?
  /// The tab that stands out.
  var shownIndex = -1 {
    didSet {
      guard shownIndex != oldValue else { return }
      for index in [oldValue, shownIndex] where tabs.indices.contains(index) {
        tabs[index].isShown = index == shownIndex
      }
      setNeedsLayout()
      reveals = true
    }
  }

  private let scrollView = UIScrollView()
  private var tabs: [FileTabButton] = []
  private let moreButton = UIButton(configuration: .ofBar(""))
  private let line = UIView()
  /// The tab that stands out is to be brought into view by the next layout.
  private var reveals = false

  private static let widest: CGFloat = 220
  private static let gap: CGFloat = 6
  private static let mostRecent = 10

  init(names: [String]) {
    super.init(frame: .zero)
    backgroundColor = .secondarySystemBackground
    line.backgroundColor = .separator
    scrollView.showsHorizontalScrollIndicator = false
    moreButton.keepTitleSize()
    moreButton.showsMenuAsPrimaryAction = true
    moreButton.isHidden = true
    for view in [scrollView, moreButton, line] { addSubview(view) }
    for name in names { insert(name, at: tabs.count) }
  }

  required init?(coder: NSCoder) { nil }

  /// Adds a tab before the one that has a number, or at the end.
  func insert(_ name: String, at place: Int) {
    let tab = FileTabButton(name)
    func act(_ action: @escaping (FileTabBar, Int) -> Void) -> () -> Void {
      { [weak self, weak tab] in
        guard let self, let index = tabs.firstIndex(where: { $0 === tab }) else { return }
        action(self, index)
      }
    }
    let choose = act { $0.onChoice?($1) }
    tab.addAction(UIAction(title: name) { _ in choose() }, for: .touchUpInside)
    tab.onClose = act { $0.onClose?($1) }
    tabs.insert(tab, at: place)
    scrollView.addSubview(tab)
    if place <= shownIndex { shownIndex += 1 }
    setNeedsLayout()
  }

  /// The number that a tab dropped at a point of the bar gets; nil for a point beside the bar.
  func index(at point: CGPoint) -> Int? {
    guard !isHidden, bounds.contains(point) else { return nil }
    let x = convert(point, to: scrollView).x
    return tabs.count { $0.frame.midX < x }
  }

  /// Takes a tab away; none stands out until it is said which.
  func remove(at index: Int) {
    shownIndex = -1
    tabs.remove(at: index).removeFromSuperview()
    setNeedsLayout()
  }

  private func makeMenu() -> UIMenu {
    let open = tabs.indices.map { index in
      UIAction(title: tabs[index].name, state: index == shownIndex ? .on : .off) { [weak self] _ in
        self?.onChoice?(index)
      }
    }
    let recent = recentFiles().prefix(Self.mostRecent).map { path in
      UIAction(title: "Open \(FoundFile(path: path).name)") { [weak self] _ in self?.onRecent?(path) }
    }
    let groups = [open, recent].filter { !$0.isEmpty }
    return UIMenu(children: groups.map { UIMenu(options: .displayInline, children: $0) })
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    line.frame = CGRect(x: 0, y: bounds.height - 1, width: bounds.width, height: 1)
    var x = Self.gap
    for tab in tabs {
      let width = min(Self.widest, tab.sizeThatFits(bounds.size).width.rounded(.up))
      tab.frame = CGRect(x: x, y: 6, width: width, height: bounds.height - 12)
      x += width + Self.gap
    }
    moreButton.isHidden = x <= bounds.width
    moreButton.configuration?.title = "\(tabs.count) \u{25be}"
    moreButton.menu = makeMenu()
    let more = moreButton.isHidden ? 0 : moreButton.sizeThatFits(bounds.size).width.rounded(.up)
    moreButton.frame = CGRect(x: bounds.width - more, y: 6, width: more, height: max(0, bounds.height - 12))
    scrollView.frame = CGRect(x: 0, y: 0, width: max(0, bounds.width - more), height: bounds.height)
    scrollView.contentSize = CGSize(width: x, height: bounds.height)
    guard reveals, bounds.width > 0, tabs.indices.contains(shownIndex) else { return }
    reveals = false
    scrollView.scrollRectToVisible(tabs[shownIndex].frame.insetBy(dx: -Self.gap, dy: 0), animated: false)
  }
}

/// A tab of a file, with a button that closes it.
private final class FileTabButton: UIButton {
  let name: String
  var onClose: (() -> Void)?
  var isShown = false { didSet { if isShown != oldValue { dress() } } }

  private let closeButton = UIButton(configuration: .ofBar("\u{2715}", size: .mini))
  /// Whether the middle button is held on the tab.
  private var isClosing = false

  private static let closeWidth: CGFloat = 24

  init(_ name: String) {
    self.name = name
    super.init(frame: .zero)
    keepTitleSize()
    dress()
    closeButton.configuration?.contentInsets = .zero
    closeButton.keepTitleSize()
    closeButton.toolTip = "Close"
    closeButton.addAction(UIAction { [weak self] _ in self?.onClose?() }, for: .touchUpInside)
    addSubview(closeButton)
  }

  required init?(coder: NSCoder) { nil }

  private func dress() {
    var configuration = UIButton.Configuration.ofBar(name, isOn: isShown)
    configuration.contentInsets.trailing = configuration.contentInsets.leading + Self.closeWidth - 6
    self.configuration = configuration
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    closeButton.frame = CGRect(
      x: bounds.width - Self.closeWidth - 4, y: 0, width: Self.closeWidth, height: bounds.height)
    bringSubviewToFront(closeButton)
  }

  /// The middle button closes the tab where it is let go on it.
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    isClosing = event?.buttonMask == .button(3)
    if !isClosing { super.touchesBegan(touches, with: event) }
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    if !isClosing { super.touchesMoved(touches, with: event) }
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard isClosing else { return super.touchesEnded(touches, with: event) }
    isClosing = false
    if let touch = touches.first, bounds.contains(touch.location(in: self)) { onClose?() }
  }

  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    isClosing = false
    super.touchesCancelled(touches, with: event)
  }
}
