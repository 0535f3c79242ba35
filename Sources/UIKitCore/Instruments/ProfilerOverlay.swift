import Foundation
import Pixels

/// The profiler's panel in a corner of the window, to which the user drags it.
///
/// Square and flush with the window's edges: nothing scrolls out from behind it
/// above or beside it, and no row shows through its corners, either of which would
/// have to be drawn in every frame.
///
/// It is no subview of the window: the frame loop lets it look at the profiler
/// before a frame and appends it after everything else, both within the stage
/// ``FrameStage/overlay``, so that what it costs is not charged to the frame.
/// Its text and graph change ``updatesPerSecond`` times a second; in between it
/// appends the same commands. It takes presses, which drag it, and leaves the wheel to what is below.
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
  /// Where the panel was taken hold of, in points from its top left corner; nil while it stands in its corner.
  private var grip: CGPoint?
  private weak var shown: (any CellKeeper)?

  init(application: UIApplication) {
    profiler = application.frameLoop.profiler
    words = OverlayText(application: application)
    super.init(frame: CGRect(origin: .zero, size: OverlayLayout.size(appCounters: 0)))
    isOpaque = false
  }

  required init?(coder: NSCoder) { nil }

  func prepare(now: Double, windowSize: CGSize, scale: CGFloat) {
    let isOwnFrame = isCatchingUp
    isCatchingUp = false
    if now - lastUpdate >= 1 / Self.updatesPerSecond || scale != textScale || isBehind {
      lastUpdate = now
      update(scale: scale, isResting: isOwnFrame)
    }
    if grip == nil, let platform = windowStorage?.application.platform {
      let place = platform.overlayCorner.origin(of: bounds.size, in: windowSize)
      if origin != place { origin = place }
    }
    if !isOwnFrame { catchUpLater() }
  }

  /// Frames that are not paced come so fast that a short run would end before the first figures: they are looked at when
  /// they have become twice as many, every few dozen at last.
  private var isBehind: Bool {
    profiler.refreshInterval == 0 && profiler.statistics.frames - seenFrames >= min(64, max(2, seenFrames))
  }

  private func update(scale: CGFloat, isResting: Bool) {
    textScale = scale
    if shown?.windowStorage !== windowStorage { shown = windowStorage?.largestCellKeeper() }
    var figures = OverlayFigures(profiler, since: seenFrames, costs: &costs)
    figures.isResting = isResting
    if let shown { figures.show(shown.reuseFigures) }
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

  // MARK: Events

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let place = touches.first?.location(in: nil) else { return }
    grip = place - origin
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let grip, let window = windowStorage, let place = touches.first?.location(in: nil) else { return }
    let room = CGSize(width: window.bounds.width - bounds.width, height: window.bounds.height - bounds.height)
    origin = CGPoint(
      x: min(max(0, place.x - grip.x), max(0, room.width)), y: min(max(0, place.y - grip.y), max(0, room.height)))
    window.markForDisplay()
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard grip != nil, let window = windowStorage else { return }
    grip = nil
    let middle = CGPoint(x: origin.x + bounds.width / 2, y: origin.y + bounds.height / 2)
    window.application.platform.overlayCorner = WindowCorner(nearest: middle, in: window.bounds.size)
    window.markForDisplay()
  }

  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { touchesEnded(touches, with: event) }

  override func pointerHovered(at point: CGPoint) -> UIView? { self }

  override func wheelTurned(_ event: WheelEvent) -> Bool {
    windowStorage?.hitTestBelowOverlay(event.locationInWindow)?.wheelTurned(event) ?? false
  }

  // MARK: Drawing

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
