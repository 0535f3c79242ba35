import UIKit

/// A change of a model and of the rows that show it, as a value: it can be carried out, and it can be reversed.
struct RowChange<Model> {
  /// The model after the change.
  let model: Model
  /// By the places before the change.
  var deleted: [IndexPath] = []
  /// By the places after it.
  var inserted: [IndexPath] = []
  var moved: [(from: IndexPath, to: IndexPath)] = []
  /// Rows that stay where they are and show something else.
  var changed: [IndexPath] = []

  /// The rows that the change concerns, in words such as "3 rows inserted"; empty for one that only shows rows anew.
  var summary: String {
    [(inserted.count, "inserted"), (deleted.count, "deleted"), (moved.count, "moved")].filter { $0.0 > 0 }
      .map { count, verb in "\(count) \(count == 1 ? "row" : "rows") \(verb)" }.joined(separator: ", ")
  }

  /// The change that takes this one back.
  /// - Parameter model: the model before this change.
  func reversed(to model: Model) -> RowChange {
    RowChange(
      model: model, deleted: inserted, inserted: deleted, moved: moved.map { ($0.to, $0.from) }, changed: changed)
  }

  /// Brings the rows of a table in line, once its data source goes by `model`.
  @MainActor
  func update(_ table: UITableView, with animation: UITableView.RowAnimation) {
    if !deleted.isEmpty || !inserted.isEmpty || !moved.isEmpty {
      table.performBatchUpdates {
        table.deleteRows(at: deleted, with: animation)
        table.insertRows(at: inserted, with: animation)
        for move in moved { table.moveRow(at: move.from, to: move.to) }
      }
    }
    if !changed.isEmpty { table.reconfigureRows(at: changed) }
  }
}
