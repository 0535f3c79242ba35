import Foundation
import Synchronization

/// Ends the program on SIGTERM, SIGINT and SIGHUP, whatever its main thread does.
///
/// The handler of the signals only wakes a thread that does nothing but wait for them. That thread asks the main
/// thread to end the program as closing its window does. A main thread that does not answer, because it waits inside a
/// client library for a display or a window manager that has stopped, is not waited for: the signal then ends the
/// program as if nobody had watched for it, which is also what a second signal does.
///
/// A handler rather than a blocked signal, because processes started by the program inherit what it blocks or ignores,
/// and not what it handles.
enum TerminationSignals {
  /// How long the main thread has to begin with the end, in seconds.
  private static let answerLimit = 2.0
  /// How long the delegate may take for it, in seconds; as long as in UIKit.
  private static let endLimit = 5.0
  /// Signals that come within this time of the first, in seconds, are the same wish: timeout(1), closing terminals and
  /// service managers send two at once.
  private static let echoTime = 0.05

  /// Made before a handler is installed: making it is more than a handler may do.
  private static let arrival = SignalArrival()

  /// Begins to watch. Called once, before the application launches.
  ///
  /// SIGHUP stays ignored where the program was started so (nohup). Where no thread can be made, the signals keep the
  /// meaning they have by default.
  /// - Parameter end: called on the main thread, from its queue, when the first signal has come.
  static func watch(_ end: @escaping @MainActor @Sendable () -> Void) {
    let arrival = arrival
    guard startThread({ wait(for: arrival, end) }) else { return }
    for number in [SIGTERM, SIGINT, SIGHUP] {
      var action = sigaction()
      // Handlers are functions, which cannot be compared but by their addresses. `nohup` has the signal ignored.
      if number == SIGHUP, sigaction(number, nil, &action) == 0,
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
      {
        continue
      }
      action = sigaction()
      action.__sigaction_handler.sa_handler = { TerminationSignals.arrival.post($0) }
      action.sa_flags = SA_RESTART
      sigaction(number, &action, nil)
      change(SIG_UNBLOCK, number)
    }
  }

  private static func wait(for arrival: SignalArrival, _ end: @escaping @MainActor @Sendable () -> Void) -> Never {
    arrival.wait()
    let first = SignalArrival.now
    let answer = Answer()
    DispatchQueue.main.async {
      answer.isGiven.store(true, ordering: .relaxed)
      end()
    }
    while arrival.wait(until: first + answerLimit) {
      if SignalArrival.now > first + echoTime { die(of: arrival.number) }
    }
    if answer.isGiven.load(ordering: .relaxed) { _ = arrival.wait(until: first + answerLimit + endLimit) }
    die(of: arrival.number)
  }

  /// Ends the process by a signal's default action.
  private static func die(of number: Int32) -> Never {
    signal(number, SIG_DFL)
    change(SIG_UNBLOCK, number)
    kill(getpid(), number)
    // Only the first process of a PID namespace is still here: there a signal without a handler has no effect.
    usleep(100_000)
    _exit(128 + number)
  }

  private static func change(_ how: Int32, _ number: Int32) {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(how, &set, nil)
  }

  /// Runs `body` on a thread with a small stack; false when the system has no more threads.
  private static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, 256 * 1024)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let context = Unmanaged.passRetained(ThreadBody(body))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, &attributes,
      { context in
        guard let context else { return nil }
        Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    if status != 0 { context.release() }
    return status == 0
  }

  private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private final class Answer: Sendable {
    let isGiven = Atomic(false)
  }
}

/// What the handler of a signal leaves for a thread that waits: the signal's number. Posting is allowed in a handler.
private final class SignalArrival: Sendable {
  private let latest = Atomic<Int32>(0)
  /// Never freed: a handler may use it until the process ends.
  private nonisolated(unsafe) let semaphore: UnsafeMutablePointer<sem_t>

  init() {
    semaphore = .allocate(capacity: 1)
    sem_init(semaphore, 0, 0)
  }

  /// The signal that came last.
  var number: Int32 { latest.load(ordering: .acquiring) }

  /// Called by the handler, on whichever thread the signal interrupts.
  func post(_ number: Int32) {
    // The interrupted code may be about to look at it.
    let error = errno
    latest.store(number, ordering: .releasing)
    sem_post(semaphore)
    errno = error
  }

  /// Waits for a signal.
  func wait() {
    while sem_wait(semaphore) != 0 {}
  }

  /// Waits for a signal; false when none has come before `deadline`, on the clock of `now`.
  func wait(until deadline: Double) -> Bool {
    // There is no waiting on a semaphore by a clock that only goes forward.
    while sem_trywait(semaphore) != 0 {
      guard Self.now < deadline else { return false }
      usleep(5_000)
    }
    return true
  }

  /// Seconds that only go forward.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
