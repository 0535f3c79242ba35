import Foundation
import Synchronization

/// Pieces of work that a trace shows as spans, on whatever thread they are done.
///
/// While nothing is traced a piece costs a look at a flag: no clock is read, and nothing is kept. Pieces of the main thread
/// go to the trace at once, those of others are collected until the next frame ends.
package enum TracedWork {
  /// A piece that a thread other than the main one has done.
  package struct Piece: Sendable {
    let name: StaticString
    /// The thread's, of `pthread_self()`.
    let thread: UInt
    /// Seconds of `ProcessFigures.monotonicTime`.
    let start, end: Double
  }

  /// The pieces done since they were taken last.
  package struct Done: Sendable {
    var pieces: [Piece] = []
    /// Pieces for which there was no room.
    var dropped = 0
  }

  /// Pieces that are kept from frame to frame at most.
  static let limit = 4096

  private static let isTraced = Atomic(false)
  private static let done = Mutex(Done())
  /// Known on the main queue, which a thread other than the main one serves in programs without a main run loop.
  private static let mainQueue = DispatchSpecificKey<Bool>()
  /// Has the trace.
  @MainActor private static weak var profiler: FrameProfiler?

  /// Does a piece of work.
  package static func run<Result, Failure: Error>(
    _ name: StaticString, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard isTraced.load(ordering: .relaxed) else { return try work() }
    guard !isOnMainActor else { return try runOnMainActor(name, work) }
    let start = ProcessFigures.monotonicTime
    defer { note(name, since: start) }
    return try work()
  }

  private static var isOnMainActor: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: mainQueue) == true }

  private static func runOnMainActor<Result, Failure: Error>(
    _ name: StaticString, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = MainActor.assumeIsolated { profiler?.traceTime }
    defer {
      if let start { MainActor.assumeIsolated { profiler?.traceWork(name, since: start) } }
    }
    return try work()
  }

  private static func note(_ name: StaticString, since start: Double) {
    let piece = Piece(name: name, thread: UInt(pthread_self()), start: start, end: ProcessFigures.monotonicTime)
    done.withLock {
      if $0.pieces.count < limit { $0.pieces.append(piece) } else { $0.dropped += 1 }
    }
  }

  /// Has the pieces from now on told to a profiler, or to none.
  @MainActor
  static func tell(_ profiler: FrameProfiler?) {
    self.profiler = profiler
    if profiler != nil { DispatchQueue.main.setSpecific(key: mainQueue, value: true) }
    isTraced.store(profiler != nil, ordering: .relaxed)
    _ = take()
  }

  /// The pieces of threads other than the main one since the last call.
  static func take() -> Done {
    done.withLock { kept in
      defer { kept = Done() }
      return kept
    }
  }
}
