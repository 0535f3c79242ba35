import Expectations
import Foundation
import TestSupport
import Testing

@testable import Diffable
@testable import UIKitCore

@Suite("Section snapshots: an outline of items")
struct SectionSnapshotTests {
  typealias Outline = NSDiffableDataSourceSectionSnapshot<String>

  private static var food: Outline {
    var outline = Outline()
    outline.append(["fruit", "nuts"])
    outline.append(["apple", "pear"], to: "fruit")
    outline.append(["boskoop", "cox"], to: "apple")
    return outline
  }

  @Test("items follow their parents; only those of expanded ones are visible")
  func visibility() {
    var outline = Self.food
    expectEqual(outline.items, ["fruit", "apple", "boskoop", "cox", "pear", "nuts"])
    expectEqual(outline.rootItems, ["fruit", "nuts"])
    expectEqual(outline.visibleItems, ["fruit", "nuts"])
    outline.expand(["apple", "nowhere"])
    expect(outline.visibleItems == ["fruit", "nuts"] && !outline.isVisible("cox"))
    outline.expand(["fruit"])
    expectEqual(outline.visibleItems, ["fruit", "apple", "boskoop", "cox", "pear", "nuts"])
    outline.collapse(["fruit"])
    expect(outline.visibleItems == ["fruit", "nuts"] && outline.isExpanded("apple"))
  }

  @Test("level, parent and place of an item")
  func finding() {
    let outline = Self.food
    expectEqual(["nuts", "pear", "cox"].map(outline.level(of:)), [0, 1, 2])
    expect(outline.parent(of: "cox") == "apple" && outline.parent(of: "nuts") == nil)
    expect(outline.index(of: "pear") == 4 && outline.index(of: "plum") == nil)
    expect(outline.contains("cox") && !outline.contains("plum") && !outline.isExpanded("plum"))
  }

  @Test("items and outlines go before and behind others, under the same parent")
  func inserting() {
    var outline = Self.food
    outline.insert(["plum"], before: "pear")
    outline.insert(["fig"], after: "apple")
    var seeds = Outline()
    seeds.append(["seeds"])
    seeds.append(["sesame"], to: "seeds")
    seeds.expand(["seeds"])
    outline.insert(seeds, before: "nuts")
    outline.expand(["fruit"])
    expectEqual(outline.visibleItems, ["fruit", "apple", "fig", "plum", "pear", "seeds", "sesame", "nuts"])
    outline.checkInvariants()
  }

  @Test("a part is an outline of its own, and can take the place of what stands under an item")
  func parts() {
    var outline = Self.food
    outline.expand(["apple"])
    let part = outline.snapshot(of: "fruit", includingParent: true)
    expect(part.rootItems == ["fruit"] && part.items.count == 5 && part.isExpanded("apple"))
    let children = outline.snapshot(of: "apple")
    expect(children.rootItems == ["boskoop", "cox"] && children.level(of: "cox") == 0)
    outline.replace(childrenOf: "fruit", using: children)
    expectEqual(outline.items, ["fruit", "boskoop", "cox", "nuts"])
    expectEqual(outline.visualDescription(), "+ fruit\n  * boskoop\n  * cox\n* nuts")
    for outline in [outline, part, children] { outline.checkInvariants() }
  }

  @Test("an outline as deep as it is long is walked without a deep stack")
  func depth() {
    var outline = NSDiffableDataSourceSectionSnapshot<Int>()
    outline.append([0])
    for item in 1..<100_000 { outline.append([item], to: item - 1) }
    outline.expand(Array(0..<100_000))
    expect(outline.visibleItems.last == 99_999 && outline.level(of: 99_999) == 99_999)
    outline.delete([0])
    expect(outline.items.isEmpty)
  }

  @Test("an item that is there already, or comes twice, is named")
  func duplicates() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var outline = Self.food
      outline.append(["plum", "pear", "plum"], to: "nuts")
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(message.contains("Fatal: supplied item identifiers are not unique. Duplicate identifiers: {pear, plum}"))
    expect(message.contains("NSDiffableDataSourceSectionSnapshot.append(_:to:)"))
  }

  @Test("a parent that is not there is named")
  func absent() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var outline = Self.food
      outline.append(["plum"], to: "stone fruit")
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(message.contains("Invalid item identifier: stone fruit does not exist in the section snapshot"))
  }

  @Test("random changes agree with a list of items and levels", arguments: 0..<20)
  func random(seed: Int) {
    var random = SeededRandom(seed: seed)
    var outline = NSDiffableDataSourceSectionSnapshot<Int>()
    var naive = NaiveOutline()
    for step in 0..<200 {
      let known = naive.rows.randomElement(using: &random)?.item
      switch (Int.random(in: 0..<6, using: &random), known) {
      case (0, let known?):
        outline.insert([step], before: known)
        naive.insert(step, beside: known, isAfter: false)
      case (1, let known?):
        outline.insert([step], after: known)
        naive.insert(step, beside: known, isAfter: true)
      case (2, let known?) where Int.random(in: 0..<4, using: &random) == 0:
        outline.delete([known])
        naive.delete(known)
      case (3, let known?):
        let isExpanded = Bool.random(using: &random)
        if isExpanded { outline.expand([known]) } else { outline.collapse([known]) }
        naive.expanded[known] = isExpanded
      case (4, nil), (5, nil):
        outline.append([step])
        naive.append(step, to: nil)
      default:
        outline.append([step], to: known)
        naive.append(step, to: known)
      }
      outline.checkInvariants()
      expectEqual(outline.items, naive.rows.map(\.item))
      expectEqual(outline.visibleItems, naive.visible)
      expect(naive.rows.allSatisfy { outline.level(of: $0.item) == $0.level })
    }
  }
}

/// The rows of an outline with their levels, all in one list.
private struct NaiveOutline {
  var rows: [(item: Int, level: Int)] = []
  var expanded: [Int: Bool] = [:]

  private func place(of item: Int) -> Int { rows.firstIndex { $0.item == item } ?? rows.count }

  /// Behind a row and all that stand deeper below it.
  private func end(of place: Int) -> Int {
    rows[(place + 1)...].firstIndex { $0.level <= rows[place].level } ?? rows.count
  }

  mutating func append(_ item: Int, to parent: Int?) {
    guard let parent else { return rows.append((item, 0)) }
    let place = place(of: parent)
    rows.insert((item, rows[place].level + 1), at: end(of: place))
  }

  mutating func insert(_ item: Int, beside other: Int, isAfter: Bool) {
    let place = place(of: other)
    rows.insert((item, rows[place].level), at: isAfter ? end(of: place) : place)
  }

  mutating func delete(_ item: Int) {
    let place = place(of: item)
    rows.removeSubrange(place..<end(of: place))
  }

  var visible: [Int] {
    var hiddenBelow: Int?
    return rows.compactMap { item, level in
      if let limit = hiddenBelow, level > limit { return nil }
      hiddenBelow = expanded[item] == true ? nil : level
      return item
    }
  }
}
