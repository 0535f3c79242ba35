import Foundation

/// The return of an axis that is outside its rest range, as a distance from the bound it returns to.
///
/// Entered at 50 points a second or more it is a critically damped spring with ω = 11 /s;
/// entered slower it is the sum of two decays, 9 /s and 46 /s, which comes home without haste.
/// Distances in points, times in seconds since it began.
package struct BounceSpring: Equatable, Sendable {
  /// Entry speed from which the spring is critically damped, in points a second.
  package static let thresholdSpeed: CGFloat = 50
  /// A displacement too small for any display to show, in points; the spring ends there.
  package static let restDistance: CGFloat = 0.1

  private enum Form: Equatable {
    /// `(a + b t) e^(-11 t)`
    case critical(a: Double, b: Double)
    /// `a e^(-9 t) + b e^(-46 t)`
    case decays(a: Double, b: Double)
  }

  private static let omega = 11.0
  private static let slow = 9.0
  private static let fast = 46.0

  private let form: Form
  /// Seconds until the displacement stays under `restDistance`.
  package let duration: TimeInterval

  /// Starts `displacement` points from the bound at `velocity` points a second, both signed along
  /// the axis.
  package init(displacement: CGFloat, velocity: CGFloat) {
    let x = Double(displacement)
    let v = Double(velocity)
    if abs(velocity) >= Self.thresholdSpeed {
      form = .critical(a: x, b: v + Self.omega * x)
    } else {
      let a = (v + Self.fast * x) / (Self.fast - Self.slow)
      form = .decays(a: a, b: x - a)
    }
    duration = Self.settlingTime(of: form)
  }

  /// Signed distance from the bound after `time` seconds; exactly zero once it has ended.
  package func displacement(at time: TimeInterval) -> CGFloat {
    guard time < duration else { return 0 }
    let t = max(0, time)
    switch form {
    case .critical(let a, let b): return CGFloat((a + b * t) * exp(-Self.omega * t))
    case .decays(let a, let b): return CGFloat(a * exp(-Self.slow * t) + b * exp(-Self.fast * t))
    }
  }

  /// Signed speed after `time` seconds; zero once it has ended.
  package func velocity(at time: TimeInterval) -> CGFloat {
    guard time < duration else { return 0 }
    let t = max(0, time)
    switch form {
    case .critical(let a, let b):
      return CGFloat((b - Self.omega * (a + b * t)) * exp(-Self.omega * t))
    case .decays(let a, let b):
      return CGFloat(
        -Self.slow * a * exp(-Self.slow * t) - Self.fast * b * exp(-Self.fast * t))
    }
  }

  /// When the spring swings through the bound, nil when it only approaches it. It happens when
  /// content outside its range was thrown back hard; from there on it coasts inside the range.
  package var crossingTime: TimeInterval? {
    let crossing: Double
    switch form {
    case .critical(let a, let b):
      guard a != 0, b != 0 else { return nil }
      crossing = -a / b
    case .decays(let a, let b):
      guard a + b != 0, a != 0, -b / a > 1 else { return nil }
      crossing = log(-b / a) / (Self.fast - Self.slow)
    }
    return crossing > 0 && crossing < duration ? crossing : nil
  }

  /// Halves an interval in which the bound of the displacement's absolute value falls below
  /// `restDistance`: 60 steps, once a bounce.
  private static func settlingTime(of form: Form) -> TimeInterval {
    let limit = Double(restDistance)
    func envelope(_ t: Double) -> Double {
      switch form {
      case .critical(let a, let b): (abs(a) + abs(b) * t) * exp(-omega * t)
      case .decays(let a, let b): abs(a) * exp(-slow * t) + abs(b) * exp(-fast * t)
      }
    }
    // From 1/omega on both envelopes only fall.
    var low = 1 / omega
    guard envelope(low) > limit || envelope(0) > limit else { return 0 }
    var high = low * 2
    while envelope(high) > limit { high *= 2 }
    guard envelope(low) > limit else { return low }
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if envelope(middle) > limit { low = middle } else { high = middle }
    }
    return high
  }
}
