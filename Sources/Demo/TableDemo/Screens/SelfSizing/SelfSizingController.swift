import DemoParts
import UIKit

/// The days of a diary, in rows as high as their text needs. The height differs from row to row and with the width of the
/// window, and is measured only when a row comes on screen.
///
/// Four estimates can be tried, two of them far off: rows on screen stay in place, the scroll indicator keeps its
/// direction, and a jump to any row lands exactly.
final class SelfSizingController: CommandScreen, DemoScreen {
  override var commands: [ScreenCommand] {
    [
      ScreenCommand("Random row", "R", "shuffle") { [unowned self] in jump(to: .random(in: 0..<max(1, rowCount))) },
      ScreenCommand("Top", "T", "arrow.up.to.line") { [unowned self] in jump(to: 0) },
      ScreenCommand("End", "E", "arrow.down.to.line") { [unowned self] in jump(to: rowCount - 1) },
      ScreenCommand("Grow a row", "G", "arrow.up.and.down", tip: "Gives a row more text") { [unowned self] in grow() },
      ScreenCommand(
        "Estimate", "S", "number", tip: "The height that rows are thought to have until they are measured"
      ) { [unowned self] in chooseEstimate() },
      ScreenCommand(
        "Animated", "A", "sparkles", tip: "Whether the list scrolls to a row, or jumps", states: 2
      ) { [unowned self] in toggleAnimation() },
    ]
  }
  /// Sentences added to rows, by row.
  private var added: [Int: Int] = [:]
  private var estimate = 0
  private var isAnimated = false
  private var target: Int?

  private static let estimates: [(name: String, height: CGFloat)] = [
    ("learned", UITableView.automaticDimension), ("good, 108", 108), ("too low, 10", 10), ("too high, 600", 600),
    ("none", 0),
  ]

  let rowCount: Int

  init(rows: Int) {
    rowCount = rows
    super.init(style: .plain)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    showState()
  }

  // MARK: Commands

  private func jump(to row: Int) {
    guard row >= 0, row < rowCount else { return }
    target = row
    tableView.scrollToRow(at: IndexPath(row: row, section: 0), at: .top, animated: isAnimated)
    showState()
  }

  /// Adds a sentence to the row in the middle of the screen, which grows in its place.
  private func grow() {
    let visible = tableView.indexPathsForVisibleRows ?? []
    guard !visible.isEmpty else { return }
    let path = visible[visible.count / 2]
    added[path.row, default: 0] += 1
    target = path.row
    tableView.reconfigureRows(at: [path])
    showState()
  }

  private func chooseEstimate() {
    estimate = (estimate + 1) % Self.estimates.count
    tableView.estimatedRowHeight = Self.estimates[estimate].height
    tableView.reloadData()
    showState()
  }

  private func toggleAnimation() {
    isAnimated.toggle()
    showState()
  }

  private func showState() {
    let row = target.map { ", row \(GroupedNumber.string($0))" } ?? ""
    bar.status =
      "\(GroupedNumber.string(rowCount)) rows, estimate: \(Self.estimates[estimate].name)" + row
    bar.hint = isAnimated ? "jumps are animated" : "jumps at once"
  }

  // MARK: Texts

  private static let sentences = [
    "Rain until noon.",
    "The neighbour brought a basket of pears, and we talked at the gate until the lamps came on.",
    "Finished the shelf, all but one screw.",
    "Walked the long way home along the canal; the herons are back.",
    "Nothing to report.",
    "Tried the soup with twice the ginger, which was once too often, and wrote that on the card for the next time.",
    "A letter from Uncle Anders, four pages, mostly about his bees.",
    "Вечером читали вслух и пили чай на веранде.",
    "Am Nachmittag kamen die Kinder mit nassen Schuhen und einem Glas voller Kaulquappen zurück.",
  ]

  /// None to eleven sentences, always the same for the same row.
  private func text(ofRow row: Int) -> String {
    var state = UInt64(truncatingIfNeeded: row) &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    // Many short rows, few long ones.
    let count = min(next(12), next(12)) + added[row, default: 0]
    return (0..<count).map { _ in Self.sentences[next(Self.sentences.count)] }.joined(separator: " ")
  }
}

extension SelfSizingController: UITableViewDataSource, UITableViewDelegate {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rowCount }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell =
      tableView.dequeueReusableCell(withIdentifier: "text")
      ?? UITableViewCell(style: .subtitle, reuseIdentifier: "text")
    cell.narrowSelection()
    cell.textLabel?.text = "Day \(GroupedNumber.string(indexPath.row + 1))"
    cell.textLabel?.font = .scaled(13, .semibold)
    cell.textLabel?.textColor = Palette.secondary
    cell.detailTextLabel?.text = text(ofRow: indexPath.row)
    cell.detailTextLabel?.font = .preferredFont(forTextStyle: .body)
    cell.detailTextLabel?.numberOfLines = 0
    cell.accessoryType = indexPath.row % 5 == 4 ? .disclosureIndicator : .none
    return cell
  }
}
