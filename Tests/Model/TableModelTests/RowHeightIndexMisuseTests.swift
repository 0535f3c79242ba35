import Expectations
import Testing

@testable import TableModel

@Suite("RowHeightIndex stops at mistakes, naming the call, the place and the value")
struct RowHeightIndexMisuseTests {
  private static func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("a height that is not a number")
  func notANumber() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var index = RowHeightIndex()
      index.insertSection(.init(rows: 5, rowHeight: 44), at: 0)
      index.setHeight(.nan, ofRow: 3, inSection: 0)
    }
    let message = Self.text(result)
    expect(message.contains("RowHeightIndex.setHeight") && message.contains("nan") && message.contains("3..<4"))
  }

  @Test("a row that does not exist")
  func missingRow() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var index = RowHeightIndex()
      index.insertSection(.init(rows: 5, rowHeight: 44), at: 0)
      index.deleteRows(4..<6, inSection: 0)
    }
    expect(Self.text(result).contains("rows 4..<6 of section 0 do not exist, it has 5"))
  }
}
