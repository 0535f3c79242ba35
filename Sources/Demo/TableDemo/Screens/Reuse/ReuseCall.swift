import UIKit

/// A call on the way from an event to a picture, as the trace lists them.
enum ReuseCall: CaseIterable, Hashable {
  case event, contentOffset, setNeedsLayout, runLoop, layoutSubviews, reload, plan, keep, left, cellForRow
  case prepareForReuse, dequeue, create, place, willDisplay, didEndDisplaying, collect, letGo, part, prefetch, draw

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
    case .part: "header, footer"
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
    case .part: "Headers and footers are made, shown, reported and used again as cells are."
    case .prefetch:
      "Rows that are likely to come next are announced, so that their data can be loaded; no cell is made."
    case .draw: "Only what changed is drawn; what has scrolled is copied from the last frame."
    }
  }

  /// Whether cells, headers or footers move between containers in it.
  var movesCells: Bool {
    switch self {
    case .event, .contentOffset, .setNeedsLayout, .runLoop, .layoutSubviews, .plan, .prefetch, .draw: false
    default: true
    }
  }
}

/// Something the table shows in a view that is reused.
enum ReuseItem: Hashable {
  /// By its number in the whole table.
  case row(Int)
  /// By its section.
  case header(Int), footer(Int)

  var title: String {
    switch self {
    case .row(let number): "row \(number)"
    case .header(let section): "header \(section)"
    case .footer(let section): "footer \(section)"
    }
  }

  /// The title where there is little room.
  var shortTitle: String {
    switch self {
    case .row(let number): "\(number)"
    case .header(let section): "h\(section)"
    case .footer(let section): "f\(section)"
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

  /// Cells that wait under an identifier.
  struct Pool: Equatable {
    let identifier: String
    let cells: [Int]
  }

  /// `contentOffset.y`.
  var offset: CGFloat = 0
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
  /// The cells that the last frame drew.
  var drawn: [Place] = []
  /// Nil before anything was told.
  var counts: TableDiagnostics.Counts?

  var idleCount: Int { idle.reduce(0) { $0 + $1.cells.count } }
  /// Cells the table holds.
  var cellCount: Int { visible.count + leaving.count + idleCount + (inHand == nil ? 0 : 1) }

  init() {}

  /// Bytes of the value and what it points at, counted as if nothing were shared.
  var byteCount: Int {
    MemoryLayout<ReuseContents>.stride
      + (visible.count + leaving.count + drawn.count) * MemoryLayout<Place>.stride
      + copy.count * MemoryLayout<Int>.stride + (planned?.count ?? 0) * MemoryLayout<ReuseItem>.stride
      + idle.reduce(0) { $0 + MemoryLayout<Pool>.stride + $1.cells.count * MemoryLayout<Int>.stride } + 5 * 32
  }
}

/// A call, with what the table kept at that moment.
struct ReuseMoment: Equatable {
  let call: ReuseCall
  /// The text beside the call's name.
  let detail: String
  var contents: ReuseContents
  /// How many steps the table had told by then.
  let step: Int

  var byteCount: Int { MemoryLayout<ReuseMoment>.stride + detail.utf8.count + contents.byteCount }
}
