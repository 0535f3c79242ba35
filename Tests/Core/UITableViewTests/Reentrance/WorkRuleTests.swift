import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

/// The rule of work by itself: what tables and grids do with a batch that is closed, and when a pass ends.
@MainActor
@Suite("The rule of work of tables and grids")
struct WorkRuleTests {
  /// What the app does while a piece of work runs.
  struct Row: Sendable, CustomTestStringConvertible {
    let phase: TablePhase
    var isUpdating = false
    /// Another batch waits.
    var isWaiting = false
    var isLoadDue = false
    /// Of a table, whose batches wait, and of a grid.
    let table, grid: WorkRule.Fate

    var testDescription: String {
      "\(phase)\(isUpdating ? ", updating" : "")\(isWaiting ? ", beside a batch" : "")\(isLoadDue ? ", load due" : "")"
    }
  }

  nonisolated static let rows: [Row] =
    [
      Row(phase: .resting, table: .carryOut, grid: .carryOut),
      Row(phase: .resting, isWaiting: true, table: .load, grid: .load),
      Row(phase: .passing, table: .carryOut, grid: .carryOut),
      Row(phase: .passing, isUpdating: true, table: .wait, grid: .load),
      Row(phase: .passing, isUpdating: true, isWaiting: true, table: .load, grid: .load),
    ]
    + [TablePhase.counting, .loading, .committing, .tiling, .reporting].flatMap { phase in
      [
        Row(phase: phase, table: .wait, grid: .load),
        Row(phase: phase, isWaiting: true, table: .load, grid: .load),
      ]
    }
    + [TablePhase.resting, .passing, .loading, .tiling, .reporting].flatMap { phase in
      [false, true].map { Row(phase: phase, isWaiting: $0, isLoadDue: true, table: .covered, grid: .covered) }
    }

  @Test("a batch is carried out when nothing is under way; else it waits, or becomes a load", arguments: rows)
  func batches(row: Row) {
    for (batchesWait, expected) in [(true, row.table), (false, row.grid)] {
      var rule = WorkRule(batchesWait: batchesWait)
      var outer: [TablePhase] = []
      if row.isUpdating { outer.append(rule.beginUpdate()) }
      outer.append(rule.begin(row.phase))
      expectEqual(rule.fate(ofBatchBeside: row.isWaiting, isLoadDue: row.isLoadDue), expected)
      rule.endUpdate()
      for phase in outer.reversed() { rule.end(phase) }
      expect(rule.isResting && !rule.isBusy)
      expectEqual(rule.fate(ofBatchBeside: false, isLoadDue: false), .carryOut)
    }
  }

  @Test("requests that change the counts end the running pass, others are taken up by its next round")
  func endOfPass() {
    let app = TestApplication()
    let table = UITableView(frame: app.window.bounds)
    let work = table.work
    work.settle([.counts, .exchange, .tiling, .placing])
    let outer = work.begin(.tiling)
    work.note([.tiling, .placing])
    expect(!work.mustEndPass && work.isDue(.tiling))
    work.settle(.tiling)
    expect(!work.isDue(.tiling) && work.isDue([.tiling, .placing]))
    work.note(.counts)
    expect(work.mustEndPass)
    work.end(outer)
    // It stays due until it is done.
    expect(work.mustEndPass && work.phase == .resting)
    work.settle(.counts)
    expect(!work.mustEndPass && work.isDue(.placing) && !work.isDue([.tiling, .newRows]))
  }

  @Test("pieces of work run within each other, and the phase is that of the innermost")
  func pieces() {
    var rule = WorkRule(batchesWait: true)
    let update = rule.beginUpdate()
    expect(rule.phase == .committing && rule.isBusy && rule.isUpdating)
    rule.end(.passing)
    // Rows are whole, and the update lays out.
    expect(rule.isBusy && rule.phase.isWhole)
    let pass = rule.begin(.passing)
    let round = rule.begin(.tiling)
    expectEqual(rule.phase, .tiling)
    rule.end(round)
    rule.end(pass)
    rule.endUpdate()
    expect(!rule.isBusy && !rule.isResting)
    rule.end(update)
    expect(rule.isResting)
  }
}
