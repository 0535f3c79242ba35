import Synchronization
import UIKit

/// Draws posts one after the other on a queue of its own, and counts what became of them.
@MainActor
final class FeedDrawer {
  /// The counters of drawings; shown in the profiler's overlay under these names.
  enum Count: String, CaseIterable {
    /// Bitmaps that came to the row they were drawn for.
    case drawn
    /// Rows that passed as placeholders.
    case skipped
    /// Bitmaps that were ready when their row had gone.
    case dropped
    /// Rows that went before their bitmap was begun.
    case cancelled
  }

  /// Work that brings a result to its row.
  typealias Delivery = @MainActor @Sendable () -> Void

  private let queue: DispatchQueue
  private let deliver: @Sendable (@escaping Delivery) -> Void
  private let counters = UIApplication.shared.profilerCounters
  /// Bitmaps asked for that have not come back.
  private(set) var pending = 0
  /// Called after a bitmap came back, shown or not.
  var onResult: () -> Void = {}
  /// Called with a bitmap that was ready when its row had gone.
  var onDrop: (FeedPost, UIImage) -> Void = { _, _ in }
  /// Whether each bitmap takes a while longer, so that rows leave before they have theirs.
  var isSlow = false

  /// Seconds a slow one takes longer.
  private nonisolated static let delay: TimeInterval = 0.12

  /// - Parameters:
  ///   - queue: where bitmaps are drawn.
  ///   - deliver: has work done on the main thread, soon.
  init(
    queue: DispatchQueue = DispatchQueue(label: "feed.drawing", qos: .userInitiated),
    deliver: @escaping @Sendable (@escaping Delivery) -> Void = { work in
      DispatchQueue.main.async { MainActor.assumeIsolated { work() } }
    }
  ) {
    self.queue = queue
    self.deliver = deliver
    for count in Count.allCases { counters[count.rawValue] = 0 }
  }

  func count(_ count: Count) { counters[count.rawValue] += 1 }

  func number(_ count: Count) -> Int { counters[count.rawValue] }

  /// Draws a post off the main thread.
  /// - Parameter show: called on the main thread, unless the token was cancelled meanwhile.
  /// - Returns: what to cancel when the row leaves.
  func draw(
    _ post: FeedPost, _ layout: FeedLayout, traits: UITraitCollection,
    show: @escaping @MainActor @Sendable (UIImage) -> Void
  ) -> DrawingToken {
    let token = DrawingToken()
    pending += 1
    queue.async { [deliver, isSlow] in
      let image = token.isCancelled ? nil : FeedPicture.image(of: post, layout, traits: traits)
      if isSlow, image != nil { Thread.sleep(forTimeInterval: Self.delay) }
      deliver { self.finish(post, token, image, show) }
    }
    return token
  }

  private func finish(
    _ post: FeedPost, _ token: DrawingToken, _ image: UIImage?, _ show: @MainActor (UIImage) -> Void
  ) {
    pending -= 1
    if let image {
      count(token.isCancelled ? .dropped : .drawn)
      if token.isCancelled { onDrop(post, image) } else { show(image) }
    } else {
      count(.cancelled)
    }
    onResult()
  }
}

/// Stands for one bitmap that a cell waits for. Work for a token that was cancelled is not begun, and what it brings is
/// not shown.
final class DrawingToken: Sendable {
  private let cancelled = Atomic(false)

  var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  /// The cell shows another row now; on any thread.
  func cancel() { cancelled.store(true, ordering: .relaxed) }
}
