/// The numbers of a billion rows in which a few were inserted and removed: stretches of consecutive numbers, so that
/// memory and time go with the changes and not with the rows.
struct RowNumbers {
  private var stretches: [Range<Int>]
  private(set) var count: Int
  private var next: Int

  /// The numbers from 0 on.
  init(count: Int) {
    stretches = count > 0 ? [0..<count] : []
    self.count = count
    next = count
  }

  /// The number at a place.
  subscript(row: Int) -> Int {
    let (stretch, offset) = locate(row)
    return stretches[stretch].lowerBound + offset
  }

  /// Puts so many new numbers before `row`.
  mutating func insertNew(_ count: Int, at row: Int) {
    insert(next..<next + count, at: row)
    next += count
  }

  /// Puts a number before `row`.
  mutating func insert(_ number: Int, at row: Int) { insert(number..<number + 1, at: row) }

  /// Takes out the number at a place.
  @discardableResult
  mutating func remove(at row: Int) -> Int {
    let (stretch, offset) = locate(row)
    let old = stretches[stretch]
    let number = old.lowerBound + offset
    stretches.replaceSubrange(
      stretch...stretch, with: [old.lowerBound..<number, number + 1..<old.upperBound].filter { !$0.isEmpty })
    count -= 1
    return number
  }

  private mutating func insert(_ new: Range<Int>, at row: Int) {
    count += new.count
    guard row < count - new.count else { return stretches.append(new) }
    let (stretch, offset) = locate(row)
    let old = stretches[stretch]
    let cut = old.lowerBound + offset
    stretches.replaceSubrange(
      stretch...stretch, with: [old.lowerBound..<cut, new, cut..<old.upperBound].filter { !$0.isEmpty })
  }

  private func locate(_ row: Int) -> (stretch: Int, offset: Int) {
    var rest = row
    for (index, stretch) in stretches.enumerated() {
      if rest < stretch.count { return (index, rest) }
      rest -= stretch.count
    }
    preconditionFailure("row \(row) is not one of \(count)")
  }
}
