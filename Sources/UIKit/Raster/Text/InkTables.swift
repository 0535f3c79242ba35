internal import Fonts
import Pixels

/// The tables of the pairs of colours used lately.
///
/// An application writes in few colours on few grounds, so that mixing them pixel by
/// pixel would work the same sums out over and over.
final class InkTables {
  /// Pairs kept; the oldest is replaced.
  static let capacity = 16

  /// An ink and its ground in one number each; only the first `count` hold one.
  private let pairs: UnsafeMutablePointer<UInt64>
  /// The number of each pair's table.
  private let numbers: UnsafeMutablePointer<UInt32>
  /// 256 pixels for each pair.
  private let pixels: UnsafeMutablePointer<UInt32>
  /// The pairs there are.
  private(set) var count = 0
  private var nextNumber: UInt32 = 0
  private var oldest = 0

  init() {
    pairs = .allocate(capacity: Self.capacity)
    numbers = .allocate(capacity: Self.capacity)
    pixels = .allocate(capacity: Self.capacity * 256)
    pixels.initialize(repeating: 0, count: Self.capacity * 256)
  }

  deinit {
    pairs.deallocate()
    numbers.deallocate()
    pixels.deallocate()
  }

  /// The table of a pair; valid until the next call.
  func table(of ink: DrawColor, on ground: DrawColor) -> InkTable {
    let pair = UInt64(ink.argb) << 32 | UInt64(ground.argb)
    var place = 0
    while place < count, pairs[place] != pair { place &+= 1 }
    if place == count { place = add(pair, ink, ground) }
    return InkTable(number: numbers[place], pixels: UnsafePointer(pixels + place * 256))
  }

  private func add(_ pair: UInt64, _ ink: DrawColor, _ ground: DrawColor) -> Int {
    nextNumber &+= 1
    let place = count < Self.capacity ? count : oldest
    if count < Self.capacity { count += 1 } else { oldest = (oldest + 1) % Self.capacity }
    (pairs + place).initialize(to: pair)
    (numbers + place).initialize(to: nextNumber)
    for coverage in 0..<256 {
      var part = ink
      part.alpha = UInt8((coverage * Int(ink.alpha) + 127) / 255)
      pixels[place * 256 + coverage] = part.over(ground).argb
    }
    return place
  }
}
