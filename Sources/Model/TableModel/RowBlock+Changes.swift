extension RowBlock {
  /// Puts `run`, which may be empty, in the place of `rows`, which may be empty.
  ///
  /// Runs that no longer fit go to `overflow`: blocks that follow this one.
  /// - Precondition: a row remains.
  /// - Complexity: O(block); in place, with no more than a move of bytes, for a few packed rows.
  mutating func replace(_ rows: Range<Int>, with run: RowRun, overflow: inout ContiguousArray<RowBlock>) {
    if replaceInPlace(rows, with: run) { return }
    var packer = RowPacker(limit: Int(limit))
    walk(0..<rows.lowerBound) { before, _ in
      packer.append(before)
      return true
    }
    packer.append(run)
    walk(rows.upperBound..<weight) { after, _ in
      packer.append(after)
      return true
    }
    let blocks = packer.finish()
    self = blocks[0]
    overflow.append(contentsOf: blocks.dropFirst())
  }

  /// Takes out `rows`, not all of them. The block keeps its format, hence never grows.
  mutating func remove(_ rows: Range<Int>) {
    if replaceInPlace(rows, with: .vacant) { return }
    var runs: [RowRun] = []
    for kept in [0..<rows.lowerBound, rows.upperBound..<weight] {
      walk(kept) { run, _ in
        if runs.isEmpty || !runs[runs.count - 1].absorb(run) { runs.append(run) }
        return true
      }
    }
    self = runs.count == 1 ? RowBlock(runs[0], limit: Int(limit)) : RowBlock(runs: runs[...], limit: Int(limit))
  }

  /// Whether so many rows can go without leaving a block so small that it should join a neighbour.
  func canLose(_ rows: Int) -> Bool {
    format == .runs ? entryCount > Self.mostRuns(Int(limit)) / 4 && weight > rows : weight - rows > Int(limit) / 4
  }

  /// Takes a row out; another must remain.
  /// - Returns: what it was.
  mutating func take(_ row: Int) -> RowRun {
    let run = bytes.isEmpty || format == .runs ? run(holding: row).run.with(count: 1) : packedRow(row)
    remove(row..<row + 1)
    return run
  }

  private func packedRow(_ row: Int) -> RowRun {
    bytes.withUnsafeBytes { format.run(format.read($0, row)) }
  }

  /// Bytes on the heap.
  var byteCount: Int { bytes.isEmpty ? 0 : bytes.capacity + 32 }

  /// Changes a packed block, or one of a single run, where it is.
  /// - Returns: false, with nothing changed, where that cannot be.
  private mutating func replaceInPlace(_ rows: Range<Int>, with run: RowRun) -> Bool {
    let count = weight - rows.count + run.weight
    if bytes.isEmpty {
      guard run.weight == 0 || run.isLike(only) else { return false }
      self = RowBlock(only.with(count: count), limit: Int(limit))
      return true
    }
    if format == .runs { return rows.count == 1 && run.weight == 1 && passBoundary(rows.lowerBound, run) }
    guard count > 0, count <= Int(limit), run.weight <= RowPacker.longest else { return false }
    guard run.weight == 0 || format.code(run) != nil else { return false }
    let width = format.width
    let tail = weight - rows.upperBound
    let needed = count * width
    if needed > bytes.count { resize(to: needed) }
    length += bytes.withUnsafeMutableBytes { bytes in
      var change = ExactLength.zero
      for row in rows { change -= format.length(format.read(UnsafeRawBufferPointer(bytes), row)) }
      if rows.count != run.weight, tail > 0, let base = bytes.baseAddress {
        let target = base + (rows.lowerBound + run.weight) * width
        target.copyMemory(from: base + rows.upperBound * width, byteCount: tail * width)
      }
      guard run.weight > 0 else { return change }
      let code = Self.code(run, format)
      for row in rows.lowerBound..<rows.lowerBound + run.weight { format.write(code, bytes, row) }
      return change + format.length(code) * run.weight
    }
    weight = count
    // Only now that the rows behind the gap have moved up.
    if needed * 2 + 128 < bytes.count { resize(to: needed) }
    return true
  }

  /// Gives the row at the end of a run to the neighbouring run it is like: what measuring rows one after another does.
  /// - Returns: false, with nothing changed, for other rows.
  private mutating func passBoundary(_ row: Int, _ new: RowRun) -> Bool {
    let change = bytes.withUnsafeMutableBytes { bytes -> ExactLength? in
      let all = UnsafeRawBufferPointer(bytes)
      var index = 0
      var start = 0
      var holder = Self.entry(all, 0)
      while row >= start + holder.weight {
        start += holder.weight
        index += 1
        holder = Self.entry(all, index)
      }
      if holder.isLike(new) { return .zero }
      guard holder.weight > 1 else { return nil }
      var taker = -1
      if row == start, index > 0, Self.entry(all, index - 1).isLike(new) { taker = index - 1 }
      if row == start + holder.weight - 1, (index + 1) * RowFormat.runs.width < bytes.count,
        Self.entry(all, index + 1).isLike(new)
      {
        taker = index + 1
      }
      guard taker >= 0 else { return nil }
      RowFormat.eight.write(UInt64(holder.weight - 1), bytes, index * 2 + 1)
      RowFormat.eight.write(UInt64(Self.entry(all, taker).weight + 1), bytes, taker * 2 + 1)
      return new.length - holder.with(count: 1).length
    }
    guard let change else { return false }
    length += change
    return true
  }

  /// Takes memory for `needed` bytes of entries and some more.
  private mutating func resize(to needed: Int) {
    let size = needed + Self.slack(needed)
    let used = min(weight * format.width, size)
    bytes = bytes.withUnsafeBytes { old in
      Self.room(size) { new in
        new.copyMemory(from: UnsafeRawBufferPointer(rebasing: old[..<used]))
        for index in used..<size { new[index] = 0 }
      }
    }
  }

  /// The first `weight` rows and the rest.
  func split(at weight: Int) -> (RowBlock, RowBlock) {
    var head = self
    var tail = self
    head.remove(weight..<self.weight)
    tail.remove(0..<weight)
    return (head, tail)
  }

  /// Takes in the block that follows if one block holds both with room to spare. Asks for the sizes first: what takes
  /// time is done only when it succeeds.
  mutating func absorb(_ next: RowBlock) -> Bool {
    let isPacked = isPackable && next.isPackable
    if !isPacked {
      let packedRows = (format == .runs ? 0 : weight) + (next.format == .runs ? 0 : next.weight)
      guard packedRows <= RowPacker.longest else { return false }
    }
    let most = isPacked ? Int(limit) * 3 / 4 : max(2, Self.mostRuns(Int(limit)) * 3 / 4)
    let entries = isPacked ? weight + next.weight : entryCount + next.entryCount
    guard entries <= most else { return false }
    var runs: [RowRun] = []
    for block in [self, next] {
      block.walk(0..<block.weight) { run, _ in
        if runs.isEmpty || !runs[runs.count - 1].absorb(run) { runs.append(run) }
        return true
      }
    }
    if runs.count == 1 {
      self = RowBlock(runs[0], limit: Int(limit))
    } else if isPacked {
      self = RowBlock(packing: runs[...], .narrowest(runs[...]), limit: Int(limit))
    } else {
      self = RowBlock(runs: runs[...], limit: Int(limit))
    }
    return true
  }

  /// Whether this holds individual heights, or so few rows that they may as well be.
  private var isPackable: Bool { format != .runs || bytes.isEmpty && weight <= RowPacker.longest }

  /// Stops at the first broken invariant.
  func checkInvariants() {
    var sum = SummedSpan()
    walk(0..<weight) { run, before in
      precondition(before == sum, "rows start at \(before) where the sum before them is \(sum)")
      sum += SummedSpan(weight: run.weight, length: run.length)
      return true
    }
    precondition(sum == SummedSpan(weight: weight, length: length), "a block's sums \(length) are not \(sum)")
    let most = format == .runs ? Self.mostRuns(Int(limit)) : Int(limit)
    precondition(entryCount <= most, "a block of limit \(limit) holds \(entryCount) entries")
  }
}
