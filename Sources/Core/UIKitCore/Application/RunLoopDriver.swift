import Foundation

/// Runs the application on `RunLoop.main`.
///
/// The run loop is the master, so `Timer`, `DispatchQueue.main` and main-actor
/// tasks work as on iOS. The display connection's descriptor and a timer for
/// the next frame are dispatch sources on the main queue; drivers without a
/// descriptor are polled at the display's rate.
@MainActor
package final class RunLoopDriver {
  private let application: UIApplication
  private let loop: FrameLoop
  private var connection: DispatchSourceRead?
  /// While one frame follows the other at once, every turn reads the connection anyway; to be told of it too would wake
  /// a thread for every answer of the display.
  private var isConnectionPaused = false
  private var frameTimer: DispatchSourceTimer?
  private var poll: DispatchSourceTimer?
  private var isTurning = false
  private var isUncappedTurnQueued = false
  private var isIdleSliceQueued = false

  /// A driver that does nothing before it is run.
  package init(application: UIApplication) {
    self.application = application
    loop = application.frameLoop
  }

  /// Launches the application and runs until it terminates.
  /// - Returns: the exit code.
  package func run() -> Int32 {
    TerminationSignals.watch()
    loop.deadlineDidChange = { [unowned self] in scheduleFrame() }
    application.finishLaunching()
    turn()
    // Threads come after the first frame, which they would delay.
    TerminationSignals.startWaiting { [application] in application.terminate() }
    watchConnection()
    while application.exitCode == nil {
      // Returns after each event served; false would mean nothing to wait for,
      // which the main queue rules out.
      _ = RunLoop.main.run(mode: .default, before: .distantFuture)
    }
    // A source must not end while it is paused.
    pauseConnection(false)
    return application.exitCode ?? 0
  }

  /// One turn. After a frame the connection is read once more: drawing may have
  /// pulled events off the socket, which then is not readable any more.
  private func turn() {
    guard !isTurning, application.exitCode == nil else { return }
    isTurning = true
    loop.turn()
    loop.drainEvents()
    isTurning = false
    scheduleFrame()
  }

  private func scheduleFrame() {
    guard !isTurning, application.exitCode == nil else { return }
    guard let deadline = loop.nextDeadline else {
      pauseConnection(false)
      return scheduleIdleWork()
    }
    let wait = deadline - application.platform.clock.now
    pauseConnection(wait <= 0)
    guard wait > 0 else {
      guard !isUncappedTurnQueued else { return }
      isUncappedTurnQueued = true
      DispatchQueue.main.async { [unowned self] in
        isUncappedTurnQueued = false
        turn()
      }
      return
    }
    let timer = frameTimer ?? makeFrameTimer()
    timer.schedule(deadline: .now() + wait, leeway: .microseconds(100))
  }

  /// A slice of idle work behind all that waits on the main queue.
  private func scheduleIdleWork() {
    guard loop.hasIdleWork, !isIdleSliceQueued else { return }
    isIdleSliceQueued = true
    DispatchQueue.main.async { [unowned self] in
      isIdleSliceQueued = false
      guard !isTurning, application.exitCode == nil, loop.nextDeadline == nil else { return }
      isTurning = true
      let isInterrupted = loop.workWhileIdle()
      isTurning = false
      if isInterrupted { turn() } else { scheduleFrame() }
    }
  }

  private func pauseConnection(_ pauses: Bool) {
    guard pauses != isConnectionPaused, let connection else { return }
    isConnectionPaused = pauses
    if pauses { connection.suspend() } else { connection.resume() }
  }

  private func makeFrameTimer() -> DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(flags: .strict, queue: .main)
    timer.setEventHandler { [unowned self] in MainActor.assumeIsolated { turn() } }
    timer.resume()
    frameTimer = timer
    return timer
  }

  private func watchConnection() {
    guard let descriptor = application.platform.events.fileDescriptor else {
      let timer = DispatchSource.makeTimerSource(queue: .main)
      timer.setEventHandler { [unowned self] in MainActor.assumeIsolated { turn() } }
      timer.schedule(deadline: .now(), repeating: loop.frameInterval, leeway: .milliseconds(1))
      timer.resume()
      poll = timer
      return
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [unowned self] in MainActor.assumeIsolated { turn() } }
    source.resume()
    connection = source
  }
}
