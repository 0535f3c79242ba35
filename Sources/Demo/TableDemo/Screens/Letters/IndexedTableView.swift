import UIKit

/// Says which letters an `IndexedTableView` shows beside its rows.
@MainActor
protocol IndexedTableViewDataSource: AnyObject {
  /// Asked at every `reloadData`. No letters, no bar.
  func indexTitles(for tableView: IndexedTableView) -> [String]
}

/// A table with a bar of letters over its right edge.
///
/// The bar lies in the table's superview, so that it stays where it is while rows scroll. Its buttons come from a
/// `ViewReusePool`: a reload makes only those that no earlier one has left.
final class IndexedTableView: UITableView {
  weak var indexDataSource: (any IndexedTableViewDataSource)?
  /// Told what became of each button.
  var report: (String) -> Void = { _ in }
  /// Called when a reload has let all buttons wait, and has taken none back yet.
  var onReset: () -> Void = {}
  /// Called when a reload is over, and the buttons are where they belong.
  var onReload: () -> Void = {}

  /// The buttons there are.
  let letterPool = ViewReusePool<UIButton>()
  private let bar = LetterBar()

  override func didMoveToSuperview() {
    super.didMoveToSuperview()
    bar.removeFromSuperview()
    superview?.insertSubview(bar, aboveSubview: self)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let place = CGRect(x: frame.maxX - LetterBar.width, y: frame.minY, width: LetterBar.width, height: frame.height)
    if bar.frame != place { bar.frame = place }
  }

  override func reloadData() {
    super.reloadData()
    letterPool.reset()
    onReset()
    let titles = indexDataSource?.indexTitles(for: self) ?? []
    bar.buttons = titles.enumerated().map { index, title in
      let button = button(titled: title)
      button.addAction(
        UIAction(identifier: LetterBar.choice) { [weak self] _ in self?.scroll(toPart: index, of: titles.count) },
        for: .touchUpInside)
      return button
    }
    for button in letterPool.waitUsedQueue { button.isHidden = true }
    bar.isHidden = titles.isEmpty
    onReload()
  }

  private func button(titled title: String) -> UIButton {
    let button: UIButton
    if let waiting = letterPool.dequeueReusableView() {
      button = waiting
      report("button \(title): reused")
    } else {
      button = UIButton(type: .system)
      letterPool.addUsingView(button)
      report("button \(title): created")
    }
    button.isHidden = false
    button.setTitle(title, for: .normal)
    return button
  }

  /// Scrolls to the row as far down the table as the letter is down the bar.
  private func scroll(toPart part: Int, of count: Int) {
    let rows = numberOfSections > 0 ? numberOfRows(inSection: 0) : 0
    guard rows > 0 else { return }
    scrollToRow(at: IndexPath(row: part * rows / count, section: 0), at: .top, animated: true)
  }
}

/// Buttons of equal height, one above the other.
final class LetterBar: UIView {
  static let width: CGFloat = 60
  private static let fontSize: CGFloat = 15
  /// One action a button: adding another of this name replaces it.
  static let choice = UIAction.Identifier("letter")

  private let line = UIView()

  /// From top to bottom.
  var buttons: [UIButton] = [] {
    didSet {
      for button in buttons where button.superview !== self { addSubview(button) }
      setNeedsLayout()
    }
  }

  init() {
    super.init(frame: .zero)
    backgroundColor = .systemBackground
    line.backgroundColor = .separator
    addSubview(line)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    line.frame = CGRect(x: 0, y: 0, width: 1, height: bounds.height)
    let height = bounds.height / CGFloat(max(buttons.count, 1))
    // In a low bar letters are as small as lets them stand below each other.
    let font = UIFont.systemFont(ofSize: min(Self.fontSize, max(1, height)))
    for (index, button) in buttons.enumerated() {
      button.frame = CGRect(x: 0, y: CGFloat(index) * height, width: bounds.width, height: height)
      button.titleLabel?.font = font
    }
  }
}
