import DemoParts
import Foundation
import UIKit

/// The same rows without a table: a view for each, all of them made, in a scroll view. Beside it, what both lists cost, as
/// measured.
///
/// Cells are made a few each frame until there is one for every row, or until a limit; then it says how far it came.
final class ReuseComparison: UIView {
  /// How far it may go.
  struct Limits {
    var cells = 20_000
    var bytes = 300_000_000
  }

  /// The measurements of one list.
  struct Figures {
    var cells = 0
    /// By how much the process grew while the list's cells were made.
    var bytes = 0
    /// By how much the pictures of texts grew in frames in which the list alone moved.
    var textureBytes = 0
    /// Processor seconds of frames in which the list alone moved, the newest last.
    private var frames: [Double] = []

    mutating func addFrame(_ seconds: Double) {
      frames.append(seconds)
      if frames.count > 60 { frames.removeFirst() }
    }

    var milliseconds: String {
      guard !frames.isEmpty else { return "scroll it" }
      let mean = frames.reduce(0, +) / Double(frames.count) * 1000
      return "\((mean * 10).rounded() / 10) ms"
    }
  }

  /// Called when the user scrolls the list of all cells.
  var onScroll: (() -> Void)?

  private let limits: Limits
  private let rowCount: Int
  private let scrollView = UIScrollView()
  private let headLabel = UILabel(.compact(15, .semibold), text: "The same list, a cell a row")
  private let stateLabel = UILabel(.compact(13), lines: 0)
  private let table = ReuseFigureTable()
  private let curve = ReuseCurve()
  private var cells: [ReuseCell] = []
  private var rowHeight: CGFloat = 44
  private var measured = (reused: Figures(), whole: Figures())
  private var moved = (reused: false, whole: false)
  private var before = ReuseMeter()
  private var wasComplete = false
  /// The newest figures are on display.
  private var isShown = false
  private var nextShow = ContinuousClock.now
  /// Cells and the bytes they had come to, as they were made.
  private(set) var growth: [(cells: Int, bytes: Int)] = []

  /// - Parameter rowCount: rows there would be to make.
  init(rowCount: Int, limits: Limits = Limits()) {
    self.rowCount = rowCount
    self.limits = limits
    super.init(frame: .zero)
    clipsToBounds = true
    backgroundColor = .secondarySystemBackground
    layer.cornerRadius = 12
    scrollView.backgroundColor = .systemBackground
    scrollView.delegate = self
    for view in [scrollView, headLabel, stateLabel, table, curve] { addSubview(view) }
  }

  required init?(coder: NSCoder) { nil }

  /// The cells that were made.
  var cellCount: Int { cells.count }

  /// Whether there is nothing more to make.
  var isComplete: Bool { cells.count >= rowCount || isStopped }
  private var isStopped: Bool { cells.count >= limits.cells || measured.whole.bytes >= limits.bytes }

  /// Says that the table has moved in the running frame.
  func tableDidMove() { moved.reused = true }

  /// Called at the beginning of each frame: measures the last one and makes some cells.
  /// - Parameter reused: the table's cells, and the bytes they came to.
  /// - Returns: whether there is more to make or to measure.
  func tick(reused: (cells: Int, bytes: Int)) -> Bool {
    let now = ReuseMeter()
    let hadMoved = moved
    // Frames in which cells are made say nothing about those in which a list moves.
    if wasComplete, moved.reused != moved.whole {
      let seconds = now.seconds - before.seconds
      let textures = now.textureBytes - before.textureBytes
      if moved.reused {
        measured.reused.addFrame(seconds)
        measured.reused.textureBytes += textures
      } else {
        measured.whole.addFrame(seconds)
        measured.whole.textureBytes += textures
      }
    }
    moved = (false, false)
    measured.reused.cells = reused.cells
    measured.reused.bytes = reused.bytes
    wasComplete = isComplete
    if !isComplete { makeSome() }
    // Not in each frame: to show figures costs more than most that they are about.
    let isDue = ContinuousClock.now >= nextShow
    if isDue || isComplete != wasComplete {
      show()
      nextShow = .now + .milliseconds(250)
    }
    before = ReuseMeter()
    let isBusy = !isComplete || hadMoved.reused || hadMoved.whole
    if isBusy { isShown = false } else if isDue { isShown = true }
    return isBusy || !isShown
  }

  /// Makes cells for some milliseconds.
  private func makeSome() {
    let start = ReuseMeter.residentBytes
    let deadline = ContinuousClock.now + .milliseconds(8)
    repeat {
      let cell = ReuseCell(style: .default, reuseIdentifier: nil)
      cell.identity = CellIdentity(number: cells.count)
      cell.show(.row(cells.count))
      cell.frame = frame(ofRow: cells.count)
      scrollView.addSubview(cell)
      cell.layoutIfNeeded()
      cells.append(cell)
    } while ContinuousClock.now < deadline && cells.count < min(rowCount, limits.cells)
    measured.whole.cells = cells.count
    measured.whole.bytes += max(0, ReuseMeter.residentBytes - start)
    scrollView.contentSize = CGSize(width: scrollView.bounds.width, height: CGFloat(cells.count) * rowHeight)
    growth.append((cells.count, measured.whole.bytes))
  }

  private func frame(ofRow row: Int) -> CGRect {
    CGRect(x: 0, y: CGFloat(row) * rowHeight, width: scrollView.bounds.width, height: rowHeight)
  }

  private func show() {
    let whole = measured.whole
    let count = GroupedNumber.string(whole.cells)
    let rows = GroupedNumber.string(rowCount)
    if whole.cells >= rowCount {
      stateLabel.text = "All \(rows) cells are made."
    } else if isStopped {
      let all = Int(Double(whole.bytes) / Double(max(1, whole.cells)) * Double(rowCount))
      let limit =
        whole.cells >= limits.cells
        ? "\(GroupedNumber.string(limits.cells)) cells" : GroupedNumber.bytes(limits.bytes)
      stateLabel.text =
        "Stopped at the limit of \(limit): \(count) of \(rows) cells are made. In orange, how it would go on:"
        + " about \(GroupedNumber.bytes(all)) for all. A frame walks both lists: the table's pay for the other, too."
    } else {
      stateLabel.text = "\(count) of \(rows) cells are made\u{2026}"
    }
    table.show([
      ("", "with reuse", "a cell a row"),
      ("live cells", GroupedNumber.string(measured.reused.cells), count),
      ("their memory", Self.memory(measured.reused.bytes), Self.memory(whole.bytes)),
      ("text pictures", Self.change(measured.reused.textureBytes), Self.change(whole.textureBytes)),
      ("a frame", measured.reused.milliseconds, whole.milliseconds),
    ])
    curve.show(growth, reused: measured.reused.bytes, rowCount: rowCount, isStopped: isStopped)
  }

  /// The process grows by pages of 4 KB, and fills those it has first.
  private static func memory(_ bytes: Int) -> String { bytes == 0 ? "under 4 KB" : GroupedNumber.bytes(bytes) }

  private static func change(_ bytes: Int) -> String {
    (bytes < 0 ? "\u{2212}" : "+") + GroupedNumber.bytes(abs(bytes))
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let gap: CGFloat = 12
    let isNarrow = bounds.width < 420
    let listWidth = isNarrow ? bounds.width : (bounds.width * 0.42).rounded()
    let head = CompactType.length(34)
    headLabel.frame = CGRect(x: gap, y: 4, width: max(0, listWidth - gap), height: head - 4)
    let listHeight = max(0, isNarrow ? bounds.height * 0.4 - head : bounds.height - head)
    scrollView.frame = CGRect(x: 0, y: head, width: listWidth, height: listHeight)
    for (row, cell) in cells.enumerated() where cell.frame.width != listWidth { cell.frame = frame(ofRow: row) }
    let x = isNarrow ? gap : listWidth + gap
    let width = max(0, bounds.width - x - gap)
    var y = isNarrow ? scrollView.frame.maxY + 6 : 10
    let height = min(table.height, max(0, bounds.height - y))
    table.frame = CGRect(x: x, y: y, width: width, height: height)
    y += height + 8
    let text = CompactType.length(70)
    stateLabel.frame = CGRect(x: x, y: y, width: width, height: min(text, max(0, bounds.height - y)))
    y += text + 4
    curve.frame = CGRect(x: x, y: y, width: width, height: max(0, bounds.height - y - gap))
    curve.isHidden = curve.frame.height < 40
  }
}

extension ReuseComparison: UIScrollViewDelegate {
  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    moved.whole = true
    onScroll?()
  }
}

/// The memory and time of the process, read from the system and the application.
@MainActor
struct ReuseMeter {
  /// Of the main thread's processor time.
  let seconds: Double
  let textureBytes: Int

  init() {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    seconds = Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    textureBytes = UIApplication.shared.frameDiagnostics.textBytes
  }

  /// The program's resident memory, as the system reports it now; 0 where it does not.
  static var residentBytes: Int {
    guard let line = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
      let pages = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return 0 }
    return pages * 4096
  }
}

/// Lines of three columns.
private final class ReuseFigureTable: UIView {
  private var labels: [[UILabel]] = []

  var height: CGFloat { CGFloat(5) * CompactType.length(22) }

  func show(_ lines: [(String, String, String)]) {
    while labels.count < lines.count {
      let row = (0..<3).map { column in
        let label = UILabel()
        let isHead = labels.isEmpty || column == 0
        label.follow(CompactType.font(.systemFont(ofSize: 13, weight: isHead ? .semibold : .regular)))
        label.textAlignment = column == 0 ? .left : .right
        addSubview(label)
        return label
      }
      labels.append(row)
      setNeedsLayout()
    }
    for (row, line) in zip(labels, lines) {
      for (label, text) in zip(row, [line.0, line.1, line.2]) where label.text != text { label.text = text }
    }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let line = CompactType.length(22)
    let width = bounds.width / 3
    for (number, row) in labels.enumerated() {
      for (column, label) in row.enumerated() {
        label.frame = CGRect(x: CGFloat(column) * width, y: CGFloat(number) * line, width: width, height: line)
      }
    }
  }
}

/// Memory over cells: measured in red, what would come in orange, and the table's in blue.
private final class ReuseCurve: AssembledView {
  private var growth: [(cells: Int, bytes: Int)] = []
  private var reused = 0
  private var rowCount = 1
  private var isStopped = false

  override func assemble() {
    isOpaque = false
  }

  func show(_ growth: [(cells: Int, bytes: Int)], reused: Int, rowCount: Int, isStopped: Bool) {
    guard growth.last?.cells != self.growth.last?.cells || reused != self.reused || isStopped != self.isStopped else {
      return
    }
    (self.growth, self.reused, self.rowCount, self.isStopped) = (growth, reused, rowCount, isStopped)
    setNeedsDisplay()
  }

  override func draw(_ rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext(), let last = growth.last, last.cells > 0 else { return }
    let slope = Double(last.bytes) / Double(last.cells)
    let widest = isStopped ? rowCount : last.cells
    let most = max(1, slope * Double(widest), Double(reused))
    let column: CGFloat = 4
    var place = 0
    for x in stride(from: CGFloat(0), to: bounds.width, by: column) {
      let cells = Int(Double(x / max(1, bounds.width)) * Double(widest))
      while place < growth.count - 1, growth[place].cells < cells { place += 1 }
      let isMeasured = cells <= last.cells
      let bytes = isMeasured ? Double(growth[place].bytes) : slope * Double(cells)
      let height = max(1, (bounds.height * CGFloat(bytes / most)).rounded())
      context.setFillColor((isMeasured ? UIColor.systemRed : .systemOrange).cgColor)
      context.fill(CGRect(x: x, y: bounds.height - height, width: column - 1, height: height))
    }
    let height = max(2, (bounds.height * CGFloat(Double(reused) / most)).rounded())
    context.setFillColor(UIColor.systemBlue.cgColor)
    context.fill(CGRect(x: 0, y: bounds.height - height, width: bounds.width, height: 2))
  }
}
