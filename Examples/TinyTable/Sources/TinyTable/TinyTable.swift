// A table with a reuse queue, in one file, on SDL2 and SDL2_ttf alone: the idea of Anole without its industry.
//
//     swift run TinyTable [<rows> [<frames>]]
//
// Read it from top to bottom: geometry, renderer, views, label, scroll view, cell, table, run loop, program. The names
// are UIKit's; those of plan, queue and pass are the names of Anole's engine. One point is one pixel, all rows have one
// height, and the wheel and six keys are the only input.

import CSDL2
import Glibc

// MARK: - Geometry

struct Point: Equatable { var x = 0.0, y = 0.0 }
struct Size: Equatable { var width = 0.0, height = 0.0 }

struct Rect: Equatable {
  var origin = Point(), size = Size()

  var maxY: Double { origin.y + size.height }
}

extension Rect {
  init(x: Double = 0, y: Double = 0, width: Double = 0, height: Double = 0) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }
}

struct Color {
  var red, green, blue: UInt8

  static let white = Color(red: 255, green: 255, blue: 255)
  static let black = Color(red: 20, green: 20, blue: 24)
  static let gray = Color(red: 104, green: 104, blue: 112)
  static let line = Color(red: 220, green: 220, blue: 224)
  static let bar = Color(red: 242, green: 242, blue: 247)
}

// MARK: - Renderer

/// Letters on the GPU, or in memory where SDL draws by the processor.
final class Texture {
  let handle: OpaquePointer
  let size: Size

  init(handle: OpaquePointer, size: Size) {
    self.handle = handle
    self.size = size
  }

  isolated deinit { SDL_DestroyTexture(handle) }
}

/// The one place that calls SDL to draw.
final class Renderer {
  private let handle: OpaquePointer
  private let font: OpaquePointer
  /// Textures made since the start: a cell that scrolls must not add to them.
  private(set) var textureCount = 0

  init(handle: OpaquePointer, font: OpaquePointer) {
    self.handle = handle
    self.font = font
  }

  var outputSize: Size {
    var (width, height): (Int32, Int32) = (0, 0)
    SDL_GetRendererOutputSize(handle, &width, &height)
    return Size(width: Double(width), height: Double(height))
  }

  /// The dear step: rasterises the letters and copies them into a texture. Empty text has none.
  func makeTexture(text: String, color: Color) -> Texture? {
    let color = SDL_Color(r: color.red, g: color.green, b: color.blue, a: 255)
    guard let surface = TTF_RenderUTF8_Blended(font, text, color) else { return nil }
    defer { SDL_FreeSurface(surface) }
    guard let texture = SDL_CreateTextureFromSurface(handle, surface) else { return nil }
    textureCount += 1
    return Texture(
      handle: texture, size: Size(width: Double(surface.pointee.w), height: Double(surface.pointee.h)))
  }

  func fill(_ rect: Rect, color: Color) {
    SDL_SetRenderDrawColor(handle, color.red, color.green, color.blue, 255)
    var rect = Self.pixels(rect)
    SDL_RenderFillRect(handle, &rect)
  }

  /// The cheap step: copies a texture to the window.
  func draw(_ texture: Texture, at point: Point) {
    var rect = Self.pixels(Rect(origin: point, size: texture.size))
    SDL_RenderCopy(handle, texture.handle, nil, &rect)
  }

  func present() { SDL_RenderPresent(handle) }

  private static func pixels(_ rect: Rect) -> SDL_Rect {
    SDL_Rect(
      x: Int32(rect.origin.x.rounded()), y: Int32(rect.origin.y.rounded()),
      w: Int32(rect.size.width), h: Int32(rect.size.height))
  }
}

// MARK: - Views

/// A rectangle in a tree of rectangles. `frame` is where it lies in its superview; `bounds` is the part of its own
/// coordinates that it shows. Moving `bounds.origin` scrolls all subviews without touching one of them.
class View {
  private(set) var subviews: [View] = []
  private(set) weak var superview: View?
  private var needsLayout = true
  var backgroundColor: Color?

  var frame = Rect() {
    didSet { if frame.size != oldValue.size { setNeedsLayout() } }
  }

  var bounds: Rect {
    get { Rect(origin: scroll, size: frame.size) }
    set {
      frame.size = newValue.size
      if scroll != newValue.origin {
        scroll = newValue.origin
        setNeedsLayout()
      }
    }
  }
  private var scroll = Point()

  init() {}

  func addSubview(_ view: View) {
    view.removeFromSuperview()
    view.superview = self
    subviews.append(view)
  }

  func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }

  /// Only a mark: ten events before a frame cost one layout.
  func setNeedsLayout() { needsLayout = true }

  /// Places subviews; called by the pass, at most once for a mark.
  func layoutSubviews() {}

  /// The layout pass, from the window down. Returns whether a view was laid out, so that the window has to be drawn.
  func layoutIfNeeded() -> Bool {
    let wasMarked = needsLayout
    needsLayout = false
    if wasMarked { layoutSubviews() }
    return subviews.reduce(wasMarked) { $1.layoutIfNeeded() || $0 }
  }

  /// Draws what the view shows itself; `origin` is its top left corner in the window.
  func draw(with renderer: Renderer, at origin: Point) {}

  /// The draw walk, back to front.
  final func drawTree(with renderer: Renderer, at origin: Point = Point()) {
    if let backgroundColor {
      renderer.fill(Rect(origin: origin, size: frame.size), color: backgroundColor)
    }
    draw(with: renderer, at: origin)
    for view in subviews {
      view.drawTree(
        with: renderer,
        at: Point(x: origin.x + view.frame.origin.x - scroll.x, y: origin.y + view.frame.origin.y - scroll.y))
    }
  }
}

/// Text, and the texture of its letters. The texture lives as long as the text stays the same, wherever the label is
/// moved: it travels with its cell.
final class Label: View {
  private var texture: Texture?
  private let color: Color

  init(color: Color) { self.color = color }

  var text = "" {
    didSet {
      guard text != oldValue else { return }
      texture = nil
      setNeedsLayout()
    }
  }

  override func draw(with renderer: Renderer, at origin: Point) {
    if texture == nil, !text.isEmpty { texture = renderer.makeTexture(text: text, color: color) }
    guard let texture else { return }
    renderer.draw(texture, at: Point(x: origin.x, y: origin.y + (frame.size.height - texture.size.height) / 2))
  }
}

// MARK: - Scroll view

class ScrollView: View {
  var contentHeight = 0.0
  /// Where the content is going; it gets there over some frames.
  private var target = 0.0

  /// The point of the content at the top left corner. It is `bounds.origin`, and setting it moves no view.
  var contentOffset: Point {
    get { bounds.origin }
    set { bounds.origin = Point(x: newValue.x, y: min(max(newValue.y, 0), maximumOffset)) }
  }

  private var maximumOffset: Double { max(contentHeight - frame.size.height, 0) }

  func scroll(by points: Double) { target = min(max(target + points, 0), maximumOffset) }

  func jump(to y: Double) {
    contentOffset.y = y
    target = contentOffset.y
  }

  /// Moves the content nearer to the target; called once a frame. Nine tenths of the way take 0.12 s, at any frame rate.
  func advance(seconds: Double) {
    let rest = target - contentOffset.y
    contentOffset.y = abs(rest) < 0.5 ? target : contentOffset.y + rest * (1 - exp(-seconds / 0.052))
  }

  var isMoving: Bool { contentOffset.y != target }
}

// MARK: - Table

/// A row's view. A cell outlives its row: once the row has left the window, the cell shows another.
final class Cell: View {
  let title = Label(color: .black)
  let detail = Label(color: .gray)
  /// Whether it has stood for a row before.
  fileprivate(set) var wasShown = false

  override init() {
    super.init()
    backgroundColor = .white
    addSubview(title)
    addSubview(detail)
  }

  /// Called before the cell is handed out again, so that nothing of its last row is left.
  func prepareForReuse() {
    title.text = ""
    detail.text = ""
  }

  override func layoutSubviews() {
    title.frame = Rect(x: 16, width: frame.size.width / 2, height: frame.size.height)
    detail.frame = Rect(x: frame.size.width / 2, width: frame.size.width / 2 - 16, height: frame.size.height)
  }

  override func draw(with renderer: Renderer, at origin: Point) {
    let bottom = origin.y + frame.size.height - 1
    renderer.fill(Rect(x: origin.x + 16, y: bottom, width: frame.size.width - 16, height: 1), color: .line)
  }
}

protocol TableDataSource: AnyObject {
  func numberOfRows(in table: Table) -> Int
  func table(_ table: Table, cellForRow row: Int) -> Cell
}

/// Which rows are on screen, and where.
struct TilePlan {
  let rowHeight = 36.0
  private(set) var rows = 0..<0
  private(set) var width = 0.0

  /// The rows that cross the visible rectangle, found by a division: a million rows cost no more than ten.
  mutating func update(rowCount: Int, bounds: Rect) {
    let first = min(Int(bounds.origin.y / rowHeight), rowCount)
    rows = first..<min(max(Int((bounds.maxY / rowHeight).rounded(.up)), first), rowCount)
    width = bounds.size.width
  }

  func frame(of row: Int) -> Rect { Rect(y: Double(row) * rowHeight, width: width, height: rowHeight) }
}

/// The three containers that every cell passes through.
struct ReuseQueue {
  /// Cells on screen, by row.
  private var visible: [Int: Cell] = [:]
  /// Cells whose rows left the screen in the running pass; empty between passes.
  private var leaving: [Cell] = []
  /// Cells that wait for a row.
  private var idle: [Cell] = []
  private(set) var createdCount = 0
  private(set) var dequeuedCount = 0

  func view(at row: Int) -> Cell? { visible[row] }

  /// Cells of other rows leave.
  mutating func retain(_ rows: Range<Int>) {
    for (row, cell) in visible where !rows.contains(row) {
      visible[row] = nil
      leaving.append(cell)
    }
  }

  mutating func nextLeaving() -> Cell? { leaving.popLast() }

  mutating func recycle(_ cell: Cell) { idle.append(cell) }

  mutating func dequeue() -> Cell? {
    guard let cell = idle.popLast() else { return nil }
    dequeuedCount += 1
    return cell
  }

  mutating func place(_ cell: Cell, at row: Int, isNew: Bool) {
    visible[row] = cell
    if isNew { createdCount += 1 }
  }
}

final class Table: ScrollView {
  weak var dataSource: TableDataSource? { didSet { reloadData() } }
  private var plan = TilePlan()
  private(set) var queue = ReuseQueue()

  var rowHeight: Double { plan.rowHeight }

  func reloadData() {
    contentHeight = Double(dataSource?.numberOfRows(in: self) ?? 0) * rowHeight
    queue.retain(0..<0)
    setNeedsLayout()
  }

  /// A cell for a row: one that waits, or a new one.
  func dequeueReusableCell() -> Cell {
    guard let cell = queue.dequeue() else { return Cell() }
    cell.prepareForReuse()
    return cell
  }

  /// The heart: a round of the pass. Cells of rows that left become idle first, so that rows that come find them waiting: a
  /// table that scrolls makes no cell beyond those that fit into the window.
  override func layoutSubviews() {
    plan.update(rowCount: dataSource?.numberOfRows(in: self) ?? 0, bounds: bounds)
    queue.retain(plan.rows)  // letLeave
    while let cell = queue.nextLeaving() {  // release
      cell.removeFromSuperview()
      queue.recycle(cell)
    }
    for row in plan.rows {
      // find, ask
      guard let cell = queue.view(at: row) ?? dataSource?.table(self, cellForRow: row) else { continue }
      cell.frame = plan.frame(of: row)  // place
      guard cell.superview == nil else { continue }
      queue.place(cell, at: row, isNew: !cell.wasShown)  // bind
      cell.wasShown = true
      addSubview(cell)  // show
    }
  }
}

// MARK: - Run loop

/// The window, the root of the view tree, and the loop: events, motion, layout, drawing. It sleeps while nothing changes.
final class Window: View {
  private static let barHeight = 32.0
  private let renderer: Renderer
  private let table: Table
  private let status = Label(color: .gray)
  private let bar = View()
  /// Frames drawn, and the seconds spent on them without waiting for the display.
  private var frames = (count: 0, seconds: 0.0)
  private var isOpen = true

  init(renderer: Renderer, table: Table) {
    self.renderer = renderer
    self.table = table
    super.init()
    bar.backgroundColor = .bar
    // The bar comes last and covers the row that scrolls beneath it.
    for view in [table, bar] { addSubview(view) }
    bar.addSubview(status)
    backgroundColor = .white
  }

  override func layoutSubviews() {
    let size = frame.size
    bar.frame = Rect(width: size.width, height: Self.barHeight)
    status.frame = Rect(x: 16, width: size.width - 32, height: Self.barHeight)
    table.frame = Rect(y: Self.barHeight, width: size.width, height: max(size.height - Self.barHeight, 0))
    table.scroll(by: 0)
  }

  /// Runs until the window is closed, or for `frameLimit` frames that scroll by 37 points each.
  func run(frameLimit: Int?) {
    var last = now
    var needsDisplay = true
    while isOpen, frames.count < frameLimit ?? .max {
      let isBusy = needsDisplay || table.isMoving || frameLimit != nil
      var event = SDL_Event()
      if isBusy ? SDL_PollEvent(&event) != 0 : SDL_WaitEvent(&event) != 0 {
        repeat { needsDisplay = handle(event) || needsDisplay } while SDL_PollEvent(&event) != 0
        if !isBusy { last = now }
      }
      let start = now
      if frameLimit != nil { table.jump(to: table.contentOffset.y + 37) }
      table.advance(seconds: min(start - last, 0.1))
      last = start
      frame.size = renderer.outputSize
      if layoutIfNeeded() || needsDisplay {
        drawTree(with: renderer)
        frames.count += 1
        frames.seconds += now - start
        if frames.count % 30 == 0 { status.text = summary }
        renderer.present()
      }
      needsDisplay = false
    }
  }

  /// Frames, their mean time, and counts of cells and textures: the line at the top, printed at the end, too.
  var summary: String {
    let milliseconds = Int(frames.seconds / Double(max(frames.count, 1)) * 100_000)
    let time = "\(milliseconds / 100).\(milliseconds % 100 < 10 ? "0" : "")\(milliseconds % 100) ms"
    let cells = "\(table.queue.createdCount) cells made, \(table.queue.dequeuedCount) handed out again"
    return "\(frames.count) frames of \(time), \(cells), \(renderer.textureCount) textures"
  }

  private var now: Double { Double(SDL_GetPerformanceCounter()) / Double(SDL_GetPerformanceFrequency()) }

  /// Returns whether the window has to be drawn although no view was marked.
  private func handle(_ event: SDL_Event) -> Bool {
    switch SDL_EventType(event.type) {
    case SDL_QUIT: isOpen = false
    case SDL_MOUSEWHEEL: table.scroll(by: -3 * table.rowHeight * Double(event.wheel.y))
    case SDL_WINDOWEVENT: return event.window.event != UInt8(SDL_WINDOWEVENT_MOVED.rawValue)
    case SDL_KEYDOWN:
      switch Int(event.key.keysym.sym) {
      case Int(SDLK_ESCAPE.rawValue): isOpen = false
      case Int(SDLK_HOME.rawValue): table.jump(to: 0)
      case Int(SDLK_END.rawValue): table.jump(to: table.contentHeight)
      case Int(SDLK_PAGEUP.rawValue): table.scroll(by: -table.frame.size.height)
      case Int(SDLK_PAGEDOWN.rawValue): table.scroll(by: table.frame.size.height)
      case Int(SDLK_UP.rawValue): table.scroll(by: -table.rowHeight)
      case Int(SDLK_DOWN.rawValue): table.scroll(by: table.rowHeight)
      default: break
      }
    default: break
    }
    return false
  }
}

// MARK: - Program

/// Rows that are computed when they are asked for: a million of them take no memory.
final class Squares: TableDataSource {
  let count: Int

  init(count: Int) { self.count = count }

  func numberOfRows(in table: Table) -> Int { count }

  func table(_ table: Table, cellForRow row: Int) -> Cell {
    let cell = table.dequeueReusableCell()
    cell.title.text = "Row \(row)"
    cell.detail.text = "\(row) squared is \(row * row)"
    return cell
  }
}

@main
enum TinyTable {
  static func main() {
    let numbers = CommandLine.arguments.dropFirst().map { Int($0) ?? -1 }
    guard numbers.count <= 2, numbers.allSatisfy({ (0...1_000_000_000).contains($0) }) else {
      fail("usage: TinyTable [<rows> [<frames>]]", code: 64)
    }
    let frames = numbers.dropFirst().first
    let fonts = [
      "truetype/noto/NotoSans-Regular", "truetype/dejavu/DejaVuSans", "noto/NotoSans-Regular", "TTF/DejaVuSans",
    ]
    guard SDL_Init(SDL_INIT_VIDEO) == 0, TTF_Init() == 0,
      let window = SDL_CreateWindow(
        "TinyTable", Int32(bitPattern: SDL_WINDOWPOS_UNDEFINED_MASK), Int32(bitPattern: SDL_WINDOWPOS_UNDEFINED_MASK),
        640, 576, SDL_WINDOW_RESIZABLE.rawValue),
      // Frames that are counted do not wait for the display.
      let handle = SDL_CreateRenderer(window, -1, frames == nil ? SDL_RENDERER_PRESENTVSYNC.rawValue : 0),
      let font = fonts.lazy.compactMap({ TTF_OpenFont("/usr/share/fonts/\($0).ttf", 16) }).first
    else { fail("TinyTable: no display, or no font: " + String(cString: SDL_GetError()), code: 69) }

    let table = Table()
    let squares = Squares(count: numbers.first ?? 1_000_000)
    table.dataSource = squares
    let root = Window(renderer: Renderer(handle: handle, font: font), table: table)
    root.run(frameLimit: frames)
    print(root.summary)
  }

  static func fail(_ line: String, code: Int32) -> Never {
    _ = (line + "\n").withCString { write(STDERR_FILENO, $0, strlen($0)) }
    exit(code)
  }
}
