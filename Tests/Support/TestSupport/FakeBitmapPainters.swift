import Foundation
import Synchronization
import Typesetting
import TypesettingSupport
import UIKitCore

/// Painters that write down what they are asked to paint, and leave it white.
package final class FakeBitmapPainters: BitmapPainterSource {
  /// A picture as it was asked for.
  package struct Request: Sendable {
    package let width, height: Int
    package let isOpaque: Bool
    package let commands: [DrawCommand]
    /// The text of each frame, its runs joined.
    package let texts: [String]
    package let imageSizes: [CGSize]
    package let isOnMainThread: Bool
  }

  private let log = Mutex((painters: 0, busy: 0, busiest: 0, requests: [Request]()))
  private let delay = Mutex(0.0)

  /// With nothing painted.
  package init() {}

  /// Painters made so far.
  package var painterCount: Int { log.withLock(\.painters) }
  /// The most threads that painted at once.
  package var mostAtOnce: Int { log.withLock(\.busiest) }
  /// All that was painted, in the order it was finished.
  package var requests: [Request] { log.withLock(\.requests) }
  /// Seconds that painting takes.
  package var seconds: Double {
    get { delay.withLock { $0 } }
    set { delay.withLock { $0 = newValue } }
  }

  /// A painter with fonts of its own.
  package func makePainter() -> any BitmapPainter {
    log.withLock { $0.painters += 1 }
    return Painter(self)
  }

  private func paint(_ picture: borrowing BitmapPicture) {
    log.withLock {
      $0.busy += 1
      $0.busiest = max($0.busiest, $0.busy)
    }
    if seconds > 0 { Thread.sleep(forTimeInterval: seconds) }
    let request = Request(
      width: picture.width, height: picture.height, isOpaque: picture.isOpaque, commands: Array(picture.commands),
      texts: picture.frames.map { $0.runs.map { String($0.text) }.joined() },
      imageSizes: picture.bitmaps.map { CGSize(width: $0.width, height: $0.height) },
      isOnMainThread: Thread.isMainThread)
    log.withLock {
      $0.busy -= 1
      $0.requests.append(request)
    }
  }

  private final class Painter: BitmapPainter {
    private let owner: FakeBitmapPainters
    let textEngine: any TextEngine = FakeTextEngine()

    init(_ owner: FakeBitmapPainters) { self.owner = owner }

    func paint(_ picture: borrowing BitmapPicture) -> [UInt32] {
      owner.paint(picture)
      return [UInt32](repeating: 0xFFFF_FFFF, count: picture.width * picture.height)
    }
  }
}
