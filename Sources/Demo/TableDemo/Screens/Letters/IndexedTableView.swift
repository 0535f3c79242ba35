import DemoParts
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
  let bar = LetterBar()

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
    let titles = indexDataSource?.indexTitles(for: self) ?? []
    bar.show(titles) { [weak self] index in self?.scroll(toPart: index, of: titles.count) }
  }

  /// Scrolls to the row as far down the table as the letter is down the bar.
  private func scroll(toPart part: Int, of count: Int) {
    let rows = numberOfSections > 0 ? numberOfRows(inSection: 0) : 0
    guard rows > 0 else { return }
    scrollToRow(at: IndexPath(row: part * rows / count, section: 0), at: .top, animated: true)
  }
}

/// Buttons of equal height, one above the other, from a pool.
final class LetterBar: AssembledView {
  static let width: CGFloat = 60
  private static let fontSize: CGFloat = 15
  /// One action a button: adding another of this name replaces it.
  private static let choice = UIAction.Identifier("letter")

  /// Told of each call, with what became of a button in words.
  var report: (ReuseCall, String) -> Void = { _, _ in }
  /// The buttons there are, each with its number from 1 as its tag.
  let pool = ViewReusePool<UIButton>()
  private let line = UIView()
  private let letters = UIView()
  /// The buttons have not got their places since the last reload.
  private var isReloaded = false

  override func assemble() {
    backgroundColor = .systemBackground
    line.backgroundColor = .separator
    for view in [line, letters] { addSubview(view) }
  }

  /// Lets all buttons wait, and takes back as many as there are letters; makes those that none waits for.
  func show(_ titles: [String], onChoose: @escaping @MainActor (Int) -> Void) {
    pool.reset()
    for button in pool.waitUsedQueue { button.isHidden = true }
    let count = pool.waitUsedQueue.count
    report(.reset, count == 0 ? "nothing to let wait" : "\(count) buttons wait")
    for (index, title) in titles.enumerated() {
      let waiting = pool.dequeueReusableView()
      let button = waiting ?? UIButton(type: .system)
      if waiting == nil {
        pool.addUsingView(button)
        button.tag = pool.usingQueue.count
        button.setTitleColor(.label, for: .normal)
        letters.addSubview(button)
      }
      button.isHidden = false
      button.setTitle(title, for: .normal)
      button.addAction(UIAction(identifier: Self.choice) { _ in onChoose(index) }, for: .touchUpInside)
      report(waiting == nil ? .addUsing : .takeBack, "button \(button.tag): \(title)")
    }
    (isHidden, isReloaded) = (titles.isEmpty, true)
    setNeedsLayout()
    report(.setNeedsLayout, "marks, no more")
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    line.frame = CGRect(x: 0, y: 0, width: 1, height: bounds.height)
    letters.frame = bounds
    let height = bounds.height / CGFloat(max(pool.usingQueue.count, 1))
    // In a low bar letters are as small as lets them stand below each other.
    let font = UIFont.systemFont(ofSize: min(Self.fontSize, max(1, height)))
    var hasMoved = isReloaded
    isReloaded = false
    for (index, button) in pool.usingQueue.enumerated() {
      let place = CGRect(x: 0, y: CGFloat(index) * height, width: bounds.width, height: height)
      if button.frame != place { (button.frame, hasMoved) = (place, true) }
      button.titleLabel?.font = font
    }
    if hasMoved { report(.layOutBar, "\(GroupedNumber.string(height)) points each") }
  }
}
