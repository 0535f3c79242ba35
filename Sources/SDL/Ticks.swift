internal import CSDL2

/// SDL's clock.
package enum Ticks {
  /// Seconds that only go forward, from an arbitrary zero, finer than a
  /// microsecond.
  package static var seconds: Double {
    Double(SDL_GetPerformanceCounter()) / frequency
  }

  private static let frequency = Double(SDL_GetPerformanceFrequency())

  /// The time of an event on the clock of `seconds`.
  /// - Parameter milliseconds: the event's own stamp, which counts from SDL's
  ///   start and wraps after 49 days.
  static func seconds(ofEvent milliseconds: UInt32) -> Double {
    let age = Int32(bitPattern: UInt32(truncatingIfNeeded: SDL_GetTicks64()) &- milliseconds)
    return seconds - Double(max(0, age)) / 1000
  }
}
