import Foundation
import Synchronization

/// Ends the program on SIGTERM, SIGINT and SIGHUP, whatever its main thread does.
///
/// The handler of the signals only wakes a thread that does nothing but wait for them. That thread asks the main
/// thread to end the program as closing its window does. A main thread that does not answer, because it waits inside a
/// client library for a display or a window manager that has stopped, is not waited for: the signal then ends the
/// program by its default action. A second signal does the same at once.
///
/// The thread is made when the first frame is shown: a program of one thread starts faster, because what locks need not
/// do so, and because on two processors the X server finds one that is free. A signal that comes before is kept for the
/// thread, and an alarm ends the program where that takes too long.
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
  private static let signals = [SIGTERM, SIGINT, SIGHUP]

  /// Begins to watch. Called once, before the application launches.
  ///
  /// SIGHUP stays ignored where the program was started so (nohup).
  static func watch() {
    // Made now.
    _ = arrival
    handle(SIGALRM) { _ in TerminationSignals.die(of: TerminationSignals.arrival.number) }
    for number in signals {
      // Handlers are functions, which cannot be compared but by their addresses. `nohup` has the signal ignored.
      var action = sigaction()
      if number == SIGHUP, sigaction(number, nil, &action) == 0,
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
      {
        continue
      }
      handle(number) { TerminationSignals.receive($0) }
    }
  }

  /// Has a thread wait for signals from now on. Called once, when the first frame was shown. Where no thread can be
  /// made, the signals have the meaning again that they have by default.
  /// - Parameter end: called on the main thread, from its queue, when the first signal has come.
  static func startWaiting(_ end: @escaping @MainActor @Sendable () -> Void) {
    let arrival = arrival
    if startThread({ wait(for: arrival, end) }) {
      arrival.isAwaited.store(true, ordering: .sequentiallyConsistent)
    } else {
      for number in signals { signal(number, SIG_DFL) }
      if arrival.number != 0 { die(of: arrival.number) }
    }
    alarm(0)
    signal(SIGALRM, SIG_DFL)
  }

  /// The handler. Does nothing that is not allowed in one.
  private static func receive(_ number: Int32) {
    // The interrupted code may be about to look at it.
    let error = errno
    defer { errno = error }
    if !arrival.isAwaited.load(ordering: .sequentiallyConsistent) {
      if arrival.number == 0 {
        alarm(UInt32(answerLimit))
      } else if arrival.age > echoTime {
        die(of: number)
      }
    }
    arrival.post(number)
  }

  private static func handle(_ number: Int32, by handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    action.sa_flags = SA_RESTART
    sigaction(number, &action, nil)
    // The parent process may have blocked it.
    change(SIG_UNBLOCK, number)
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

/// Hands a signal's number from the handler to the waiting thread. Posting a semaphore is allowed in a handler.
private final class SignalArrival: Sendable {
  private let latest = Atomic<Int32>(0)
  /// When the first came, on the clock of `now`, as the bits of the number.
  private let first = Atomic<UInt64>(0)
  /// Whether a thread waits, or is about to.
  let isAwaited = Atomic(false)
  /// Never freed: a handler may use it until the process ends.
  private nonisolated(unsafe) let semaphore: UnsafeMutablePointer<sem_t>

  init() {
    semaphore = .allocate(capacity: 1)
    sem_init(semaphore, 0, 0)
  }

  /// The signal that came last; 0 for none.
  var number: Int32 { latest.load(ordering: .acquiring) }

  /// Called by the handler, on whichever thread the signal interrupts.
  func post(_ number: Int32) {
    if self.number == 0 { first.store(Self.now.bitPattern, ordering: .releasing) }
    latest.store(number, ordering: .releasing)
    sem_post(semaphore)
  }

  /// Seconds since the first signal came.
  var age: Double { Self.now - Double(bitPattern: first.load(ordering: .acquiring)) }

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
