/// The longest ascending subsequence of old places: the elements that stay while all others move around them, which
/// makes the number of moves minimal.
///
/// Patience sorting: of all ascending subsequences of a length the one with the smallest last place is remembered.
/// Costs 20 bytes an element; the storage is kept from one sequence to the next.
struct StayingSequence {
  /// New and old place of every element, in the new order; no two are equal.
  private var targets: ContiguousArray<Int32> = []
  private var sources: ContiguousArray<Int32> = []
  /// For every length less 1, the element that ends the selection, and its old place.
  private var ends: ContiguousArray<Int32> = []
  private var endSources: ContiguousArray<Int32> = []
  /// For every element the one before it in the longest selection it ends.
  private var before: ContiguousArray<Int32> = []

  /// Begins another sequence.
  /// - Parameter count: the most elements it will have.
  mutating func begin(_ count: Int) {
    targets.removeAll(keepingCapacity: true)
    sources.removeAll(keepingCapacity: true)
    targets.reserveCapacity(count)
    sources.reserveCapacity(count)
  }

  /// The next element.
  @inline(__always)
  mutating func append(target: Int, source: Int32) {
    targets.append(Int32(truncatingIfNeeded: target))
    sources.append(source)
  }

  /// Appends the new places of the elements that cannot stay, from the last to the first.
  /// - Complexity: O(n + m log n) for m elements that are out of order.
  mutating func appendMoving(to moving: inout ContiguousArray<Int32>) {
    guard zip(sources, sources.dropFirst()).contains(where: >) else { return }
    select()
    var next = ends[ends.count - 1]
    for element in targets.indices.reversed() {
      if element == next { next = before[element] } else { moving.append(targets[element]) }
    }
  }

  private mutating func select() {
    let count = sources.count
    before.removeAll(keepingCapacity: true)
    before.reserveCapacity(count)
    ends.removeAll(keepingCapacity: true)
    ends.reserveCapacity(count)
    endSources.removeAll(keepingCapacity: true)
    endSources.reserveCapacity(count)
    for element in 0..<count {
      let source = sources[element]
      let number = Int32(truncatingIfNeeded: element)
      guard let last = endSources.last, last > source else {
        before.append(ends.last ?? -1)
        ends.append(number)
        endSources.append(source)
        continue
      }
      let length = firstEnd(after: source)
      before.append(length > 0 ? ends[length - 1] : -1)
      ends[length] = number
      endSources[length] = source
    }
  }

  private func firstEnd(after source: Int32) -> Int {
    // Most elements extend the longest subsequence, so the search begins at its end.
    var high = endSources.count - 1
    var step = 1
    while high >= step, endSources[high - step] > source {
      high -= step
      step *= 2
    }
    var low = max(0, high - step)
    while low < high {
      let middle = (low + high) / 2
      if endSources[middle] < source { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
