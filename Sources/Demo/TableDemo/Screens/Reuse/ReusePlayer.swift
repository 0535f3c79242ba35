import DemoParts
import UIKit

/// Tells the timeline of a recorder: the present by default, or any moment to which one steps, drags or plays. A screen
/// draws all it shows of the moment told in `onShow`, and nothing otherwise.
@MainActor
final class ReusePlayer {
  /// The control.
  let view = ReuseTimelineView()
  /// Another recorder begins another timeline.
  var calls: CallRecorder {
    didSet {
      isPlaying = false
      listen()
    }
  }
  /// Called when another moment is told.
  var onShow: () -> Void = {}
  /// Called before what the user asks for is done.
  var onAct: () -> Void = {}
  /// Called for what comes after the present: causes the next frame. The text says by what.
  var onAdvance: (String) -> Void = { _ in }
  /// Called at the beginning of each frame while there is something to show or to wait for, with the time in seconds of
  /// the frame clock.
  /// - Returns: whether there will be more.
  var onTick: (TimeInterval) -> Bool = { _ in false }

  private var isPlaying = false
  /// Runs while there is something to show, or something to wait for.
  private var link: CADisplayLink?
  /// When the next moment is due, in seconds of the frame clock.
  private var due: TimeInterval = 0
  /// Something was recorded that is not shown.
  private var isOutdated = false

  init(_ calls: CallRecorder) {
    self.calls = calls
    view.onSeek = { [unowned self] position in
      act {
        isPlaying = false
        timeline.seek(to: position)
        show()
      }
    }
    view.onAction = { [unowned self] action in
      act {
        switch action {
        case .back: stepBack()
        case .pause: togglePause()
        case .forwards: step()
        case .play: togglePlaying()
        case .live: goLive()
        }
      }
    }
    listen()
  }

  private func listen() {
    calls.onRecord = { [weak self] in self?.run() }
    calls.onFrame = { [weak self] in
      guard let self else { return }
      // The frame that shows what moved shows what is said of it, too.
      if calls.awaitsFrame { show() } else { isOutdated = true }
    }
  }

  private(set) var timeline: ReuseTimeline {
    get { calls.timeline }
    set { calls.timeline = newValue }
  }

  /// The cells and queues at the moment that is shown.
  var contents: ReuseContents { timeline.shown?.moment.contents ?? ReuseContents() }
  /// Seconds that what moves may take to its place: it has arrived before the next moment is told.
  var glide: TimeInterval { timeline.isLive ? 0.15 : min(0.35, 0.8 / view.callsPerSecond) }
  /// Whether calls are recorded, or asked for, that have not come to their end.
  var hasWork: Bool { calls.awaitsFrame || timeline.isOwed }

  /// The keys of what the control has buttons for.
  private(set) lazy var keys: [ScreenCommand] = [
    ScreenCommand("Step", "S") { [unowned self] in act { step() } },
    ScreenCommand("Step back", "B") { [unowned self] in act { stepBack() } },
    ScreenCommand("Play", "G") { [unowned self] in act { togglePlaying() } },
    ScreenCommand("Pause", "P") { [unowned self] in act { togglePause() } },
    ScreenCommand("Live", "L") { [unowned self] in act { goLive() } },
  ]

  /// Does what a key is for.
  /// - Returns: whether it is for something.
  func handle(_ press: UIPress?) -> Bool {
    guard let press, let key = press.key else { return false }
    let arrow = key.modifierFlags.isEmpty ? key.keyCode : nil
    let name = arrow == .keyboardLeftArrow ? "B" : arrow == .keyboardRightArrow ? "S" : nil
    guard let command = keys.first(where: { name == nil ? key.matches($0.keyName) : $0.keyName == name }) else {
      return false
    }
    if !press.isRepeat || ["S", "B"].contains(command.keyName) { command.run() }
    return true
  }

  /// Does what the user asked for.
  func act(_ body: () -> Void) {
    onAct()
    body()
    run()
  }

  /// Shows the moment told, in the control and on the screen.
  func show() {
    isOutdated = false
    view.show(timeline, isPlaying: isPlaying)
    onShow()
  }

  // MARK: Time

  /// Has what is recorded shown from the next frame on.
  func run() {
    guard link == nil else { return }
    let link = CADisplayLink { [weak self] link in
      guard let self else { return link.invalidate() }
      tick(at: link.timestamp)
    }
    link.add(to: .main, forMode: .common)
    self.link = link
  }

  /// Waits for nothing any more: the screen is gone.
  func end() {
    link?.invalidate()
    link = nil
  }

  private func tick(at now: TimeInterval) {
    calls.frameBegins()
    let hasMore = onTick(now)
    if isPlaying, now >= due { play(now) }
    if isOutdated { show() }
    if !hasMore, !hasWork, !isPlaying { end() }
  }

  /// Tells the next moment; at the present the next one comes by itself.
  private func play(_ now: TimeInterval) {
    let pace = 1 / view.callsPerSecond
    guard !timeline.isOwed else { return }
    if !timeline.stepForwards() { onAdvance("timer") }
    let isQuiet = timeline.shown?.frame.isQuiet ?? false
    due = now + (isQuiet ? min(pace, 0.03) : pace)
    show()
  }

  // MARK: Commands

  /// Stays at the moment of a call, or at the beginning of all.
  func seek(to position: Int) {
    timeline.seek(to: position)
    show()
  }

  func stop() {
    isPlaying = false
    timeline.stop()
  }

  func goLive() {
    isPlaying = false
    timeline.goLive()
    show()
  }

  /// Causes the next frame; stopped, with everything that this brings about.
  func advance(_ event: String) {
    isPlaying = false
    if !timeline.isLive { timeline.oweFrame(afterOpen: calls.awaitsFrame) }
    onAdvance(event)
  }

  private func togglePause() {
    if timeline.isLive || isPlaying {
      stop()
      show()
    } else {
      goLive()
    }
  }

  private func togglePlaying() {
    isPlaying.toggle()
    if isPlaying {
      due = 0
      timeline.stop()
    }
    show()
  }

  /// Tells the next moment; at the present, the first of the next frame.
  private func step() {
    isPlaying = false
    let mustAdvance = timeline.isAtEnd && !hasWork
    if !timeline.stepForwards(), mustAdvance { onAdvance("step") }
    show()
  }

  private func stepBack() {
    isPlaying = false
    timeline.seek(to: timeline.present - 1)
    show()
  }
}
