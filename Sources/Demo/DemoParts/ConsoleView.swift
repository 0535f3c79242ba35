import UIKit

/// Lines of text as a terminal shows them: the newest at the bottom, in view.
///
/// Lines that come soon after another are shown together: a hundred a second cost ten frames. The oldest are forgotten.
package final class ConsoleView: UIView {
  private let tableView = UITableView(frame: .zero, style: .plain)
  private let titleLabel = UILabel(.systemFont(ofSize: 13, weight: .semibold), Palette.secondary)
  private var lines: [String] = []
  /// The update that the rows need to catch up with the lines.
  private enum Update {
    case done
    /// In the next layout.
    case due
    /// When some time has passed since the last one.
    case scheduled
  }
  private var update = Update.done
  private var earliestUpdate = ContinuousClock.now

  private static let updateInterval = Duration.milliseconds(100)
  private static let capacity = 2000
  private static var rowHeight: CGFloat { CompactType.length(22) }
  private static let titleHeight: CGFloat = 30

  /// - Parameter title: stands above the lines.
  package convenience init(title: String) {
    self.init(frame: .zero)
    backgroundColor = .secondarySystemBackground
    titleLabel.text = title
    tableView.backgroundColor = .secondarySystemBackground
    tableView.rowHeight = Self.rowHeight
    tableView.separatorStyle = .none
    tableView.allowsSelection = false
    tableView.dataSource = self
    tableView.register(TextLineCell.self, forCellReuseIdentifier: "line")
    addSubview(titleLabel)
    addSubview(tableView)
  }

  /// Adds a line at the end.
  package func append(_ line: String) {
    lines.append(line)
    if lines.count > 2 * Self.capacity {
      lines.removeFirst(lines.count - Self.capacity)
      // The rows the table knows are no more.
      return updateSoon()
    }
    guard update == .done else { return }
    let wait = earliestUpdate - .now
    guard wait > .zero else { return updateSoon() }
    update = .scheduled
    Task { [weak self] in
      try? await Task.sleep(for: wait)
      if self?.update == .scheduled { self?.updateSoon() }
    }
  }

  private func updateSoon() {
    update = .due
    setNeedsLayout()
  }

  /// Forgets all lines.
  package func clear() {
    lines.removeAll()
    updateSoon()
  }

  package override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    guard tableView.rowHeight != Self.rowHeight else { return }
    // Rows of another height are brought to the end as new ones are.
    if showsEnd { updateSoon() }
    tableView.rowHeight = Self.rowHeight
  }

  /// Whether the newest line is in view, to its lower edge.
  private var showsEnd: Bool { tableView.contentOffset.y + tableView.bounds.height >= tableView.contentSize.height - 1 }

  package override func layoutSubviews() {
    super.layoutSubviews()
    let size = bounds.size
    let margin = ScreenMargin.points(in: size.width)
    titleLabel.frame = CGRect(x: margin, y: 0, width: max(0, size.width - 2 * margin), height: Self.titleHeight)
    let frame = CGRect(x: 0, y: Self.titleHeight, width: size.width, height: max(0, size.height - Self.titleHeight))
    let keepsEnd = frame.height != tableView.frame.height && showsEnd
    tableView.frame = frame
    if update != .done {
      update = .done
      earliestUpdate = .now + Self.updateInterval
      tableView.reloadData()
    } else if !keepsEnd {
      return
    }
    guard !lines.isEmpty else { return }
    tableView.scrollToRow(at: IndexPath(row: lines.count - 1, section: 0), at: .bottom, animated: false)
  }
}

extension ConsoleView: UITableViewDataSource {
  package func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { lines.count }

  package func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "line", for: indexPath)
    (cell as? TextLineCell)?.label.text = lines[indexPath.row]
    return cell
  }
}

/// A cell of one line of small text on a second background.
private final class TextLineCell: AssembledCell {
  let label = UILabel(.compact(13), expands: true)

  override func assemble() {
    backgroundColor = .secondarySystemBackground
    contentView.addSubview(label)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let size = contentView.bounds.size
    let margin = ScreenMargin.points(in: size.width)
    label.frame = CGRect(x: margin, y: 0, width: max(0, size.width - 2 * margin), height: size.height)
  }
}
