import CZlib
import DemoParts
import Expectations
import Foundation
import TestSupport
import Testing
import TextSearch

@testable import FileViewer
@testable import TableDemo

/// Data as zlib's own gzip stream of a level.
private func gzip(_ bytes: some Collection<UInt8>, level: Int32 = 6) throws -> [UInt8] {
  var stream = z_stream()
  let status = deflateInit2_(
    &stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
  try #require(status == Z_OK)
  defer { deflateEnd(&stream) }
  var input = Array(bytes)
  let bound = Int(deflateBound(&stream, uLong(input.count)))
  return try [UInt8](unsafeUninitializedCapacity: bound) { output, count in
    let status = input.withUnsafeMutableBufferPointer { input in
      (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
      (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
      return deflate(&stream, Z_FINISH)
    }
    try #require(status == Z_STREAM_END)
    count = output.count - Int(stream.avail_out)
  }
}

/// Lines of a text, some of them long, that compresses about as a log does.
private func text(bytes: Int, _ random: inout DemoRandom) -> [UInt8] {
  var text: [UInt8] = []
  text.reserveCapacity(bytes + 300)
  while text.count < bytes {
    let word = UInt64.random(in: 0...(.max), using: &random)
    text += "\(text.count) INFO request \(word) took \(word % 977) ms ".utf8
    if word % 3 != 0 { text.append(0x0a) }
    if word % 50 == 0 { text += repeatElement(UInt8(97 + word % 20), count: Int(word % 200)) }
  }
  return text
}

/// Whether bytes are those of a text from a place on. Faster than a comparison that is not optimized.
private func are(_ bytes: [UInt8], _ text: [UInt8], from place: Int, most count: Int) -> Bool {
  let expected = text[min(place, text.count)..<min(place + count, text.count)]
  return bytes.count == expected.count
    && bytes.withUnsafeBytes { bytes in
      expected.withUnsafeBytes { expected in
        bytes.isEmpty || memcmp(bytes.baseAddress!, expected.baseAddress!, bytes.count) == 0
      }
    }
}

@MainActor
@Suite("Gzip files")
struct GzipTests {
  private func opened(_ bytes: [UInt8]) throws -> (OpenFile, ScratchFile) {
    let scratch = try ScratchFile(bytes)
    return (try OpenFile(path: scratch.path), scratch)
  }

  private func source(_ bytes: [UInt8], mostPoints: Int) throws -> (GzipBytes, ScratchFile) {
    let scratch = try ScratchFile(bytes)
    let descriptor = open(scratch.path, O_RDONLY | O_CLOEXEC)
    return (GzipBytes(PlainBytes(path: scratch.path, descriptor: descriptor), mostPoints: mostPoints), scratch)
  }

  private func indexed(
    _ bytes: [UInt8], suffix: String = "", hasFields: Bool = false
  ) throws -> (IndexedFile, ScratchFile) {
    let scratch = try ScratchFile(bytes, suffix: suffix)
    let file = IndexedFile(path: scratch.path, hasFields: hasFields, lanes: .inline)
    file.startIndexing()
    return (file, scratch)
  }

  private func lines(_ file: IndexedFile) -> [String?] { (0..<file.index.rowCount).map { file.line($0) } }

  @Test("any part of a text is what was compressed, in whatever order the parts are read", arguments: 0..<12)
  func parts(seed: Int) throws {
    var random = DemoRandom(seed: UInt64(seed))
    let text = text(bytes: Int.random(in: 0...6_000_000, using: &random), &random)
    var data: [UInt8] = []
    var begin = 0
    for _ in 0..<seed % 4 {
      let end = Int.random(in: begin...text.count, using: &random)
      data += try gzip(text[begin..<end], level: Int32.random(in: 0...9, using: &random))
      begin = end
    }
    data += try gzip(text[begin...], level: Int32.random(in: 1...9, using: &random))
    if seed % 3 == 0 { data += [UInt8](repeating: 0, count: seed * 100) }
    let (file, scratch) = try opened(data)
    for _ in 0..<60 {
      let place = Int.random(in: 0...text.count + 10, using: &random)
      let count = Int.random(in: 0...(seed % 2 == 0 ? 2000 : 700_000), using: &random)
      let bytes = try file.bytes(at: place, count: count)
      expect(are(bytes, text, from: place, most: count), "seed \(seed), \(count) bytes from \(place) of \(text.count)")
    }
    try expectEqual(file.bytes(at: text.count, count: 1), [])
    expect(file.size == text.count && file.fault == nil)
    withExtendedLifetime(scratch) {}
  }

  @Test("readers of one file on many threads each get the text")
  func threads() async throws {
    var random = DemoRandom(seed: 5)
    let text = text(bytes: 6_000_000, &random)
    let (file, scratch) = try opened(try gzip(text))
    await withTaskGroup(of: Bool.self) { group in
      for reader in 0..<6 {
        group.addTask {
          (0..<20).allSatisfy { step in
            let place = reader % 2 == 0 ? step * 300_000 : (20 - step) * 290_000
            return (try? file.bytes(at: place, count: 300_000)).map { are($0, text, from: place, most: 300_000) }
              == true
          }
        }
      }
      for await isRight in group { expect(isRight) }
    }
    withExtendedLifetime(scratch) {}
  }

  @Test("a file that was cut off at any byte shows the beginning of its text and says so", arguments: 0..<12)
  func cutOff(seed: Int) throws {
    var random = DemoRandom(seed: UInt64(seed))
    let text = text(bytes: Int.random(in: 0...1_000_000, using: &random), &random)
    let data = try gzip(text)
    let (file, scratch) = try opened(Array(data[..<Int.random(in: 3..<data.count, using: &random)]))
    let read = try file.bytes(at: 0, count: text.count + 1)
    expect(are(read, text, from: 0, most: read.count))
    expect(file.fault?.hasPrefix("cut off") == true && file.size == read.count, "seed \(seed)")
    try expectEqual(file.bytes(at: read.count / 2, count: 100), Array(read[(read.count / 2)...].prefix(100)))
    withExtendedLifetime(scratch) {}
  }

  @Test("a flipped bit does no harm, and what is not the text is told of", arguments: 0..<40)
  func flippedBits(seed: Int) throws {
    var random = DemoRandom(seed: UInt64(seed))
    let text = text(bytes: Int.random(in: 1...800_000, using: &random), &random)
    var data = try gzip(text)
    // Behind the magic number, the time and the system, which mean nothing for the text.
    data[Int.random(in: 10..<data.count, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
    let (file, scratch) = try opened(data)
    let read = try file.bytes(at: 0, count: text.count + 100_000)
    expect(read == text || file.fault != nil, "seed \(seed)")
    expectEqual(try file.bytes(at: 0, count: text.count + 100_000), read)
    withExtendedLifetime(scratch) {}
  }

  @Test("what stands behind the last member is left out, and said")
  func surplus() throws {
    let data = try gzip("one\ntwo\n".utf8)
    let (file, scratch) = try indexed(data + "no gzip".utf8)
    expectEqual(lines(file), ["one", "two"])
    expectEqual(file.trouble, "all behind byte \(data.count) of the file is no gzip data")
    withExtendedLifetime(scratch) {}
  }

  @Test("restart points are no more than allowed, and every part is read all the same")
  func points() throws {
    var random = DemoRandom(seed: 3)
    let piece = text(bytes: 1 << 20, &random)
    let member = try gzip(piece, level: 1)
    var data: [UInt8] = []
    for _ in 0..<70 { data += member }
    let (bytes, scratch) = try source(data, mostPoints: 4)
    func read(_ place: Int, _ count: Int) throws -> [UInt8] {
      try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        filled = try bytes.read(into: UnsafeMutableRawBufferPointer(buffer), at: place)
      }
    }
    try expectEqual(read(70 * piece.count, 1), [])
    expect(bytes.pointCount <= 4 && bytes.size == 70 * piece.count)
    for _ in 0..<10 {
      let place = Int.random(in: 0..<69 * piece.count, using: &random)
      let expected = (place..<place + 300).map { piece[$0 % piece.count] }
      try expectEqual(read(place, 300), expected)
    }
    withExtendedLifetime(scratch) {}
  }

  @Test("a gzip file is known by its content, and found, filtered, copied and told by its sizes like any text")
  func screen() throws {
    let (file, scratch) = try indexed(try gzip("alpha\nbeta\nalphabet\n".utf8))
    expectEqual(lines(file), ["alpha", "beta", "alphabet"])
    expect(file.sizeWords.contains(", gzip ") && file.trouble == nil && file.progress == 1)
    let search = try FileSearch(RowTest(TextPattern("alpha")), in: file)
    search.proceed()
    expectEqual(search.result.lines.count, 2)
    var copied: [[String]]?
    file.wholeCells(rows: [2, 0], columns: [0], mostBytes: 100) { copied = try? $0.get() }
    expectEqual(copied, [["alphabet"], ["alpha"]])
    withExtendedLifetime(scratch) {}
    let (plain, other) = try indexed(Array("alpha\n".utf8), suffix: ".gz")
    expectEqual(lines(plain), ["alpha"])
    withExtendedLifetime(other) {}
  }

  @Test("compressed CSV and TSV have columns, and are sorted")
  func delimited() throws {
    expect(IndexedFile.isDelimited("a.csv.gz") && IndexedFile.isDelimited("a.TSV.GZ"))
    expect(!IndexedFile.isDelimited("a.gz"))
    let (file, scratch) = try indexed(try gzip("n,m\tt\nx,1\t9\ny,2\t10\n".utf8), suffix: ".tsv.gz", hasFields: true)
    expectEqual(file.field(1, ofRecord: 2), "10")
    var order: [UInt32]?
    file.order(by: [SortKey(id: 1, isDescending: true)], from: 1, cancellation: Cancellation()) {
      order = try? $0.get()?.order
    }
    expectEqual(order, [2, 1])
    withExtendedLifetime(scratch) {}
  }

  @Test(
    "data that grows in pieces is read on, through the end of members and within them; a cut is told until it is over",
    arguments: 0..<16)
  func growth(seed: Int) throws {
    var random = DemoRandom(seed: UInt64(seed))
    let text = text(bytes: Int.random(in: 0...(seed % 4 == 0 ? 3_000_000 : 60_000), using: &random), &random)
    var (data, begin) = ([UInt8](), 0)
    // Where members end, in the data, or zeros behind them.
    var ends: Set<Int> = []
    for number in 0...seed % 5 {
      let end = number == seed % 5 ? text.count : Int.random(in: begin...text.count, using: &random)
      data += try gzip(text[begin..<end])
      ends.insert(data.count)
      for _ in 0..<(seed % 3 == 0 && number < seed % 5 ? 3 : 0) {
        data.append(0)
        ends.insert(data.count)
      }
      begin = end
    }
    var count = Int.random(in: 3..<min(data.count, 100), using: &random)
    let (file, scratch) = try indexed(Array(data[..<count]))
    var rows = file.index.rowCount
    while count < data.count {
      let isLast = Int.random(in: 0..<12, using: &random) == 0
      let next = isLast ? data.count : Int.random(in: count...data.count, using: &random)
      let handle = try FileHandle(forWritingTo: URL(filePath: scratch.path))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data(data[count..<next]))
      try handle.close()
      count = next
      file.check()
      expect(file.generation == 1 && file.index.rowCount >= rows, "seed \(seed), \(count) of \(data.count)")
      rows = file.index.rowCount
      expectEqual(file.trouble?.hasPrefix("cut off") == true, !ends.contains(count))
      let opened = try #require(file.file)
      let place = Int.random(in: 0...text.count, using: &random)
      let part = try opened.bytes(at: place, count: 300_000)
      expect(are(part, text, from: place, most: part.count))
    }
    expectEqual(file.index.unitCount, text.count)
    try expect(are(#require(file.file).bytes(at: 0, count: text.count + 1), text, from: 0, most: text.count))
    let lines = text.split(separator: 0x0a, omittingEmptySubsequences: false).filter { !$0.isEmpty }
    expect(file.index.rowCount == lines.count && file.trouble == nil && file.file?.compressedSize == data.count)
    // Another file in its place is read anew.
    try scratch.replace(by: "rotated\n")
    file.check()
    expect(file.generation == 2 && self.lines(file) == ["rotated"])
  }

  @Test("readers on many threads get the text while its data grows")
  func growthAndThreads() async throws {
    var random = DemoRandom(seed: 8)
    let text = text(bytes: 4_000_000, &random)
    let data = try gzip(text)
    let (file, scratch) = try opened(Array(data[..<(data.count / 3)]))
    let handle = try FileHandle(forWritingTo: URL(filePath: scratch.path))
    try handle.seekToEnd()
    await withTaskGroup(of: Bool.self) { group in
      for reader in 0..<4 {
        group.addTask {
          (0..<60).allSatisfy { step in
            let place = (step * 131 + reader * 37) % 40 * 100_000
            let part = (try? file.bytes(at: place, count: 200_000)) ?? [0]
            return are(part, text, from: place, most: part.count)
          }
        }
      }
      group.addTask {
        for step in 0..<20 {
          let piece = data.count * 2 / 3 / 20 + 1
          let start = data.count / 3 + step * piece
          guard (try? handle.write(contentsOf: Data(data[min(start, data.count)...].prefix(piece)))) != nil else {
            return false
          }
          if !file.takeGrowth() { return false }
        }
        return true
      }
      for await isRight in group { expect(isRight) }
    }
    try expect(are(file.bytes(at: 0, count: text.count + 1), text, from: 0, most: text.count) && file.fault == nil)
    withExtendedLifetime(scratch) {}
  }

  @Test("a file that is written anew while it is open is read anew, whether it is compressed before and after or not")
  func changes() throws {
    let (file, scratch) = try indexed(try gzip("one\ntwo\n".utf8))
    let handle = try FileHandle(forWritingTo: URL(filePath: scratch.path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(try gzip("three\n".utf8)))
    file.check()
    expectEqual(lines(file), ["one", "two", "three"])
    for text in ["plain now\n", "", "plain again\nand more\n"] {
      try scratch.rewrite(text)
      file.check()
      expectEqual(lines(file), text.split(separator: "\n").map(String.init))
    }
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(try gzip("packed\n".utf8)))
    file.check()
    expectEqual(lines(file), ["packed"])
    try handle.truncate(atOffset: 10)
    file.check()
    expect(lines(file).isEmpty && file.trouble?.hasPrefix("cut off") == true)
    try handle.close()
  }
}
