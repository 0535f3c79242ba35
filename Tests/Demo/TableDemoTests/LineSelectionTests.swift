import Expectations
import Foundation
import RandomSupport
import Testing

@testable import FileViewer

@Suite("Marked lines")
struct LineSelectionTests {
  private typealias Place = LineSelection.Place

  /// Lines of some bytes each, and which of these, and of their newlines, are marked.
  private struct Naive {
    let lengths: [Int]
    var marked: Set<Place> = []
    /// What a drag or Shift marks is put in place of all that, or beside these lines.
    var kept: Set<Int> = []
    var anchor = Place(0, 0)..<Place(0, 0)

    func all(_ range: Range<Place>) -> Set<Place> {
      Set(lengths.indices.flatMap { line in (0...lengths[line]).map { Place(line, $0) } }.filter { range.contains($0) })
    }

    mutating func mark(_ unit: Range<Place>) {
      marked = all(min(anchor.lowerBound, unit.lowerBound)..<max(anchor.upperBound, unit.upperBound))
      for line in kept { marked.formUnion(all(Place.line(line))) }
    }
  }

  @Test("what is marked is what a naive model marks, whatever is clicked, dragged and held")
  func naive() {
    for seed in 0..<400 {
      var random = SeededRandom(seed: seed)
      var naive = Naive(lengths: (0..<8).map { _ in Int.random(in: 0...4, using: &random) })
      var selection = LineSelection()
      func place() -> Place {
        let line = Int.random(in: naive.lengths.indices, using: &random)
        return Place(line, Int.random(in: 0...naive.lengths[line], using: &random))
      }
      func unit() -> Range<Place> {
        let (one, other) = (place(), place())
        return Bool.random(using: &random)
          ? Place.line(one.line)
          : Bool.random(using: &random)
            ? one..<one
            : min(one, other)..<max(one, other)
      }
      for step in 0..<20 {
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
          let unit = unit()
          selection.begin(unit)
          (naive.kept, naive.anchor) = ([], unit)
          naive.mark(unit)
        case 1:
          let unit = unit()
          selection.extend(to: unit)
          if naive.kept.isEmpty {
            naive.mark(unit)
          } else {
            let line = Place.line(unit.lowerBound.line)
            naive.mark(line)
            // Beside kept lines whole lines are marked.
            for line in Set(naive.marked.map(\.line)) { naive.marked.formUnion(naive.all(Place.line(line))) }
          }
        case 2:
          let keepsOthers = Bool.random(using: &random)
          let line = place().line
          selection.extendLines(to: line, keepsOthers: keepsOthers)
          if !keepsOthers { naive.kept = [] }
          naive.anchor = Place.line(naive.anchor.lowerBound.line)
          naive.mark(Place.line(line))
        default:
          let line = place().line
          selection.toggle(line)
          naive.kept = Set(naive.marked.map(\.line)).symmetricDifference([line])
          naive.anchor = Place(line, 0)..<Place(line, 0)
          naive.mark(naive.anchor)
        }
        check(selection, naive, "seed \(seed), step \(step)")
      }
      selection.keep(below: 4)
      naive.marked = naive.marked.filter { $0.line < 4 }
      check(selection, naive, "seed \(seed), cut")
    }
  }

  private func check(_ selection: LineSelection, _ naive: Naive, _ comment: Comment) {
    var parts: Set<Place> = []
    for (line, length) in naive.lengths.enumerated() {
      guard let part = selection.part(of: line) else { continue }
      expect(!part.isEmpty, comment)
      for byte in 0...length where part.contains(byte) { parts.insert(Place(line, byte)) }
    }
    expectEqual(parts, naive.marked, comment)
    let ranges = selection.ranges
    expectEqual(naive.marked, ranges.reduce(into: []) { $0.formUnion(naive.all($1)) }, comment)
    expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }, comment)
    expectEqual(selection.isEmpty, ranges.isEmpty, comment)
  }
}

@Suite("Places in a line's text")
struct LinePlaceTests {
  private let pool: [[UInt8]] = [
    Array("a".utf8), Array("\t".utf8), [0], [0x7f], Array("\u{e9}".utf8), Array("\u{6f22}".utf8),
    Array("\u{1f600}".utf8), Array("\u{301}".utf8), Array("\u{2028}".utf8), [0x80], [0xe2, 0x82], [0xff], [0xf0, 0x9f],
  ]

  @Test("a place in the shown text and the one in the bytes lead to each other, whatever the bytes are")
  func places() {
    for seed in 0..<1000 {
      var random = SeededRandom(seed: seed)
      let bytes = (0..<Int.random(in: 0...20, using: &random)).flatMap { _ in pool.randomElement(using: &random) ?? [] }
      let all = [UInt8](repeating: 0x61, count: 3) + bytes
      let slice = all[3...]
      let text = LineText.text(of: slice, isCut: false)
      // A CR at the end is not there in this pool.
      let offsets = LineText.shownOffsets(of: Array(0...bytes.count), in: slice)
      expect(offsets.first == 0 && offsets.last == text.utf16.count, "seed \(seed)")
      expectEqual(offsets, offsets.sorted())
      for place in 0...bytes.count {
        let back = LineText.place(atShown: offsets[place], in: slice)
        expectEqual(LineText.shownOffsets(of: [back], in: slice), [offsets[place]], "seed \(seed), place \(place)")
      }
      let (marked, ranges) = LineText.text(of: slice, isCut: false, limit: 1000, marking: [0..<Int.max])
      expect(marked == text && (ranges == [NSRange(location: 0, length: text.utf16.count)] || text.isEmpty))
    }
  }

  @Test("a word is letters, digits and underscores, or spaces, or one other sign")
  func words() {
    let bytes = Array("ab_1 \u{e9}t\u{e9}  ->x".utf8)[...]
    func word(_ place: Int) -> String { String(decoding: bytes[LineText.word(at: place, in: bytes)], as: UTF8.self) }
    expect(word(0) == "ab_1" && word(3) == "ab_1" && word(4) == " ")
    expect(word(5) == "\u{e9}t\u{e9}" && word(10) == "  " && word(12) == "-" && word(13) == ">" && word(14) == "x")
    expectEqual(LineText.word(at: 3, in: []), 0..<0)
  }
}
