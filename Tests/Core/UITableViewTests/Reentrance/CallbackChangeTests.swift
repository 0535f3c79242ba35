import Expectations
import Foundation
import TableModel
import TestSupport
import Testing

@testable import UIKitCore

/// Every callback with every change: when the change takes effect, and that table and data agree afterwards.
@MainActor
@Suite("Table: changed from its callbacks")
struct CallbackChangeTests {
  enum Change: String, CaseIterable, Sendable {
    case batch, twoBatches, reload, reloadRows, reconfigure, reloadSection
    case setOffset, scrollToRow, select, edit, resize, layout
    case noSource, otherSource, remove, openBlock

    /// It changes how many rows there are, at once or later.
    var changesCounts: Bool { self == .batch || self == .reload }
    /// It is an update.
    var isUpdate: Bool {
      [.batch, .twoBatches, .reloadRows, .reconfigure, .reloadSection, .openBlock].contains(self)
    }
  }

  private func carryOut(_ change: Change, on fixture: ReentranceFixture) {
    let table = fixture.table
    switch change {
    case .batch: fixture.batch()
    case .twoBatches:
      fixture.batch()
      fixture.batch()
    case .reload: fixture.reload()
    case .reloadRows: if let path = fixture.knownPath { table.reloadRows(at: [path], with: .fade) }
    case .reconfigure: if let path = fixture.knownPath { table.reconfigureRows(at: [path]) }
    case .reloadSection: if fixture.knownPath != nil { table.reloadSections([0], with: .fade) }
    case .setOffset: table.contentOffset.y = min(table.contentOffset.y + 35, max(0, table.verticalExtent.highest))
    case .scrollToRow: if let path = fixture.knownPath { table.scrollToRow(at: path, at: .middle, animated: false) }
    case .select:
      if let path = fixture.knownPath { table.selectRow(at: path, animated: false, scrollPosition: .none) }
    case .edit: table.setEditing(!table.isEditing, animated: true)
    case .resize: table.frame.size = CGSize(width: table.frame.width == 300 ? 260 : 300, height: 380)
    case .layout:
      table.setNeedsLayout()
      table.layoutIfNeeded()
    case .noSource: table.dataSource = nil
    case .otherSource: fixture.exchangeSource()
    case .remove: table.removeFromSuperview()
    case .openBlock: fixture.openBlock()
    }
  }

  /// Has every callback come at least once, if nothing hinders it.
  private func provoke(_ fixture: ReentranceFixture) {
    let (app, table) = (fixture.app, fixture.table)
    var steps: [() -> Void] = []
    func click(_ y: CGFloat, _ button: InputEvent.Pointer.Button = .primary) {
      app.click(at: CGPoint(x: 100, y: y), button: button)
    }
    steps.append { table.contentOffset.y = 700 }
    steps.append { click(100) }
    steps.append { click(200) }
    steps.append { click(150, .secondary) }
    steps.append { app.key(.keyboardEscape) }
    steps.append { app.wheel(-3, at: CGPoint(x: 100, y: 100)) }
    steps.append { app.settle() }
    steps.append { fixture.batch { _ in fixture.hooks.called(.completion) } }
    steps.append { app.settle() }
    steps.append { fixture.deleteVisible { if !$0 { fixture.hooks.called(.interruptedCompletion) } } }
    steps.append { fixture.reload() }
    steps.append {
      if let row = table.indexPathsForVisibleRows?.dropFirst().first.flatMap({ RowPosition($0) }) {
        table.swipe.openTrailingActions(at: row, animated: false)
      }
    }
    steps.append { table.swipe.close(animated: false) }
    steps.append {
      if let row = table.indexPathsForVisibleRows?.dropFirst().first.flatMap({ RowPosition($0) }) {
        table.app.commit(.delete, at: row)
      }
    }
    steps.append { table.setEditing(true, animated: false) }
    steps.append { table.contentOffset.y = max(0, table.verticalExtent.highest / 2) }
    steps.append { table.setEditing(false, animated: false) }
    // Not far: each row that comes on the way takes time, in each of hundreds of cases.
    steps.append { table.setContentOffset(CGPoint(x: 0, y: max(40, table.contentOffset.y - 300)), animated: true) }
    steps.append { app.settle() }
    for step in steps {
      step()
      fixture.recover()
      app.frame()
      fixture.recover()
    }
    app.settle()
    fixture.recover()
    app.settle()
  }

  /// All pairs but those that end with a message, each with one way of sizing rows.
  nonisolated static var pairs: [(Callback, Change)] {
    Callback.allCases.flatMap { callback in
      Change.allCases.filter { !(callback.isCounting && $0.isUpdate) }.map { (callback, $0) }
    }
  }

  nonisolated private static func mode(for callback: Callback, _ change: Change) -> SizingMode {
    switch callback {
    case .heightForRow: return .asked
    case .estimatedHeight: return .estimated
    case .cellSizing: return .measured
    default:
      let number = (Callback.allCases.firstIndex(of: callback) ?? 0) + (Change.allCases.firstIndex(of: change) ?? 0)
      return SizingMode(rawValue: number % SizingMode.allCases.count) ?? .uniform
    }
  }

  @Test("a change comes at once or after the running piece of work, and leaves the table whole", arguments: pairs)
  func pair(callback: Callback, change: Change) {
    let fixture = ReentranceFixture(Self.mode(for: callback, change))
    var outcome: Bool?
    fixture.hooks.onCall = { called in
      guard called == callback, outcome == nil else { return }
      outcome = false
      carryOut(change, on: fixture)
      outcome = fixture.table.mustEndPass ? false : fixture.knownRowCount == fixture.rowCount
    }
    provoke(fixture)
    expect(outcome != nil, "\(callback) never came")
    expect(fixture.fault() == nil)
    if change.changesCounts, let outcome {
      expect(outcome == !callback.isWithinWork || callback.isEither)
    }
  }

  @Test("a callback that changes the table each time costs frames, not a hang", arguments: Callback.allCases)
  func always(callback: Callback) {
    guard !callback.isCounting else { return }
    for change in [Change.batch, .reload] {
      let fixture = ReentranceFixture(Self.mode(for: callback, change))
      var isChanging = false
      var count = 0
      fixture.hooks.onCall = { called in
        guard called == callback, !isChanging, count < 200 else { return }
        isChanging = true
        count += 1
        carryOut(change, on: fixture)
        isChanging = false
      }
      provoke(fixture)
      fixture.hooks.onCall = nil
      fixture.app.settle()
      expect(fixture.fault() == nil, "\(change)")
    }
  }

  @Test("an update closed while the table asks for counts ends with a message that says so")
  func counting() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let fixture = ReentranceFixture(.uniform)
      fixture.hooks.onCall = { if $0 == .numberOfRows { fixture.batch() } }
      fixture.table.reloadData()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(text.contains("was called while the table asks numberOfSections(in:)"))
    expect(text.contains("change the data and call it before or after"))
  }

  @Test("a block closed that was not opened ends with a message that says so")
  func unbalanced() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let fixture = ReentranceFixture(.uniform)
      fixture.hooks.onCall = { if $0 == .cellForRow { fixture.table.endUpdates() } }
      fixture.table.contentOffset.y = 500
      fixture.app.frame()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(text.contains("UITableView.endUpdates() was called without beginUpdates()"))
  }
}
