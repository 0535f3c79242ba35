extension TextBitmap {
  /// Rows of a word's picture and the pixels they go to.
  struct Block {
    var source: UnsafeRawPointer
    /// Bytes from row to row.
    let sourceStride: Int
    var target: UnsafeMutablePointer<UInt32>
    /// Pixels from row to row.
    let targetStride: Int
    /// May be none, as may be the rows.
    var columns: Int
    var rows: Int

    /// The picture of coverages without its first columns.
    func from(column: Int) -> Block {
      var rest = self
      rest.source += column
      rest.target += column
      rest.columns -= column
      return rest
    }

    /// The first columns.
    func columns(to count: Int) -> Block {
      var part = self
      part.columns = count
      return part
    }

    /// The first rows.
    func rows(to count: Int) -> Block {
      var part = self
      part.rows = count
      return part
    }

    /// The block without its first rows.
    func rows(from row: Int) -> Block {
      var rest = self
      rest.source += row * sourceStride
      rest.target += row * targetStride
      rest.rows -= row
      return rest
    }

    @inline(__always)
    func forEachRow(_ body: (UnsafeRawPointer, UnsafeMutablePointer<UInt32>) -> Void) {
      for row in 0..<rows { body(source + row &* sourceStride, target + row &* targetStride) }
    }

    /// Writes what `table` gives for each coverage over pixels that show its first entry.
    func put(_ table: UnsafePointer<UInt32>) {
      let columns = columns
      guard columns > 0, rows > 0 else { return }
      let (sourceStride, targetStride) = (sourceStride, targetStride)
      var from = source.assumingMemoryBound(to: UInt8.self)
      var to = target
      var row = rows
      while row > 0 {
        var column = 0
        while column &+ 4 <= columns {
          // Most of a word's box is empty, and passed four pixels at a time.
          if UnsafeRawPointer(from + column).loadUnaligned(as: UInt32.self) == 0 {
            column &+= 4
            continue
          }
          let first = table[Int(from[column])]
          let second = table[Int(from[column &+ 1])]
          let third = table[Int(from[column &+ 2])]
          let fourth = table[Int(from[column &+ 3])]
          to[column] = first
          to[column &+ 1] = second
          to[column &+ 2] = third
          to[column &+ 3] = fourth
          column &+= 4
        }
        while column < columns {
          to[column] = table[Int(from[column])]
          column &+= 1
        }
        from += sourceStride
        to += targetStride
        row &-= 1
      }
    }
  }
}
