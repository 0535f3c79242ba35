import UIKit

/// Which fields of records are columns, in which order and how wide.
struct DelimitedColumns {
  /// Fields of a record, at most.
  private(set) var fieldCount = 0
  /// The field at each column.
  private(set) var fields: [Int] = []
  /// Fields that are no columns, ascending.
  private(set) var hidden: [Int] = []
  /// By fields, in points at the usual size of text.
  var widths: [Int: CGFloat] = [:]

  /// The file has another number of fields: all are columns.
  mutating func setFieldCount(_ count: Int) {
    guard count != fieldCount else { return }
    (fieldCount, fields, hidden) = (count, Array(0..<count), [])
  }

  /// Whether columns are the fields of the file as they are.
  var areAsInFile: Bool { hidden.isEmpty && fields.indices.allSatisfy { fields[$0] == $0 } }

  func column(of field: Int) -> Int? { fields.firstIndex(of: field) }

  mutating func move(_ column: Int, to target: Int) { fields.insert(fields.remove(at: column), at: target) }

  /// One column stays.
  mutating func hide(_ columns: Range<Int>) {
    let columns = columns.clamped(to: fields.indices)
    guard columns.count < fields.count else { return }
    hidden = (hidden + fields[columns]).sorted()
    fields.removeSubrange(columns)
  }

  /// Fields that were hidden come behind the one that they follow in the file.
  mutating func showAll() {
    for field in hidden { fields.insert(field, at: (column(of: field - 1) ?? -1) + 1) }
    hidden = []
  }
}
