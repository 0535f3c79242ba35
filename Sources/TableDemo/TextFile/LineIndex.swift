/// Where lines start, remembered sparsely.
///
/// A line ends with a newline; bytes after the last newline are a line too, and an empty file has none.
/// One offset in `stride` lines is kept, which is 1/32 byte a line, or 1/16 with the slack an array keeps
/// for growing. Files of huge lines get a landmark besides wherever no line start is known for
/// `landmarkDistance` bytes, at most 8 bytes for each MiB of such a file, so that finding a line never
/// scans further than that.
struct LineIndex: Sendable {
  /// Lines between two checkpoints.
  static let stride = 256
  /// Bytes without a known line start after which the next line start is remembered.
  static let landmarkDistance = 4 << 20
  /// Bytes from an anchor within which every line starts that has no later anchor.
  static let farthestStart = landmarkDistance + 1024

  /// The start of a line that is known without looking.
  struct Anchor: Sendable, Equatable {
    var line: Int
    /// Offset in the file, in bytes.
    var offset: Int
  }

  /// What one stretch of a pass has found, to be appended to the index.
  struct Findings: Sendable {
    /// Starts of the lines whose numbers are the next multiples of `stride`.
    var checkpoints: [Int] = []
    var landmarks: [Anchor] = []
  }

  /// Invariant: starts with 0, increases strictly; element k is where line k * stride starts.
  private var checkpoints: ContiguousArray<Int> = [0]
  /// Invariant: increases strictly in line and offset.
  private var landmarks: ContiguousArray<Anchor> = []
  /// Where the pass stands; going on from it continues the index.
  private(set) var scanner = NewlineScanner()

  /// Lines known so far, an unfinished last one included.
  var lineCount: Int { scanner.newlines + (scanner.bytes > scanner.lastLineStart ? 1 : 0) }
  /// Bytes looked at so far.
  var byteCount: Int { scanner.bytes }

  /// Takes over what a pass has found since the last call; `scanner` is the pass's own state after it.
  mutating func append(_ findings: Findings, scanner: NewlineScanner) {
    checkpoints.append(contentsOf: findings.checkpoints)
    landmarks.append(contentsOf: findings.landmarks)
    self.scanner = scanner
    checkInvariants()
  }

  /// The last known line start at or before `line`.
  /// - Complexity: O(log n) in the number of landmarks.
  func anchor(atOrBefore line: Int) -> Anchor {
    let slot = min(line / Self.stride, checkpoints.count - 1)
    let checkpoint = Anchor(line: slot * Self.stride, offset: checkpoints[slot])
    var low = 0
    var high = landmarks.count
    while low < high {
      let middle = (low + high) / 2
      if landmarks[middle].line <= line { low = middle + 1 } else { high = middle }
    }
    guard low > 0, landmarks[low - 1].line > checkpoint.line else { return checkpoint }
    return landmarks[low - 1]
  }

  /// Heap bytes held, the arrays' slack included.
  var memory: Int {
    checkpoints.capacity * MemoryLayout<Int>.stride + landmarks.capacity * MemoryLayout<Anchor>.stride
  }

  /// Stops the program in a debug build when the two arrays and the scanner disagree.
  private func checkInvariants() {
    assert(checkpoints.count == scanner.newlines / Self.stride + 1, "a checkpoint is missing")
    assert(checkpoints[checkpoints.count - 1] <= scanner.bytes, "a checkpoint lies past the end")
    assert(scanner.lastLineStart <= scanner.bytes, "the last line starts past the end")
  }
}
