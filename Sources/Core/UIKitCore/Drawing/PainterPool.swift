import Foundation
import Synchronization
import Typesetting

/// A painter and the typesetter of its fonts.
final class PainterContext {
  let painter: any BitmapPainter
  let typesetter: Typesetter

  init(_ painter: any BitmapPainter) {
    self.painter = painter
    typesetter = Typesetter(engine: painter.textEngine)
  }
}

/// Lends painters to threads that draw bitmaps or measure text off the main thread.
///
/// As many are made as threads ever drew at once, at most one a processor; they keep their fonts and glyphs. A thread
/// beyond that waits until another has finished its bitmap.
package final class PainterPool: TypesetterLender, ApplicationService {
  /// An idle context. Unchecked because it is handed from thread to thread through the lock, and belongs to one thread
  /// at a time.
  private struct IdleContext: @unchecked Sendable {
    let context: PainterContext
  }

  private static let installed = Mutex<PainterPool?>(nil)

  private let source: any BitmapPainterSource
  private let idle = Mutex<[IdleContext]>([])
  /// How many threads may draw at once; nil for one a processor.
  private let limit: Int?
  /// Counts the threads that may begin to draw; made for the first, because to count processors means to read files.
  private let free = Mutex<DispatchSemaphore?>(nil)

  /// - Parameters:
  ///   - source: the platform's.
  ///   - limit: how many threads draw at once, at least 1; nil for one a processor.
  package init(source: any BitmapPainterSource, limit: Int? = nil) {
    self.source = source
    self.limit = limit
  }

  /// Makes this the pool that images are drawn with and strings measured off the main thread.
  package func install() {
    Self.installed.withLock { $0 = self }
    Typesetter.borrow(from: self)
  }

  /// - Precondition: there is an application.
  static var current: PainterPool {
    guard let pool = installed.withLock({ $0 }) else {
      misuse(
        """
        an image was drawn before UIApplicationMain: draw from application(_:didFinishLaunchingWithOptions:) on
        """)
    }
    return pool
  }

  package func withTypesetter<Result>(_ work: (Typesetter) -> Result) -> Result {
    withContext("measure text") { work($0.typesetter) }
  }

  /// Runs `work` with a painter of its own. `work` must not ask for another painter: it could wait for itself.
  /// - Parameter name: of the work, in traces.
  func withContext<Result>(_ name: StaticString = "draw bitmap", _ work: (PainterContext) -> Result) -> Result {
    let free = free.withLock { semaphore in
      let made = semaphore ?? DispatchSemaphore(value: max(1, limit ?? ProcessInfo.processInfo.activeProcessorCount))
      semaphore = made
      return made
    }
    free.wait()
    defer { free.signal() }
    let context = idle.withLock { $0.popLast() } ?? IdleContext(context: PainterContext(source.makePainter()))
    defer { idle.withLock { $0.append(context) } }
    return TracedWork.run(name) { work(context.context) }
  }
}

extension UIApplication {
  /// Makes the application with everything its programs may draw and decode, and installs it as the current one.
  package convenience init(platform: Platform) {
    self.init(
      platform: platform,
      services: [PainterPool(source: platform.bitmapPainters), ImageLibrary(decoder: platform.imageDecoder)])
  }
}
