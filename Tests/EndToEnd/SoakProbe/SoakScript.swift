/// What is done to the table before each frame: stretches of scrolling or of jumping, and between them
/// a reload, a resize or both.
struct SoakScript {
  enum Step: Equatable {
    /// By so many points, negative upwards.
    case scroll(points: Double)
    /// To a place between 0, the top, and 1, the bottom.
    case jump(fraction: Double)
    /// With another number of rows.
    case reload(rows: Int)
    /// To another size in points.
    case resize(width: Int, height: Int)
  }

  private enum Stretch { case scrolling(Double), jumping }

  private var state: UInt64
  private var stretch = Stretch.scrolling(37)
  private var left = 0

  private static let rowCounts = [0, 1, 5, 100, 1000, 1_000_000, 1_000_000_000]
  private static let speeds = [1, 37, -37, 10_000, 0.5, -10_000]

  init(seed: UInt64) { state = seed }

  mutating func next() -> Step {
    if left > 0 {
      left -= 1
      switch stretch {
      case .scrolling(let points): return .scroll(points: points)
      case .jumping: return .jump(fraction: Double(random() % 1_000_001) / 1_000_000)
      }
    }
    switch random() % 4 {
    case 0: return .resize(width: 320 + Int(random() % 12) * 40, height: 240 + Int(random() % 8) * 40)
    case 1: return .reload(rows: pick(Self.rowCounts))
    default:
      left = 20 + Int(random() % 100)
      stretch = random() % 3 == 0 ? .jumping : .scrolling(pick(Self.speeds))
      return next()
    }
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int(random() % UInt64(values.count))]
  }

  /// SplitMix64.
  private mutating func random() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
