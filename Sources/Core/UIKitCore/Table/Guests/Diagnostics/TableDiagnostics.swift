import Foundation
import TableModel

/// The state of a table at one moment: its containers of cells, its sections with their heights, its counters, and the
/// work under way. Not part of UIKit: for instruments, tests, and programs that show how a table works.
///
/// Read it from `UITableView.diagnostics`. A value: it stays what it was when the table goes on. It holds the cells it
/// names.
public struct TableDiagnostics {
  /// A cell at the row it shows, or showed.
  public struct Place {
    /// The row.
    public let indexPath: IndexPath
    /// The view.
    public let cell: UITableViewCell
  }

  /// Cells that wait under one identifier.
  public struct Pool {
    /// That of the cells.
    public let identifier: String
    /// In the order in which they came; the last is handed out next.
    public let cells: [UITableViewCell]
  }

  /// Cells since the table was made.
  public struct Counts: Equatable, Sendable {
    /// Cells shown for the first time, made by the table or by the app.
    public internal(set) var made = 0
    /// Taken out of the idle ones.
    public internal(set) var dequeued = 0
    /// Put among the idle ones.
    public internal(set) var reclaimed = 0
    /// Let go instead: they had no identifier, or enough were waiting.
    public internal(set) var released = 0
  }

  /// The kind of work under way. Pieces of work run within each other; the phase is that of the innermost.
  public typealias Phase = TablePhase

  /// The cells on screen, in order of their rows.
  public let visible: [Place]
  /// The cells whose rows left the screen in the running pass, and that are not idle yet; those that leave next come
  /// last. Empty between passes.
  public let leaving: [Place]
  /// The cells that wait to be used again; identifiers in the order in which their first cell came.
  public let idle: [Pool]
  /// The counts of events so far.
  public let counts: Counts
  /// The table's record of each section.
  public let sections: Sections
  /// The kind of work under way.
  public let phase: Phase

  /// Cells that wait under any identifier.
  public var idleCount: Int { idle.reduce(0) { $0 + $1.cells.count } }
}

// MARK: - Sections

extension TableDiagnostics {
  /// The sections of a table, worked out when they are asked for.
  public struct Sections: RandomAccessCollection {
    fileprivate let index: RowHeightIndex

    /// 0.
    public var startIndex: Int { 0 }
    /// How many there are.
    public var endIndex: Int { index.sectionCount }
    /// Rows of all of them.
    /// - Complexity: O(1).
    public var rowCount: Int { index.rowCount }

    /// - Precondition: the section exists.
    /// - Complexity: O(log sections).
    public subscript(number: Int) -> Section {
      precondition(
        indices.contains(number), "TableDiagnostics.Sections: section \(number) of \(count) does not exist")
      return Section(number: number, rowCount: index.rowCount(inSection: number), index: index)
    }
  }

  /// A section as the table keeps it: the heights of its parts, each known or estimated.
  public struct Section {
    /// A height of the cache.
    public struct Height: Equatable, Sendable {
      /// The height in points.
      public let points: CGFloat
      /// False while it is only an estimate.
      public let isMeasured: Bool
    }

    /// Its number.
    public let number: Int
    /// Rows in it.
    public let rowCount: Int
    fileprivate let index: RowHeightIndex

    private var layout: SectionLayout { index.layout(ofSection: number) }

    /// Points of its header.
    public var headerHeight: CGFloat { layout.rowsTop - layout.headerTop }
    /// Points of all its rows.
    public var rowsHeight: CGFloat { layout.footerTop - layout.rowsTop }
    /// Points of its footer.
    public var footerHeight: CGFloat { layout.bottom - layout.footerTop }

    /// The height of a row, measured or estimated; nil for a row that does not exist.
    /// - Complexity: O(log rows).
    public func height(ofRow row: Int) -> Height? {
      guard (0..<rowCount).contains(row) else { return nil }
      return Height(
        points: index.band(ofRow: row, inSection: number).height,
        isMeasured: index.isMeasured(row: row, inSection: number))
    }
  }
}

// MARK: - The table

extension UITableView {
  /// The state of the table now. Not part of UIKit. Reading it changes nothing and is allowed at any time, within
  /// callbacks and from a `TablePassObserver` too.
  /// - Complexity: O(visible + idle cells).
  public var diagnostics: TableDiagnostics {
    TableDiagnostics(
      visible: rows.cells.visible.map(TableDiagnostics.Place.init),
      leaving: rows.cells.leaving.map(TableDiagnostics.Place.init),
      idle: rows.cells.idleViews.map { .init(identifier: $0.identifier, cells: Array($0.views)) },
      counts: .init(
        made: rows.cells.createdCount, dequeued: rows.cells.dequeuedCount, reclaimed: rows.cells.reclaimedCount,
        released: rows.cells.releasedCount),
      sections: .init(index: loader.index), phase: work.phase)
  }

  /// Told of every step of the table's passes; nil, the default, costs nothing. Not UIKit's.
  public var passObserver: (any TablePassObserver)? {
    get { rows.observer }
    set { rows.observer = newValue }
  }

  /// When a pass collects the cells whose rows have left: `collectFirst` unless set. Not UIKit's; takes effect with the
  /// next pass.
  public var reuseOrder: TableReuseOrder {
    get { rows.order }
    set { rows.collect(in: newValue) }
  }
}

extension TableDiagnostics.Place {
  fileprivate init(_ entry: VisibleRows.Cells.Entry) {
    self.init(indexPath: IndexPath(entry.position), cell: entry.view)
  }
}
