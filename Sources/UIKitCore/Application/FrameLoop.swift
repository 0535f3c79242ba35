import Foundation

/// One turn of the run loop, and when the next frame is due.
///
/// A turn drains the events; when something was marked and a frame is due, it
/// moves animations and display links to the present, runs one layout pass and
/// draws at most one frame. Nothing marked, nothing done: an idle
/// application never wakes up.
///
/// The loop itself waits for nothing. `RunLoopDriver` calls `turn()` when the
/// display connection is readable or `nextDeadline` has come; tests call it by
/// hand. Its times and marks are plain values, exempt from the run time's check for overlapping access: each is read
/// or set whole, and every mark of a view asks for them.
@MainActor
package final class FrameLoop {
  /// Who decides when the next frame may be drawn.
  package enum Pacing: Equatable, Sendable {
    /// The display's refresh rate.
    case display
    /// Frame after frame, for measurements.
    case uncapped
  }

  /// How frames are spaced; set before the first one.
  @exclusivity(unchecked) package var pacing = Pacing.display
  /// Told of every stage of every frame.
  package let profiler: FrameProfiler
  unowned let application: UIApplication
  let clock: FrameClock
  @exclusivity(unchecked) private var displayLinks: ContiguousArray<CADisplayLink> = []
  @exclusivity(unchecked) private var alarms: ContiguousArray<Weak<FrameAlarm>> = []
  /// Something was marked since the last frame.
  @exclusivity(unchecked) package private(set) var isFrameRequested = false
  /// When the frame was requested; kept while the profiler is on.
  @exclusivity(unchecked) private var requestTime = -Double.infinity
  @exclusivity(unchecked) private var lastFrameTime = -Double.infinity
  /// Who works while nothing else is to be done.
  @exclusivity(unchecked) var idle = IdleQueue()
  /// Told when a frame becomes due or idle work comes up, so that the driver can set its timer.
  @exclusivity(unchecked) package var deadlineDidChange: (() -> Void)?

  init(application: UIApplication, clock: FrameClock) {
    self.application = application
    self.clock = clock
    profiler = FrameProfiler { clock.now }
  }

  /// Seconds from one frame to the next at the display's rate.
  package var frameInterval: TimeInterval {
    1 / Double(max(1, application.screen.maximumFramesPerSecond))
  }

  /// The present on the frame clock.
  var now: TimeInterval { clock.now }

  /// When the loop has to turn next although nothing happens, on the frame clock: for the next frame or the next alarm;
  /// nil when neither is wanted.
  package var nextDeadline: TimeInterval? {
    let frame = nextFrameTime
    guard let alarm = nextAlarmTime else { return frame }
    return frame.map { min($0, alarm) } ?? max(clock.now, alarm)
  }

  /// When the next frame should be drawn; nil when none is wanted.
  private var nextFrameTime: TimeInterval? {
    guard isFrameRequested else { return nil }
    guard pacing == .display, !application.isPacedByPresent else { return clock.now }
    return max(clock.now, lastFrameTime + frameInterval)
  }

  /// Called by every mark. Cheap when a frame is requested already.
  package func requestFrame() {
    guard !isFrameRequested else { return }
    isFrameRequested = true
    if profiler.isMeasuring { requestTime = clock.now }
    deadlineDidChange?()
  }

  func add(_ link: CADisplayLink) {
    guard !displayLinks.contains(where: { $0 === link }) else { return }
    displayLinks.append(link)
    requestFrame()
  }

  func remove(_ link: CADisplayLink) { displayLinks.removeAll { $0 === link } }

  // MARK: Alarms

  private var nextAlarmTime: TimeInterval? {
    guard !alarms.isEmpty else { return nil }
    return alarms.compactMap { $0.value?.time }.min()
  }

  func add(_ alarm: FrameAlarm) {
    if !alarms.contains(where: { $0.value === alarm }) { alarms.append(Weak(alarm)) }
    deadlineDidChange?()
  }

  func remove(_ alarm: FrameAlarm) { alarms.removeAll { $0.value == nil || $0.value === alarm } }

  private func ringAlarms() {
    guard let first = nextAlarmTime, isDue(first) else { return }
    // A copy: a handler may set and cancel alarms.
    for entry in alarms {
      if let alarm = entry.value, let time = alarm.time, isDue(time) { alarm.ring() }
    }
  }

  // MARK: Turns

  /// Half a millisecond early is on time: timers are not finer.
  private func isDue(_ time: TimeInterval) -> Bool { time <= clock.now + 0.0005 }

  /// Events and alarms, then a frame if one is due.
  package func turn() {
    drainEvents()
    ringAlarms()
    guard let deadline = nextFrameTime else {
      profiler.discardPendingWork()
      return
    }
    guard pacing == .uncapped || isDue(deadline) else { return }
    frame()
  }

  /// Delivers the input that waits.
  func drainEvents() { profiler.measure(.events) { application.drainEvents() } }

  /// Draws one frame now.
  package func frame() {
    let now = clock.now
    // Asked for before its turn came: the display was kept waiting, not the loop.
    let continuing = requestTime < lastFrameTime + frameInterval
    // Keep the phase of the display's rate unless the loop was asleep.
    let next = lastFrameTime + frameInterval
    lastFrameTime = now - next < frameInterval / 2 && now >= next - 0.001 ? next : now
    isFrameRequested = false

    profiler.refreshInterval = pacing == .display ? frameInterval : 0
    profiler.beginFrame(continuing: continuing)
    profiler.begin(.events)
    application.animator.tick(now: now)
    // By index: a handler may add or remove links.
    var index = 0
    while index < displayLinks.count {
      let link = displayLinks[index]
      link.fire(at: now, interval: frameInterval)
      if index < displayLinks.count, displayLinks[index] === link { index += 1 }
    }
    profiler.end(.events)

    profiler.begin(.layout)
    if let window = application.keyWindow { LayoutPass.run(from: window) }
    profiler.end(.layout)

    var drew = false
    // Layout may have closed the window.
    if let window = application.keyWindow {
      drew = draw(window)
      window.finishAppearances()
    }
    profiler.endFrame(drew: drew)
    isFrameRequested = wantsAnotherFrame
    if isFrameRequested {
      requestTime = now
      deadlineDidChange?()
    }
  }

  /// Whether anything is left to show after a frame: most marks set during a
  /// frame were served by it.
  private var wantsAnotherFrame: Bool {
    if application.animator.isRunning { return true }
    for link in displayLinks where !link.isPaused { return true }
    return application.keyWindow?.wantsFrame ?? false
  }

  /// False when the window had nothing new to show, or nobody could see it.
  private func draw(_ window: UIWindow) -> Bool {
    guard let platformWindow = window.platformWindow, !window.isOccluded, window.isDisplayMarked
    else { return false }
    window.clearDisplayMark()
    profiler.begin(.draw)
    window.builder.build(window)
    if let overlay = window.overlay { append(overlay, to: window) }
    // After building, so that no id given up is handed out again in the same list.
    application.resources.flush(into: window.builder)
    let backend = platformWindow.backend
    let before = backend.counters
    application.resources.uploadPending(to: backend)
    let isComplete = backend.draw(window.builder.list)
    profiler.windowDrawn(
      commands: window.builder.list.commands.count, before: before, after: backend.counters)
    profiler.end(.draw)
    guard isComplete else {
      application.deviceWasLost()
      window.markForDisplay()
      return false
    }
    profiler.measure(.present) { backend.present() }
    return true
  }

  private func append(_ overlay: any WindowOverlay, to window: UIWindow) {
    profiler.begin(.overlay)
    overlay.prepare(
      now: clock.now, windowSize: window.storedBounds.size, scale: window.builder.list.scale)
    window.builder.appendOnTop(overlay)
    profiler.end(.overlay)
  }
}
