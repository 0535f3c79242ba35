import Foundation
import Synchronization
import UIKit

/// A thread of its own for calls that last as long as a file system takes to answer: `open`, `stat`, `pread`.
///
/// The main actor hands work over, in order, and gets the answers later. Where the bytes are in memory they come within
/// the frame: `Ticket.wait` waits for them a part of it. A file system that does not answer holds up its lane and
/// nothing else.
@MainActor
package final class FileLane {
  /// Where work runs.
  package enum Kind {
    case thread
    /// On the caller, at once: for tests, which must not suspend.
    case inline
  }

  /// Tells a thread that works from one that waits for a file system.
  package final class Heart: Sendable {
    private let last = Mutex(ContinuousClock.now)

    package func beat() { last.withLock { $0 = .now } }
    /// Since the last beat.
    package var silence: Duration { last.withLock { .now - $0 } }
  }

  /// Work that was handed over.
  @MainActor
  package struct Ticket {
    fileprivate let collect: (DispatchTime) -> Bool

    /// Waits for the answer.
    /// - Returns: whether it has come and was delivered, now or before.
    package func wait(milliseconds: Int) -> Bool { collect(.now() + .milliseconds(milliseconds)) }
  }

  /// An answer on its way: the lane puts it here before it signals, and the main actor takes it afterwards.
  private final class Delivery<Answer: Sendable>: @unchecked Sendable {
    let arrival = DispatchSemaphore(value: 0)
    var answer: Answer?
    var isTaken = false
  }

  package let heart = Heart()
  private let queue: DispatchQueue?
  /// Answers that have not come.
  private var outstanding = 0

  package init(_ kind: Kind, label: String) { queue = kind == .thread ? DispatchQueue(label: label) : nil }

  /// How long nothing has been heard of work that was handed over; zero without any.
  package var silence: Duration { outstanding > 0 ? heart.silence : .zero }

  /// Has `work` done, and `then` called with its answer on the main actor.
  @discardableResult
  package func run<Answer: Sendable>(
    _ work: @escaping @Sendable () -> Answer, then: @escaping @MainActor (Answer) -> Void
  ) -> Ticket {
    guard let queue else {
      then(work())
      return Ticket { _ in true }
    }
    if outstanding == 0 { heart.beat() }
    outstanding += 1
    let delivery = Delivery<Answer>()
    let deliver: @MainActor () -> Void = { [self] in
      guard let answer = delivery.answer else { return }
      (delivery.answer, delivery.isTaken) = (nil, true)
      outstanding -= 1
      heart.beat()
      then(answer)
    }
    queue.async {
      delivery.answer = RunMeasurement.span("file") { work() }
      delivery.arrival.signal()
      DispatchQueue.main.async { MainActor.assumeIsolated(deliver) }
    }
    return Ticket { deadline in
      if !delivery.isTaken, delivery.arrival.wait(timeout: deadline) == .success { deliver() }
      return delivery.isTaken
    }
  }

  /// Has `work` done, which reports to the main actor while it runs. Once it is cancelled nothing is told of it.
  func run<Report: Sendable>(
    _ cancellation: Cancellation, reporting work: @escaping @Sendable (_ report: @Sendable (Report) -> Void) -> Void,
    each: @escaping @MainActor (Report) -> Void, then: @escaping @MainActor () -> Void = {}
  ) {
    let tell: @MainActor (Report) -> Void = { if !cancellation.isCancelled { each($0) } }
    let end: @MainActor () -> Void = { if !cancellation.isCancelled { then() } }
    guard queue != nil else {
      work { report in MainActor.assumeIsolated { tell(report) } }
      return end()
    }
    run {
      work { report in DispatchQueue.main.async { MainActor.assumeIsolated { tell(report) } } }
    } then: {
      end()
    }
  }
}
