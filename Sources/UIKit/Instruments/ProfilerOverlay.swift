import Foundation
import Pixels
import UIKitCore

/// The profiler's panel in a corner of the window, to which the user drags it: small at first, with a click all figures;
/// while it is open, a click on the graph holds it still. In the corner of a first start it moves aside for the controls
/// there; where the user dragged it, it stays.
///
/// Square and flush with the window's edges: nothing scrolls out from behind it
/// above or beside it, and no row shows through its corners, either of which would
/// have to be drawn in every frame.
///
/// It is no subview of the window: the frame loop lets it look at the profiler
/// before a frame and appends it after everything else, both within the stage
/// ``FrameStage/overlay``, so that what it costs is not charged to the frame.
/// Its text and graph change ``updatesPerSecond`` times a second; in between it
/// appends the same commands. It takes presses, which drag it.
@MainActor
final class ProfilerOverlay: UIView, WindowOverlay {
  /// How often text and graph are worked out anew.
  static let updatesPerSecond = 2.0
  private static let background = DrawColor(red: 40, green: 40, blue: 44)
  private static let budgetLine = DrawColor(red: 255, green: 105, blue: 97)
  private static let frozenLine = DrawColor(red: 245, green: 245, blue: 247)
  /// Points a press may wander and still be a click.
  private static let clickSlop: CGFloat = 5

  /// The sizes, and the keeper of cells, for which the panel's place was found.
  private struct Situation: Equatable {
    let panel: CGSize
    let window: CGSize
    let keeper: ObjectIdentifier?
  }

  private let platform: any Platform
  private unowned let frameLoop: FrameLoop
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
  /// Where that was in the window; nil once the panel was dragged.
  private var pressed: CGPoint?
  /// Whether all figures are shown.
  private(set) var isOpen = false
  /// Whether figures and graph stay as they are.
  private(set) var isFrozen = false
  /// The figures are shown in another size than before.
  private var isOutdated = false
  private weak var shown: (any CellKeeper)?
  /// A place that covers no control, and what it was found for; nil before it was looked for.
  private var freePlace: (origin: CGPoint, of: Situation)?
  /// The user chose the corner.
  private var wasDragged = false

  init(application: UIApplication) {
    platform = application.platform
    frameLoop = application.frameLoop
    profiler = application.frameLoop.profiler
    words = OverlayText(application: application)
    super.init(frame: CGRect(origin: .zero, size: OverlayLayout.smallSize))
    isOpaque = false
  }

  required init?(coder: NSCoder) { nil }

  func prepare(now: Double, windowSize: CGSize, scale: CGFloat) {
    let isOwnFrame = isCatchingUp
    isCatchingUp = false
    let isDue = !isFrozen && (now - lastUpdate >= 1 / Self.updatesPerSecond || isBehind)
    if isDue || scale != textScale || isOutdated {
      lastUpdate = now
      isOutdated = false
      update(scale: scale, isResting: isOwnFrame)
    }
    if grip == nil, let window {
      let place = place(in: window, size: windowSize, looksAgain: isDue)
      if frame.origin != place { moveOrigin(to: place) }
    }
    if !isOwnFrame { catchUpLater() }
  }

  /// Where the panel stands while it is not dragged. Rows that scroll below it do not move it, what stands still does.
  private func place(in window: UIWindow, size: CGSize, looksAgain: Bool) -> CGPoint {
    let corner = platform.overlayCorner
    guard corner == WindowCorner.ofOverlay, !wasDragged else { return corner.origin(of: bounds.size, in: size) }
    let situation = Situation(panel: bounds.size, window: size, keeper: shown.map { ObjectIdentifier($0) })
    if let freePlace, freePlace.of == situation {
      let frame = CGRect(origin: freePlace.origin, size: bounds.size)
      guard looksAgain, OverlayPlace.controls(in: window, inRows: false).contains(where: frame.intersects) else {
        return freePlace.origin
      }
    }
    let found = OverlayPlace.origin(
      of: bounds.size, from: corner, in: size, avoiding: OverlayPlace.controls(in: window, inRows: true))
    freePlace = (found, situation)
    return found
  }

  /// Frames that are not paced come so fast that a short run would end before the first figures: they are looked at when
  /// they have become twice as many, every few dozen at last.
  private var isBehind: Bool {
    profiler.refreshInterval == 0 && profiler.statistics.frames - seenFrames >= min(64, max(2, seenFrames))
  }

  private func update(scale: CGFloat, isResting: Bool) {
    textScale = scale
    if shown?.window !== window { shown = window?.largestCellKeeper() }
    var figures = OverlayFigures(profiler, since: seenFrames, costs: &costs)
    figures.isResting = isResting
    if let shown { figures.show(shown.reuseFigures) }
    seenFrames = profiler.statistics.frames
    graph.update(
      profiler.recent, interval: frameLoop.frameInterval, size: OverlayLayout.graph.size)
    let size = isOpen ? OverlayLayout.size(appCounters: figures.app.count) : OverlayLayout.smallSize
    if bounds.size != size { bounds.size = size }
    words.set(
      OverlayLayout.pieces(for: figures, scale: graph.scale, interval: frameLoop.frameInterval, isOpen: isOpen),
      area: CGRect(origin: .zero, size: size),
      scale: scale)
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
    guard !isFrozen, seenFrames < profiler.statistics.frames else { return }
    // Drawing went on: wait again, until an update is due.
    guard seenFrames == seenThen else { return catchUpLater() }
    isCatchingUp = true
    setNeedsComposite()
  }

  // MARK: Events

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let place = touches.first?.location(in: nil) else { return }
    grip = place - frame.origin
    pressed = place
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let grip, let window, let place = touches.first?.location(in: nil) else { return }
    if let pressed {
      guard abs(place.x - pressed.x) > Self.clickSlop || abs(place.y - pressed.y) > Self.clickSlop else { return }
      self.pressed = nil
    }
    let room = CGSize(width: window.bounds.width - bounds.width, height: window.bounds.height - bounds.height)
    moveOrigin(
      to: CGPoint(
        x: min(max(0, place.x - grip.x), max(0, room.width)), y: min(max(0, place.y - grip.y), max(0, room.height))))
    setNeedsComposite()
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let grip, let window else { return }
    self.grip = nil
    if pressed != nil {
      pressed = nil
      click(at: grip)
      return setNeedsComposite()
    }
    wasDragged = true
    platform.overlayCorner = WindowCorner(nearest: center, in: window.bounds.size)
    setNeedsComposite()
  }

  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    // A press that something else took over is no click.
    if pressed != nil {
      grip = nil
      pressed = nil
    }
    touchesEnded(touches, with: event)
  }

  /// - Parameter place: in points from the panel's top left corner.
  private func click(at place: CGPoint) {
    if isOpen, OverlayLayout.graph.contains(place) {
      isFrozen.toggle()
    } else {
      isOpen.toggle()
      isFrozen = false
      isOutdated = true
    }
  }

  // MARK: Drawing

  func append(to builder: DisplayListBuilder) {
    let rect = frame
    builder.append(.opaqueOverlay(rect))
    // The picture of the text is opaque and as large as the panel.
    words.append(to: builder, at: rect.origin, background: Self.background)
    let place = OverlayLayout.graph.translated(by: rect.origin)
    for bar in graph.bars { builder.fill(bar.rect.translated(by: place.origin), bar.stage.overlayColor) }
    if let line = graph.budgetLine {
      builder.fill(CGRect(x: place.minX, y: place.minY + line, width: place.width, height: 1), Self.budgetLine)
    }
    if isFrozen {
      builder.fill(CGRect(x: place.minX, y: place.maxY, width: place.width, height: 1), Self.frozenLine)
    }
  }
}
