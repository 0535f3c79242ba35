import TestSupport
import UIKit

/// Snapshots changed in every way and applied from the main queue, from another one and out of callbacks, against
/// arrays.
enum DiffableAttack: Attack {
  static let name = "diffable"
  static let stage = Stage.fakes

  static func program(using random: inout SeededRandom) -> [Step] {
    func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    var steps = [Step("background", number(2))]
    for _ in 0..<(4 + number(40)) {
      switch number(16) {
      case 0...6:
        var step = Step("apply", number(100_000), number(8), number(4))
        if number(3) == 0 { step.occasion = DiffableScene.Occasion.allCases.randomElement(using: &random)?.rawValue }
        steps.append(step)
      case 7: steps.append(Step("fill", number(100_000), number(60)))
      case 8: steps.append(Step("offset", number(1001), number(2)))
      case 9: steps.append(Step("select", number(1000)))
      case 10: steps.append(Step("deliver"))
      case 11: steps.append(Step("settle"))
      case 12: steps.append(Step("background", number(2)))
      default: steps.append(Step("frame", [1, 16, 100, 300][number(4)]))
      }
    }
    return steps
  }

  static func run(_ program: [Step], _ journal: Journal) throws(Mismatch) {
    let scene = DiffableScene(journal)
    for step in program { try scene.carryOut(step) }
    try scene.settle()
  }
}

@MainActor
private final class DiffableScene: NSObject, UITableViewDelegate {
  enum Occasion: String, CaseIterable { case cell, willDisplay, didEndDisplaying, didScroll, completion }

  typealias Source = UITableViewDiffableDataSource<Int, Int>
  typealias Snapshot = NSDiffableDataSourceSnapshot<Int, Int>

  private let journal: Journal
  private let app = TestApplication(size: CGSize(width: 300, height: 440))
  private let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 440), style: .plain)
  // Implicitly unwrapped: its cell provider refers to the scene.
  private var source: Source!
  private let queue = DispatchQueue(label: "snapshots")
  private var isInBackground = false
  /// The snapshot applied last, as arrays.
  private var sections: [(id: Int, items: [Int])] = []
  /// How often each item was reloaded or reconfigured.
  private var versions: [Int: Int] = [:]
  private var lastID = 0
  private var armed: [Occasion: [Step]] = [:]
  private var completions = (wanted: 0, called: 0)
  private var fault: Mismatch?

  init(_ journal: Journal) {
    self.journal = journal
    super.init()
    app.platform.keepsPictures = false
    table.register(ItemCell.self, forCellReuseIdentifier: "item")
    source = Source(tableView: table) { [unowned self] table, path, item in
      let cell = table.dequeueReusableCell(withIdentifier: "item", for: path)
      (cell as? ItemCell)?.shown = (item, self.versions[item, default: 0])
      self.fire(.cell)
      return cell
    }
    table.delegate = self
    app.window.addSubview(table)
    app.frame()
  }

  func carryOut(_ step: Step) throws(Mismatch) {
    if let word = step.occasion {
      guard let occasion = Occasion(rawValue: word) else { throw Mismatch("program", "no occasion is named \(word)") }
      armed[occasion, default: []].append(step)
    } else if step.verb == "settle" {
      try settle()
    } else {
      act(step)
    }
    if let fault { throw fault }
  }

  private func act(_ step: Step) {
    switch step.verb {
    case "background":
      // One queue after the other: what the other one has under way arrives first.
      deliver()
      isInBackground = step.flag(0)
      journal.say("// snapshots are now applied \(isInBackground ? "on a queue of their own" : "on the main queue")")
    case "apply": apply(step)
    case "fill":
      var random = SeededRandom(seed: step[0])
      change { snapshot in
        if sections.isEmpty { appendSection(to: &snapshot) }
        for _ in 0..<step.choice(1, of: 200) { appendItem(to: &snapshot, &random) }
      }
    case "offset":
      let y = max(0, table.contentSize.height - table.bounds.height) * CGFloat(step.choice(0, of: 1001)) / 1000
      journal.say("table.setContentOffset(y: \(y), animated: \(step.flag(1)))")
      table.setContentOffset(CGPoint(x: 0, y: y), animated: step.flag(1))
    case "select":
      let items = source.snapshot().itemIdentifiers
      guard !items.isEmpty, let path = source.indexPath(for: items[step.choice(0, of: items.count)]) else { return }
      table.selectRow(at: path, animated: false, scrollPosition: .none)
    case "deliver": deliver()
    case "frame":
      journal.say("// \(step[0]) ms go by")
      _ = RunLoop.main.run(mode: .default, before: Date())
      app.frame(after: Double(step.choice(0, of: 1000)) / 1000)
    default: fault = fault ?? Mismatch("program", "no step is named \(step.verb)")
    }
  }

  private func fire(_ occasion: Occasion) {
    // From the main queue only, when the other one has nothing under way.
    guard !isInBackground, let step = armed[occasion]?.first else { return }
    armed[occasion]?.removeFirst()
    journal.say("// in \(occasion):")
    act(step)
  }

  // MARK: Snapshots

  private func appendSection(to snapshot: inout Snapshot) {
    lastID += 1
    sections.append((lastID, []))
    snapshot.appendSections([lastID])
  }

  private func appendItem(to snapshot: inout Snapshot, _ random: inout SeededRandom) {
    lastID += 1
    let section = Int.random(in: 0..<sections.count, using: &random)
    sections[section].items.append(lastID)
    snapshot.appendItems([lastID], toSection: sections[section].id)
  }

  /// The arrays' snapshot, made anew.
  private var naive: Snapshot {
    var snapshot = Snapshot()
    snapshot.appendSections(sections.map(\.id))
    for section in sections { snapshot.appendItems(section.items, toSection: section.id) }
    return snapshot
  }

  private func change(isAnimated: Bool = true, reloads: Bool = false, _ body: (inout Snapshot) -> Void) {
    var snapshot = naive
    body(&snapshot)
    let order = sections.map(\.id)
    guard snapshot.sectionIdentifiers == order,
      sections.allSatisfy({ snapshot.itemIdentifiers(inSection: $0.id) == $0.items })
    else {
      fault =
        fault
        ?? Mismatch(
          "snapshot",
          "the snapshot has sections \(snapshot.sectionIdentifiers), items \(snapshot.itemIdentifiers), the arrays \(sections)"
        )
      return
    }
    journal.say(
      "source.\(reloads ? "applySnapshotUsingReloadData" : "apply")(…) // \(sections.map { "\($0.id): \($0.items)" }), animated \(isAnimated)"
    )
    completions.wanted += 1
    let done: @Sendable () -> Void = { [self] in
      MainActor.assumeIsolated {
        completions.called += 1
        fire(.completion)
      }
    }
    let send: @Sendable () -> Void = { [source = source!, snapshot] in
      if reloads {
        source.applySnapshotUsingReloadData(snapshot, completion: done)
      } else {
        source.apply(snapshot, animatingDifferences: isAnimated, completion: done)
      }
    }
    if isInBackground { queue.async(execute: send) } else { send() }
  }

  private func apply(_ step: Step) {
    var random = SeededRandom(seed: step[0])
    let kind = step.choice(2, of: 4)
    change(isAnimated: kind < 2, reloads: kind == 3) { snapshot in
      if sections.isEmpty { appendSection(to: &snapshot) }
      for _ in 0..<step.choice(1, of: 60) { edit(&snapshot, &random) }
    }
  }

  /// One change of the snapshot and of the arrays.
  private func edit(_ snapshot: inout Snapshot, _ random: inout SeededRandom) {
    let items = sections.flatMap(\.items)
    func place(_ item: Int) -> (section: Int, row: Int) {
      for (section, content) in sections.enumerated() {
        if let row = content.items.firstIndex(of: item) { return (section, row) }
      }
      return (0, 0)
    }
    let item = items.randomElement(using: &random)
    let other = items.randomElement(using: &random)
    switch Int.random(in: 0..<14, using: &random) {
    case 0...2: if !sections.isEmpty { appendItem(to: &snapshot, &random) }
    case 3, 4:
      guard let item else { return }
      lastID += 1
      let (section, row) = place(item)
      let isAfter = Bool.random(using: &random)
      sections[section].items.insert(lastID, at: isAfter ? row + 1 : row)
      if isAfter {
        snapshot.insertItems([lastID], afterItem: item)
      } else {
        snapshot.insertItems([lastID], beforeItem: item)
      }
    case 5, 6:
      guard let item else { return }
      let (section, row) = place(item)
      sections[section].items.remove(at: row)
      snapshot.deleteItems([item])
    case 7, 8:
      guard let item, let other, item != other else { return }
      let from = place(item)
      sections[from.section].items.remove(at: from.row)
      let (section, row) = place(other)
      let isAfter = Bool.random(using: &random)
      sections[section].items.insert(item, at: isAfter ? row + 1 : row)
      if isAfter { snapshot.moveItem(item, afterItem: other) } else { snapshot.moveItem(item, beforeItem: other) }
    case 9:
      guard let item else { return }
      versions[item, default: 0] += 1
      snapshot.reloadItems([item])
    case 10:
      guard let item, !snapshot.reloadedItemIdentifiers.contains(item) else { return }
      versions[item, default: 0] += 1
      snapshot.reconfigureItems([item])
    case 11: if sections.count < 6 { appendSection(to: &snapshot) }
    case 12:
      guard sections.count > 1, let gone = sections.indices.randomElement(using: &random) else { return }
      snapshot.deleteSections([sections[gone].id])
      sections.remove(at: gone)
    default:
      guard sections.count > 1, let from = sections.indices.randomElement(using: &random) else { return }
      let moved = sections.remove(at: from)
      let target = Int.random(in: 0..<sections.count, using: &random)
      snapshot.moveSection(moved.id, afterSection: sections[target].id)
      sections.insert(moved, at: target + 1)
    }
  }

  /// Lets everything arrive that another queue has sent.
  private func deliver() {
    queue.sync {}
    let end = Date(timeIntervalSinceNow: 5)
    var isDone = false
    // What was sent before this is in front of it.
    DispatchQueue.main.async { isDone = true }
    while !isDone, Date() < end { _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) }
  }

  // MARK: Comparing

  func settle() throws(Mismatch) {
    journal.say("// everything comes to rest")
    deliver()
    if app.settle(limit: 3000) >= 3000 { throw Mismatch("unrest", "frames are still asked for after 3000") }
    if let fault { throw fault }
    guard completions.called == completions.wanted else {
      throw Mismatch("completions", "\(completions.called) of \(completions.wanted) were called")
    }
    let latest = source.snapshot()
    guard latest.sectionIdentifiers == sections.map(\.id), latest.itemIdentifiers == sections.flatMap(\.items) else {
      throw Mismatch("snapshot", "snapshot() has \(latest.itemIdentifiers), applied was \(sections)")
    }
    let counts = (0..<table.numberOfSections).map { table.numberOfRows(inSection: $0) }
    guard counts == sections.map(\.items.count) else {
      throw Mismatch("counts", "the table has \(counts) rows, the snapshot \(sections.map(\.items.count))")
    }
    for (section, content) in sections.enumerated() {
      for (row, item) in content.items.enumerated() {
        let path = IndexPath(row: row, section: section)
        guard source.itemIdentifier(for: path) == item, source.indexPath(for: item) == path else {
          throw Mismatch(
            "identifiers",
            "item \(item) is said to be at \(source.indexPath(for: item).map { Array($0) } ?? []), not \(Array(path))")
        }
      }
    }
    for path in table.indexPathsForVisibleRows ?? [] {
      let item = sections[path.section].items[path.row]
      guard let shown = (table.cellForRow(at: path) as? ItemCell)?.shown else {
        throw Mismatch("cell", "\(Array(path)) has no cell")
      }
      guard shown.item == item else {
        throw Mismatch("wrong row", "\(Array(path)) shows \(shown.item), the snapshot has \(item)")
      }
      guard shown.version == versions[item, default: 0] else {
        throw Mismatch(
          "old content",
          "\(Array(path)) shows version \(shown.version) of \(item), the data has \(versions[item, default: 0])")
      }
    }
    let highest = max(0, table.contentSize.height - table.bounds.height)
    guard table.contentOffset.y > -0.51, table.contentOffset.y < highest + 0.51 else {
      throw Mismatch("offset", "the table rests at \(table.contentOffset.y), outside of 0...\(highest)")
    }
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) { fire(.didScroll) }
  func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt path: IndexPath) {
    fire(.willDisplay)
  }

  func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt path: IndexPath) {
    fire(.didEndDisplaying)
  }
}

private final class ItemCell: UITableViewCell {
  var shown = (item: 0, version: 0)
}
