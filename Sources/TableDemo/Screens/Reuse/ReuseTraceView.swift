import DemoParts
import UIKit

/// The calls from an event to a picture, one below the other, which light up as the tape is shown.
final class ReuseTraceView: UIView {
  private let titleLabel = UILabel()
  private let footLabel = UILabel()
  private let explanationLabel = UILabel()
  private var lines: [ReuseTraceLine] = []

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .secondarySystemBackground
    layer.cornerRadius = 12
    titleLabel.text = "Calls of one frame"
    titleLabel.follow(CompactType.font(.systemFont(ofSize: 15, weight: .semibold)))
    footLabel.follow(CompactType.font(.systemFont(ofSize: 12)))
    footLabel.textColor = .secondaryLabel
    footLabel.numberOfLines = 2
    for _ in ReuseCall.allCases {
      let line = ReuseTraceLine()
      lines.append(line)
      addSubview(line)
    }
    explanationLabel.follow(CompactType.font(.systemFont(ofSize: 14)))
    explanationLabel.numberOfLines = 0
    addSubview(titleLabel)
    addSubview(footLabel)
    addSubview(explanationLabel)
  }

  required init?(coder: NSCoder) { nil }

  /// Shows how far a chain has come.
  func show(_ chain: ReuseTape.Chain, order: TableReuseOrder) {
    let present = chain.moments.last?.call
    for (line, call) in zip(lines, ReuseCall.chain(order)) {
      let moments = chain.moments.filter { $0.call == call }
      line.show(
        call.title, moments.last?.detail ?? "", times: moments.count,
        call == present ? .now : moments.isEmpty ? .ahead : .done)
    }
    explanationLabel.text = present?.explanation ?? "Scroll the table, or press Play."
    setNeedsLayout()
    func count(_ call: ReuseCall, _ word: String) -> Int {
      chain.moments.count { $0.call == call && $0.detail.hasPrefix(word) }
    }
    footLabel.text =
      "This frame: \(count(.plan, "row ")) left, \(chain.moments.count { $0.call == .collect }) collected, "
      + "\(count(.supply, "dequeued")) dequeued, \(count(.supply, "created")) created, "
      + "\(chain.moments.count { $0.call == .place }) placed"
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let margin: CGFloat = bounds.width < 300 ? 8 : 14
    let width = max(0, bounds.width - 2 * margin)
    let head = CompactType.length(22)
    titleLabel.frame = CGRect(x: margin, y: 8, width: width, height: head)
    // Where it is low the lines themselves say it.
    let footHeight = bounds.height < 200 ? 0 : CompactType.length(34)
    footLabel.isHidden = footHeight == 0
    let top = head + 12
    let room = bounds.height - top - footHeight - 8
    let height = max(12, min(CompactType.length(34), (room / CGFloat(lines.count)).rounded(.down)))
    for (index, line) in lines.enumerated() {
      line.frame = CGRect(x: margin - 6, y: top + CGFloat(index) * height, width: width + 12, height: height)
    }
    let y = top + CGFloat(lines.count) * height + 4
    footLabel.frame = CGRect(x: margin, y: y, width: width, height: footHeight)
    let explanation = explanationLabel.sizeThatFits(CGSize(width: width, height: 400)).height
    explanationLabel.isHidden = footLabel.frame.maxY + 8 + explanation > bounds.height
    explanationLabel.frame = CGRect(x: margin, y: footLabel.frame.maxY + 8, width: width, height: explanation)
  }
}

/// One call of the trace.
private final class ReuseTraceLine: UIView {
  enum State { case ahead, now, done }

  private let nameLabel = UILabel()
  private let detailLabel = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    layer.cornerRadius = 6
    nameLabel.lineBreakMode = .byTruncatingTail
    detailLabel.textAlignment = .right
    addSubview(nameLabel)
    addSubview(detailLabel)
  }

  required init?(coder: NSCoder) { nil }

  func show(_ name: String, _ detail: String, times: Int, _ state: State) {
    let title = times > 1 ? "\(name)  \u{d7}\(times)" : name
    if nameLabel.text != title { nameLabel.text = title }
    if detailLabel.text != detail { detailLabel.text = detail }
    setNeedsLayout()
    backgroundColor = state == .now ? .systemBlue : nil
    nameLabel.textColor = state == .now ? .white : state == .done ? .label : .tertiaryLabel
    detailLabel.textColor = state == .now ? .white : .secondaryLabel
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    // Lines are as high as the view has room for.
    let size = bounds.height < 20 ? 11 : min(13 * CompactType.growth, (bounds.height * 0.62).rounded(.down))
    nameLabel.font = .monospacedSystemFont(ofSize: size, weight: .medium)
    detailLabel.font = .systemFont(ofSize: size)
    let width = max(0, bounds.width - 12)
    let name = min(width, nameLabel.sizeThatFits(bounds.size).width)
    nameLabel.frame = CGRect(x: 6, y: 0, width: name, height: bounds.height)
    detailLabel.frame = CGRect(x: 12 + name, y: 0, width: max(0, width - 6 - name), height: bounds.height)
  }
}
