import Foundation
import UIKitCore

/// A clock that tests move by hand.
@MainActor
package final class ManualClock: FrameClock {
  package private(set) var now: TimeInterval

  /// - Parameter start: any time; not 0, so that differences are not mistaken
  ///   for times.
  package init(start: TimeInterval = 1000) { now = start }

  package func advance(by seconds: TimeInterval) { now += seconds }
}
