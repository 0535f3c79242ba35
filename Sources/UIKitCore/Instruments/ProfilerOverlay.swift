import Foundation

/// The profiler's panel in the window's top right corner.
///
/// Square and flush with the window's edges: nothing scrolls out from behind it
/// above or beside it, and no row shows through its corners, either of which would
/// have to be drawn in every frame.
///
/// It is no subview of the window: the frame loop lets it look at the profiler
/// before a frame and appends it after everything else, both within the stage
/// ``FrameStage/overlay``, so that what it costs is not charged to the frame.
/// Its text and graph change ``updatesPerSecond`` times a second; in between it
/// appends the same commands. It takes no events.
@MainActor
final class ProfilerOverlay: UIView, WindowOverlay {
  /// How often text and graph are worked out anew.
  static let updatesPerSecond = 2.0
  private static let background = DrawColor(red: 40, green: 40, blue: 44)
  private static let budgetLine = DrawColor(red: 99, green: 99, blue: 102)

  private let profiler: FrameProfiler
  private let words: OverlayText
  private var graph = OverlayGraph()
  private var costs: ContiguousArray<Double> = []
  private var lastUpdate = -Double.infinity
  private var textScale: CGFloat = 0
  private var seenFrames = 0
  private var isCatchUpPending = false
  /// The frame being drawn was asked for by the panel alone.
  private var isCatchingUp = false

  init(application: UIApplication) {
    profiler = application.frameLoop.profiler
    words = OverlayText(application: application)
    super.init(frame: CGRect(origin: .zero, size: OverlayLayout.size(appCounters: 0)))
    isUserInteractionEnabled = false
    isOpaque = false
  }

  required init?(coder: NSCoder) { nil }

  func prepare(now: Double, windowSize: CGSize, scale: CGFloat) {
    let isOwnFrame = isCatchingUp
    isCatchingUp = false
    if now - lastUpdate >= 1 / Self.updatesPerSecond || scale != textScale {
      lastUpdate = now
      update(scale: scale)
    }
    let place = CGPoint(x: max(0, windowSize.width - bounds.width), y: 0)
    if origin != place { origin = place }
    if !isOwnFrame { catchUpLater() }
  }

  private func update(scale: CGFloat) {
    textScale = scale
    let figures = OverlayFigures(profiler, since: seenFrames, costs: &costs)
    seenFrames = profiler.statistics.frames
    graph.update(
      profiler.recent, refreshInterval: profiler.refreshInterval, size: OverlayLayout.graph.size)
    let size = OverlayLayout.size(appCounters: figures.app.count)
    if bounds.size != size { bounds.size = size }
    words.set(OverlayLayout.pieces(for: figures), area: CGRect(origin: .zero, size: size), scale: scale)
  }

  /// The frames after the last update are shown once drawing has come to rest:
  /// one frame of the panel's own, which asks for no further one.
  private func catchUpLater() {
    guard !isCatchUpPending else { return }
    isCatchUpPending = true
    let seen = seenFrames
    DispatchQueue.main.asyncAfter(deadline: .now() + 1.1 / Self.updatesPerSecond) { [weak self] in
      MainActor.assumeIsolated { self?.catchUp(seenThen: seen) }
    }
  }

  private func catchUp(seenThen: Int) {
    isCatchUpPending = false
    guard seenFrames < profiler.statistics.frames else { return }
    // Drawing went on: wait again, until an update is due.
    guard seenFrames == seenThen else { return catchUpLater() }
    isCatchingUp = true
    setNeedsComposite()
  }

  override func appendContent(to builder: DisplayListBuilder, in rect: CGRect) {
    builder.append(.island(rect))
    // The picture of the text is opaque and as large as the panel.
    words.append(to: builder, at: rect.origin, background: Self.background)
    let place = OverlayLayout.graph.translated(by: rect.origin)
    for bar in graph.bars { builder.fill(bar.rect.translated(by: place.origin), bar.level.color) }
    builder.fill(
      CGRect(x: place.minX, y: place.minY + graph.budgetLine, width: place.width, height: 1),
      Self.budgetLine)
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
