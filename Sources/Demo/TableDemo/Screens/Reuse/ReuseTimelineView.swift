import DemoParts
import UIKit

/// The recorded frames as a line on which one drags both ways, with buttons to step, to play slowly, and to come back to the
/// present.
final class ReuseTimelineView: AssembledView {
  enum Action {
    case back, pause, forwards, play, live
  }

  /// A playing speed: calls in a second.
  static let speeds: [(title: String, callsPerSecond: Double)] = [
    ("1/8", 1), ("1/4", 2), ("1/2", 4), ("1\u{d7}", 8),
  ]

  var onAction: ((Action) -> Void)?
  /// Called while the user drags, with a position of the timeline.
  var onSeek: ((Int) -> Void)? {
    get { track.onSeek }
    set { track.onSeek = newValue }
  }
  /// The chosen speed.
  var callsPerSecond: Double { Self.speeds[speed.selection].callsPerSecond }

  private let stateLabel = UILabel(.compact(13, .semibold), expands: true)
  private let track = ReuseTrack()
  private let speed = ReuseSegments("", ReuseTimelineView.speeds.map(\.title), selection: 1)
  private let buttons: [(action: Action, button: UIButton)] = [
    (Action.back, "Back"), (.forwards, "Step"), (.play, "Play"), (.pause, "Pause"), (.live, "Live"),
  ].map { action, title in
    let button = UIButton(type: .system)
    button.setTitle(title, for: .normal)
    button.setTitleColor(.label, for: .normal)
    button.setTitleColor(Palette.secondary, for: .disabled)
    button.titleLabel?.font = .systemFont(ofSize: 15)
    button.contentEdgeInsets = UIEdgeInsets(top: 5, left: 2, bottom: 5, right: 2)
    button.layer.cornerRadius = 6
    button.keepTitleSize()
    return (action, button)
  }

  override func assemble() {
    stateLabel.adjustsFontSizeToFitWidth = true
    stateLabel.minimumScaleFactor = 0.85
    track.accessibilityLabel = "Timeline"
    speed.accessibilityLabel = "Speed"
    for (action, button) in buttons {
      button.addAction(UIAction { [weak self] _ in self?.onAction?(action) }, for: .touchUpInside)
    }
    for view in [track, stateLabel, speed] + buttons.map(\.button) { addSubview(view) }
  }

  /// Shows where the timeline stands.
  func show(_ timeline: ReuseTimeline, isPlaying: Bool) {
    track.show(timeline.positions, timeline.present)
    stateLabel.text = Self.state(timeline, isPlaying: isPlaying)
    for (action, button) in buttons {
      switch action {
      case .back: button.isEnabled = !timeline.isAtStart
      case .live: button.isEnabled = !timeline.isLive
      case .pause: button.isEnabled = timeline.isLive || isPlaying
      case .play: button.isEnabled = !isPlaying
      case .forwards: break
      }
      // Grey words on no ground: nothing to press.
      button.backgroundColor = button.isEnabled ? .secondarySystemFill : nil
    }
  }

  /// Where the timeline stands, in words.
  static func state(_ timeline: ReuseTimeline, isPlaying: Bool) -> String {
    guard let shown = timeline.shown else { return "Nothing has happened yet" }
    let frame = "Frame \(GroupedNumber.string(shown.frame.number))"
    guard !timeline.isLive else { return "\(frame), the present" }
    let call = "\(frame), call \(shown.index + 1) of \(shown.frame.moments.count)"
    let behind = timeline.framesBehind
    if timeline.isAtEnd { return "\(call), the present" }
    if behind == 0 { return call }
    let count = GroupedNumber.string(behind)
    return isPlaying
      ? "\(call), \(count) behind the present" : "\(call): \(count) \(behind == 1 ? "frame waits" : "frames wait")"
  }

  /// The height for a screen of that width, both in points.
  func height(in width: CGFloat) -> CGFloat { CompactType.length(width < 620 ? 96 : 60) }

  override func layoutSubviews() {
    super.layoutSubviews()
    let line = CompactType.length(28)
    track.frame = CGRect(x: 0, y: 0, width: bounds.width, height: CompactType.length(24))
    let isNarrow = bounds.width < 620
    var y = track.frame.maxY + 6
    var x: CGFloat = 0
    if isNarrow {
      let width = min(speed.sizeThatFits(bounds.size).width, (bounds.width * 0.62).rounded())
      speed.frame = CGRect(x: bounds.width - width, y: y, width: width, height: line)
      stateLabel.frame = CGRect(x: 0, y: y, width: max(0, bounds.width - width - 6), height: line)
      y += line + 6
    }
    for (_, button) in buttons {
      let width = isNarrow ? bounds.width / CGFloat(buttons.count) - 4 : 66
      button.frame = CGRect(x: x, y: y, width: max(0, width), height: line)
      x += width + (isNarrow ? 4 : 6)
    }
    if !isNarrow {
      let width = min(speed.sizeThatFits(bounds.size).width, max(0, bounds.width - x))
      speed.frame = CGRect(x: x, y: y, width: width, height: line)
      x += width + 14
      stateLabel.frame = CGRect(x: x, y: y, width: max(0, bounds.width - x), height: line)
    }
  }
}

/// A slider at the moment that is told, whose knob goes to where one presses. Keys are those of the screen.
private final class ReuseTrack: UISlider {
  var onSeek: ((Int) -> Void)?

  override init(frame: CGRect) {
    super.init(frame: frame)
    minimumTrackTintColor = .systemBlue
    maximumTrackTintColor = .systemGray
    thumbTintColor = .systemBlue
    addAction(UIAction { [weak self] _ in self.map { $0.onSeek?(Int($0.value.rounded())) } }, for: .valueChanged)
  }

  required init?(coder: NSCoder) { nil }

  func show(_ positions: Range<Int>, _ present: Int) {
    minimumValue = Float(positions.lowerBound)
    maximumValue = Float(max(positions.lowerBound, positions.upperBound - 1))
    value = Float(present)
  }

  override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    let knob = thumbRect(forBounds: bounds, trackRect: trackRect(forBounds: bounds), value: value)
    let part = (touch.location(in: self).x - knob.width / 2) / max(1, bounds.width - knob.width)
    value = minimumValue + Float(min(max(0, part), 1)) * (maximumValue - minimumValue)
    sendActions(for: .valueChanged)
    return super.beginTracking(touch, with: event)
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    next?.pressesBegan(presses, with: event)
  }
}
