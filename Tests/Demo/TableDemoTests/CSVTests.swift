import Expectations
import Testing

@testable import TableDemo

@Suite("CSV")
struct CSVTests {
  @Test("reads plain, empty and quoted fields, LF and CR LF")
  func fields() throws {
    let text = "a,b,c\r\n\"x, y\",,\"he said \"\"no\"\"\"\n\"two\nlines\",1,2"
    try expectEqual(
      CSV.records(in: text),
      [
        ["a", "b", "c"], ["x, y", "", "he said \"no\""], ["two\nlines", "1", "2"],
      ])
  }

  @Test("has no record for an empty text and none after the last line end")
  func ends() throws {
    try expectEqual(CSV.records(in: ""), [])
    try expectEqual(CSV.records(in: "a\n"), [["a"]])
    try expectEqual(CSV.records(in: "a\n\n"), [["a"], [""]])
    try expectEqual(CSV.records(in: "a,"), [["a", ""]])
  }

  @Test(
    "says in which line the text is malformed",
    arguments: [
      ("a,b\nc\n", 2), ("a\n\"b\n", 2), ("a\nb\"c\n", 2), ("\"a\"b\n", 1), ("a\rb\n", 1), ("a\r", 1),
      ("\"a\nb\"\nc,d\n", 3),
    ])
  func malformed(text: String, line: Int) {
    let error = #expect(throws: CSV.Malformed.self) { try CSV.records(in: text) }
    expectEqual(error?.line, line)
  }

  @Test("gives back what was written", arguments: 0..<40)
  func roundTrip(seed: Int) throws {
    var random = DemoRandom(seed: UInt64(seed))
    let alphabet: [Character] = ["a", "é", ",", "\"", "\n", " ", "日"]
    let columns = Int.random(in: 1...4, using: &random)
    let records = (0..<Int.random(in: 1...9, using: &random)).map { _ in
      (0..<columns).map { _ in
        String((0..<Int.random(in: 0...5, using: &random)).map { _ in alphabet.randomElement(using: &random)! })
      }
    }
    let text = records.map { record in
      record.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") + "\n"
    }.joined()
    try expectEqual(CSV.records(in: text), records, "seed \(seed)")
  }
}
