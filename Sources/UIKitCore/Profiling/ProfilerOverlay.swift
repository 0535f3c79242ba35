import Foundation

/// The profiler's panel in the window's top right corner (F1).
///
/// It is no subview of the window: the frame loop lets it look at the profiler
/// before a frame and appends it after everything else, both within the stage
/// ``FrameStage/overlay``, so that what it costs is not charged to the frame.
/// Its text and graph change ``updatesPerSecond`` times a second; in between it
/// appends the same commands. It takes no events.
@MainActor
final class ProfilerOverlay: UIView {
  /// How often text and graph are worked out anew.
  static let updatesPerSecond = 4.0
  private static let margin: CGFloat = 12
  private static let background = DrawColor(red: 28, green: 28, blue: 32)
  private static let border = DrawColor(red: 70, green: 70, blue: 78)
  private static let radius: CGFloat = 10

  private let profiler: FrameProfiler
  private let words: OverlayText
  private var graph = OverlayGraph()
  private var scratch = FrameStatistics()
  private var lastUpdate = -Double.infinity
  private var textScale: CGFloat = 0
  private var seenFrames = 0
  private var isCatchUpPending = false
  /// The frame being drawn was asked for by the panel alone.
  private var isCatchingUp = false

  init(application: UIApplication) {
    profiler = application.frameLoop.profiler
    words = OverlayText(application: application)
    super.init(frame: CGRect(origin: .zero, size: OverlayLayout.size))
    isUserInteractionEnabled = false
    isOpaque = false
  }

  required init?(coder: NSCoder) { nil }

  /// Called by the frame loop before a frame is built.
  ///
  /// - Parameters:
  ///   - now: seconds of the frame clock.
  ///   - windowSize: inside of the window, in points.
  ///   - scale: pixels of a point.
  func prepare(now: Double, windowSize: CGSize, scale: CGFloat) {
    let x = max(0, windowSize.width - bounds.width - Self.margin)
    if origin != CGPoint(x: x, y: Self.margin) { origin = CGPoint(x: x, y: Self.margin) }
    let isDue = now - lastUpdate >= 1 / Self.updatesPerSecond
    guard isDue || scale != textScale else { return catchUpLater() }
    lastUpdate = now
    textScale = scale
    let figures = OverlayFigures(profiler, since: seenFrames, scratch: &scratch)
    seenFrames = profiler.statistics.frames
    graph.update(
      profiler.recent, refreshInterval: profiler.refreshInterval, size: OverlayLayout.graph.size)
    words.set(OverlayLayout.pieces(for: figures), size: OverlayLayout.content, scale: scale)
    isCatchingUp = false
  }

  /// The frames after the last update are shown once drawing has come to rest:
  /// one frame of the panel's own, which asks for no further one.
  private func catchUpLater() {
    guard !isCatchUpPending, !isCatchingUp else { return }
    isCatchUpPending = true
    DispatchQueue.main.asyncAfter(deadline: .now() + 1.1 / Self.updatesPerSecond) { [weak self] in
      MainActor.assumeIsolated { self?.catchUp() }
    }
  }

  private func catchUp() {
    isCatchUpPending = false
    guard seenFrames < profiler.statistics.frames else { return }
    isCatchingUp = true
    setNeedsComposite()
  }

  override func appendContent(to builder: DisplayListBuilder, in rect: CGRect) {
    let inside = rect.insetBy(dx: OverlayLayout.inset, dy: OverlayLayout.inset)
    appendFrame(to: builder, around: inside, rect)
    words.append(to: builder, at: inside.origin, background: Self.background)
    let place = OverlayLayout.graph.translated(by: inside.origin)
    for bar in graph.bars { builder.fill(bar.rect.translated(by: place.origin), bar.level.color) }
    builder.fill(
      CGRect(x: place.minX, y: place.minY + graph.budgetLine, width: place.width, height: 1),
      Self.border)
    builder.append(.strokeRounded(RoundedRect(rect, radius: Self.radius), width: 1, Self.border))
  }

  /// Fills the panel around its text only: the text's own picture is opaque, and
  /// every pixel painted twice costs in every frame.
  private func appendFrame(to builder: DisplayListBuilder, around inside: CGRect, _ rect: CGRect) {
    var end = rect
    end.size.height = 2 * Self.radius
    let upper: CACornerMask = [.layerMinXMinYCorner, .layerMaxXMinYCorner]
    let lower: CACornerMask = [.layerMinXMaxYCorner, .layerMaxXMaxYCorner]
    builder.append(
      .fillRounded(RoundedRect(end, radius: Self.radius, corners: upper), Self.background))
    end.origin.y = rect.maxY - end.height
    builder.append(
      .fillRounded(RoundedRect(end, radius: Self.radius, corners: lower), Self.background))
    var side = CGRect(
      x: rect.minX, y: rect.minY + end.height, width: inside.minX - rect.minX,
      height: rect.height - 2 * end.height)
    builder.fill(side, Self.background)
    side.origin.x = inside.maxX
    builder.fill(side, Self.background)
  }
}

extension OverlayGraph.Level {
  fileprivate var color: DrawColor {
    switch self {
    case .easy: DrawColor(red: 48, green: 209, blue: 88)
    case .tight: DrawColor(red: 255, green: 214, blue: 10)
    case .over: DrawColor(red: 255, green: 69, blue: 58)
    }
  }
}
