/// A stretch of rows in one piece of memory: the element of the tree that holds a section's rows.
///
/// Many rows of one height are runs; rows of individual heights are packed, one small code a row (`RowFormat`). A
/// block of a single run has no memory of its own. The codes give back the very doubles that were written.
struct RowBlock: SummedElement {
  /// Entries in order, with some room behind them when packed.
  var bytes = ContiguousArray<UInt8>()
  /// Rows.
  var weight: Int
  /// Points of all rows, kept up by differences: they are exact.
  var length: ExactLength
  /// The run of a block without entries.
  let only: RowRun
  /// Most rows when packed; see `mostRuns` of a block of runs.
  let limit: Int32
  let format: RowFormat

  static let vacant = RowBlock(.vacant, limit: 4)

  /// Rows of one height.
  init(_ run: RowRun, limit: Int) {
    only = run
    weight = run.weight
    length = run.length
    self.limit = Int32(limit)
    format = .runs
  }

  /// Rows written one by one.
  /// - Precondition: `format` can write all of them, and they are at most `limit`.
  init(packing runs: ArraySlice<RowRun>, _ format: RowFormat, limit: Int) {
    let rows = runs.reduce(0) { $0 + $1.weight }
    var length = ExactLength.zero
    let bytes = Self.room(rows * format.width + Self.slack(rows * format.width)) { bytes in
      var row = 0
      for run in runs {
        let code = Self.code(run, format)
        length += format.length(code) * run.weight
        for _ in 0..<run.weight {
          format.write(code, bytes, row)
          row += 1
        }
      }
      for index in rows * format.width..<bytes.count { bytes[index] = 0 }
    }
    self.init(bytes, rows, length, limit, format)
  }

  /// Several runs.
  init(runs: ArraySlice<RowRun>, limit: Int) {
    var rows = 0
    var length = ExactLength.zero
    let bytes = Self.room(runs.count * RowFormat.runs.width) { bytes in
      for (index, run) in runs.enumerated() {
        rows += run.weight
        length += run.length
        RowFormat.eight.write(Self.code(run, .eight), bytes, index * 2)
        RowFormat.eight.write(UInt64(run.weight), bytes, index * 2 + 1)
      }
    }
    self.init(bytes, rows, length, limit, .runs)
  }

  private init(
    _ bytes: ContiguousArray<UInt8>, _ rows: Int, _ length: ExactLength, _ limit: Int, _ format: RowFormat
  ) {
    self.bytes = bytes
    weight = rows
    self.length = length
    only = .vacant
    self.limit = Int32(limit)
    self.format = format
  }

  /// Most runs of a block. Each question walks over half of them, and each takes a hundred times as long as a packed row.
  static func mostRuns(_ limit: Int) -> Int { max(2, limit / 8) }

  /// Bytes that stand ready for insertions, so that few of them need new memory.
  static func slack(_ used: Int) -> Int { min(128, used / 4) }

  static func room(
    _ count: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void
  ) -> ContiguousArray<UInt8> {
    ContiguousArray(unsafeUninitializedCapacity: count) { buffer, used in
      fill(UnsafeMutableRawBufferPointer(buffer))
      used = count
    }
  }

  static func code(_ run: RowRun, _ format: RowFormat) -> UInt64 {
    guard let code = format.code(run) else {
      preconditionFailure("a row of height \(run.height) does not fit format \(format)")
    }
    return code
  }

  /// Rows or runs that are written.
  var entryCount: Int {
    if bytes.isEmpty { return weight == 0 ? 0 : 1 }
    return format == .runs ? bytes.count / format.width : weight
  }

  /// The run of rows alike that is entry `index` of a block of runs.
  @inline(__always)
  static func entry(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> RowRun {
    let run = RowFormat.eight.run(RowFormat.eight.read(bytes, index * 2))
    return run.with(count: Int(RowFormat.eight.read(bytes, index * 2 + 1)))
  }

  // MARK: Questions

  /// Visits the runs of `rows` in order, cut to `rows`, with what lies before each, until `body` returns false.
  /// - Returns: false when `body` ended the walk.
  @discardableResult
  func walk(_ rows: Range<Int>, _ body: (RowRun, SummedSpan) -> Bool) -> Bool {
    guard !rows.isEmpty else { return true }
    if bytes.isEmpty {
      let before = SummedSpan(weight: rows.lowerBound, length: ExactLength(points: only.height) * rows.lowerBound)
      return body(only.with(count: rows.count), before)
    }
    return bytes.withUnsafeBytes { bytes in
      var before = SummedSpan()
      guard format == .runs else {
        before = SummedSpan(weight: rows.lowerBound, length: prefix(bytes, rows.lowerBound))
        for row in rows {
          let run = format.run(format.read(bytes, row))
          guard body(run, before) else { return false }
          before += SummedSpan(weight: 1, length: run.length)
        }
        return true
      }
      var index = 0
      while before.weight < rows.upperBound {
        let run = Self.entry(bytes, index)
        let cut = rows.clamped(to: before.weight..<before.weight + run.weight)
        if !cut.isEmpty {
          let skipped = run.with(count: cut.lowerBound - before.weight)
          let start = SummedSpan(weight: cut.lowerBound, length: before.length + skipped.length)
          guard body(run.with(count: cut.count), start) else { return false }
        }
        before += SummedSpan(weight: run.weight, length: run.length)
        index += 1
      }
      return true
    }
  }

  /// The run that holds `row`, whole when it is written as one, and what lies before it.
  /// - Precondition: `0 <= row < weight`.
  func run(holding row: Int) -> (run: RowRun, before: SummedSpan) {
    if bytes.isEmpty { return (only, SummedSpan()) }
    return bytes.withUnsafeBytes { bytes in
      guard format == .runs else {
        return (format.run(format.read(bytes, row)), SummedSpan(weight: row, length: prefix(bytes, row)))
      }
      var before = SummedSpan()
      var index = 0
      while true {
        let run = Self.entry(bytes, index)
        if row < before.weight + run.weight { return (run, before) }
        before += SummedSpan(weight: run.weight, length: run.length)
        index += 1
      }
    }
  }

  /// The first row that ends behind `offset`, the last row when none does.
  /// - Precondition: there is a row.
  func row(at offset: ExactLength) -> Int {
    if bytes.isEmpty { return only.row(at: offset) }
    return bytes.withUnsafeBytes { bytes in
      var before = SummedSpan()
      guard format == .runs else {
        while before.weight < weight - 1 {
          before.length += format.length(format.read(bytes, before.weight))
          if before.length > offset { break }
          before.weight += 1
        }
        return before.weight
      }
      var index = 0
      while true {
        let run = Self.entry(bytes, index)
        index += 1
        if before.length + run.length > offset || index == entryCount {
          return before.weight + run.row(at: offset - before.length)
        }
        before += SummedSpan(weight: run.weight, length: run.length)
      }
    }
  }

  /// Points of the first `rows` rows of a packed block.
  private func prefix(_ bytes: UnsafeRawBufferPointer, _ rows: Int) -> ExactLength {
    switch format {
    case .two:
      // Short integer sums become vector instructions.
      var sum: UInt32 = 0
      for row in 0..<rows {
        sum &+= UInt32(bytes.loadUnaligned(fromByteOffset: row &* 2, as: UInt16.self) & 0x7FFF)
      }
      return ExactLength(UInt64(sum), exponent: 58)
    case .four:
      var sum: UInt64 = 0
      for row in 0..<rows {
        sum &+= UInt64(bytes.loadUnaligned(fromByteOffset: row &* 4, as: UInt32.self) & 0x7FFF_FFFF)
      }
      return ExactLength(sum, exponent: 44)
    case .seven, .eight, .runs:
      var sum = ExactLength.zero
      for row in 0..<rows { sum += format.length(format.read(bytes, row)) }
      return sum
    }
  }
}
