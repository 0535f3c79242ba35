import Foundation
import TableModel
import UIKitCore

extension GridView {
  /// How cells are written as text.
  public enum CopyFormat: Sendable {
    /// Tabs between fields, as spreadsheets exchange them; a field with a tab, a line end or a quote stands in quotes.
    case tabSeparated
    /// Commas between fields and line ends of two characters, as RFC 4180 has it; a field with a comma, a line end or a
    /// quote, or with a space at an end, stands in quotes.
    case commaSeparated

    fileprivate var separator: String { self == .tabSeparated ? "\t" : "," }
    fileprivate var lineEnd: String { self == .tabSeparated ? "\n" : "\r\n" }

    /// A field as it is written.
    package func quoted(_ field: String) -> String {
      let separator: UInt8 = self == .tabSeparated ? 9 : 44
      let isPlain = !field.utf8.contains { $0 == separator || $0 == 10 || $0 == 13 || $0 == 34 }
      let isTight = self == .tabSeparated || field.utf8.first != 32 && field.utf8.last != 32
      guard !isPlain || !isTight else { return field }
      return "\"" + field.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }
  }
}

/// Copies the selected cells of a grid as text: a few at once, many in pieces while the run loop is idle, so that no frame
/// waits. A copy is of the lines as they were when it began, and ends when these change.
@MainActor
final class GridCopier: GridFacet, GridFollower, IdleWorker {
  /// Most cells of a copy.
  static let mostCells = 4_000_000
  /// Most bytes of its text, which the clipboard holds.
  static let mostBytes = 256 << 20
  /// Cells that are copied without a wait.
  private static let mostAtOnce = 1000
  /// Cells of which the delegate is not asked.
  private static let mostUnasked = 100_000
  /// Cells of a piece, and its nanoseconds.
  private static let piece = (cells: 256, time: 250_000 as UInt64)

  /// A copy that waits for the delegate, or is being made.
  private final class Job {
    let rows, columns: [Range<Int>]
    let count: Int
    let format: GridView.CopyFormat
    var text = ""
    var isAllowed = false
    /// The next cell: a run and a line in it, of each axis.
    private var row: (run: Int, line: Int)
    private var column: (run: Int, line: Int)

    /// - Parameters:
    ///   - rows: not empty, nor any of them, as `columns`.
    ///   - count: how many cells these are.
    init(_ rows: [Range<Int>], _ columns: [Range<Int>], count: Int, _ format: GridView.CopyFormat) {
      (self.rows, self.columns, self.count, self.format) = (rows, columns, count, format)
      (row, column) = ((0, rows[0].lowerBound), (0, columns[0].lowerBound))
    }

    /// The next cell; nil behind the last.
    var place: GridPosition? {
      row.run < rows.count ? GridPosition(row: row.line, column: column.line) : nil
    }

    /// Writes the field of the next cell, and goes on.
    func append(_ field: String) {
      text += format.quoted(field)
      if Self.advance(&column, in: columns) {
        text += format.separator
      } else {
        column = (0, columns[0].lowerBound)
        text += format.lineEnd
        _ = Self.advance(&row, in: rows)
      }
    }

    /// - Returns: false behind the last line.
    private static func advance(_ place: inout (run: Int, line: Int), in runs: [Range<Int>]) -> Bool {
      place.line += 1
      if place.line == runs[place.run].upperBound {
        place.run += 1
        if place.run < runs.count { place.line = runs[place.run].lowerBound }
      }
      return place.run < runs.count
    }
  }

  private var job: Job?

  var isCopying: Bool { job != nil }

  /// Control and C copy by `copy`; Escape ends a copy that is being made.
  /// - Returns: false for other keys.
  func take(_ key: UIKey, copy: () -> Void) -> Bool {
    let held = key.modifierFlags.intersection([.shift, .control, .alternate, .command])
    if held == .control || held == .command, key.characters.lowercased() == "c" {
      copy()
      return true
    }
    return key.keyCode == .keyboardEscape && held.isEmpty && cancel()
  }

  /// Copies what is selected. A copy that is being made ends.
  func copy(_ selection: GridSelection, as format: GridView.CopyFormat) {
    _ = cancel()
    guard !selection.ranges.isEmpty, grid.app.hasDataSource else { return }
    guard let (rows, columns) = selection.table else {
      return grid.app.couldNotCopy(
        "Several rectangles are copied together only as a table: select cells of the same rows and columns.")
    }
    let count = selection.count
    guard count <= Self.mostCells else {
      return grid.app.couldNotCopy("\(count) cells are selected; at most \(Self.mostCells) can be copied at once.")
    }
    let job = Job(rows, columns, count: count, format)
    self.job = job
    guard count > Self.mostUnasked else { return begin(job) }
    grid.app.willCopy(count) { [weak self, weak job] in
      if let job { self?.begin(job) }
    }
  }

  private func begin(_ job: Job) {
    guard self.job === job, !job.isAllowed else { return }
    job.isAllowed = true
    guard job.count > Self.mostAtOnce, let application = UIApplication.current else {
      while self.job === job, write(job, most: job.count, until: .max) {}
      return
    }
    application.frameLoop.addIdleWorker(self)
  }

  func workWhileIdle() -> Bool {
    // A load that is due ends the copy.
    grid.layoutIfNeeded()
    guard let job, job.isAllowed else { return false }
    return write(job, most: Self.piece.cells, until: DispatchTime.now().uptimeNanoseconds + Self.piece.time)
  }

  /// Writes a piece.
  /// - Parameter end: the time at which it ends, in nanoseconds.
  /// - Returns: whether there is more.
  private func write(_ job: Job, most: Int, until end: UInt64) -> Bool {
    for _ in 0..<most {
      guard let place = job.place else {
        finish(job)
        return false
      }
      let field = grid.app.text(of: place) ?? ""
      // The data source may have changed the lines.
      guard self.job === job else { return false }
      job.append(field)
      guard job.text.utf8.count <= Self.mostBytes else {
        self.job = nil
        grid.app.couldNotCopy("The selected cells are more than \(Self.mostBytes >> 20) MB of text.")
        return false
      }
      if end != .max, DispatchTime.now().uptimeNanoseconds >= end { return true }
    }
    return true
  }

  private func finish(_ job: Job) {
    self.job = nil
    UIPasteboard.general.string = job.text
    grid.app.didCopy(job.count)
  }

  /// Ends a copy that is being made.
  /// - Returns: whether there was one.
  func cancel() -> Bool {
    defer { job = nil }
    return job != nil
  }

  // MARK: Following the lines

  private func linesDidChange() {
    if cancel() { grid.app.couldNotCopy("The cells changed while they were copied.") }
  }

  func linesWereLoaded(from old: GridSize) { linesDidChange() }

  func follow(_ change: GridChange) { linesDidChange() }
}
