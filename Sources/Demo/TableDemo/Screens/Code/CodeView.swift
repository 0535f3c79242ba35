import DemoParts
import UIKit

/// Lines of code below headings. Lines can be selected, all by Ctrl+A, and copied by Ctrl+C.
final class CodeView: AssembledView {
  private let tableView = CodeTable(frame: .zero, style: .plain)
  private var parts: [(title: String, code: ShownCode)] = []
  private var lit: Set<Int> = []
  private var mark = UIColor.clear

  private static var titleHeight: CGFloat { CompactType.length(26) }

  override func assemble() {
    backgroundColor = .secondarySystemBackground
    tableView.backgroundColor = .secondarySystemBackground
    tableView.separatorStyle = .none
    tableView.sectionHeaderTopPadding = 0
    tableView.estimatedRowHeight = CompactType.length(18)
    tableView.allowsMultipleSelection = true
    tableView.allowsTypeSelect = false
    tableView.dataSource = self
    tableView.delegate = self
    tableView.register(CodeLineCell.self, forCellReuseIdentifier: "line")
    addSubview(tableView)
  }

  /// The text that stands here while there is no code.
  var placeholder: String = "" { didSet { tableView.backgroundView = EmptyListLabel(placeholder) } }

  /// - Parameter mark: the colour of lines that the other way does not have.
  func show(_ parts: [(title: String, code: ShownCode)], mark: UIColor = .clear) {
    guard !parts.elementsEqual(self.parts, by: ==) || mark != self.mark else { return }
    (self.parts, self.mark, lit) = (parts, mark, [])
    if !parts.isEmpty { tableView.backgroundView = nil }
    tableView.reloadData()
    tableView.contentOffset = .zero
    show(line: shown.code.lines.firstIndex(where: \.isMarked))
  }

  private func show(line: Int?) {
    if let line { tableView.scrollToRow(at: IndexPath(row: line, section: 0), at: .none, animated: false) }
  }

  /// Lights lines of the first part up, and brings the last of them into view.
  func light(_ lines: Set<Int>) {
    guard lines != lit else { return }
    let changed = lines.symmetricDifference(lit)
    lit = lines
    tableView.reconfigureRows(at: changed.sorted().map { IndexPath(row: $0, section: 0) })
    show(line: lines.max())
  }

  /// The code of the first part, and the numbers of its lines that are lit.
  var shown: (code: ShownCode, lit: Set<Int>) { (parts.first?.code ?? ShownCode(calls: []), lit) }

  /// The height in which the first part is seen, in points.
  func height(in width: CGFloat) -> CGFloat {
    let cell = CodeLineCell(style: .default, reuseIdentifier: nil)
    return shown.code.lines.reduce(Self.titleHeight + 6) { sum, line in
      cell.show(line.text, nil)
      return sum + cell.sizeThatFits(CGSize(width: width, height: 1000)).height
    }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    tableView.frame = bounds
  }
}

extension CodeView: UITableViewDataSource, UITableViewDelegate {
  func numberOfSections(in tableView: UITableView) -> Int { parts.count }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    parts[section].code.lines.count
  }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { parts[section].title }

  func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat { Self.titleHeight }

  func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
    (view as? UITableViewHeaderFooterView)?.textLabel?.font = CompactType.font(
      .systemFont(ofSize: 13, weight: .semibold))
    Palette.dress(view)
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "line", for: indexPath)
    let line = parts[indexPath.section].code.lines[indexPath.row]
    let isLit = indexPath.section == 0 && lit.contains(indexPath.row)
    let color = isLit ? Palette.blueGround : line.isMarked ? mark.withAlphaComponent(0.2) : nil
    (cell as? CodeLineCell)?.show(line.text, color, isLit: isLit)
    return cell
  }

  func tableView(_ tableView: UITableView, textForRowAt indexPath: IndexPath) -> String? {
    parts[indexPath.section].code.lines[indexPath.row].text
  }
}

/// It has the keyboard once it is clicked, or reached by Tab: another table is the one of the screen.
private final class CodeTable: UITableView {
  override func didMoveToWindow() {
    super.didMoveToWindow()
    resignFirstResponder()
  }
}

/// A line of code, whose words after the first line stand a little to the right of its beginning.
private final class CodeLineCell: AssembledCell {
  private let label = UILabel(CompactType.font(.monospacedSystemFont(ofSize: 12, weight: .regular)), lines: 0)
  private var indent = 0

  override func assemble() {
    contentView.addSubview(label)
  }

  func show(_ text: String, _ color: UIColor?, isLit: Bool = false) {
    let words = text.drop { $0 == " " }
    indent = text.count - words.count
    label.text = String(words)
    accessibilityLabel = words.isEmpty ? "blank line" : nil
    label.textColor = isLit ? .white : .label
    var background = UIBackgroundConfiguration.listPlainCell()
    background.backgroundColor = color ?? .secondarySystemBackground
    backgroundConfiguration = isLit || color != nil ? background : nil
    backgroundColor = .secondarySystemBackground
    setNeedsLayout()
  }

  private func left(in width: CGFloat) -> CGFloat {
    ScreenMargin.points(in: width) + CGFloat(indent) * CompactType.length(7)
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    let width = max(20, size.width - left(in: size.width) - 8)
    let text = label.sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude))
    return CGSize(width: size.width, height: max(CompactType.length(18), text.height.rounded(.up) + 2))
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let bounds = contentView.bounds
    let left = left(in: bounds.width)
    label.frame = CGRect(x: left, y: 0, width: max(0, bounds.width - left - 8), height: bounds.height)
  }
}
