import Expectations
import Foundation
import RandomSupport
import Testing
import UIKitCore
import UIKitGrid

@testable import FileViewer
@testable import TableDemo

@MainActor
@Suite("Delimited files")
struct DelimitedTests {
  /// A file that is read to its end.
  private func indexed(_ scratch: ScratchFile) -> IndexedFile {
    let file = IndexedFile(path: scratch.path, hasFields: true, lanes: .inline)
    file.startIndexing()
    return file
  }

  /// All fields of a file.
  private func rows(_ text: String) throws -> (rows: [[String]], index: RowIndex) {
    let scratch = try ScratchFile(text)
    let file = indexed(scratch)
    let rows = (0..<file.index.rowCount).map { record in
      (0..<file.index.columns).map { file.field($0, ofRecord: record) ?? "?" }
    }
    return (rows, file.index)
  }

  @Test("fields are read as RFC 4180 has them: quotes over lines, doubled quotes, CR LF")
  func fields() throws {
    let read = try rows("a,b,c\r\n1,\"x,\ny\",\"say \"\"hi\"\"\"\r\n,\"\",5\" pipe\r\nlast,,")
    expectEqual(
      read.rows, [["a", "b", "c"], ["1", "x,\ny", "say \"hi\""], ["", "", "5\" pipe"], ["last", "", ""]])
    expect(read.index.raggedRows == 0 && read.index.plainFrom == nil)
  }

  @Test("records with other numbers of fields are counted, and padded with nothing")
  func ragged() throws {
    let read = try rows("a,b\n1\n1,2,3\n\n4,5\n")
    expectEqual(read.rows, [["a", "b", ""], ["1", "", ""], ["1", "2", "3"], ["", "", ""], ["4", "5", ""]])
    expectEqual(read.index.raggedRows, 3)
  }

  @Test("from a quote that is never closed each line is a record")
  func unclosedQuote() throws {
    let filler = (0..<40).map { "r\($0),\"q,\($0)\"\n" }.joined()
    let read = try rows(filler + "x,\"open\n1,2\n3,4\n")
    expectEqual(read.index.rowCount, 43)
    expectEqual(read.index.plainFrom, filler.utf8.count)
    expectEqual(read.rows[39], ["r39", "q,39"])
    expect(read.rows[40] == ["x", "\"open"] && read.rows[42] == ["3", "4"])
  }

  @Test("reads back what was written, whatever it is", arguments: 0..<30)
  func random(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let pieces = ["a", "12", ",", "\"", "\n", "\r\n", "é", " ", ""]
    let rows = (0..<Int.random(in: 1...200, using: &random)).map { _ in
      (0..<3).map { _ in
        (0..<Int.random(in: 0...4, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      }
    }
    let text = rows.map { row in
      row.map { field in
        field.contains { ",\"\n\r".unicodeScalars.contains($0.unicodeScalars.first ?? "a") || $0 == "\r\n" }
          ? "\"" + field.replacingOccurrences(of: "\"", with: "\"\"") + "\"" : field
      }.joined(separator: ",") + "\n"
    }.joined()
    let read = try self.rows(text)
    expectEqual(read.rows, rows, "seed \(seed)")
  }

  @Test("sorts numbers by value, then texts with their digits as numbers, then nothing; alike ones keep their order")
  func sorting() throws {
    let scratch = try ScratchFile("n,t\n10,item 10\n9,item 9\n,\n-1.5,Item 9\nx,item 100\n9,a\n1e2,item 9\n")
    let file = indexed(scratch)
    func order(_ column: Int, _ isDescending: Bool) throws -> [UInt32]? {
      var order: [UInt32]?
      file.order(by: [SortKey(id: column, isDescending: isDescending)], from: 1, cancellation: Cancellation()) {
        order = try? $0.get()?.order
      }
      return order
    }
    try expectEqual(order(0, false), [4, 2, 6, 1, 7, 5, 3])
    try expectEqual(order(0, true), [5, 7, 1, 2, 6, 4, 3])
    try expectEqual(order(1, false), [6, 2, 4, 7, 1, 5, 3])
  }

  @Test("the delimiter is found out from the name and the first line")
  func delimiter() {
    func found(_ name: String, _ text: String) -> Character {
      var text = text
      return Character(
        Unicode.Scalar(
          text.withUTF8 { RecordScanner.delimiter(ofFile: name, beginning: UnsafeRawBufferPointer($0)) }))
    }
    expectEqual(found("a.csv", "a,b;c,d\n"), ",")
    expectEqual(found("a.csv", "a;b;\"c,d,e\"\n"), ";")
    expectEqual(found("a.tsv", "a,b,c\n"), "\t")
    expectEqual(found("a.csv", "a|b,c|d\n"), "|")
    expectEqual(found("a.csv", ""), ",")
  }

  @Test("a first line of sep= names the delimiter and is no record; lines may end with CR alone")
  func namedDelimiter() throws {
    try expectEqual(rows("sep=|\r\na|b,c\r\n1|2\r\n").rows, [["a", "b,c"], ["1", "2"]])
    try expectEqual(rows("SEP=;\na;b\n").rows, [["a", "b"]])
    try expectEqual(rows("sep=;x\na\n").rows, [["sep=", "x"], ["a", ""]])
    try expectEqual(rows("a,b\r\"1\r2\",3\r").rows, [["a", "b"], ["1\r2", "3"]])
  }

  @Test("numbers are what is written as one, and no word is")
  func numbers() {
    func value(_ text: String) -> Double? {
      var text = text
      return text.withUTF8 { FieldNumber.value(of: UnsafeRawBufferPointer($0)) }
    }
    expect(value("12") == 12 && value(" -0.5 ") == -0.5 && value("1e3") == 1000 && value("+7.25") == 7.25)
    expectEqual(value("123456789012345678901234567890"), 123_456_789_012_345_677_877_719_597_056)
    for text in ["", "-", "nan", "inf", "1,5", "0x10", "12a", "1.2.3", "e5"] { expect(value(text) == nil, "\(text)") }
  }
}

@Suite("Sheet")
struct SheetTests {
  @Test("formulas add, multiply, refer and sum; totals are sums of their row")
  func formulas() {
    var sheet = Sheet()
    let origin = GridPosition(row: 1, column: 0)
    func result(_ formula: String) -> String {
      sheet.apply([origin: formula])
      return sheet.text(of: origin)
    }
    expectEqual(result("=1+2*(3-1)/4"), "2")
    expectEqual(result("=1/0"), "#DIV/0!")
    expectEqual(result("=A2"), "#CYCLE!")
    expect(result("=ZZZZ1") == "#REF!" && result("=1+") == "#ERROR!" && result("=SUM(A1:XFD1000000)") == "#RANGE!")
    expect(result("12.5") == "12.50" && result("abc") == "abc")
    expectEqual(sheet.text(of: GridPosition(row: 0, column: 5)), "Total")
    let amounts = (1...4).map { column -> Double in
      guard case .number(let number) = sheet.value(of: GridPosition(row: 7, column: column)) else { return 0 }
      return number
    }
    expectEqual(sheet.value(of: GridPosition(row: 7, column: 5)), .number(amounts.reduce(0, +)))
    expectEqual(sheet.source(of: GridPosition(row: 7, column: 5)), "=SUM(B8:E8)")
    expectEqual(result("=sum(B8:E8, 1) - F8"), "1")
    sheet.apply([GridPosition(row: 7, column: 1): "100000"])
    expectEqual(sheet.value(of: GridPosition(row: 7, column: 5)), .number(amounts.dropFirst().reduce(100_000, +)))
  }
}
