import UIKit

/// What happened to the cells, newest first.
final class ReuseJournalView: UIView {
  var events: [ReuseJournal.Event] = [] {
    didSet { if events != oldValue { tableView.reloadData() } }
  }

  private let titleLabel = UILabel()
  private let tableView = UITableView(frame: .zero, style: .plain)

  private static let rowHeight: CGFloat = 30

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .secondarySystemBackground
    layer.cornerRadius = 12
    titleLabel.text = "Journal"
    titleLabel.font = .systemFont(ofSize: 17, weight: .semibold)
    tableView.backgroundColor = .clear
    tableView.separatorStyle = .none
    tableView.allowsSelection = false
    tableView.rowHeight = Self.rowHeight
    tableView.dataSource = self
    tableView.register(ReuseEventCell.self, forCellReuseIdentifier: "event")
    addSubview(titleLabel)
    addSubview(tableView)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    let margin: CGFloat = bounds.width < 500 ? 8 : 14
    titleLabel.frame = CGRect(x: margin, y: 10, width: max(0, bounds.width - 2 * margin), height: 24)
    tableView.frame = CGRect(
      x: margin, y: 40, width: max(0, bounds.width - 2 * margin), height: max(0, bounds.height - 48))
  }
}

extension ReuseJournalView: UITableViewDataSource {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { events.count }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "event", for: indexPath)
    (cell as? ReuseEventCell)?.show(events[indexPath.row])
    return cell
  }
}

/// A line of the journal: the cell, what happened, where.
private final class ReuseEventCell: UITableViewCell {
  private let badge = CellBadge()
  private let kindLabel = UILabel()
  private let placeLabel = UILabel()

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    backgroundColor = .clear
    kindLabel.font = .systemFont(ofSize: 14)
    placeLabel.font = .systemFont(ofSize: 14)
    kindLabel.textColor = .secondaryLabel
    for view in [badge, kindLabel, placeLabel] { contentView.addSubview(view) }
  }

  required init?(coder: NSCoder) { nil }

  func show(_ event: ReuseJournal.Event) {
    badge.show(CellIdentity(number: event.cell))
    switch event.kind {
    case .made: show("made", "for row \(event.row)")
    case .left: show("left", "row \(event.row)")
    case .reused(let former): show("reused", "row \(former) \u{2192} row \(event.row)")
    case .released: show("released", "waited since row \(event.row)")
    }
  }

  private func show(_ kind: String, _ place: String) {
    kindLabel.text = kind
    placeLabel.text = place
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let size = CellBadge.size
    let height = contentView.bounds.height
    badge.frame = CGRect(x: 0, y: ((height - size.height) / 2).rounded(), width: size.width, height: size.height)
    kindLabel.frame = CGRect(x: size.width + 10, y: 0, width: 66, height: height)
    let left = size.width + 80
    placeLabel.frame = CGRect(x: left, y: 0, width: max(0, contentView.bounds.width - left), height: height)
  }
}
