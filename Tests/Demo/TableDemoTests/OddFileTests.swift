import Expectations
import Foundation
import Testing
import UIKitCore

@testable import DemoParts
@testable import FileViewer
@testable import TableDemo

/// Files as other programs write them, malformed ones among them.
@MainActor
@Suite("Odd files")
struct OddFileTests {
  private func bytes(_ text: String, _ encoding: String.Encoding, mark: [UInt8]) throws -> [UInt8] {
    mark + Array(try #require(text.data(using: encoding)))
  }

  private static let marks: [(String.Encoding, [UInt8])] = [
    (.utf8, [0xef, 0xbb, 0xbf]), (.utf16LittleEndian, [0xff, 0xfe]), (.utf16BigEndian, [0xfe, 0xff]),
  ]

  /// All fields of a delimited file.
  private func rows(_ bytes: [UInt8]) throws -> [[String]] {
    let scratch = try ScratchFile(bytes)
    let file = IndexedFile(path: scratch.path, hasFields: true, lanes: .inline)
    file.startIndexing()
    return (0..<file.index.rowCount).map { row in
      (0..<file.index.columns).map { file.field($0, ofRecord: row) ?? "?" }
    }
  }

  private func lines(_ bytes: [UInt8]) throws -> [String] {
    let scratch = try ScratchFile(bytes)
    let file = IndexedFile(path: scratch.path, lanes: .inline)
    file.startIndexing()
    return (0..<file.index.rowCount).map { file.line($0) ?? "?" }
  }

  /// The second column of all records in its order.
  private func sorted(
    _ text: String, by column: Int = 1, mostTextBytes: Int = 1 << 20
  ) throws -> RecordSorter.Sorted? {
    let scratch = try ScratchFile(text)
    let file = IndexedFile(path: scratch.path, hasFields: true, lanes: .inline)
    file.startIndexing()
    return try RecordSorter.sorted(
      file.index, of: OpenFile(path: scratch.path), by: [SortKey(id: column)], first: 0,
      mostTextBytes: mostTextBytes)
  }

  // MARK: RFC 4180

  @Test(
    "records and fields are those of RFC 4180, and of files that keep to it less",
    arguments: [
      // 1 and 2: a line a record, the last line end may be missing.
      ("aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
      ("aaa,bbb,ccc\r\nzzz,yyy,xxx", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
      // 4: spaces are part of a field; the last field is followed by no comma.
      (" a , b\n c,d \n", [[" a ", " b"], [" c", "d "]]),
      ("a,\nb,\n", [["a", ""], ["b", ""]]),
      // 5, 6 and 7: quotes, line ends and commas within, doubled quotes.
      ("\"aaa\",\"bbb\",\"ccc\"\r\nzzz,yyy,xxx", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
      ("\"aaa\",\"b\r\nbb\",\"ccc\"\r\nzzz,yyy,xxx", [["aaa", "b\r\nbb", "ccc"], ["zzz", "yyy", "xxx"]]),
      ("\"aaa\",\"b\"\"bb\",\"ccc\"", [["aaa", "b\"bb", "ccc"]]),
      ("\"\",\"\"\"\",\"\"\"\"\"\"\n", [["", "\"", "\"\""]]),
      ("\",\",\"\n\"\n", [[",", "\n"]]),
      // Kept to less.
      ("5\"\" disk,3\n\"6\"\" disk\",4\n", [["5\"\" disk", "3"], ["6\" disk", "4"]]),
      ("\"a\"b,c\n", [["ab", "c"]]),
      (" \"a\",b\n", [[" \"a\"", "b"]]),
      ("a\rb,c\nd,e\n", [["a\rb", "c"], ["d", "e"]]),
      ("a,b\n\nc,d\n", [["a", "b"], ["", ""], ["c", "d"]]),
      ("\n", [[""]]), (",", [["", ""]]), ("\"\"", [[""]]), ("\"", [["\""]]), ("a,b\r", [["a", "b"]]),
    ])
  func rfc4180(text: String, expected: [[String]]) throws {
    try expectEqual(rows(Array(text.utf8)), expected)
  }

  // MARK: Encodings and line ends

  @Test("a byte-order mark is no part of the first title, quoted or not, in any encoding", arguments: 0..<3)
  func marks(number: Int) throws {
    let (encoding, mark) = Self.marks[number]
    let quoted = try bytes("\"na,me\",size\r\n\"b\u{e9} \u{1F600}\",\"1\"\"0\"\n", encoding, mark: mark)
    try expectEqual(rows(quoted), [["na,me", "size"], ["b\u{e9} \u{1F600}", "1\"0"]])
    try expectEqual(
      lines(bytes("na\u{ef}ve\n\u{65e5}\u{672c}\r\n\nlast", encoding, mark: mark)),
      [
        "na\u{ef}ve", "\u{65e5}\u{672c}", "", "last",
      ])
  }

  @Test("UTF-16 is sorted and copied like UTF-8, and half a character at its end does no harm")
  func utf16() throws {
    let scratch = try ScratchFile(
      try bytes("n,t\nx,\u{e4}\ny,10\nz,\"9\"\n", .utf16LittleEndian, mark: [0xff, 0xfe]) + [0x41])
    let file = IndexedFile(path: scratch.path, hasFields: true, lanes: .inline)
    file.startIndexing()
    var order: [UInt32]?
    file.order(by: [SortKey(id: 1, isDescending: false)], from: 1, cancellation: Cancellation()) {
      order = try? $0.get()?.order
    }
    // The half is a record of its own, without the column.
    expectEqual(order, [3, 2, 1, 4])
    var copied: [[String]]?
    file.wholeCells(rows: [3, 1], columns: [1, 0], mostBytes: 100) { copied = try? $0.get() }
    expectEqual(copied, [["9", "z"], ["\u{e4}", "x"]])
  }

  @Test("lines that end with CR alone are lines and records")
  func carriageReturns() throws {
    try expectEqual(lines(Array("one\rtwo\r\rfour".utf8)), ["one", "two", "", "four"])
    try expectEqual(rows(Array("a,b\r1,\"x\ry\"\r3,4\r".utf8)), [["a", "b"], ["1", "x\ry"], ["3", "4"]])
    try expectEqual(lines(Array("one\r\ntwo\rstill\n".utf8)), ["one", "two^Mstill"])
  }

  // MARK: One splitter

  @Test("sorting splits records as showing them does, behind quotes that mean nothing, too")
  func splitter() throws {
    // With the quotes taken for a field's the three would be 3, 1 and nothing.
    try expectEqual(sorted("5\"\" disk,3\n\"x\",1\n6\"\" disk,2\n")?.order, [1, 2, 0])
  }

  @Test("sorting finds the field that is shown, whatever a file holds", arguments: 0..<40)
  func splitterAtRandom(seed: Int) throws {
    var random = DemoRandom(seed: UInt64(seed))
    let pieces = ["a", "1", ",", "\"", "\"\"", "\n", "\r\n", "\r", "\u{e9}", " "]
    let text = (0..<Int.random(in: 1...300, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
      .joined()
    let scratch = try ScratchFile(text)
    let file = IndexedFile(path: scratch.path, hasFields: true, lanes: .inline)
    file.startIndexing()
    for column in 0..<min(file.index.columns, 4) {
      let fields = (0..<file.index.rowCount).map { file.field(column, ofRecord: $0) ?? "?" }
      let order = try #require(try sorted(text, by: column)).order
      let expected = fields.indices.sorted { rank(fields[$0], $0) < rank(fields[$1], $1) }
      expectEqual(order.map { fields[Int($0)] }, expected.map { fields[$0] }, "seed \(seed), column \(column)")
    }
  }

  /// What comes before what: numbers, texts by their bytes with small letters, nothing.
  private func rank(_ field: String, _ number: Int) -> Rank {
    var field = field
    let value = field.withUTF8 { FieldNumber.value(of: UnsafeRawBufferPointer($0)) }
    let kind = value != nil ? 0 : field.isEmpty ? 2 : 1
    return Rank(kind: kind, value: value ?? 0, text: kind == 1 ? Array(field.utf8) : [], number: number)
  }

  private struct Rank: Comparable {
    let kind: Int
    let value: Double
    let text: [UInt8]
    let number: Int

    static func < (left: Rank, right: Rank) -> Bool {
      if left.kind != right.kind { return left.kind < right.kind }
      if left.value != right.value { return left.value < right.value }
      if left.text != right.text {
        let order = left.text.withUnsafeBytes { l in right.text.withUnsafeBytes { RecordSorter.compare(l, $0) } }
        if order != 0 { return order < 0 }
      }
      return left.number < right.number
    }
  }

  // MARK: Long rows

  /// A file of pieces.
  private func file(_ pieces: [String]) throws -> (IndexedFile, ScratchFile) {
    let scratch = try ScratchFile("")
    let handle = try FileHandle(forWritingTo: URL(filePath: scratch.path))
    for piece in pieces { try handle.write(contentsOf: Data(piece.utf8)) }
    try handle.close()
    let file = IndexedFile(path: scratch.path, hasFields: true, lanes: .inline)
    file.startIndexing()
    return (file, scratch)
  }

  @Test("a line of 30 MB of commas has its columns, and any of them is read")
  func commas() throws {
    let count = 30 << 20
    let (file, scratch) = try file([String(repeating: ",", count: count), "last\nnext,line\n"])
    expect(file.index.columns == count + 1 && file.index.rowCount == 2)
    expect(file.field(count, ofRecord: 0) == "last" && file.field(1, ofRecord: 1) == "line")
    expectEqual(file.field(count / 2, ofRecord: 0), "")
    expect(file.index.memory < 1024)
    withExtendedLifetime(scratch) {}
  }

  @Test("fields of megabytes in quotes are shown up to a limit, and all that is behind them is there")
  func longFields() throws {
    let long = "\"" + String(repeating: "l\"\"\n,", count: 1 << 20) + "\""
    let (file, scratch) = try file(["a,b,c\n1,", long, ",", long, ",end\n"] + (0..<20).map { "\($0),x,y\n" })
    expect(file.index.rowCount == 22 && file.index.raggedRows == 1)
    let shown = try #require(file.field(1, ofRecord: 1))
    expect(shown.hasPrefix("l\"\n,l\"\n,") && shown.hasSuffix("\u{2026}") && shown.utf8.count < 1100)
    expectEqual(file.field(3, ofRecord: 1), "end")
    for row in 2..<22 { expect(file.field(0, ofRecord: row) == "\(row - 2)" && file.field(2, ofRecord: row) == "y") }
    var whole: [[String]]?
    file.wholeCells(rows: [1], columns: [2], mostBytes: 8 << 20) { whole = try? $0.get() }
    expectEqual(whole?[0][0].utf8.count, 4 << 20)
    withExtendedLifetime(scratch) {}
  }

  @Test("rows behind a record of many megabytes are shown")
  func behindLongRecord() throws {
    let (file, scratch) = try file(
      ["a,b\n1,"] + [String](repeating: String(repeating: "z", count: 1 << 20), count: 70) + ["\n"]
        + (0..<13).map { "row \($0),\($0)\n" })
    expectEqual(file.index.rowCount, 15)
    for row in 0..<13 { expectEqual(file.field(0, ofRecord: row + 2), "row \(row)") }
    expectEqual(file.field(1, ofRecord: 1)?.utf8.count, file.cellLimit + 3)
    withExtendedLifetime(scratch) {}
  }

  @Test("lines that end together behind a line of megabytes are shown")
  func behindLongLine() throws {
    let scratch = try ScratchFile("first\n" + String(repeating: "y", count: 9 << 20) + "\nthird\nlast\n")
    let file = IndexedFile(path: scratch.path, lanes: .inline)
    file.startIndexing()
    expectEqual((0..<4).map { file.line($0)?.prefix(6) }, ["first", "yyyyyy", "third", "last"])
    expect(file.line(3) == "last" && file.line(2) == "third")
  }

  @Test("the last line of many megabytes is cut without reading it to its end")
  func longLine() throws {
    let scratch = try ScratchFile("first\n" + String(repeating: "y", count: 12 << 20))
    let file = IndexedFile(path: scratch.path, lanes: .inline)
    file.startIndexing()
    expect(file.line(1) == String(repeating: "y", count: LineText.limit) + "\u{2026}" && file.line(0) == "first")
    file.cellLimit = LineText.longestLimit + LineText.slack
    expectEqual(file.line(1)?.utf8.count, LineText.longestLimit + 3)
  }

  @Test("sorting holds a part of long texts, says by how much it compared, and numbers and short texts are right")
  func boundedSorting() throws {
    let long = String(repeating: "k", count: 5000)
    let whole = try #require(try sorted("a,b\nc,a\nd,\"2\"\n"))
    expect(whole.order == [2, 1, 0] && whole.comparedLength == nil)
    let cut = try #require(try sorted("a,\(long)b\nc,\(long)a\nd,2\ne,j\n"))
    expect(cut.order == [2, 3, 0, 1] && cut.comparedLength == RecordSorter.longestText)
    // Room for 40 bytes of each.
    let many = (0..<200).map { "\($0),\(String(UnicodeScalar(UInt8(97 + ($0 * 7) % 26))))\(long)\n" }.joined()
    let halved = try #require(try sorted(many, mostTextBytes: 8192))
    expectEqual(halved.comparedLength, 40)
    let letters = halved.order.map { Int($0) * 7 % 26 }
    expectEqual(letters, letters.sorted())
  }

  // MARK: Copying

  @Test("lines are copied whole, with their tabs and control characters")
  func wholeLines() throws {
    let long = String(repeating: "0123456789", count: 300)
    let scratch = try ScratchFile("short\r\n\(long)\ttab\u{1}\n\u{0}nul\n")
    let file = IndexedFile(path: scratch.path, lanes: .inline)
    file.startIndexing()
    var lines: [[String]]?
    file.wholeCells(rows: [1, 0, 2], columns: [0], mostBytes: 1 << 20) { lines = try? $0.get() }
    expectEqual(lines?.map { LineText.whole($0[0]) }, [long + "\ttab\u{1}", "short", "\u{fffd}nul"])
    var failure: UnreadableInput?
    file.wholeCells(rows: [1], columns: [0], mostBytes: 100) {
      if case .failure(let error) = $0 { failure = error }
    }
    expectEqual(failure?.reason, "that is more than can be copied at once")
  }
}
