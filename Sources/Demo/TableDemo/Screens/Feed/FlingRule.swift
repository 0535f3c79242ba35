/// Which rows are worth loading while a list moves on its own towards a known place.
struct FlingRule: Equatable {
  /// A target no farther than this many rows away is reached soon enough to load everything on the way.
  static let nearby = 8
  /// Rows loaded before and after those that will be seen at the target.
  static let margin = 3

  /// The rows to load; nil for all.
  private(set) var needed: ClosedRange<Int>?
  /// The list is on its way to the top: nothing is loaded until it has arrived.
  private(set) var isScrollingToTop = false

  /// Whether a row that comes on screen is to be loaded now.
  func loads(_ row: Int) -> Bool {
    if isScrollingToTop { return false }
    return needed?.contains(row) ?? true
  }

  /// Whether rows are being left out.
  var skips: Bool { isScrollingToTop || needed != nil }

  /// The list begins to move by itself.
  /// - Parameters:
  ///   - first: the first row on screen now.
  ///   - target: the rows that will be seen where it comes to rest.
  ///   - count: how many rows there are.
  mutating func beginMotion(from first: Int, to target: ClosedRange<Int>, count: Int) {
    isScrollingToTop = false
    guard abs(target.lowerBound - first) > Self.nearby else {
      needed = nil
      return
    }
    needed = max(0, target.lowerBound - Self.margin)...min(max(0, count - 1), target.upperBound + Self.margin)
  }

  /// The list begins to scroll to its top.
  mutating func beginScrollToTop() {
    needed = nil
    isScrollingToTop = true
  }

  /// The list has come to rest, or the user took hold of it.
  /// - Returns: whether rows may have been left out.
  mutating func endMotion() -> Bool {
    defer { self = FlingRule() }
    return skips
  }
}
