/// The calls of a table, frame by frame, and the place in them that is being told: the present by default.
///
/// The oldest frames are forgotten when all take more than `byteLimit`. Positions count moments from the first that was
/// ever recorded, so that a position names the same moment as long as it is kept.
struct ReuseTimeline {
  /// The calls that led to one frame.
  struct Frame: Equatable {
    /// From 1.
    let number: Int
    /// Position of the first moment.
    let start: Int
    fileprivate(set) var moments: [ReuseMoment] = []
    fileprivate var byteCount = 0

    /// No cell came or went.
    var isQuiet: Bool { !moments.contains { $0.call.movesCells } }
    fileprivate var end: Int { start + moments.count }
  }

  /// A moment that is being told, with what came before and comes after it in its frame.
  struct Shown: Equatable {
    let frame: Frame
    let index: Int
    var moment: ReuseMoment { frame.moments[index] }

    /// How many calls of the frame each is made in.
    var depths: [Int] {
      frame.moments.reduce(into: []) { $0.append(min($1.call.depth, ($0.last ?? -1) + 1)) }
    }

    /// The call that is told, and those that it was made in, from the innermost on.
    var nesting: [ReuseMoment] {
      let depths = depths
      var least = depths[index] + 1
      return frame.moments.indices.prefix(index + 1).reversed().compactMap { index in
        guard depths[index] < least else { return nil }
        least = depths[index]
        return frame.moments[index]
      }
    }
  }

  /// Moments asked for that have not been recorded.
  private enum Debt: Equatable {
    case none
    case moments(Int)
    /// The end of the frame of a number.
    case frame(Int)
  }

  static let byteLimit = 20_000_000

  /// The newest one last, which grows until it has ended.
  private(set) var frames: [Frame] = []
  private(set) var byteCount = 0
  /// Whether the newest frame has not ended.
  private(set) var isOpen = false
  /// Whether the newest moment is told, as soon as there is one.
  private(set) var isLive = true
  private var position = 0
  private var debt = Debt.none
  private var framesRecorded = 0
  private let byteLimit: Int

  init(byteLimit: Int = Self.byteLimit) {
    self.byteLimit = byteLimit
  }

  /// The positions that can be told; empty before the first frame.
  var positions: Range<Int> { (frames.first?.start ?? 0)..<(frames.last?.end ?? 0) }

  /// The position told; that of the newest moment while it is live.
  var present: Int { isLive ? max(0, positions.upperBound - 1) : position }

  /// Whether nothing comes after the moment that is told.
  var isAtEnd: Bool { present >= positions.upperBound - 1 }
  /// Whether nothing came before the moment that is told.
  var isAtStart: Bool { present <= positions.lowerBound }
  /// Whether a moment was asked for that has not been recorded.
  var isOwed: Bool { debt != .none }

  /// The moment told; nil before the first frame.
  var shown: Shown? { at(present) }

  /// The newest moment.
  var last: ReuseMoment? { frames.last?.moments.last }

  /// Frames after the one that is told.
  var framesBehind: Int { shown.map { (frames.last?.number ?? 0) - $0.frame.number } ?? 0 }

  /// The moment at a position; nil where none is kept.
  /// - Complexity: O(log frames).
  func at(_ position: Int) -> Shown? {
    guard positions.contains(position) else { return nil }
    var (low, high) = (0, frames.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if frames[middle].start <= position { low = middle } else { high = middle }
    }
    return Shown(frame: frames[low], index: position - frames[low].start)
  }

  /// Adds a call to the frame that is being recorded, or begins one with it.
  mutating func append(_ moment: ReuseMoment) {
    if !isOpen {
      framesRecorded += 1
      frames.append(Frame(number: framesRecorded, start: positions.upperBound))
      isOpen = true
    }
    frames[frames.count - 1].moments.append(moment)
    count(moment.byteCount)
    if case .moments(let owed) = debt {
      position += 1
      debt = owed > 1 ? .moments(owed - 1) : .none
    }
  }

  private mutating func count(_ bytes: Int) {
    frames[frames.count - 1].byteCount += bytes
    byteCount += bytes
  }

  /// Changes calls of the frame that is being recorded.
  mutating func amend(_ change: (inout ReuseMoment) -> Void) {
    guard isOpen, let frame = frames.indices.last else { return }
    for index in frames[frame].moments.indices {
      let bytes = frames[frame].moments[index].byteCount
      change(&frames[frame].moments[index])
      count(frames[frame].moments[index].byteCount - bytes)
    }
  }

  /// Ends the frame that is being recorded: what comes next belongs to another.
  mutating func endFrame() {
    guard isOpen else { return }
    isOpen = false
    while byteCount > byteLimit, frames.count > 1 { byteCount -= frames.removeFirst().byteCount }
    if case .frame(let number) = debt, framesRecorded >= number {
      position = positions.upperBound - 1
      debt = .none
    }
    position = max(position, positions.lowerBound)
  }

  /// Tells the moment of a position, or the nearest that is kept, and stays there.
  mutating func seek(to target: Int) {
    guard !positions.isEmpty else { return }
    isLive = false
    debt = .none
    position = min(max(target, positions.lowerBound), positions.upperBound - 1)
  }

  /// Tells the next moment and stays there.
  /// - Returns: false at the end, where the next moment to be recorded will be told.
  mutating func stepForwards() -> Bool {
    guard !isAtEnd, !isOwed else {
      position = present
      isLive = false
      if case .moments(let count) = debt { debt = .moments(count + 1) } else { debt = .moments(1) }
      return false
    }
    seek(to: present + 1)
    return true
  }

  /// Stays at the moment that is told.
  mutating func stop() { seek(to: present) }

  /// Tells the next frame to its end once it is recorded, and stays there.
  /// - Parameter isAfterOpen: the frame that is being recorded is not the one that is asked for.
  mutating func oweFrame(afterOpen isAfterOpen: Bool = false) {
    stop()
    debt = .frame(framesRecorded + (isOpen && !isAfterOpen ? 0 : 1))
  }

  /// Tells the newest moment from now on.
  mutating func goLive() {
    isLive = true
    debt = .none
  }
}
