import TableModel

/// Lengths in a row, of which one can be changed, added up to, and found by a place, in O(log n): a binary indexed tree.
/// Sums are exact.
struct LengthSums {
  /// Entry *i* (from 1) is the sum of the lengths that end there, as many as the lowest bit of *i* says.
  private var sums: ContiguousArray<ExactLength>

  /// - Complexity: O(n).
  init(_ lengths: some Collection<ExactLength>) {
    sums = [.zero]
    sums.reserveCapacity(lengths.count + 1)
    sums.append(contentsOf: lengths)
    for index in sums.indices.dropFirst() {
      let parent = index + (index & -index)
      if parent < sums.count { sums[parent] += sums[index] }
    }
  }

  /// Lengths.
  var count: Int { sums.count - 1 }

  /// The sum of the first `count` lengths.
  func sum(of count: Int) -> ExactLength {
    var (sum, index) = (ExactLength.zero, count)
    while index > 0 {
      sum += sums[index]
      index &= index - 1
    }
    return sum
  }

  /// Corrects a length.
  mutating func change(_ index: Int, from old: ExactLength, to new: ExactLength) {
    var index = index + 1
    while index < sums.count {
      sums[index] += new - old
      index += index & -index
    }
  }

  /// The number of the first length that ends behind `place`, the number of lengths where none does; and the sum before
  /// it.
  func find(_ place: ExactLength) -> (index: Int, start: ExactLength) {
    var (index, start) = (0, ExactLength.zero)
    var step = 1 << (Int.bitWidth - 1 - max(count, 1).leadingZeroBitCount)
    while step > 0 {
      let next = index + step
      if next < sums.count, start + sums[next] <= place {
        index = next
        start += sums[next]
      }
      step >>= 1
    }
    return (index, start)
  }
}
