extension BidiResolver {
  /// Open brackets remembered at once; beyond it the standard pairs none of the sequence.
  private static let stackLimit = 63

  /// The two brackets of a pair take one direction.
  mutating func resolveBrackets(_ sequence: BidiRunSequence) {
    for pair in bracketPairs(sequence).sorted(by: { $0.open < $1.open }) {
      guard let direction = direction(of: pair, in: sequence) else { continue }
      set(direction, at: pair.open, in: sequence)
      set(direction, at: pair.close, in: sequence)
    }
  }

  /// Pairs of brackets that match, innermost first. Positions are those in the sequence.
  private func bracketPairs(_ sequence: BidiRunSequence) -> [(open: Int, close: Int)] {
    var pairs: [(open: Int, close: Int)] = []
    var open: [(closing: UInt32, position: Int)] = []
    for (position, index) in sequence.indices.enumerated() where work[position] == .ON {
      switch BidiBracket(scalars[index]) {
      case .open(let closing):
        if open.count == Self.stackLimit { return [] }
        open.append((closing, position))
      case .close(let closing):
        if let match = open.lastIndex(where: { $0.closing == closing }) {
          pairs.append((open[match].position, position))
          open.removeSubrange(match...)
        }
      case nil: break
      }
    }
    return pairs
  }

  private func direction(of pair: (open: Int, close: Int), in sequence: BidiRunSequence)
    -> BidiClass?
  {
    var holdsOpposite = false
    for position in pair.open + 1..<pair.close {
      guard let strong = strongOrNumber(work[position]) else { continue }
      if strong == sequence.direction { return strong }
      holdsOpposite = true
    }
    guard holdsOpposite else { return nil }
    let before = work[..<pair.open].reversed().lazy.compactMap { strongOrNumber($0) }.first
    return (before ?? sequence.start) == sequence.direction
      ? sequence.direction : (sequence.direction == .L ? .R : .L)
  }

  private func strongOrNumber(_ value: BidiClass) -> BidiClass? {
    switch value {
    case .L: .L
    case .R, .EN, .AN: .R
    default: nil
    }
  }

  /// Sets a bracket's type, and that of the marks that were on it (they took its type before).
  private mutating func set(_ direction: BidiClass, at position: Int, in sequence: BidiRunSequence) {
    work[position] = direction
    var next = position + 1
    while next < work.count, BidiClass(scalars[sequence.indices[next]]) == .NSM {
      work[next] = direction
      next += 1
    }
  }
}

/// One side of a paired bracket.
enum BidiBracket: Equatable {
  /// An opening bracket; holds the scalar value that closes it.
  case open(UInt32)
  /// A closing bracket; holds its own scalar value, or its canonical equivalent's.
  case close(UInt32)

  init?(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    switch value {
    case 0x28: self = .open(0x29)
    case 0x5B, 0x7B: self = .open(value + 2)
    case 0x29, 0x5D, 0x7D: self = .close(value)
    case ..<0xF3A: return nil
    // Canonically equivalent to U+3008 and U+3009.
    case 0x2329: self = .open(0x3009)
    case 0x232A: self = .close(0x3009)
    case 0x298D: self = .open(0x2990)
    case 0x2990: self = .close(0x2990)
    case 0x298F: self = .open(0x298E)
    case 0x298E: self = .close(0x298E)
    case 0xFF3B, 0xFF5B: self = .open(value + 2)
    case 0xFF3D, 0xFF5D: self = .close(value)
    case 0x169B, 0x2045, 0x207D, 0x208D, 0x2308, 0x230A, 0x27C5, 0x29FC, 0xFF08, 0xFF5F, 0xFF62:
      self = .open(value + 1)
    case 0x169C, 0x2046, 0x207E, 0x208E, 0x2309, 0x230B, 0x27C6, 0x29FD, 0xFF09, 0xFF60, 0xFF63:
      self = .close(value)
    // Blocks where opening brackets are even and closing ones follow.
    case 0xF3A...0xF3D, 0x2768...0x2775, 0x27E6...0x27EF, 0x29D8...0x29DB, 0x2E22...0x2E29,
      0x3008...0x3011, 0x3014...0x301B:
      self = value & 1 == 0 ? .open(value + 1) : .close(value)
    // And those where they are odd.
    case 0x2983...0x2998, 0x2E55...0x2E5C, 0xFE59...0xFE5E:
      self = value & 1 == 1 ? .open(value + 1) : .close(value)
    default: return nil
    }
  }
}
