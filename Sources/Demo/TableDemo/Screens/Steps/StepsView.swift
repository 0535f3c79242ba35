import DemoParts
import UIKit

/// The calls of a table: its containers, the trace and the timeline, one above the other.
final class StepsView: UIView {
  let player: ReusePlayer
  let panel: ReusePanel
  let trace: ReuseTraceView
  /// The table as it was at a recorded moment. The screen lays it over the present one.
  let scene = ReuseSceneView()
  /// Asked for the place of the scene.
  var place: () -> CGRect = { .zero }
  /// Called when another moment is shown.
  var onShow: () -> Void = {}
  private let headingLabel = UILabel(.compact(13), lines: 0)
  private let line = UIView()

  /// - Parameters:
  ///   - facts: the title and the name of what stands beside the containers.
  ///   - heading: says what one sees, where there is room.
  init(
    _ calls: CallRecorder, _ subject: ReusePanel.Subject, facts: (title: String, name: String) = ("", ""),
    heading: String = ""
  ) {
    player = ReusePlayer(calls)
    panel = ReusePanel(subject, facts: facts)
    trace = ReuseTraceView(subject)
    super.init(frame: .zero)
    clipsToBounds = true
    backgroundColor = .systemBackground
    line.backgroundColor = .separator
    scene.isHidden = true
    headingLabel.text = heading
    for part in [headingLabel, panel, trace, player.view, line] { addSubview(part) }
    player.onShow = { [unowned self] in show() }
  }

  required init?(coder: NSCoder) { nil }

  private func show() {
    let timeline = player.timeline
    panel.glide = player.glide
    panel.show(player.contents)
    trace.show(timeline.shown, isLive: timeline.isLive)
    showScene()
    onShow()
  }

  private func showScene() {
    scene.isHidden = player.timeline.isLive
    guard !scene.isHidden else { return }
    scene.frame = place()
    let height = scene.bounds.height
    scene.show(ReuseScene(player.contents, rows: nil, height: height, margin: 0), table: scene.bounds)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    showScene()
    let isBeside = frame.minY == 0 || frame.minX > 0
    line.frame = CGRect(x: 0, y: 0, width: isBeside ? 1 : bounds.width, height: isBeside ? bounds.height : 1)
    let margin = ScreenMargin.points(in: bounds.width)
    var rest = bounds.insetBy(dx: min(margin, bounds.width / 2), dy: min(8, bounds.height / 2))
    player.view.isHidden = bounds.height < 140
    if !player.view.isHidden {
      let height = player.view.height(in: rest.width)
      (player.view.frame, rest) = rest.divided(atDistance: height, from: .maxYEdge)
      rest.size.height = max(0, rest.height - 6)
    }
    headingLabel.isHidden = bounds.height < 400 || headingLabel.text?.isEmpty != false
    if !headingLabel.isHidden {
      let height = headingLabel.sizeThatFits(rest.size).height.rounded(.up)
      (headingLabel.frame, rest) = rest.divided(atDistance: height, from: .minYEdge)
      rest = rest.divided(atDistance: min(8, rest.height), from: .minYEdge).remainder
    }
    // Calls need the room of some lines; the containers come first.
    let needed: CGFloat = 90
    trace.isHidden = rest.height < 150 + needed
    let height = trace.isHidden ? rest.height : min(max(230, rest.height * 0.45), rest.height - needed)
    (panel.frame, rest) = rest.divided(atDistance: max(0, height.rounded()), from: .minYEdge)
    trace.frame = rest.divided(atDistance: min(8, rest.height), from: .minYEdge).remainder
  }
}
