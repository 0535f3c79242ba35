import Expectations
import TestSupport
import Testing

@testable import TableDemo

@Suite("The numbers of the updates screen")
struct RowNumbersTests {
  @Test("agree with an array through random inserts and removals")
  func random() {
    var random = SeededRandom(seed: 1)
    var numbers = RowNumbers(count: 20)
    var plain = Array(0..<20)
    var next = 20
    for _ in 0..<500 {
      if plain.isEmpty || Bool.random(using: &random) {
        let row = Int.random(in: 0...plain.count, using: &random)
        numbers.insertNew(2, at: row)
        plain.insert(contentsOf: [next, next + 1], at: row)
        next += 2
      } else {
        let number = numbers.remove(at: Int.random(in: 0..<plain.count, using: &random))
        plain.removeAll { $0 == number }
      }
      expect(numbers.count == plain.count && plain.indices.allSatisfy { numbers[$0] == plain[$0] })
    }
  }
}
