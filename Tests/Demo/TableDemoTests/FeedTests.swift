import Expectations
import Foundation
import Synchronization
import TestSupport
import Testing
import UIKitCore

@testable import TableDemo

@Suite("Rows worth loading in a fling")
struct FlingRuleTests {
  @Test("a target up to eight rows away loads everything", arguments: [12, 13, 20, 28])
  func nearby(target: Int) {
    var rule = FlingRule()
    rule.beginMotion(from: 20, to: target...target + 5, count: 1000)
    expect(!rule.skips)
    expect((0..<1000).allSatisfy(rule.loads))
  }

  @Test("a target nine rows away or more loads what will be seen there, and three more on both sides")
  func far() {
    for (first, target) in [(20, 29), (20, 11), (0, 900)] {
      var rule = FlingRule()
      rule.beginMotion(from: first, to: target...target + 5, count: 1000)
      expectEqual((0..<1000).filter(rule.loads), Array(target - 3...target + 8))
    }
  }

  @Test("at the ends there is nothing beyond the last row")
  func ends() {
    var rule = FlingRule()
    rule.beginMotion(from: 0, to: 94...99, count: 100)
    expectEqual((0..<200).filter(rule.loads), Array(91...99))
    rule.beginMotion(from: 99, to: 0...4, count: 100)
    expectEqual((0..<100).filter(rule.loads), Array(0...7))
  }

  @Test("on the way to the top nothing is loaded; the end of the motion loads everything")
  func scrollToTop() {
    var rule = FlingRule()
    rule.beginScrollToTop()
    expect((0..<100).allSatisfy { !rule.loads($0) })
    let leftOut = [rule.endMotion(), rule.endMotion()]
    expectEqual(leftOut, [true, false])
    expect((0..<100).allSatisfy(rule.loads))
  }
}

@Suite("Posts of the feed")
struct FeedPostTests {
  @Test("a post is the same each time, and posts differ in every part")
  func generated() {
    let posts = (0..<400).map(FeedPost.init(number:))
    expectEqual(posts, (0..<400).map(FeedPost.init(number:)))
    expect(Set(posts.map(\.text)).count > 250)
    expect(Set(posts.map(\.author.name)).count > 150)
    expectEqual(Set(posts.map(\.pictures.count)), [0, 1, 2, 3])
    expect((80...200).contains(posts.count { $0.quote != nil }))
    let scalars = Set(posts.flatMap(\.text.unicodeScalars).map(\.value))
    for script in [0x5D0...0x5EA, 0x627...0x64A, 0x3041...0x3093, 0x1F300...0x1FAFF] as [ClosedRange<UInt32>] {
      expect(!scalars.isDisjoint(with: script))
    }
  }

  @Test("initials and ages are short")
  func details() {
    expectEqual(FeedPost.Author(name: "Ada O'Shea", handle: "@a", color: 0).initials, "AO")
    expectEqual([0, 5, 59, 60, 1439, 1440, 30_000].map(FeedWords.age), ["now", "5m", "59m", "1h", "23h", "1d", "20d"])
  }
}

/// The feed in an application of fakes, with bitmaps drawn when the test says so. One at a time: each replaces the
/// current application.
@MainActor
@Suite("The feed", .serialized)
final class FeedTests {
  let app = TestApplication(size: CGSize(width: 700, height: 800))
  let queue = DispatchQueue(label: "test.drawing")
  let results = Results()

  init() { queue.suspend() }

  deinit {
    // A queue must run when it is let go.
    queue.resume()
  }

  /// Bitmaps on their way back to the main thread.
  final class Results: Sendable {
    private let waiting = Mutex<[FeedDrawer.Delivery]>([])

    func add(_ result: @escaping FeedDrawer.Delivery) { waiting.withLock { $0.append(result) } }

    func take() -> [FeedDrawer.Delivery] {
      waiting.withLock { waiting in
        defer { waiting.removeAll() }
        return waiting
      }
    }
  }

  private func show(posts: Int = 2000) -> FeedController {
    app.becomeCurrent()
    let results = results
    let drawer = FeedDrawer(queue: queue) { results.add($0) }
    let feed = FeedController(posts: posts, drawer: drawer)
    app.window.rootViewController = feed
    app.settle()
    return feed
  }

  private func count(_ name: FeedDrawer.Count) -> Int { app.application.profilerCounters[name.rawValue] }

  /// Has all that was asked for drawn, and brings it to its rows.
  private func drawAll(_ feed: FeedController) {
    draw()
    for result in results.take() { result() }
    expectEqual(feed.drawer.pending, 0)
    app.settle()
  }

  /// Has all that was asked for drawn; the results wait.
  private func draw() {
    queue.resume()
    queue.sync {}
    queue.suspend()
  }

  private func cells(_ feed: FeedController) -> [FeedCell] {
    feed.tableView.visibleCells.compactMap { $0 as? FeedCell }
  }

  @Test("rows show placeholders until their bitmap comes, drawn by another thread in the row's size")
  func bitmaps() {
    let feed = show()
    expect(cells(feed).count > 3)
    expect(cells(feed).allSatisfy { $0.showsPlaceholder && $0.isLoaded })
    expect(app.platform.fakePainters.requests.isEmpty)
    drawAll(feed)
    expect(cells(feed).allSatisfy { !$0.showsPlaceholder })
    let requests = app.platform.fakePainters.requests
    expect(requests.allSatisfy { !$0.isOnMainThread && $0.isOpaque && $0.width == 700 })
    expect(requests.count == count(.drawn) && count(.drawn) == cells(feed).count)
    for (request, cell) in zip(requests, cells(feed)) {
      expectEqual(CGFloat(request.height), cell.layout?.height)
      expect(request.texts.contains(cell.post?.author.name ?? ""))
    }
  }

  @Test("a row reused before its bitmap is begun cancels it, one reused while it is drawn drops it")
  func lateResults() {
    let feed = show()
    let first = cells(feed).count
    feed.tableView.contentOffset.y = 3000
    app.settle()
    drawAll(feed)
    expect(count(.cancelled) == first && count(.drawn) == cells(feed).count && count(.dropped) == 0)
    // Drawn, and not yet back on the main thread.
    feed.tableView.contentOffset.y = 6000
    app.settle()
    draw()
    feed.tableView.contentOffset.y = 9000
    app.settle()
    drawAll(feed)
    expect(count(.dropped) > 0)
    expect(cells(feed).allSatisfy { !$0.showsPlaceholder })
    for cell in cells(feed) { expectEqual(cell.post?.number, feed.tableView.indexPath(for: cell)?.row) }
  }

  @Test("a fling passes rows as placeholders, and loads those where it lands when it ends")
  func fling() {
    let feed = show()
    drawAll(feed)
    let drawn = count(.drawn)
    app.key(.keyboardF)
    for _ in 0..<30 { app.frame() }
    expect(feed.rule.skips)
    expect(cells(feed).allSatisfy { $0.showsPlaceholder && !$0.isLoaded })
    expect(count(.skipped) > 20)
    for _ in 0..<400 where feed.rule.skips { app.frame() }
    expect(feed.tableView.contentOffset.y > 9000)
    drawAll(feed)
    expect(cells(feed).allSatisfy { !$0.showsPlaceholder })
    let landed = count(.drawn) + count(.dropped) + count(.cancelled) - drawn
    expect((cells(feed).count...cells(feed).count + 2 * FlingRule.margin + 2).contains(landed))
  }

  @Test("a touch in the middle of a fling stops it and loads what is on screen")
  func touch() {
    let feed = show()
    app.key(.keyboardF)
    for _ in 0..<20 { app.frame() }
    expect(feed.rule.skips)
    app.click(at: CGPoint(x: 300, y: 500))
    expect(!feed.rule.skips)
    expect(cells(feed).allSatisfy { $0.isLoaded })
    let offset = feed.tableView.contentOffset.y
    app.settle()
    expectEqual(feed.tableView.contentOffset.y, offset)
  }

  /// Gives the feed the time to find out every height.
  private func measureAll() {
    let loop = app.application.frameLoop
    expectEqual(loop?.hasIdleWork, true)
    for _ in 0..<400 where loop?.hasIdleWork == true { _ = loop?.workWhileIdle() }
  }

  /// Throws the list with a finger, far beyond eight rows.
  private func throwByFinger() {
    app.fingerDrag(from: CGPoint(x: 300, y: 760), to: CGPoint(x: 300, y: 200), steps: 4)
    app.fingerUp(at: CGPoint(x: 300, y: 200))
    app.frame()
  }

  @Test("a finger's fling leaves rows out too, until it has come to rest")
  func fingerFling() {
    let feed = show(posts: 300)
    measureAll()
    throwByFinger()
    expect(feed.tableView.isDecelerating && feed.rule.skips)
    let needed = feed.rule.needed ?? 0...0
    for _ in 0..<20 { app.frame() }
    expect(cells(feed).contains { $0.showsPlaceholder && !$0.isLoaded })
    for _ in 0..<600 where feed.tableView.isDecelerating { app.frame() }
    expect(!feed.rule.skips)
    expect(cells(feed).allSatisfy { $0.isLoaded })
    let landed = cells(feed).compactMap { $0.post?.number }
    expect(landed.allSatisfy { needed.contains($0) }, "landed on \(landed), awaited \(needed)")
    drawAll(feed)
    expect(cells(feed).allSatisfy { !$0.showsPlaceholder })
  }

  @Test("a key that scrolls in the middle of a fling ends it, and what it shows is loaded")
  func keyInFling() {
    let feed = show()
    throwByFinger()
    for _ in 0..<10 { app.frame() }
    expect(feed.rule.skips)
    app.key(.keyboardHome)
    app.settle()
    expect(!feed.rule.skips)
    expect(cells(feed).allSatisfy { $0.isLoaded })
  }

  @Test("heights are measured once a row by the height service, found out ahead while idle, and then known")
  func heights() {
    let feed = show(posts: 300)
    expect(feed.heights.counts.measured < 300)
    measureAll()
    let kept = feed.tableView.heightService.indexPathCache
    let missing = (0..<300).filter { !kept.existsHeight(at: IndexPath(row: $0, section: 0)) }
    expect(missing.isEmpty)
    expectEqual(feed.heights.counts.measured, 300)
    feed.tableView.contentOffset.y = 9000
    app.settle()
    expect(feed.heights.counts.measured == 300 && feed.heights.counts.hits > 0)
    for cell in cells(feed) {
      let height = cell.layout?.height ?? 0
      expect((height...height + 1).contains(cell.frame.height))
    }
  }

  /// Lines of the log.
  private final class Lines {
    var all: [String] = []
  }

  @Test("the log begins before anything is found out ahead: calculated, precached, and then hits; the window shows it")
  func log() throws {
    let feed = show(posts: 300)
    measureAll()
    let lines = Lines()
    feed.print = { lines.all.append($0) }
    app.key(.keyboardL)
    app.settle()
    expectEqual(lines.all.first?.hasPrefix("calculate [0:0] "), true)
    expect(feed.heights.counts.measured < 300)
    measureAll()
    let calculated = try #require(lines.all.firstIndex { $0.hasPrefix("calculate ") })
    let ahead = try #require(lines.all.firstIndex { $0.hasPrefix("precached ") })
    expect(calculated < ahead)
    expectEqual(feed.heights.counts.measured, 300)
    feed.tableView.contentOffset.y = 9000
    app.settle()
    expectEqual(lines.all.last?.hasPrefix("hit cache "), true)
    expect(texts(of: feed.view).contains { $0.hasPrefix("calculate [0:") })
    app.key(.keyboardL)
    lines.all = []
    feed.tableView.contentOffset.y = 0
    app.settle()
    expect(lines.all.isEmpty && !texts(of: feed.view).contains { $0.hasPrefix("calculate [0:") })
  }

  @Test("heights are kept by path, by key or not at all, and found out ahead only when that is wanted")
  func caches() {
    let feed = show(posts: 300)
    let service = feed.tableView.heightService
    app.key(.keyboardK)
    app.settle()
    expectEqual(feed.heights.cache, .key)
    expect(service.keyedCache.existsHeight(forKey: 0))
    feed.tableView.contentOffset.y = 3000
    app.settle()
    let measured = feed.heights.counts.measured
    feed.tableView.reloadData()
    app.settle()
    expect(feed.heights.counts.measured == measured && feed.heights.counts.hits > 0)
    app.key(.keyboardI)
    expect(!service.precachesWhenIdle)
    app.key(.keyboardI)
    expect(service.precachesWhenIdle)
    app.key(.keyboardK)
    app.settle()
    expect(feed.heights.cache == .none && !service.precachesWhenIdle)
    expect(feed.heights.counts.hits == 0 && feed.heights.counts.measured > 0)
    expect(!service.keyedCache.existsHeight(forKey: 0))
    app.key(.keyboardK)
    app.settle()
    expect(feed.heights.cache == .path && service.precachesWhenIdle)
  }

  @Test("while drawing is slow, bitmaps that come too late are shown with the rows they were for")
  func dropped() {
    let feed = show()
    app.key(.keyboardW)
    app.settle()
    expect(texts(of: feed.view).contains { $0.hasPrefix("Dropped drawings will be shown here") })
    feed.tableView.contentOffset.y = 6000
    app.settle()
    draw()
    feed.tableView.contentOffset.y = 12_000
    app.settle()
    drawAll(feed)
    expect(count(.dropped) > 0)
    expect(texts(of: feed.view).contains("\(count(.dropped)) dropped: drawn when their rows had left the screen"))
    expect(texts(of: feed.view).contains { $0.hasPrefix("row ") })
  }

  @Test("on the way back to the top nothing is loaded until it has arrived")
  func backToTop() {
    let feed = show()
    feed.tableView.contentOffset.y = 20_000
    app.settle()
    drawAll(feed)
    let drawn = count(.drawn)
    app.key(.keyboardT)
    for _ in 0..<10 { app.frame() }
    expect(feed.rule.isScrollingToTop)
    expect(feed.tableView.contentOffset.y > 0)
    app.settle()
    expectEqual(feed.tableView.contentOffset.y, 0)
    drawAll(feed)
    expect(cells(feed).allSatisfy { !$0.showsPlaceholder })
    expect(count(.drawn) - drawn <= cells(feed).count)
  }

  @Test("the switches: labels instead of bitmaps, every row instead of some")
  func switches() {
    let feed = show()
    app.key(.keyboardD)
    app.settle()
    expect(cells(feed).allSatisfy { $0 is FeedLabelCell && !$0.showsPlaceholder })
    expect(texts(of: feed.view).contains(FeedPost(number: 0).text))
    app.key(.keyboardS)
    let skipped = count(.skipped)
    app.key(.keyboardF)
    for _ in 0..<60 { app.frame() }
    expect(count(.skipped) == skipped && !feed.rule.skips)
    drawAll(feed)
  }

  @Test("the posts on screen stay where they are through changes of appearance, scale and the size of text")
  func place() throws {
    let feed = show()
    let table = feed.tableView
    app.key(.keyboardI)
    // Past rows whose heights were estimates.
    for y in stride(from: CGFloat(0), through: 6000, by: 300) {
      table.contentOffset.y = y
      app.settle()
    }
    drawAll(feed)
    let before = table.contentOffset.y
    let first = try #require(
      table.indexPathsForVisibleRows?.first { table.rectForRow(at: $0).minY >= table.contentOffset.y })
    let place = table.rectForRow(at: first).minY - before
    for _ in 0..<3 {
      for style in [UIUserInterfaceStyle.dark, .light] {
        app.window.overrideUserInterfaceStyle = style
        app.settle()
        drawAll(feed)
        expectEqual(table.rectForRow(at: first).minY - table.contentOffset.y, place)
      }
    }
    for press in ["+", "+", "-", "-", "0"] {
      app.key(UIKeyboardHIDUsage(rawValue: 46), press, modifiers: .control)
      app.settle()
      drawAll(feed)
      expect(abs(table.rectForRow(at: first).minY - table.contentOffset.y - place) < 1)
    }
    expect(cells(feed).allSatisfy { !$0.showsPlaceholder })
    app.window.overrideUserInterfaceStyle = .unspecified
  }

  @Test("dark rows are drawn in dark colours")
  func appearance() throws {
    let feed = show()
    app.window.overrideUserInterfaceStyle = .dark
    app.settle()
    drawAll(feed)
    let dark = UITraitCollection(userInterfaceStyle: .dark)
    let request = try #require(app.platform.fakePainters.requests.last)
    guard case .fill(_, UIColor.systemBackground.drawColor(in: dark)) = request.commands.first else {
      Issue.record("the first command is \(String(describing: request.commands.first))")
      return
    }
  }
}
