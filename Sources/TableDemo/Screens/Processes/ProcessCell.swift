import UIKit

/// A process: its state, name and command line, and its figures in columns.
final class ProcessCell: UITableViewCell {
  static var height: CGFloat { CompactType.length(44) }

  private let light = UIView()
  private let nameLabel = UILabel()
  private let commandLabel = UILabel()
  private let bar = UIProgressView()
  private let figures: [ProcessSorting.Key: UILabel]

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    figures = Dictionary(
      uniqueKeysWithValues: [ProcessSorting.Key.pid, .user, .threads, .load, .memory].map { ($0, UILabel()) })
    super.init(style: .default, reuseIdentifier: reuseIdentifier)
    light.layer.cornerRadius = Self.lightSize / 2
    nameLabel.follow(CompactType.font(.systemFont(ofSize: 15, weight: .medium)))
    commandLabel.follow(CompactType.font(.systemFont(ofSize: 11)))
    commandLabel.textColor = .secondaryLabel
    for (key, label) in figures {
      label.follow(CompactType.font(.monospacedDigitSystemFont(ofSize: 14, weight: .regular)))
      label.textAlignment = key.alignment
      label.textColor = .secondaryLabel
      contentView.addSubview(label)
    }
    figures[.memory]?.textColor = .label
    for view in [light, nameLabel, commandLabel, bar] { contentView.addSubview(view) }
  }

  required init?(coder: NSCoder) { nil }

  private static let lightSize: CGFloat = 8

  func show(_ process: ProcessEntry) {
    light.backgroundColor = process.state.color
    nameLabel.text = process.name
    commandLabel.text = process.command
    figures[.pid]?.text = String(process.identity.pid)
    figures[.user]?.text = process.user
    figures[.threads]?.text = String(process.threads)
    figures[.load]?.text = process.loadText
    figures[.load]?.textColor = process.load > 0 ? .label : .secondaryLabel
    figures[.memory]?.text = process.memoryText
    bar.progress = Float(process.load) / 1000
    bar.progressTintColor = Self.color(load: process.load)
    setNeedsLayout()
  }

  private static func color(load: Int) -> UIColor {
    load >= 900 ? .systemRed : load >= 500 ? .systemOrange : .systemBlue
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let height = contentView.bounds.height
    let growth = CompactType.growth
    let columns = ProcessColumns(width: contentView.bounds.width, growth: growth)
    light.frame = CGRect(
      x: ProcessColumns.lightX - Self.lightSize / 2, y: (height - Self.lightSize) / 2, width: Self.lightSize,
      height: Self.lightSize)
    let hasCommand = commandLabel.text?.isEmpty == false
    let line = (21 * growth).rounded()
    let middle = ((height - line) / 2).rounded(.down)
    nameLabel.frame = columns.frame(.name, y: hasCommand ? (4 * growth).rounded() : middle, height: line)
    commandLabel.frame = columns.frame(.name, y: (24 * growth).rounded(), height: (15 * growth).rounded())
    for (key, label) in figures { label.frame = columns.frame(key, y: middle, height: line) }
    bar.frame = CGRect(x: columns.bar.x, y: height / 2 - 2, width: columns.bar.width, height: 4)
    bar.isHidden = columns.bar.width == 0
  }
}

extension ProcessState {
  /// The mark before a process's name.
  fileprivate var color: UIColor {
    switch self {
    case .running: .systemGreen
    case .sleeping, .other: .systemGray2
    case .waiting: .systemOrange
    case .stopped: .systemYellow
    case .zombie: .systemRed
    }
  }
}
