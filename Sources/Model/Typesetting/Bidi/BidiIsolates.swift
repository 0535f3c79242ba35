/// The matching of isolate initiators and PDIs in a paragraph.
struct BidiIsolates {
  /// For an initiator the index of its PDI, or the paragraph's length without one;
  /// for a matched PDI the index of its initiator; -1 elsewhere.
  let partner: [Int]

  init(_ classes: [BidiClass]) {
    guard classes.contains(where: \.startsIsolate) else {
      partner = []
      return
    }
    var partner = [Int](repeating: -1, count: classes.count)
    var open: [Int] = []
    for (index, value) in classes.enumerated() {
      if value.startsIsolate {
        partner[index] = classes.count
        open.append(index)
      } else if value == .PDI, let start = open.popLast() {
        partner[start] = index
        partner[index] = start
      }
    }
    self.partner = partner
  }

  /// The partner of the initiator or PDI at `index`; -1 without a partner.
  func partner(of index: Int) -> Int { partner.isEmpty ? -1 : partner[index] }

  /// The direction of the first strong character of `start..<end`, isolates skipped whole.
  func firstStrong(in classes: [BidiClass], from start: Int, to end: Int)
    -> BidiParagraph.BaseDirection
  {
    var index = start
    while index < end {
      switch classes[index] {
      case .L: return .leftToRight
      case .R, .AL: return .rightToLeft
      case .LRI, .RLI, .FSI: index = partner(of: index)
      default: break
      }
      index += 1
    }
    return .leftToRight
  }
}
