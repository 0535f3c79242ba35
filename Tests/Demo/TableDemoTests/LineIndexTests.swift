import Expectations
import Foundation
import Testing

@testable import FileViewer
@testable import TableDemo

/// Lines as a plain split sees them: what the index is compared with.
private func naiveLines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
  var lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
  if lines.last?.isEmpty == true { lines.removeLast() }
  return lines
}

/// Indexes `bytes` handed over in buffers of random length.
private func indexed(_ bytes: [UInt8], random: inout DemoRandom) -> RowIndex {
  var index = RowIndex()
  var position = 0
  while position < bytes.count {
    let length = min(Int.random(in: 1...3000, using: &random), bytes.count - position)
    bytes[position..<position + length].withUnsafeBytes { index.take($0) }
    position += length
  }
  return index
}

@Suite("The index of lines")
struct LineIndexTests {
  @Test("agrees with a plain split, whatever the buffers", arguments: 0..<60)
  func agrees(seed: Int) throws {
    var random = DemoRandom(seed: UInt64(seed))
    let density = [1, 2, 3, 10, 60, 600][seed % 6]
    // Neighbours of the newline in value would show a byte search that borrows from the next byte.
    let others: [UInt8] = [0x09, 0x0b, 0x8a, 0, 0x61, 0xff]
    let bytes = (0..<Int.random(in: 0...40_000, using: &random)).map { _ -> UInt8 in
      let isNewline = Int.random(in: 0..<density, using: &random) == 0
      return isNewline ? 0x0a : others[Int.random(in: 0..<others.count, using: &random)]
    }
    let lines = naiveLines(bytes)
    let index = indexed(bytes, random: &random)
    expectEqual(index.rowCount, lines.count, "seed \(seed)")
    expectEqual(index.unitCount, bytes.count)
    for line in stride(from: 0, to: lines.count, by: 97) {
      let anchor = index.anchor(atOrBefore: line)
      expect(anchor.row <= line && line - anchor.row < RowIndex.stride + 4096)
      expectEqual(anchor.offset, lines[anchor.row].startIndex, "seed \(seed), line \(line)")
    }
    let file = try ScratchFile(bytes)
    let opened = try OpenFile(path: file.path)
    for _ in 0..<200 where !lines.isEmpty {
      let line = Int.random(in: 0..<lines.count, using: &random)
      let window = LineText.limit + LineText.slack
      let text = LineText.text(of: lines[line].prefix(window), isCut: lines[line].count >= window)
      let rows = line..<line + Int.random(in: 1...40, using: &random)
      let request = try #require(index.request(rows, 0..<1, limit: window))
      let page = try PageReader.read(request, of: opened)
      let cell = page.cell(line, 0)
      expect(!page.isOutdated && page.rows == rows.clamped(to: 0..<lines.count))
      expectEqual(LineText.text(of: cell.bytes, isCut: cell.isCut), text, "seed \(seed), line \(line)")
    }
  }

  @Test("pages of a file are kept up to a number of bytes, those used last")
  func pageBound() throws {
    let line = [UInt8](repeating: 0x61, count: 999) + [0x0a]
    let bytes = [UInt8]([[UInt8]](repeating: line, count: 10_000).joined())
    var index = RowIndex()
    bytes.withUnsafeBytes { index.take($0) }
    let file = try ScratchFile(bytes)
    let opened = try OpenFile(path: file.path)
    var cache = PageCache()
    for row in stride(from: 0, to: 9_900, by: PageCache.rows) {
      let request = try #require(index.request(row..<row + PageCache.rows, 0..<1, limit: 2000))
      cache.insert(try PageReader.read(request, of: opened), PageCache.Key(of: row, 0))
      expect(cache.memory <= PageCache.mostBytes && cache.cell(row, 0, PageCache.Key(of: row, 0)) != nil)
      expectEqual(cache.cell(0, 0, PageCache.Key(of: 0, 0))?.bytes.count, 999)
    }
    expect(cache.memory > PageCache.mostBytes / 2)
    expect(!cache.has(PageCache.Key(of: PageCache.rows, 0)))
  }

  @Test("keeps at most one byte for sixteen lines", arguments: [1, 2, 40, 200])
  func memory(lineLength: Int) {
    var block = [UInt8](repeating: 0x61, count: 200_000)
    for end in stride(from: lineLength - 1, to: block.count, by: lineLength) { block[end] = 0x0a }
    var index = RowIndex()
    for _ in 0..<40 {
      block.withUnsafeBytes { index.take($0) }
    }
    expectEqual(index.rowCount, 40 * 200_000 / lineLength)
    expect(index.memory <= index.rowCount / 16 + 256)
  }

  @Test("remembers a line start every few megabytes in a file of huge lines")
  func landmarks() {
    var megabyte = [UInt8](repeating: 0x61, count: 1 << 20)
    megabyte[700_000] = 0x0a
    var index = RowIndex()
    for _ in 0..<40 {
      megabyte.withUnsafeBytes { index.take($0) }
    }
    for line in 1..<index.rowCount {
      let start = (line - 1) << 20 + 700_001
      let anchor = index.anchor(atOrBefore: line)
      expectEqual(anchor.offset, (anchor.row == 0 ? 0 : (anchor.row - 1) << 20 + 700_001))
      expect(start - anchor.offset <= RowIndex.farthestStart)
    }
    expect(index.memory < 2048)
  }
}
