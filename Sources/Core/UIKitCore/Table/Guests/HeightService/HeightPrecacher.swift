import Foundation
import TableModel

/// Fills the index-path cache of a table row by row while the run loop is idle.
@MainActor
final class HeightPrecacher: IdleWorker {
  weak var service: TableHeightService?
  var isOn = false { didSet { if isOn { resume() } else { filled = nil } } }
  /// Gives heights in place of the delegate.
  var height: ((UITableView, IndexPath) -> CGFloat)? { didSet { forgetProgress() } }
  /// Where the last height was found.
  private var last: RowPosition?
  /// When there was nothing left to find out: neither rows nor conditions have changed since.
  private var filled: (generation: Int, conditions: HeightConditions)?
  private(set) var isWaiting = false

  /// Goes on when the run loop is idle next, unless nothing changed since all was filled. Called at the end of every
  /// pass of the table, and when heights were forgotten.
  func resume() {
    guard isOn, !isWaiting, let service, let table = service.store.table, let window = table.window else { return }
    if let filled, filled.generation == service.store.generation, filled.conditions == table.heightConditions { return }
    filled = nil
    isWaiting = true
    window.application.frameLoop.addIdleWorker(self)
  }

  private func forgetProgress() {
    filled = nil
    resume()
  }

  func workWhileIdle() -> Bool {
    isWaiting = precacheNext()
    return isWaiting
  }

  private func precacheNext() -> Bool {
    guard isOn, let service, let table = service.store.table, table.window != nil, table.bounds.width > 0,
      !table.needsLoad, !table.isOccupied, !table.isCollecting
    else { return false }
    let store = service.store
    guard let row = store.gap(from: last ?? table.cells.visible.first?.position ?? RowPosition(section: 0, row: 0))
    else { return finish() }
    guard table.app.stillHas(row) else { return false }
    let generation = store.generation
    let found: Double?
    if let height {
      let place = "row \(row.row) of section \(row.section)"
      found = table.checked(height(table, IndexPath(row)), "TableHeightService.precacheHeight", place)
    } else {
      switch table.app.height(of: row) {
      case .points(let points): found = points
      case .automatic: found = nil
      case .rowsChanged: return true
      }
      guard table.app.mayHave(.rowHeight) else { return finish() }
    }
    // Rows may be elsewhere by now.
    guard generation == store.generation else { return true }
    last = row
    if let known = store.height(at: row) ?? found {
      store.cache(known, at: row)
      service.observer?.heightService(service, did: .precached(row, height: known))
    } else {
      // The row's own cell decides, when it is shown.
      store.passOver(row)
    }
    return true
  }

  private func finish() -> Bool {
    last = nil
    if let service, let table = service.store.table { filled = (service.store.generation, table.heightConditions) }
    return false
  }
}
