import Foundation
import TestSupport

@testable import Diffable
@testable import UIKitCore

/// A table that counts how often it was laid out.
final class CountedTable: UITableView {
  private(set) var layouts = 0

  override func layoutSubviews() {
    layouts += 1
    super.layoutSubviews()
  }

  func takeLayouts() -> Int {
    defer { layouts = 0 }
    return layouts
  }
}

/// What other threads sent to the main thread, until the test lets it arrive.
final class HeldDelivery: @unchecked Sendable {
  private let lock = NSLock()
  private var bodies: [@MainActor @Sendable () -> Void] = []

  var delivery: MainDelivery {
    MainDelivery { body in
      self.lock.withLock { self.bodies.append(body) }
    }
  }

  /// - Returns: how many arrived.
  @MainActor
  @discardableResult
  func arrive() -> Int {
    let arrived = lock.withLock {
      defer { bodies = [] }
      return bodies
    }
    for body in arrived { body() }
    return arrived.count
  }

  /// Runs `body` on another thread, to its end.
  func elsewhere(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      body()
      done.signal()
    }
    done.wait()
  }
}

typealias NumberSource = UITableViewDiffableDataSource<Int, Int>

/// A table of numbers in a window, fed with snapshots; its cells show their numbers.
@MainActor
final class DiffableFixture {
  let app: TestApplication
  let table: CountedTable
  let held = HeldDelivery()
  private(set) var source: NumberSource!
  /// Items the cell provider was asked for since `takeBound`.
  private var bound: [Int] = []
  var onCell: ((Int) -> Void)?

  /// - Parameter makeSource: makes a data source of a subclass.
  init(
    _ sections: [(Int, [Int])] = [], style: UITableView.Style = .plain, inWindow: Bool = true,
    makeSource: (UITableView, @escaping NumberSource.CellProvider) -> NumberSource? = { _, _ in nil }
  ) {
    app = TestApplication(size: CGSize(width: 300, height: 440))
    table = CountedTable(frame: CGRect(x: 0, y: 0, width: 300, height: 440), style: style)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    let provider: NumberSource.CellProvider = { [weak self] table, path, item in
      self?.bound.append(item)
      let cell = table.dequeueReusableCell(withIdentifier: "cell", for: path)
      cell.textLabel?.text = "\(item)"
      self?.onCell?(item)
      return cell
    }
    source =
      makeSource(table, provider)
      ?? NumberSource(tableView: table, delivery: held.delivery, cellProvider: provider)
    if inWindow { app.window.addSubview(table) }
    app.frame()
    if !sections.isEmpty { apply(sections, animated: false) }
    app.settle()
    _ = takeBound()
    _ = table.takeLayouts()
  }

  func takeBound() -> [Int] {
    defer { bound = [] }
    return bound
  }

  func releaseSource() { source = nil }

  func snapshot(_ sections: [(Int, [Int])]) -> NumberSnapshot { NaiveSnapshot(sections).snapshot }

  func apply(_ sections: [(Int, [Int])], animated: Bool = true, completion: (() -> Void)? = nil) {
    source.apply(snapshot(sections), animatingDifferences: animated, completion: completion)
  }

  /// The numbers on screen, as the cells show them.
  var shown: [Int] { table.visibleCells.map { Int($0.textLabel?.text ?? "") ?? -1 } }

  /// The numbers the data source has for the rows on screen.
  var expected: [Int] { (table.indexPathsForVisibleRows ?? []).compactMap(source.itemIdentifier(for:)) }

  func cell(_ item: Int) -> UITableViewCell? { source.indexPath(for: item).flatMap(table.cellForRow(at:)) }

  func settle() {
    app.settle()
    table.checkInvariants()
    source.checkInvariants()
  }

  /// Where a view's upper edge is seen.
  func top(_ view: UIView) -> Double {
    Double((view.presentation ?? view.modelPresentation).origin.y - table.contentOffset.y)
  }
}
