import CSQLite

/// What SQLite says of a statement that it cannot carry out.
struct DatabaseError: Error, CustomStringConvertible { let description: String }

/// A value of a cell with its type, as SQLite keeps it.
final class Value {
  fileprivate let pointer: OpaquePointer?

  fileprivate init(_ pointer: OpaquePointer?) { self.pointer = sqlite3_value_dup(pointer) }
  deinit { sqlite3_value_free(pointer) }

  var type: Int32 { sqlite3_value_type(pointer) }

  /// The words of a cell; empty for NULL.
  var text: String {
    if type == SQLITE_BLOB { return "\(sqlite3_value_bytes(pointer)) bytes" }
    return sqlite3_value_text(pointer).map { String(cString: $0) } ?? ""
  }
}

/// A connection to a database file, for one thread.
final class Database {
  private var handle: OpaquePointer?

  init(path: String, isReadOnly: Bool = false) throws {
    try check(sqlite3_open_v2(path, &handle, isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE, nil))
    sqlite3_busy_timeout(handle, 1000)
  }

  deinit { sqlite3_close_v2(handle) }

  /// A row that a statement has come to.
  struct Row {
    fileprivate let statement: OpaquePointer?

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
    func value(_ column: Int32) -> Value { Value(sqlite3_column_value(statement, column)) }
    var values: [Value] { (0..<sqlite3_column_count(statement)).map(value) }
  }

  /// Carries a statement out whose `?1` is `text` or `value`, and calls `body` for each row.
  func run(_ sql: String, text: String? = nil, value: Value? = nil, _ body: (Row) -> Void = { _ in }) throws {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
    defer { sqlite3_finalize(statement) }
    // -1 has SQLite copy the text.
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    if let text { try check(sqlite3_bind_text(statement, 1, text, -1, copied)) }
    if let value { try check(sqlite3_bind_value(statement, 1, value.pointer)) }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_DONE: return
      case SQLITE_ROW: body(Row(statement: statement))
      case let failure: return try check(failure)
      }
    }
  }

  private func check(_ result: Int32) throws {
    guard result == SQLITE_OK else { throw DatabaseError(description: String(cString: sqlite3_errmsg(handle))) }
  }
}

/// A name within a statement.
func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
