import TextSearch

/// Where the rows of a file start, remembered sparsely: lines of a text, records of a table.
///
/// One row in `stride` is kept, 1/32 byte a row, or 1/16 with the slack an array keeps for growing. Files of huge rows get
/// a landmark besides wherever nothing is known for `landmarkDistance` bytes, at most 24 bytes for each 4 MiB of such a
/// file, so that finding a row never scans further than that. In a row that is longer itself, landmarks stand at the
/// starts of its fields.
///
/// Offsets count code units behind the byte-order mark; see `RowFormat`.
struct RowIndex: Sendable {
  /// Rows between two checkpoints.
  static let stride = 256
  /// Units without a known start after which the next start of a row or field is remembered.
  static let landmarkDistance = 4 << 20
  /// Units from an anchor within which every row or field starts that has no later anchor.
  static let farthestStart = landmarkDistance + 1024

  /// The start of a row, or of a field within one, that is known without looking.
  struct Anchor: Sendable, Equatable {
    var row: Int
    /// The field that starts here; 0 for the row itself.
    var column = 0
    /// In units.
    var offset: Int

    /// Whether the anchor is not behind a field.
    func isAtOrBefore(_ row: Int, _ column: Int) -> Bool { (self.row, self.column) <= (row, column) }
  }

  /// The rows that one stretch of a pass has found, to be appended to the index.
  struct Findings: Sendable {
    /// Starts of the rows whose numbers are the next multiples of `stride`.
    var checkpoints: [Int] = []
    var landmarks: [Anchor] = []
    /// Landmarks behind this unit, of earlier stretches too, are void; nil for none.
    private(set) var retractedFrom: Int?

    /// Takes back the landmarks behind a unit: the fields there are others.
    mutating func retract(from offset: Int) {
      landmarks.removeAll { $0.offset > offset }
      retractedFrom = offset
    }
  }

  /// Invariant: starts with 0, increases strictly; element k is where row k * stride starts.
  private var checkpoints: ContiguousArray<Int> = [0]
  /// Invariant: increases strictly in place and offset.
  private var landmarks: ContiguousArray<Anchor> = []
  /// Rows known so far.
  private(set) var rowCount = 0
  /// Units looked at so far.
  private(set) var unitCount = 0

  /// Takes over what a pass has found since the last call.
  /// - Parameters:
  ///   - rows: known by now.
  ///   - units: looked at by now.
  mutating func append(_ findings: Findings, rows: Int, units: Int) {
    if let start = findings.retractedFrom {
      while let last = landmarks.last, last.offset > start { landmarks.removeLast() }
    }
    checkpoints.append(contentsOf: findings.checkpoints)
    landmarks.append(contentsOf: findings.landmarks)
    (rowCount, unitCount) = (rows, units)
    assert(rowCount <= checkpoints.count * Self.stride, "a checkpoint is missing")
    assert(checkpoints[checkpoints.count - 1] <= unitCount, "a checkpoint lies past the end")
  }

  /// The last known start at or before a field.
  /// - Complexity: O(log n) in the number of landmarks.
  func anchor(atOrBefore row: Int, column: Int = 0) -> Anchor {
    let slot = min(row / Self.stride, checkpoints.count - 1)
    let checkpoint = Anchor(row: slot * Self.stride, offset: checkpoints[slot])
    let end = landmarkCount(atOrBefore: row, column)
    guard end > 0, landmarks[end - 1].offset > checkpoint.offset else { return checkpoint }
    return landmarks[end - 1]
  }

  /// The anchor of a field, and the landmarks between it and a later one: all that leads from one to the other without
  /// scanning what lies between. At most `mostRoute` landmarks.
  func route(from row: Int, _ column: Int, to lastRow: Int, _ lastColumn: Int) -> [Anchor] {
    let first = landmarkCount(atOrBefore: row, column)
    let end = max(first, landmarkCount(atOrBefore: lastRow, lastColumn))
    return [anchor(atOrBefore: row, column: column)] + landmarks[first..<min(end, first + Self.mostRoute)]
  }

  /// Landmarks of a route at most.
  static let mostRoute = 4096

  /// Whether rows are so long that landmarks lie between them.
  func isLong(_ rows: Range<Int>) -> Bool {
    landmarkCount(atOrBefore: rows.upperBound, 0) > landmarkCount(atOrBefore: rows.lowerBound, 0)
  }

  private func landmarkCount(atOrBefore row: Int, _ column: Int) -> Int {
    landmarks.end { $0.isAtOrBefore(row, column) }
  }

  /// Heap bytes held, the arrays' slack included.
  var memory: Int {
    checkpoints.capacity * MemoryLayout<Int>.stride + landmarks.capacity * MemoryLayout<Anchor>.stride
  }
}
