import TableModel

/// A running call of `cellForRowAt`.
struct CellRequest {
  let position: RowPosition
  /// A cell was dequeued for its path.
  var hasDequeued = false
}
