import DemoParts
import UIKit

/// Ten thousand posts, each drawn off the main thread into one bitmap; while the list is flung far, only those near the
/// place where it will land.
final class FeedController: SteppedScreen, DemoScreen {
  static let postCount = 10_000
  /// The part of the table's height that the log takes.
  private static let consolePart: CGFloat = 0.35
  /// Points a second of the Fling command.
  static let flingSpeed: CGFloat = 20_000

  let model: FeedModel
  let drawer: FeedDrawer
  private(set) var rule = FlingRule()
  private var fling: FeedFling?
  private(set) lazy var heights = FeedHeights(tableView, model: model) { [weak self] in self?.showCounts() }
  private let console = ConsoleView(title: "Heights: calculated, precached while idle, and hits of the cache")
  private let dropped = DroppedStrip()
  /// Where the lines of the log go besides the window.
  var print: LineOutput = StandardOutput.lines
  private(set) var drawsOffMain = true
  private(set) var skipsRows = true

  override var commands: [ScreenCommand] {
    [
      ScreenCommand("Fling", "F", "wind", tip: "Throws the list") { [weak self] in self?.throwFeed() },
      ScreenCommand("Back to top", "T", "arrow.up.to.line") { [weak self] in self?.scrollToTop() },
      ScreenCommand(
        "Draw on the main thread", "D", "paintbrush",
        tip: "Whether posts are drawn beside the scrolling or in its way", states: 2
      ) { [weak self] in self?.switchDrawing() },
      ScreenCommand(
        "Load all rows", "S", "square.stack", tip: "Whether a fling skips rows on its way", states: 2
      ) { [weak self] in self?.switchSkipping() },
      ScreenCommand(
        "Draw slowly", "W", "hourglass", tip: "Makes drawing take long, so that one sees it", states: 2
      ) { [weak self] in self?.change { $0.drawer.isSlow.toggle() } },
      ScreenCommand("Log heights", "L", "text.alignleft", tip: "Prints how heights are measured") {
        [weak self] in self?.switchLogging()
      },
      ScreenCommand(
        "Stop idle filling", "I", "playpause", tip: "Whether heights are measured while nothing else is done", states: 2
      ) { [weak self] in self?.change { $0.heights.fillsWhenIdle.toggle() } },
      ScreenCommand("Heights by key", "K", "key", tip: "What measured heights are kept by", states: 3) { [weak self] in
        self?.switchCache()
      },
      stepsCommand,
    ]
  }

  /// - Parameters:
  ///   - posts: how many.
  ///   - drawer: draws them.
  init(posts: Int = FeedController.postCount, drawer: FeedDrawer? = nil) {
    model = FeedModel(count: posts)
    self.drawer = drawer ?? FeedDrawer()
    super.init(style: .plain)
    let table = FeedTableView(frame: .zero, style: .plain)
    table.onTouch = { [weak self] in self?.motionDidEnd() }
    tableView = table
  }

  required init?(coder: NSCoder) { nil }

  var rowCount: Int { model.count }
  var isComplete: Bool { drawer.pending == 0 }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(FeedBitmapCell.self, forCellReuseIdentifier: "bitmap")
    tableView.register(FeedLabelCell.self, forCellReuseIdentifier: "labels")
    tableView.estimatedRowHeight = FeedLayout.usualHeight
    heights.start()
    tableView.separatorInsetReference = .fromAutomaticInsets
    tableView.separatorInset = UIEdgeInsets(top: 0, left: 56, bottom: 0, right: 0)
    drawer.onResult = { [weak self] in
      guard let self, drawer.pending == 0, !rule.skips else { return }
      showCounts()
    }
    drawer.onDrop = { [weak self] post, image in self?.dropped.add(image, row: post.number) }
    showCounts()
  }

  override func stepsDidChange() {
    heights.onCall = recorder.map { recorder in
      { [unowned tableView] call, detail in
        if recorder.isInPass { recorder.note(call, detail, in: tableView) }
      }
    }
  }

  override var stepFacts: (title: String, name: String, text: String) {
    let needed = rule.needed.map {
      "rows \(GroupedNumber.string($0.lowerBound))\u{2013}\(GroupedNumber.string($0.upperBound))"
    }
    let drawn = rule.isScrollingToTop ? "none before the top" : needed ?? "all"
    return ("Heights", "height cache", "by \(heights.cache.rawValue)\n\(heights.summary)\nrows to be drawn: \(drawn)")
  }

  override func viewDidLayoutSubviews() {
    let width = tableView.bounds.width
    let place = firstWholeRow
    super.viewDidLayoutSubviews()
    placePanels()
    guard width > 0, tableView.bounds.width != width else { return }
    // Bitmaps are as wide as the table. With them go the heights above, and what was at this offset.
    tableView.reloadData()
    guard let place else { return }
    tableView.contentOffset.y = tableView.rectForRow(at: place.path).minY - place.y
    // The row cut off above it has been measured now, and has another height than was estimated.
    tableView.layoutIfNeeded()
    tableView.contentOffset.y = tableView.rectForRow(at: place.path).minY - place.y
  }

  /// Below the rows: what was dropped, while drawing is slow, and the log, while there is one.
  private func placePanels() {
    let shown: [(UIView, isShown: Bool, height: CGFloat)] = [
      (console, heights.log != nil, (tableView.frame.height * Self.consolePart).rounded()),
      (dropped, drawer.isSlow, DroppedStrip.height),
    ]
    for (panel, isShown, height) in shown {
      guard isShown else {
        panel.removeFromSuperview()
        continue
      }
      if panel.superview == nil { view.insertSubview(panel, aboveSubview: tableView) }
      let area = tableView.frame
      let fit = min(height, area.height)
      panel.frame = CGRect(x: area.minX, y: area.maxY - fit, width: area.width, height: fit)
      tableView.frame.size.height -= fit
    }
  }

  /// The first row whose top is on screen, and how many points it is below the upper edge of the table.
  private var firstWholeRow: (path: IndexPath, y: CGFloat)? {
    let rows = (tableView.indexPathsForVisibleRows ?? []).map { path in
      (path: path, y: tableView.rectForRow(at: path).minY - tableView.contentOffset.y)
    }
    return rows.first { $0.y >= 0 } ?? rows.last
  }

  // MARK: Commands

  private func throwFeed() {
    motionDidEnd()
    let way = FeedFling.distance(at: Self.flingSpeed)
    let highest = max(0, tableView.contentSize.height - tableView.bounds.height)
    // From the last stretch it goes back.
    let isForward = tableView.contentOffset.y + way <= highest || tableView.contentOffset.y < highest / 2
    let target = min(max(tableView.contentOffset.y + (isForward ? way : -way), 0), highest)
    motionWillBegin(to: target)
    let fling = FeedFling(tableView, speed: isForward ? Self.flingSpeed : -Self.flingSpeed) { [weak self] in
      self?.motionDidEnd()
    }
    self.fling = fling
    fling.start()
  }

  private func scrollToTop() {
    motionDidEnd()
    if skipsRows { rule.beginScrollToTop() }
    // A place would move with the heights that are measured on the way; the first row stays the first.
    tableView.scrollToRow(at: IndexPath(row: 0, section: 0), at: .top, animated: true)
    if !tableView.isScrollAnimating { motionDidEnd() }
  }

  private func switchDrawing() {
    drawsOffMain.toggle()
    tableView.reloadData()
    showCounts()
  }

  private func switchSkipping() {
    motionDidEnd()
    skipsRows.toggle()
    showCounts()
  }

  /// With the log all heights begin anew: it shows the first one calculated, and what is found out while idle.
  private func switchLogging() {
    if heights.log == nil {
      console.clear()
      heights.log = { [weak self] line in
        self?.print(line)
        self?.console.append(line)
      }
      heights.forget()
    } else {
      heights.log = nil
    }
    showCounts()
    view.setNeedsLayout()
  }

  private func switchCache() {
    let all = FeedHeights.Cache.allCases
    let next = ((all.firstIndex(of: heights.cache) ?? 0) + 1) % all.count
    heights.cache = all[next]
    rename("K", to: "Heights by \(all[(next + 1) % all.count].rawValue)")
    showCounts()
  }

  // MARK: Motion

  /// The list will move by itself to an offset.
  func motionWillBegin(to offset: CGFloat) {
    guard skipsRows, let first = tableView.indexPathsForVisibleRows?.first else { return }
    let start = tableView.contentOffset.y - tableView.rectForRow(at: first).minY
    let landing = heights.rows(
      seenAfter: offset - tableView.contentOffset.y, from: first.row, start, in: tableView.bounds.height)
    rule.beginMotion(from: first.row, to: landing, count: model.count)
    recorder?.noteOutside(.fling, "will stop at \(ReuseItem.row(landing.lowerBound).title)", in: tableView)
  }

  /// The list rests, or the user took hold of it: what was left out is loaded.
  func motionDidEnd() {
    fling?.stop()
    fling = nil
    if rule.endMotion() {
      for case let cell as FeedCell in tableView.visibleCells {
        cell.load(with: drawer, traits: tableView.traitCollection)
        recorder?.mark(cell, nil)
      }
      recorder?.noteOutside(.rest, "rows left empty are drawn", in: tableView)
    }
    showCounts()
  }

  private func change(_ body: (FeedController) -> Void) {
    body(self)
    showCounts()
  }

  /// Says what the switches do next, and what has been drawn and measured.
  private func showCounts() {
    rename("D", to: drawsOffMain ? "Draw on the main thread" : "Draw off the main thread")
    rename("S", to: skipsRows ? "Load all rows" : "Skip rows of a fling")
    rename("W", to: drawer.isSlow ? "Draw fast" : "Draw slowly")
    rename("L", to: heights.log == nil ? "Log heights" : "Stop logging heights")
    rename("I", to: heights.fillsWhenIdle ? "Stop idle filling" : "Fill while idle")
    let parts = FeedDrawer.Count.allCases.map { "\(GroupedNumber.string(drawer.number($0))) \($0.rawValue)" }
    bar.status = parts.joined(separator: ", ") + " \u{b7} heights: " + heights.summary
    bar.hint =
      (drawsOffMain ? "bitmaps" : "labels") + " \u{b7} "
      + (skipsRows ? "flings skip rows" : "flings load all") + " \u{b7} heights by " + heights.cache.rawValue
      + (heights.fillsWhenIdle ? "" : ", not ahead")
  }
}

extension FeedController: UITableViewDataSource, UITableViewDelegate {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { model.count }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let identifier = drawsOffMain ? "bitmap" : "labels"
    let item = ReuseItem.row(indexPath.row)
    recorder?.note(.cellForRow, item.title, asks: item, in: tableView)
    let cell = tableView.dequeueReusableCell(withIdentifier: identifier, for: indexPath)
    guard let cell = cell as? FeedCell else { return cell }
    let post = model.post(indexPath.row)
    cell.prepare(post, model.layout(of: post, width: tableView.bounds.width))
    let loads = rule.loads(indexPath.row)
    recorder?.mark(cell, loads ? nil : "empty")
    recorder?.note(loads ? .load : .skip, item.title, in: tableView)
    if loads {
      cell.load(with: drawer, traits: tableView.traitCollection)
    } else {
      drawer.count(.skipped)
    }
    return cell
  }

  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    heights.onCall?(.heightForRow, ReuseItem.row(indexPath.row).title)
    return heights.height(of: indexPath)
  }

  func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    (cell as? FeedCell)?.unload()
    recorder?.noteEnded(cell, indexPath, in: tableView)
  }

  // MARK: Scrolling

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    // A key may have put an end to the motion that rows were left out for.
    let moves =
      fling != nil || scrollView.isTracking || scrollView.isDragging || scrollView.isDecelerating
      || scrollView.isScrollAnimating
    if rule.skips, !moves { motionDidEnd() }
  }

  func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { motionDidEnd() }

  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {
    motionWillBegin(to: targetContentOffset.pointee.y)
  }

  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    if !decelerate { motionDidEnd() }
  }

  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { motionDidEnd() }

  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { motionDidEnd() }

  func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool {
    motionDidEnd()
    if skipsRows { rule.beginScrollToTop() }
    return true
  }

  func scrollViewDidScrollToTop(_ scrollView: UIScrollView) { motionDidEnd() }
}

/// A table that tells when it is touched, before the touch does anything, and whose rows are drawn anew for other colours
/// and sizes of text, which are in their bitmaps.
final class FeedTableView: UITableView {
  var onTouch: () -> Void = {}

  override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    // Pointers that merely pass are looked up without an event.
    if event != nil { onTouch() }
    return super.hitTest(point, with: event)
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    // Not loaded: with the heights above would go what is seen at this offset.
    reconfigureRows(at: indexPathsForVisibleRows ?? [])
  }
}
