import DemoParts
import UIKit

/// A process: its state, name and command line, and its figures in columns; where text is very large, load and memory
/// below the name.
final class ProcessCell: AssembledCell {
  static var height: CGFloat { UIFontMetrics.default.length(UITraitCollection.stacksColumns ? 68 : 44) }

  private let light = ProcessMark()
  private let nameLabel = UILabel(.scaled(15, .medium), expands: true)
  private let commandLabel = UILabel(.scaled(11), Palette.secondary, expands: true)
  private let bar = UIProgressView()
  private let figures = Dictionary(
    uniqueKeysWithValues: [ProcessSorting.Key.pid, .user, .threads, .load, .memory].map { key in
      let font = UIFontMetrics.default.scaledFont(for: .monospacedDigitSystemFont(ofSize: 14, weight: .regular))
      return (key, UILabel(font, Palette.secondary, alignment: key.alignment, expands: true))
    })

  override func assemble() {
    selectedBackgroundView = RowSelectionView()
    figures[.memory]?.textColor = .label
    for view in [light, nameLabel, commandLabel, bar] + Array(figures.values) { contentView.addSubview(view) }
  }

  func show(_ process: ProcessEntry) {
    light.show(process.state)
    nameLabel.text = process.name
    commandLabel.text = process.command
    figures[.pid]?.text = String(process.identity.pid)
    figures[.user]?.text = process.user
    figures[.threads]?.text = String(process.threads)
    figures[.load]?.text = process.loadText
    figures[.load]?.textColor = process.load > 0 ? .label : Palette.secondary
    figures[.memory]?.text = process.memoryText
    bar.progress = Float(process.load) / 1000
    bar.progressTintColor = Self.color(load: process.load)
    setNeedsLayout()
  }

  private static func color(load: Int) -> UIColor {
    load >= 900 ? Palette.red : load >= 500 ? Palette.orange : Palette.tint
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    // The ring and the ground of the selected row follow the margins.
    let margin = ContentWidth.columns.margin(in: contentView.bounds.width)
    (contentView.layoutMargins.left, contentView.layoutMargins.right) = (margin, margin)
    guard !UITraitCollection.stacksColumns else { return placeStacked() }
    let height = contentView.bounds.height
    let growth = UIFontMetrics.default.growth
    let columns = ProcessColumns(width: contentView.bounds.width, growth: growth)
    light.frame = CGRect(
      x: columns.inset + ProcessColumns.lightX - ProcessMark.side / 2, y: (height - ProcessMark.side) / 2,
      width: ProcessMark.side, height: ProcessMark.side)
    let hasCommand = commandLabel.text?.isEmpty == false
    let line = (21 * growth).rounded()
    let middle = ((height - line) / 2).rounded(.down)
    nameLabel.frame = columns.frame(.name, y: hasCommand ? (4 * growth).rounded() : middle, height: line)
    commandLabel.frame = columns.frame(.name, y: (24 * growth).rounded(), height: (15 * growth).rounded())
    for (key, label) in figures {
      label.isHidden = false
      label.textAlignment = key.alignment
      label.frame = columns.frame(key, y: middle, height: line)
    }
    bar.frame = CGRect(x: columns.bar.x, y: height / 2 - 2, width: columns.bar.width, height: 4)
    bar.isHidden = columns.bar.width == 0
  }

  /// Name, command, then load and memory, which has the room it needs.
  private func placeStacked() {
    let inset = ProcessColumns.inset(in: contentView.bounds.width)
    let left = inset + ProcessColumns.textInset
    let width = max(0, contentView.bounds.width - inset - left - ProcessColumns.margin)
    let growth = UIFontMetrics.default.growth
    let line = (21 * growth).rounded()
    nameLabel.frame = CGRect(x: left, y: (4 * growth).rounded(), width: width, height: line)
    light.frame = CGRect(
      x: inset + ProcessColumns.lightX - ProcessMark.side / 2, y: nameLabel.frame.midY - ProcessMark.side / 2,
      width: ProcessMark.side, height: ProcessMark.side)
    commandLabel.frame = CGRect(
      x: left, y: nameLabel.frame.maxY, width: width, height: (15 * growth).rounded())
    for (key, label) in figures { label.isHidden = key != .load && key != .memory }
    guard let load = figures[.load], let memory = figures[.memory] else { return }
    let needed = min(width, memory.sizeThatFits(bounds.size).width.rounded(.up))
    let y = commandLabel.frame.maxY
    memory.frame = CGRect(x: left + width - needed, y: y, width: needed, height: line)
    load.textAlignment = .left
    load.frame = CGRect(x: left, y: y, width: max(0, width - needed - 8), height: line)
    bar.isHidden = true
  }
}

/// The mark before a process's name. Each state has a sign of its own, so that it is told without its colour.
final class ProcessMark: UIImageView {
  static let side: CGFloat = 11

  convenience init(_ state: ProcessState = .other) {
    self.init(frame: .zero)
    contentMode = .center
    show(state)
  }

  func show(_ state: ProcessState) {
    image = Self.images[state] ?? nil
    tintColor = state.color
  }

  private static let images = Dictionary(
    uniqueKeysWithValues: [ProcessState.running, .sleeping, .waiting, .stopped, .zombie, .other].map { state in
      (state, UIImage(systemName: state.symbol, withConfiguration: UIImage.SymbolConfiguration(pointSize: 9)))
    })
}

extension ProcessState {
  fileprivate var symbol: String {
    switch self {
    case .running: "circle.fill"
    case .sleeping, .other: "circle"
    case .waiting: "hourglass"
    case .stopped: "pause.fill"
    case .zombie: "xmark"
    }
  }

  fileprivate var color: UIColor {
    switch self {
    case .running: Palette.green
    case .sleeping, .other: Palette.secondary
    case .waiting: Palette.orange
    case .stopped: Palette.tint
    case .zombie: Palette.red
    }
  }
}
