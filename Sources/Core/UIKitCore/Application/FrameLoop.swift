import Foundation
import Typesetting

/// One turn of the run loop, and when the next frame is due.
///
/// A turn drains the events; when something was marked and a frame is due, it
/// moves animations and display links to the present, runs one layout pass and
/// draws at most one frame. Without a mark a turn does nothing: an idle
/// application never wakes up.
///
/// Input that arrives while the picture stands still is drawn in the turn that brings it. A frame shows the moment at
/// which the display is through with it, one interval after it is made, so a motion has advanced by one interval in
/// its first frame. Frames that follow each other keep the display's rate, however many events come in between.
///
/// A frame that only calls of assistive tools have asked for waits until they have been answered: see `beginAnswer()`.
///
/// The loop itself waits for nothing. `RunLoopDriver` calls `turn()` when the
/// display connection is readable or `nextDeadline` has come; tests call it by
/// hand. Pacing and the call for a new deadline are exempt from the run time's check for overlapping access: each is
/// read or set whole, and every mark of a view asks for them.
@MainActor
package final class FrameLoop {
  /// The rule for when the next frame may be drawn.
  package enum Pacing: Equatable, Sendable {
    /// The display's refresh rate.
    case display
    /// Frame after frame, for measurements.
    case uncapped
  }

  /// The last frame among its neighbours.
  private enum Rhythm {
    /// Asked for by what waits for its time to come, and showed nothing new.
    case blank
    /// Drawn after a pause, and it left nothing in motion.
    case alone
    /// Being made, or drawn right after another one, or it left something in motion.
    case following
  }

  /// Why another frame is wanted.
  private enum Demand {
    case none
    /// Something moves by itself, or waits for its time to come.
    case motion
    /// Something was marked since the last frame, all of it by answers to assistive tools.
    case answer
    /// Something was marked since the last frame.
    case mark
  }

  /// The calls of assistive tools that the next frame waits for. A tool asks one call after another, and each would wait
  /// for the frame of the one before.
  private struct Conversation {
    /// Seconds without a call after which the tool has paused.
    static let pause: TimeInterval = 0.002
    /// Most seconds from the first mark to the frame.
    static let longest: TimeInterval = 0.1

    /// When the frame was asked for, and when the last call was answered, on the frame clock.
    var firstMark = -Double.infinity
    var lastAnswer = -Double.infinity

    /// When the frame may be made.
    var end: TimeInterval { min(lastAnswer + Self.pause, firstMark + Self.longest) }
  }

  /// How frames are spaced; set before the first one.
  @exclusivity(unchecked) package var pacing = Pacing.display
  /// Told of every stage of every frame.
  package let profiler: FrameProfiler
  /// Each use counts a reference: what a frame uses more than once is looked up once.
  unowned let application: UIApplication
  let clock: FrameClock
  @exclusivity(unchecked) private var displayLinks: ContiguousArray<CADisplayLink> = []
  private var alarms: ContiguousArray<Weak<FrameAlarm>> = []
  private var demand = Demand.none
  /// When the frame was requested; kept while the profiler is on.
  private var requestTime = -Double.infinity
  private var lastFrameTime = -Double.infinity
  private var rhythm = Rhythm.blank
  private var conversation = Conversation()
  /// A call of an assistive tool is being answered.
  private var isAnswering = false
  /// The moment that the last frame shows.
  private var shownTime = -Double.infinity
  /// A frame was drawn since the program began.
  private var hasShownFrame = false
  /// The work that is done while nothing else is due.
  var idle = IdleQueue()
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

  /// The moment that is on the screen, on the frame clock: where what begins to move, or changes its way, sets out
  /// from. That of the last frame while frames follow each other, the present while the picture stands still.
  var motionTime: TimeInterval { rhythm == .following ? max(clock.now, shownTime) : clock.now }

  /// Whether a frame is wanted.
  package var isFrameRequested: Bool { demand != .none }

  /// When the loop has to turn next although nothing happens, on the frame clock: for the next frame or the next alarm;
  /// nil when neither is wanted. An alarm less than an interval before a frame waits for it: what its handler marks is shown
  /// no sooner.
  package var nextDeadline: TimeInterval? {
    let frame = nextFrameTime
    guard let alarm = nextAlarmTime else { return frame }
    if let frame, frame - alarm < frameInterval { return frame }
    return max(clock.now, alarm)
  }

  /// When the next frame should be drawn; nil when none is wanted, or the display is to ask for it.
  private var nextFrameTime: TimeInterval? {
    guard isFrameRequested else { return nil }
    let now = clock.now
    let time = max(now, earliestFrameTime)
    guard pacing == .display else { return time }
    let wait = application.secondsUntilDisplayIsReady
    guard wait > 0 else { return time }
    return wait.isFinite ? max(time, now + wait) : nil
  }

  /// Before this no frame is made. A mark need not wait while the picture stands still.
  private var earliestFrameTime: TimeInterval {
    guard pacing == .display else { return -.infinity }
    let answered = demand == .answer && !isInMotion ? conversation.end : -.infinity
    guard demand == .motion || rhythm == .following else { return answered }
    // Presenting waits for the display by itself; half an interval remains, for drivers that only say so.
    return max(answered, lastFrameTime + (application.isPacedByPresent ? frameInterval / 2 : frameInterval))
  }

  /// Called by every mark. Cheap when a frame is requested already.
  package func requestFrame() {
    guard demand != .mark else { return }
    if isAnswering { return requestFrameForAnswer() }
    if demand == .none, profiler.isMeasuring { requestTime = clock.now }
    demand = .mark
    deadlineDidChange?()
  }

  private func requestFrameForAnswer() {
    guard demand == .none else { return }
    conversation.firstMark = clock.now
    if profiler.isMeasuring { requestTime = clock.now }
    demand = .answer
    deadlineDidChange?()
  }

  // MARK: Assistive tools

  /// Whether a frame is wanted for answers to assistive tools alone, and waits for their next calls.
  package var isFrameForAnswers: Bool { demand == .answer }

  /// A call of an assistive tool is being answered from now on. A frame that only such answers ask for is made once no call
  /// has come for 2 ms, at most 0.1 s after it was asked for: calls that follow each other do not wait for frames. Whatever
  /// else asks for a frame, input and motion among it, has it at its usual time.
  package func beginAnswer() {
    isAnswering = true
    conversation.lastAnswer = clock.now
  }

  /// The answer is given.
  package func endAnswer() {
    isAnswering = false
    conversation.lastAnswer = clock.now
  }

  /// Called with each event: the frame that shows its effect waits for no tool.
  func inputCame() {
    guard demand == .answer else { return }
    demand = .mark
  }

  func add(_ link: CADisplayLink) {
    guard !displayLinks.contains(where: { $0 === link }) else { return }
    displayLinks.append(link)
    requestFrame()
  }

  func remove(_ link: CADisplayLink) { displayLinks.removeAll { $0 === link } }

  // MARK: Alarms

  private var nextAlarmTime: TimeInterval? {
    var first: TimeInterval?
    for alarm in alarms {
      guard let time = alarm.value?.time else { continue }
      first = min(first ?? time, time)
    }
    return first
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
    if profiler.isMeasuring { collectDisplayTimes() }
    ringAlarms()
    // The program may be ending because the display is gone, and presenting would wait for it.
    guard application.exitCode == nil else { return }
    guard let deadline = nextFrameTime else {
      if !isFrameRequested { profiler.discardPendingWork() }
      return
    }
    guard pacing == .uncapped || isDue(deadline) else { return }
    frame()
  }

  /// Delivers the input that waits.
  func drainEvents() { profiler.measure(.events) { application.drainEvents() } }

  /// Hands the profiler what the display has told of frames since the last call.
  package func collectDisplayTimes() {
    guard let backend = application.keyWindow?.platformWindow?.backend else { return }
    while let time = backend.nextDisplayTime() { profiler.frameWasDisplayed(time.frame, after: time.latency) }
  }

  /// Draws one frame now.
  package func frame() {
    let now = clock.now
    let next = lastFrameTime + frameInterval
    // Asked for before its turn came: the display was kept waiting, not the loop.
    let continuing = rhythm == .following && requestTime < next && demand != .answer
    let isSoon = now - next < frameInterval / 2
    let follows = isSoon && rhythm != .blank
    let cause = demand
    // Keep the phase of the display's rate unless the loop was asleep.
    lastFrameTime = isSoon && now >= next - 0.001 ? next : now
    shownTime = pacing == .display ? lastFrameTime + frameInterval : now
    rhythm = .following
    demand = .none

    let application = application
    profiler.refreshInterval = pacing == .display ? frameInterval : 0
    profiler.beginFrame(continuing: continuing)
    profiler.begin(.events)
    application.animator.tick(now: shownTime)
    // By index: a handler may add or remove links.
    var index = 0
    while index < displayLinks.count {
      let link = displayLinks[index]
      link.fire(at: now, for: shownTime, interval: frameInterval)
      if index < displayLinks.count, displayLinks[index] === link { index += 1 }
    }
    profiler.end(.events)

    profiler.begin(.layout)
    if let window = application.keyWindow {
      LayoutPass.run(from: window)
      window.touchRouter.viewsWerePlaced()
    }
    profiler.end(.layout)

    var drew = false
    // Layout may have closed the window.
    if let window = application.keyWindow {
      drew = draw(window, of: application)
      if drew, !hasShownFrame {
        hasShownFrame = true
        application.firstFrameWasShown()
      }
      window.finishAppearances()
    }
    profiler.endFrame(drew: drew)
    demand = wantsAnotherFrame(of: application) ? .motion : .none
    if !drew, cause == .motion { rhythm = .blank } else if !follows, demand == .none { rhythm = .alone }
    if demand == .motion {
      requestTime = now
      deadlineDidChange?()
    }
  }

  /// Whether anything is left to show after a frame: most marks set during a
  /// frame were served by it.
  private func wantsAnotherFrame(of application: UIApplication) -> Bool {
    isInMotion || application.keyWindow?.wantsFrame ?? false
  }

  /// Whether anything moves by itself.
  private var isInMotion: Bool {
    if application.animator.isRunning { return true }
    for link in displayLinks where !link.isPaused { return true }
    return false
  }

  /// False when the window had nothing new to show, or was covered whole.
  private func draw(_ window: UIWindow, of application: UIApplication) -> Bool {
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
    profiler.counters.words += application.typesetter.takeEngineCounts()
    profiler.counters.addTexts(application.typesetter.takeCacheCounts())
    profiler.end(.draw)
    guard isComplete else {
      application.deviceWasLost()
      window.markForDisplay()
      return false
    }
    profiler.measure(.present) { backend.present(as: profiler.nextFrameNumber) }
    return true
  }

  private func append(_ overlay: any WindowOverlay, to window: UIWindow) {
    profiler.begin(.overlay)
    overlay.prepare(
      now: clock.now, windowSize: window.storedBounds.size, scale: window.builder.list.scale)
    overlay.append(to: window.builder)
    profiler.end(.overlay)
  }
}
