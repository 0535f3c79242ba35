/// The scroll offset of each frame of a scripted run.
///
/// The same sequence other toolkits are measured with: a step of so many points a frame, modulo the
/// scrollable length, or rows chosen by a linear congruential generator that starts at 12345.
struct FrameScript {
  private let motion: Options.Motion
  private var steps = 0
  /// Points by which the content has moved by itself.
  private var drift = 0.0
  private var generator: UInt64 = 12345

  init(_ motion: Options.Motion) { self.motion = motion }

  /// The offset of the next frame, in points from the top of the content.
  /// - Parameters:
  ///   - rows: how many there are; 0 leaves the table at its top.
  ///   - scrollable: content height less the height of the window, in points; less than one counts as one.
  ///   - moved: points by which the offset changed by itself since the last frame: rows above came, went, or turned out
  ///     higher than was thought. A scroll goes on from there, as it would under a hand.
  ///   - rowTop: where a row starts, in points from the top of the content.
  mutating func next(rows: Int, scrollable: Double, moved: Double = 0, rowTop: (Int) -> Double) -> Double {
    let limit = max(1, scrollable)
    switch motion {
    case .scroll(let points):
      steps += 1
      drift += moved
      return max(0, Double(steps) * points + drift).truncatingRemainder(dividingBy: limit)
    case .jump:
      generator = generator &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      guard rows > 0 else { return 0 }
      return min(rowTop(Int((generator >> 33) % UInt64(rows))), limit)
    }
  }
}
