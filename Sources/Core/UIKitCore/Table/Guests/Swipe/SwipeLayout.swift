import Foundation

/// Where the buttons of a swiped row lie in the strip the row has bared.
///
/// All are as much of their own width as the strip is of theirs together, narrower or wider; one of them may be
/// spreading over the others. Points, from the strip's left edge; buttons are counted from the edge of the host
/// inwards.
package struct SwipeLayout: Equatable, Sendable {
  /// The least width of a button.
  package static let leastWidth = 74.0
  /// The least of a row that stays beside its buttons, for a finger to close it.
  static let leastRow = 44.0

  /// Width of each button when the row rests open.
  package let widths: [Double]
  /// Width of all of them.
  package let reach: Double
  private let isAtLeft: Bool

  /// - Parameters:
  ///   - natural: what each button's content asks for; fitted in proportion into what the row leaves.
  ///   - rowWidth: of the row they appear beside.
  ///   - isAtLeft: whether the strip is at the left of the row, or at the right.
  package init(natural: [Double], rowWidth: Double, isAtLeft: Bool) {
    let wanted = natural.map { max($0, Self.leastWidth) }
    let sum = wanted.reduce(0, +)
    let limit = max(rowWidth - Self.leastRow, rowWidth / 2)
    widths = sum > limit ? wanted.map { $0 * limit / sum } : wanted
    reach = min(sum, limit)
    self.isAtLeft = isAtLeft
  }

  /// A button's part of the strip.
  /// - Parameters:
  ///   - revealed: width of the strip.
  ///   - spread: how far the button covers the others, 0...1.
  ///   - scale: pixels of a point; the button's edges lie on whole ones, so that nothing shines between two.
  package func span(
    of number: Int, revealed: Double, spread: Double = 0, scale: Double = 1
  ) -> (left: Double, width: Double) {
    let share = revealed / reach
    let outer = widths[..<number].reduce(0, +) * share
    // From the edge of the host inwards.
    let start = outer * (1 - spread)
    let end = start + (widths[number] * share * (1 - spread) + revealed * spread)
    let near = (start * scale).rounded() / scale
    let far = number == widths.count - 1 ? revealed : (min(end, revealed) * scale).rounded() / scale
    return isAtLeft ? (near, max(0, far - near)) : (revealed - far, max(0, far - near))
  }

  /// Where the content of a button begins in it: in its middle, or, of one that spreads, beside the row.
  package func contentLeft(of number: Int, width: Double, spread: Double) -> Double {
    let free = width - widths[number]
    let middle = free / 2
    let inner = isAtLeft ? free : 0
    return middle + (inner - middle) * spread
  }
}
