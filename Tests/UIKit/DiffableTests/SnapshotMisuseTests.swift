import Expectations
import Foundation
import Testing

@testable import Diffable
@testable import UIKitCore

@Suite("Snapshots: mistakes end with UIKit's message")
struct SnapshotMisuseTests {
  private static func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  private static var sample: NumberSnapshot { NaiveSnapshot([(1, [5, 6]), (2, [7])]).snapshot }

  @Test("items that are there already, or come twice, are named")
  func duplicateItems() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = Self.sample
      snapshot.appendItems([8, 5, 9, 9, 5])
    }
    let message = Self.text(result)
    expect(
      message.contains("Fatal: supplied item identifiers are not unique. Duplicate identifiers: {5, 9}"), "\(message)")
    expect(message.contains("NSDiffableDataSourceSnapshot.appendItems(_:toSection:)"))
  }

  @Test("duplicates inserted in the middle are named")
  func duplicateInserted() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = Self.sample
      snapshot.insertItems([7], beforeItem: 5)
    }
    expect(Self.text(result).contains("item identifiers are not unique. Duplicate identifiers: {7}"))
  }

  @Test("sections that are there already are named")
  func duplicateSections() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = Self.sample
      snapshot.insertSections([3, 2], beforeSection: 1)
    }
    expect(
      Self.text(result).contains("Fatal: supplied section identifiers are not unique. Duplicate identifiers: {2}"))
  }

  @Test("items cannot be appended before there is a section")
  func noSection() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = NumberSnapshot()
      snapshot.appendItems([1])
    }
    expect(
      Self.text(result).contains(
        "There are currently no sections in the data source. Please add a section first"))
  }

  @Test("a section that is not there is named")
  func absentSection() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = Self.sample
      snapshot.appendItems([1], toSection: 77)
    }
    expect(Self.text(result).contains("Invalid section identifier: 77 does not exist in the snapshot"))
  }

  @Test("an item that is not there is named by insertions and moves")
  func absentItem() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = Self.sample
      snapshot.moveItem(5, afterItem: 99)
    }
    expect(
      Self.text(result).contains(
        "Invalid item identifier: 99 does not exist in the snapshot. NSDiffableDataSourceSnapshot.moveItem(_:afterItem:)"
      ))
  }

  @Test("an item that is not there cannot be reloaded")
  func absentReload() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = Self.sample
      snapshot.reloadItems([5, 98])
    }
    expect(
      Self.text(result).contains("Attempted to reload item identifier that does not exist in the snapshot: 98"))
  }

  @Test("an item that is not there cannot be configured")
  func absentReconfigure() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = Self.sample
      snapshot.reconfigureItems([97])
    }
    expect(
      Self.text(result).contains("Attempted to reconfigure item identifier that does not exist in the snapshot: 97"))
  }

  @Test("a section that is not there is named by questions")
  func absentSectionAsked() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Self.sample.itemIdentifiers(inSection: 76)
    }
    expect(
      Self.text(result).contains(
        "Invalid section identifier: 76 does not exist in the snapshot. NSDiffableDataSourceSnapshot.itemIdentifiers("))
    let counted = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Self.sample.numberOfItems(inSection: 75)
    }
    expect(Self.text(counted).contains("Invalid section identifier: 75 does not exist in the snapshot"))
  }

  @Test("a section that is not there is named by insertions, moves and reloads of sections")
  func absentSectionChanged() async {
    let inserted = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = Self.sample
      snapshot.insertSections([9], afterSection: 74)
    }
    expect(Self.text(inserted).contains("Invalid section identifier: 74 does not exist in the snapshot"))
    let moved = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = Self.sample
      snapshot.moveSection(73, beforeSection: 1)
    }
    expect(Self.text(moved).contains("Invalid section identifier: 73 does not exist in the snapshot"))
    let reloaded = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = Self.sample
      snapshot.reloadSections([2, 72])
    }
    expect(
      Self.text(reloaded).contains("Attempted to reload section identifier that does not exist in the snapshot: 72"))
  }

  @Test("an item that is not there is named by insertions beside it")
  func absentItemBeside() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = Self.sample
      snapshot.insertItems([50], beforeItem: 96)
    }
    expect(Self.text(result).contains("Invalid item identifier: 96 does not exist in the snapshot"))
  }
}
