import UIKit

/// Throws a table at a speed, as a finger would: it coasts and slows down by the scroll views' own rate.
@MainActor
final class FeedFling {
  private weak var table: UITableView?
  private var link: CADisplayLink?
  private var began: TimeInterval?
  private var travelled: CGFloat = 0
  private let speed: CGFloat
  private let onEnd: () -> Void

  /// The fall of the speed's logarithm in a second.
  private static let decay = -1000 * log(Double(UIScrollView.DecelerationRate.normal.rawValue))
  /// Points a second at which a list counts as resting.
  private static let slowest: CGFloat = 10

  /// - Parameters:
  ///   - speed: points a second; positive moves towards the end.
  ///   - onEnd: called when the table rests or has reached its end, not when the fling is stopped.
  init(_ table: UITableView, speed: CGFloat, onEnd: @escaping () -> Void) {
    self.table = table
    self.speed = speed
    self.onEnd = onEnd
  }

  /// How far it goes where nothing is in the way.
  static func distance(at speed: CGFloat) -> CGFloat {
    let surplus = max(0, abs(speed) - slowest) / decay
    return speed < 0 ? -surplus : surplus
  }

  func start() {
    let link = CADisplayLink { [weak self] link in self?.advance(to: link.targetTimestamp) }
    link.add(to: .main, forMode: .common)
    self.link = link
  }

  func stop() {
    link?.invalidate()
    link = nil
  }

  private func advance(to now: TimeInterval) {
    guard let table, table.window != nil else { return stop() }
    guard let began else {
      self.began = now
      return
    }
    let way = Self.distance(at: speed)
    let time = now - began
    let total = min(abs(way), abs(speed) / Self.decay * (1 - exp(-Self.decay * time)))
    let step = (way < 0 ? -total : total) - travelled
    travelled += step
    // Moved, not placed: heights measured on the way may have moved everything.
    let highest = max(0, table.contentSize.height - table.bounds.height)
    let wanted = table.contentOffset.y + step
    table.contentOffset.y = min(max(wanted, 0), highest)
    if total >= abs(way) || wanted <= 0 || wanted >= highest {
      stop()
      onEnd()
    }
  }
}
