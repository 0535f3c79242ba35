import DemoParts
import UIKit

/// A call on the way from an event to a picture, as the trace lists them.
enum ReuseCall: CaseIterable, Hashable {
  case event, contentOffset, setNeedsLayout, runLoop, layoutSubviews, reload, plan, keep, left, cellForRow
  case prepareForReuse, dequeue, create, place, willDisplay, didEndDisplaying, collect, letGo, giveBack, trim
  case part, placeParts, prefetch, draw
  // Of a pool of letters.
  case reloadData, reset, takeBack, addUsing, layOutBar

  /// The name in the code, where it has one.
  var title: String {
    switch self {
    case .event: "event"
    case .contentOffset: "contentOffset"
    case .setNeedsLayout: "setNeedsLayout()"
    case .runLoop: "run loop"
    case .layoutSubviews: "layoutSubviews()"
    case .reload: "reload if needed"
    case .plan: "plan visible rows"
    case .keep: "keep what is still seen"
    case .left: "leave"
    case .cellForRow: "cellForRowAt"
    case .prepareForReuse: "prepareForReuse()"
    case .dequeue: "dequeue"
    case .create: "create"
    case .place: "place"
    case .willDisplay: "willDisplay"
    case .didEndDisplaying: "didEndDisplaying"
    case .collect: "collect what left"
    case .letGo: "let go"
    case .giveBack: "give back"
    case .trim: "let go"
    case .part: "header, footer"
    case .placeParts: "place"
    case .reloadData: "reloadData()"
    case .reset: "reset()"
    case .takeBack: "dequeueReusableView()"
    case .addUsing: "addUsingView()"
    case .layOutBar: "layoutSubviews()"
    case .prefetch: "prefetchRowsAt"
    case .draw: "draw"
    }
  }

  /// The step in a sentence.
  var explanation: String {
    switch self {
    case .event: "A wheel, a finger, a key or the program: nothing has changed yet."
    case .contentOffset: "It is bounds.origin: the same views, seen from another point. No view is moved."
    case .setNeedsLayout: "A mark. Ten events before the next frame set one mark and cause one pass."
    case .runLoop: "A frame is due because something is marked. It begins with the marked views, superviews first."
    case .layoutSubviews: "The layout pass of the table. Nothing else gives a row its place."
    case .reload: "Counts and heights are asked for, because something marked them."
    case .plan: "The cached heights tell which rows meet the visible rectangle."
    case .keep:
      "Rows that are seen before and after keep their cells: they are taken out of the copy, and asked for nothing."
    case .left: "The row is not among the planned ones: its cell is leaving, and is still a subview of the table."
    case .cellForRow: "The table asks the data source for the cell of a row that has none."
    case .prepareForReuse:
      "Called on the cell that is handed out, before the data source gets it; its content is still there."
    case .dequeue: "dequeueReusableCell hands out the cell that came to wait last under the identifier."
    case .create: "Nothing waited under the identifier: a cell of the registered class is made."
    case .place: "The cell has its row's frame and is among the visible ones."
    case .willDisplay: "The delegate is told, and the cell becomes a subview of the table."
    case .didEndDisplaying: "The cell is off the table, and the delegate is told which row it showed."
    case .collect: "The cell waits under its identifier, and can be handed out at once."
    case .letGo: "The cell has no identifier, so nothing can ask for it again: the table lets it go."
    case .giveBack: "The cell has no identifier: the table lets it go, and the program keeps it for its row."
    case .trim: "More cells wait than the table has use for: it lets some of them go."
    case .part: "Headers and footers are made, shown, reported and used again as cells are."
    case .placeParts:
      "Headers and footers in sight get their places: they stay at the edges while their rows scroll by."
    case .reloadData: "All buttons that are shown are to be had anew: nothing has happened to them yet."
    case .reset: "Each button in use is put among those that wait. A button that waits is hidden."
    case .takeBack: "The pool hands out a button that waited; it gets its letter and is shown where it is."
    case .addUsing: "None waited: a button is made, and added to those in use. It has no place yet."
    case .layOutBar: "The bar gives all buttons in use equal parts of its height."
    case .prefetch:
      "Rows that are likely to come next are announced, so that their data can be loaded; no cell is made."
    case .draw: "Only what changed is drawn; what has scrolled is copied from the last frame."
    }
  }

  /// Whether cells, headers or footers move between containers in it.
  var movesCells: Bool {
    switch self {
    case .event, .contentOffset, .setNeedsLayout, .runLoop, .layoutSubviews, .plan, .prefetch, .draw, .reloadData: false
    default: true
    }
  }
}

/// Something that is shown in a view that is reused.
enum ReuseItem: Hashable {
  /// By its number in the whole table.
  case row(Int)
  /// By its section.
  case header(Int), footer(Int)
  /// A letter of the bar.
  case letter(String)

  var title: String {
    switch self {
    case .row(let number): "row \(number)"
    case .header(let section): "header \(section)"
    case .footer(let section): "footer \(section)"
    case .letter(let letter): letter
    }
  }

  /// Whether it may lie over rows.
  var floats: Bool {
    switch self {
    case .header, .footer: true
    case .row, .letter: false
    }
  }

  /// The title where there is little room.
  var shortTitle: String {
    switch self {
    case .row(let number): "\(number)"
    case .header(let section): "h\(section)"
    case .footer(let section): "f\(section)"
    case .letter(let letter): letter
    }
  }
}

/// The contents of the table's containers at one moment, and where its views stand. Cells are known by their numbers;
/// those of headers and footers are negative.
struct ReuseContents: Equatable {
  /// A cell at its row. Lengths in points, in the table's content.
  struct Place: Equatable {
    let item: ReuseItem
    let cell: Int
    var y: CGFloat = 0
    var height: CGFloat = 0
  }

  struct Counts: Equatable {
    var made = 0
    var dequeued = 0
  }

  /// Cells that wait under an identifier.
  struct Pool: Equatable {
    let identifier: String
    /// The last one is handed out next.
    var cells: [Int]
  }

  /// The table's record of a section. Lengths in points.
  struct Section: Equatable {
    /// How many sections there are.
    let count: Int
    let number, rowCount: Int
    let rowsHeight, headerHeight, footerHeight: CGFloat
    /// A row in sight, by its number in the section.
    let row: Int?
    let rowHeight: TableDiagnostics.Section.Height?
  }

  /// `contentOffset.y`.
  var offset: CGFloat = 0
  /// The height in which all this is seen.
  var extent: CGFloat = 0
  /// The section of the first row in sight; nil before any was loaded.
  var section: Section?
  var visible: [Place] = []
  var leaving: [Place] = []
  /// The copy of the visible cells that a pass begins with, as far as nothing was taken out of it.
  var copy: [Int] = []
  var idle: [Pool] = []
  /// The rows that the running pass has planned; nil before, and between passes.
  var planned: [ReuseItem]?
  /// The row whose cell the data source is asked for.
  var asked: ReuseItem?
  /// The cell that `cellForRowAt` has in its hands, which is in no container.
  var inHand: Int?
  /// Headers and footers that were asked for and are not shown yet.
  var coming: [Place] = []
  /// The cells that the last frame drew.
  var drawn: [Place] = []
  /// Cells that were made and handed out again so far; nil before anything was told.
  var counts: Counts?

  var idleCount: Int { idle.reduce(0) { $0 + $1.cells.count } }
  /// Cells the table holds.
  var cellCount: Int { visible.count + leaving.count + idleCount + comingCount }
  /// Those among them that are in no container.
  var comingCount: Int { coming.count + (inHand == nil ? 0 : 1) }

  init() {}

  /// Bytes of the value and what it points at, counted as if nothing were shared.
  var byteCount: Int {
    MemoryLayout<ReuseContents>.stride
      + (visible.count + leaving.count + drawn.count + coming.count) * MemoryLayout<Place>.stride
      + copy.count * MemoryLayout<Int>.stride + (planned?.count ?? 0) * MemoryLayout<ReuseItem>.stride
      + idle.reduce(0) { $0 + MemoryLayout<Pool>.stride + $1.cells.count * MemoryLayout<Int>.stride } + 5 * 32
  }
}

extension ReuseContents.Section {
  /// The section of the first visible row; nil where nothing is loaded.
  init?(_ table: TableDiagnostics) {
    let path = table.visible.first?.indexPath
    guard table.sections.indices.contains(path?.section ?? 0) else { return nil }
    let section = table.sections[path?.section ?? 0]
    (count, number, rowCount) = (table.sections.count, section.number, section.rowCount)
    (rowsHeight, headerHeight, footerHeight) = (section.rowsHeight, section.headerHeight, section.footerHeight)
    row = path?.row
    rowHeight = row.flatMap(section.height)
  }

  /// The record in lines.
  var text: String {
    let heights = [rowsHeight, headerHeight, footerHeight].map { GroupedNumber.string($0) }
    var text = "section \(number): \(GroupedNumber.string(rowCount)) rows\ntheir heights: \(heights[0]) pt"
    text += "\nheader \(heights[1]), footer \(heights[2]) pt"
    if let row, let rowHeight {
      let state = rowHeight.isMeasured ? "known" : "estimated"
      text += "\nrow \(row): \(GroupedNumber.string(rowHeight.points)) pt, \(state)"
    }
    return text
  }
}

/// A call, with what was kept at that moment.
struct ReuseMoment: Equatable {
  let call: ReuseCall
  /// The text beside the call's name.
  var detail: String
  var contents: ReuseContents
  /// How many steps the table had told by then.
  let step: Int

  var byteCount: Int { MemoryLayout<ReuseMoment>.stride + detail.utf8.count + contents.byteCount }
}
