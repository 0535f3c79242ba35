import DemoParts
import UIKit

/// The calls from an event to a picture in the order in which they were made, one below the other; those after the moment
/// that is told are faint.
final class ReuseTraceView: UIView {
  private let titleLabel = UILabel(.compact(15, .semibold))
  private let footLabel = UILabel(.compact(12), lines: 2)
  private let explanationLabel = UILabel(.compact(14), lines: 0)
  private var lines: [ReuseTraceLine] = []
  private var shown: ReuseTimeline.Shown?
  private var isLive = true

  private let subject: ReusePanel.Subject

  init(_ subject: ReusePanel.Subject) {
    self.subject = subject
    super.init(frame: .zero)
    clipsToBounds = true
    backgroundColor = .secondarySystemBackground
    layer.cornerRadius = 12
    for label in [titleLabel, footLabel, explanationLabel] { addSubview(label) }
  }

  required init?(coder: NSCoder) { nil }

  /// Shows how far a frame has come; live, all of it.
  func show(_ shown: ReuseTimeline.Shown?, isLive: Bool) {
    self.shown = shown
    self.isLive = isLive
    titleLabel.text = shown.map { "Calls of frame \(GroupedNumber.string($0.frame.number))" } ?? "Calls of a frame"
    explanationLabel.text =
      isLive
      ? "Each line is a call that was made. Step or drag the line below to see them one by one."
      : shown?.moment.call.explanation ?? ""
    let told = shown.map { $0.frame.moments.prefix($0.index + 1) } ?? []
    func count(_ call: ReuseCall) -> Int { told.count { $0.call == call } }
    let facts: KeyValuePairs<String, ReuseCall> =
      subject == .pool
      ? ["reused": .takeBack, "created": .addUsing]
      : [
        "left": .left, "collected": .collect, "let go": .letGo, "given back": .giveBack, "dequeued": .prepareForReuse,
        "created": .create, "placed": .place,
      ]
    // Cells that are let go, or given back, are on some screens only.
    let counts = facts.map { (count($1), $0, [.letGo, .giveBack].contains($1)) }.filter { $0.0 > 0 || !$0.2 }
    footLabel.text = "This frame: " + counts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    setNeedsLayout()
  }

  /// The call that is told, as it is lit: for tests.
  var litCall: String? { lines.first { !$0.isHidden && $0.isLit }.map(\.words) }

  override func layoutSubviews() {
    super.layoutSubviews()
    let margin: CGFloat = bounds.width < 300 ? 8 : 14
    let width = max(0, bounds.width - 2 * margin)
    let head = CompactType.length(22)
    titleLabel.frame = CGRect(x: margin, y: 8, width: width, height: head)
    // Where it is low the lines themselves say it.
    let isLow = bounds.height < 200
    let footHeight = isLow ? 0 : CompactType.length(34)
    let explanationHeight =
      isLow || bounds.height < 300
      ? 0 : explanationLabel.sizeThatFits(CGSize(width: width, height: 400)).height.rounded(.up)
    footLabel.isHidden = footHeight == 0
    explanationLabel.isHidden = explanationHeight == 0
    let top = head + 14
    explanationLabel.frame = CGRect(x: margin, y: top, width: width, height: explanationHeight)
    let linesTop = explanationHeight == 0 ? top : top + max(explanationHeight, CompactType.length(54)) + 6
    let room = max(0, bounds.height - linesTop - footHeight - 10)
    let moments = shown?.frame.moments ?? []
    let index = shown?.index ?? 0
    let least = CompactType.length(20)
    let height = max(least, min(CompactType.length(28), (room / CGFloat(max(moments.count, 1))).rounded(.down)))
    let capacity = max(1, Int(room / height))
    // The line that is told stays in view, with what comes next.
    let first = max(0, min(index - capacity * 2 / 3, moments.count - capacity))
    let visible = moments.indices.dropFirst(first).prefix(capacity)
    while lines.count < visible.count {
      let line = ReuseTraceLine()
      lines.append(line)
      addSubview(line)
    }
    let depths = shown?.depths ?? []
    for (place, line) in lines.enumerated() {
      line.isHidden = place >= visible.count
      guard place < visible.count else { continue }
      let number = first + place
      line.frame = CGRect(
        x: margin - 6, y: linesTop + CGFloat(place) * height, width: width + 12, height: height)
      line.indent = CGFloat(depths[number]) * (width < 300 ? 6 : 12)
      line.show(
        moments[number].title, moments[number].detail,
        number == index && !isLive ? .now : number > index ? .ahead : .done)
    }
    footLabel.frame = CGRect(x: margin, y: bounds.height - footHeight - 6, width: width, height: footHeight)
  }
}

/// One call of the trace.
private final class ReuseTraceLine: AssembledView {
  enum State { case ahead, now, done }

  private let nameLabel = UILabel()
  private let detailLabel = UILabel()
  private(set) var isLit = false
  /// From the left edge to the name, beside its margin, in points.
  var indent: CGFloat = 0 { didSet { if indent != oldValue { setNeedsLayout() } } }

  override func assemble() {
    layer.cornerRadius = 6
    for label in [nameLabel, detailLabel] { label.showsExpansionTextWhenTruncated = true }
    detailLabel.textAlignment = .right
    addSubview(nameLabel)
    addSubview(detailLabel)
  }

  var words: String { "\(nameLabel.text ?? ""): \(detailLabel.text ?? "")" }

  func show(_ name: String, _ detail: String, _ state: State) {
    isLit = state == .now
    if nameLabel.text != name { nameLabel.text = name }
    if detailLabel.text != detail { detailLabel.text = detail }
    setNeedsLayout()
    backgroundColor = state == .now ? Palette.blueGround : nil
    nameLabel.textColor = state == .now ? .white : state == .done ? .label : Palette.secondary
    detailLabel.textColor = state == .now ? .white : state == .done ? .label : Palette.secondary
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    // Lines are as high as the view has room for.
    let size = bounds.height < 20 ? 11 : min(13 * CompactType.growth, (bounds.height * 0.62).rounded(.down))
    nameLabel.font = .monospacedSystemFont(ofSize: size, weight: .medium)
    detailLabel.font = .systemFont(ofSize: size)
    let left = 6 + indent
    let width = max(0, bounds.width - left - 6)
    // The name can be guessed from its beginning.
    let detail = detailLabel.sizeThatFits(bounds.size).width.rounded(.up)
    let name = min(nameLabel.sizeThatFits(bounds.size).width, max(width * 0.5, width - detail - 6))
    nameLabel.frame = CGRect(x: left, y: 0, width: name, height: bounds.height)
    detailLabel.frame = CGRect(x: left + 6 + name, y: 0, width: max(0, width - 6 - name), height: bounds.height)
  }
}
