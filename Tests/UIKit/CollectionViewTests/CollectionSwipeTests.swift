import Expectations
import Foundation
import RandomSupport
import TestSupport
import Testing

@testable import CollectionView
@testable import UIKitCore

/// A list of rows 44 points high in a window of 300 by 440 points, whose rows have actions, and what swipes them.
@MainActor
private final class SwipeList: NSObject, UICollectionViewDataSource, UICollectionViewDelegate {
  let app: TestApplication
  let view: UICollectionView
  var rows: [String]
  private(set) var log: [String] = []
  /// What an action does with its row.
  var perform: ((String, IndexPath, @escaping @Sendable (Bool) -> Void) -> Void)?
  var style = UIContextualAction.Style.normal

  init(
    _ count: Int = 20, _ appearance: UICollectionLayoutListConfiguration.Appearance = .plain,
    prepare: (UICollectionView) -> Void = { _ in }
  ) {
    let size = CGSize(width: 300, height: 440)
    app = TestApplication(size: size)
    rows = (0..<count).map { "row \($0)" }
    weak var list: SwipeList?
    var configuration = UICollectionLayoutListConfiguration(appearance: appearance)
    configuration.trailingSwipeActionsConfigurationProvider = { list?.actions(["Delete", "Flag"], at: $0) }
    configuration.leadingSwipeActionsConfigurationProvider = { $0.item == 1 ? nil : list?.actions(["Read"], at: $0) }
    view = UICollectionView(
      frame: CGRect(origin: .zero, size: size),
      collectionViewLayout: UICollectionViewCompositionalLayout.list(using: configuration))
    super.init()
    list = self
    view.register(UICollectionViewListCell.self, forCellWithReuseIdentifier: "cell")
    view.dataSource = self
    view.delegate = self
    prepare(view)
    app.window.addSubview(view)
    settle()
  }

  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  private func actions(_ titles: [String], at path: IndexPath) -> UISwipeActionsConfiguration {
    UISwipeActionsConfiguration(
      actions: titles.map { title in
        UIContextualAction(style: style, title: title) { [weak self] _, _, done in
          self?.log.append("\(title) \(path.item)")
          self?.perform?(title, path, done)
        }
      })
  }

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { rows.count }

  func collectionView(_ collectionView: UICollectionView, cellForItemAt path: IndexPath) -> UICollectionViewCell {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    var content = UIListContentConfiguration.cell()
    content.text = rows[path.item]
    cell.contentConfiguration = content
    return cell
  }

  func collectionView(_ collectionView: UICollectionView, didSelectItemAt path: IndexPath) {
    log.append("select \(path.item)")
  }

  func cell(_ row: Int) -> UICollectionViewListCell? {
    view.cellForItem(at: path(row)) as? UICollectionViewListCell
  }

  /// How far a row is from its place, to the right.
  func offset(_ row: Int) -> Double {
    guard let cell = cell(row), let place = view.layoutAttributesForItem(at: path(row)) else { return .nan }
    return cell.frame.minX - place.frame.minX
  }

  func point(_ row: Int, x: Double = 150) -> CGPoint {
    let frame = view.layoutAttributesForItem(at: path(row))?.frame ?? .zero
    return CGPoint(x: x, y: frame.midY - view.contentOffset.y)
  }

  var strip: SwipeActionsView? { view.subviews.compactMap { $0 as? SwipeActionsView }.first }
  var openRow: Int? { view.swipe.row?.position.row }

  /// Drags a row sideways, lets go and waits. A touchpad's way is exact; the others lose the slop.
  func swipe(_ row: Int, by distance: Double, with input: SwipeInput = .finger) {
    drag(row, by: distance, with: input)
    app.clock.advance(by: 0.2)
    app.letGoAcross(at: point(row, x: 150 + distance + (distance < 0 ? -10 : 10)), with: input)
    settle()
  }

  func drag(_ row: Int, by distance: Double, with input: SwipeInput = .finger) {
    app.dragAcross(from: point(row), by: distance, with: input)
  }

  /// Presses a button of the open row, counted from the edge.
  func press(_ number: Int) {
    guard let strip, strip.buttons.indices.contains(number) else { return }
    let button = strip.buttons[number]
    app.click(at: button.convert(CGPoint(x: button.bounds.midX, y: button.bounds.midY), to: nil))
  }

  func delete(_ path: IndexPath) {
    rows.remove(at: path.item)
    view.deleteItems(at: [path])
  }

  func settle() {
    app.settle()
    app.frame()
    view.checkInvariants()
  }
}

@MainActor
@Suite("Collection view: rows of lists that are swiped")
struct CollectionSwipeTests {
  @Test("finger, mouse and touchpad open a row, whose buttons then perform, and close it", arguments: [0, 1, 2])
  private func opening(_ number: Int) throws {
    let input = SwipeInput.allCases[number]
    let list = SwipeList()
    list.swipe(2, by: -100, with: input)
    expectEqual(list.openRow, 2)
    expect(list.offset(2) < -140, "\(list.offset(2))")
    expectEqual(list.strip?.frame.width, -list.offset(2))
    expect(list.cell(2)?.configurationState.isSwiped == true)
    list.perform = { _, _, done in done(true) }
    list.press(1)
    list.settle()
    expectEqual(list.takeLog(), ["Flag 2"])
    expect(list.openRow == nil && list.offset(2) == 0 && list.strip == nil)
    expect(list.cell(2)?.configurationState.isSwiped == false)
    list.swipe(2, by: 60, with: input)
    expect(list.offset(2) > 0, "\(list.offset(2))")
    list.swipe(2, by: -80, with: input)
    expectEqual(list.openRow, nil)
  }

  @Test("a row without actions at a side stays, and scrolling stays scrolling")
  func withoutActions() {
    let list = SwipeList()
    list.swipe(1, by: 100)
    expectEqual(list.openRow, nil)
    list.app.wheel(CGVector(dx: 0, dy: -1), isPrecise: true, at: list.point(2))
    list.settle()
    expect(list.view.contentOffset.y > 0 && list.openRow == nil)
  }

  @Test("a notch of the wheel to the side opens a row, one back closes it")
  func notches() {
    let list = SwipeList()
    list.app.wheel(CGVector(dx: -1, dy: 0), isPrecise: false, at: list.point(3))
    list.settle()
    expectEqual(list.openRow, 3)
    list.app.wheel(CGVector(dx: 1, dy: 0), isPrecise: false, at: list.point(3))
    list.settle()
    expectEqual(list.openRow, nil)
  }

  @Test("a touch elsewhere closes the open row and selects nothing; one on it closes it when let go")
  func touches() {
    let list = SwipeList()
    list.swipe(2, by: -100)
    list.app.click(at: list.point(6))
    list.settle()
    expect(list.openRow == nil && list.takeLog().isEmpty)
    list.swipe(2, by: -100)
    list.app.click(at: list.point(2, x: 60))
    list.settle()
    expect(list.openRow == nil && list.takeLog().isEmpty)
    list.app.click(at: list.point(2))
    expectEqual(list.takeLog(), ["select 2"])
  }

  @Test("scrolling, Escape, edit mode and another layout close the open row")
  func closing() {
    let list = SwipeList()
    list.swipe(2, by: -100)
    list.app.wheel(CGVector(dx: 0, dy: -1), isPrecise: true, at: list.point(5))
    list.settle()
    expect(list.openRow == nil && list.offset(2) == 0)
    list.swipe(2, by: -100)
    _ = list.view.becomeFirstResponder()
    list.app.key(.keyboardEscape)
    list.settle()
    expectEqual(list.openRow, nil)
    list.swipe(2, by: -100)
    list.view.isEditing = true
    list.settle()
    expectEqual(list.openRow, nil)
    list.swipe(3, by: -100)
    expectEqual(list.openRow, nil)
    list.view.isEditing = false
    list.swipe(2, by: -100)
    list.view.setCollectionViewLayout(
      UICollectionViewCompositionalLayout.list(using: UICollectionLayoutListConfiguration(appearance: .grouped)),
      animated: true)
    list.settle()
    expect(list.openRow == nil && list.strip == nil && list.offset(2) == 0)
  }

  @Test(
    "a full swipe performs the first action; a destructive one takes the row out of sight and away",
    arguments: [
      UICollectionLayoutListConfiguration.Appearance.plain, .insetGrouped,
    ])
  func fullSwipe(_ appearance: UICollectionLayoutListConfiguration.Appearance) throws {
    let list = SwipeList(20, appearance)
    list.style = .destructive
    list.perform = { [weak list] _, path, done in
      list?.delete(path)
      done(true)
    }
    let cell = try #require(list.cell(3))
    list.swipe(3, by: -250)
    expectEqual(list.takeLog(), ["Delete 3"])
    expectEqual(list.rows.count, 19)
    expect(list.openRow == nil && list.strip == nil)
    expect(!cell.isAside && !cell.subviews.contains { $0 is SwipeActionsView })
    for row in 0..<8 { expectEqual(list.offset(row), 0) }
    expectEqual(list.cell(3)?.alpha, 1)
  }

  @Test("updates before the open row move it and its buttons along; one that deletes or reloads it ends the swipe")
  func updates() throws {
    let list = SwipeList()
    list.swipe(2, by: -100)
    let cell = try #require(list.cell(2))
    list.rows.insert("new", at: 0)
    list.view.insertItems(at: [path(0)])
    list.app.frame(after: 0.1)
    let strip = try #require(list.strip)
    // On its way the strip stays beside its row.
    let top = try #require(cell.presentation?.origin.y)
    expect(top < cell.frame.minY && strip.presentation?.origin.y == top)
    list.settle()
    expect(list.openRow == 3 && list.cell(3) === cell && strip.frame.minY == cell.frame.minY)
    list.view.reloadItems(at: [path(3)])
    list.settle()
    expect(list.openRow == nil && list.strip == nil && list.offset(3) == 0)
    list.swipe(3, by: -100)
    list.delete(path(3))
    list.settle()
    expect(list.openRow == nil && list.strip == nil && list.offset(3) == 0)
    list.swipe(3, by: -100)
    list.view.reloadData()
    list.settle()
    expect(list.openRow == nil && list.strip == nil && list.offset(3) == 0)
    list.swipe(3, by: -100)
    list.view.removeFromSuperview()
    list.app.settle()
    expect(list.openRow == nil && list.strip == nil)
  }

  @Test("where reading goes from right to left, the sides are exchanged")
  func rightToLeft() {
    let list = SwipeList { $0.semanticContentAttribute = .forceRightToLeft }
    list.swipe(2, by: 100)
    expect(list.offset(2) > 140, "\(list.offset(2))")
    list.swipe(2, by: -180)
    expectEqual(list.openRow, nil)
    list.swipe(1, by: -100)
    expectEqual(list.openRow, nil)
  }

  @Test("the minus of edit mode shows the actions at the end of its row")
  func minus() throws {
    let list = SwipeList()
    let cell = try #require(list.cell(2))
    cell.accessories = [.delete(displayed: .always)]
    list.settle()
    list.view.isEditing = true
    list.settle()
    list.app.click(at: list.point(2, x: 24))
    list.settle()
    expectEqual(list.openRow, 2)
  }

  @Test("random swipes, updates, scrolls and reloads leave each row in place or beside its buttons", arguments: 0..<8)
  func randomPrograms(_ seed: Int) {
    var random = SeededRandom(seed: 4000 + seed)
    let list = SwipeList(30, seed % 2 == 0 ? .plain : .insetGrouped)
    list.style = seed % 3 == 0 ? .destructive : .normal
    list.perform = { [weak list] _, path, done in
      guard let list else { return }
      if list.style == .destructive, path.item < list.rows.count { list.delete(path) }
      done(true)
    }
    for step in 0..<60 {
      let row = list.view.indexPathsForVisibleItems.randomElement(using: &random)?.item ?? 0
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1: list.drag(row, by: Double(Int.random(in: -250...250, using: &random)))
      case 2: list.swipe(row, by: Double(Int.random(in: -250...250, using: &random)), with: .touchpad)
      case 3 where list.rows.count > 12: list.delete(path(row))
      case 4:
        list.rows.insert("new \(step)", at: row)
        list.view.insertItems(at: [path(row)])
      case 5: list.view.contentOffset.y = Double(Int.random(in: 0...500, using: &random))
      case 6: list.view.reloadData()
      default: list.press(0)
      }
      list.app.fingerUp(at: list.point(row))
      if Bool.random(using: &random) { list.settle() } else { list.app.frame(after: 0.05) }
    }
    list.view.swipe.close(animated: false)
    list.settle()
    for item in list.view.indexPathsForVisibleItems { expectEqual(list.offset(item.item), 0, "seed \(seed)") }
    expect(list.strip == nil && list.view.visibleCells.allSatisfy { $0.alpha == 1 && !$0.configurationState.isSwiped })
  }
}
