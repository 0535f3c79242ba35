import Pixels
internal import SDL

/// The tables of the pairs of colours used lately.
///
/// An application writes in few colours on few grounds, so that mixing them pixel by
/// pixel would work the same sums out over and over.
///
/// Asked for each run that is drawn, so that its properties are exempt from the run time's check
/// for overlapping access.
final class InkTables {
  private struct Pair: Equatable {
    var ink, ground: DrawColor
  }

  /// Pairs kept; the oldest is replaced.
  private static let capacity = 16

  @exclusivity(unchecked) private var pairs: ContiguousArray<Pair> = []
  /// The number of each pair's table.
  @exclusivity(unchecked) private var numbers: ContiguousArray<UInt32> = []
  @exclusivity(unchecked) private var nextNumber: UInt32 = 0
  @exclusivity(unchecked) private var oldest = 0
  @exclusivity(unchecked) private var last = 0
  /// 256 pixels for each pair.
  private let pixels: UnsafeMutablePointer<UInt32>

  init() {
    pixels = .allocate(capacity: Self.capacity * 256)
    pixels.initialize(repeating: 0, count: Self.capacity * 256)
  }

  deinit {
    pixels.deallocate()
  }

  /// The table of a pair; valid until the next call.
  func table(of ink: DrawColor, on ground: DrawColor) -> InkTable {
    let pair = Pair(ink: ink, ground: ground)
    if last >= pairs.count || pairs[last] != pair {
      if let known = pairs.firstIndex(of: pair) {
        last = known
      } else {
        last = place(for: pair)
        fill(pixels + last * 256, pair)
      }
    }
    return InkTable(number: numbers[last], pixels: UnsafePointer(pixels + last * 256))
  }

  private func place(for pair: Pair) -> Int {
    nextNumber &+= 1
    if pairs.count < Self.capacity {
      pairs.append(pair)
      numbers.append(nextNumber)
      return pairs.count - 1
    }
    let place = oldest
    oldest = (oldest + 1) % Self.capacity
    pairs[place] = pair
    numbers[place] = nextNumber
    return place
  }

  private func fill(_ table: UnsafeMutablePointer<UInt32>, _ pair: Pair) {
    for coverage in 0..<256 {
      var ink = pair.ink
      ink.alpha = UInt8((coverage * Int(pair.ink.alpha) + 127) / 255)
      table[coverage] = ink.over(pair.ground).argb
    }
  }
}
