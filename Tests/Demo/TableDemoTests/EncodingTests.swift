import Expectations
import Foundation
import RandomSupport
import TestSupport
import Testing
import TextSearch
import UIKitCore

@testable import FileViewer
@testable import TableDemo

@Suite("Encodings of files")
struct EncodingTests {
  /// A text in bytes of an encoding, by the program that comes with the C library.
  private func encoded(_ text: String, _ charset: Charset) throws -> [UInt8] {
    let scratch = try ScratchFile(text)
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/iconv")
    process.arguments = ["-f", "UTF-8", "-t", charset.code, scratch.path]
    process.standardOutput = output
    try process.run()
    defer { process.waitUntilExit() }
    return Array(try output.fileHandleForReading.readToEnd() ?? Data())
  }

  private func decoded(_ bytes: [UInt8], _ charset: Charset) -> [UInt8] {
    var text: [UInt8] = []
    let format = FileFormat(ofFile: "", beginning: [], hasFields: false, as: .charset(charset))
    bytes.withUnsafeBytes { format.append($0, to: &text) }
    return text
  }

  private static let charsets = [.windows1252, .latin1] + Charset.iso8859 + Charset.multibyte

  /// Texts of languages, with the encodings they are in.
  private static let samples: [(Charset, String)] = [
    (.windows1252, "Price \u{201c}5 \u{20ac}\u{201d} \u{2013} it\u{2019}s caf\u{e9}\n"),
    (.latin1, "Gr\u{fc}\u{df}e aus K\u{f6}ln\n"),
    (.shiftJIS, "\u{6771}\u{4eac}\u{306f}\u{65e5}\u{672c}\u{306e}\u{9996}\u{90fd}\u{3067}\u{3059}\u{3002}\n"),
    (.eucJP, "\u{6771}\u{4eac}\u{306f}\u{65e5}\u{672c}\u{306e}\u{9996}\u{90fd}\u{3067}\u{3059}\u{3002}\n"),
    (.eucKR, "\u{c11c}\u{c6b8}\u{c740} \u{b300}\u{d55c}\u{bbfc}\u{ad6d}\u{c758} \u{c218}\u{b3c4}\u{c774}\u{b2e4}.\n"),
    (
      .gb18030,
      "\u{5317}\u{4eac}\u{662f}\u{4e2d}\u{56fd}\u{7684}\u{9996}\u{90fd}\u{ff0c}\u{4e0a}\u{6d77}\u{3002}\n"
    ),
    (
      .big5,
      "\u{53f0}\u{5317}\u{662f}\u{53f0}\u{7063}\u{7684}\u{9996}\u{90fd}\u{ff0c}\u{9ad8}\u{96c4}\u{3002}\n"
    ),
  ]

  @Test("a text of a language is known by its bytes, and as UTF-8 in no other encoding", arguments: 0..<samples.count)
  func languages(sample: Int) throws {
    let (charset, text) = Self.samples[sample]
    let bytes = try encoded(String(repeating: "id;7 " + text, count: 5), charset)
    expectEqual(FileFormat.guess(of: bytes), .charset(charset))
    expectEqual(String(decoding: decoded(bytes, charset), as: UTF8.self), String(repeating: "id;7 " + text, count: 5))
    expectEqual(FileFormat.guess(of: Array(text.utf8)), .utf8)
    expectEqual(FileFormat.guess(of: bytes + [0x01]), .utf8, "what no text holds")
  }

  @Test("bytes of which encodings differ are not guessed")
  func doubts() {
    expectEqual(FileFormat.guess(of: Array("K".utf8) + [0x94] + Array("ln".utf8)), .utf8, "DOS, or a quotation mark")
    let russian: [UInt8] = [0xcd, 0xcf, 0xd3, 0xcb, 0xd7, 0xc1, 0x20, 0xc7, 0xcf, 0xd2, 0xcf, 0xc4, 0xc1]
    expectEqual(FileFormat.guess(of: russian + [0x20] + russian + [0x20, 0xc1]), .charset(.latin1))
  }

  @Test(
    "a newline is a byte of its own in every encoding, as are commas, semicolons, tabs and quotes",
    arguments: EncodingTests.charsets)
  func newlines(charset: Charset) {
    for sign in [0x0a, 0x0d, 0x09, 0x22, 0x2c, 0x3b] as [UInt8] {
      expectEqual(decoded([sign], charset), [sign])
      for lead in UInt8(0x80)...0xff {
        expectEqual(decoded([lead, sign], charset).last, sign, "\(lead)")
        for second in [0x30, 0x81, 0xa1, 0xfe] as [UInt8] {
          expectEqual(decoded([lead, second, sign], charset).last, sign, "\(lead) \(second)")
        }
      }
    }
  }

  @Test(
    "random bytes keep their newlines and their number in every encoding, in pieces, too",
    arguments: EncodingTests.charsets)
  func randomBytes(charset: Charset) {
    for seed in 0..<200 {
      var random = SeededRandom(seed: seed)
      let pool: [ClosedRange<UInt8>] = [0...255, 0x80...0xff, 0x30...0x39, 0x0a...0x0a, 0x81...0x84, 0xa1...0xfe]
      let bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ in
        UInt8.random(in: pool.randomElement(using: &random) ?? 0...255, using: &random)
      }
      let text = decoded(bytes, charset)
      expect(String(validating: text, as: UTF8.self) != nil, "\(seed)")
      expectEqual(text.count { $0 == 0x0a }, bytes.count { $0 == 0x0a }, "\(seed)")
      let format = FileFormat(ofFile: "", beginning: bytes, hasFields: false, as: .charset(charset))
      var pieces: [UInt8] = []
      bytes.withUnsafeBytes { raw in
        var rest = raw[...]
        while !rest.isEmpty {
          let count = min(rest.count, Int.random(in: 8...40, using: &random))
          let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(count))
          let whole = format.wholeCharacters(piece, isEnd: count == rest.count)
          format.append(whole, to: &pieces)
          rest = rest.dropFirst(whole.count)
        }
      }
      expectEqual(pieces, text, "\(seed)")
      // Some characters have two codes of different lengths, which random bytes hit.
      let most = charset == .eucJP || charset == .gb18030 ? bytes.count / 10 + 4 : 0
      let units = format.unitCount(of: text[...])
      expect(abs(units - bytes.count) <= most, "\(seed): \(units) of \(bytes.count)")
      for units in stride(from: 0, through: bytes.count, by: 7) {
        let count = format.byteCount(ofUnits: units, in: text[...])
        expect(count <= text.count && String(validating: text[..<count], as: UTF8.self) != nil, "\(seed) \(units)")
      }
    }
  }

  private func bytes(_ text: String, _ encoding: FileFormat.Encoding) -> [UInt8] {
    switch encoding {
    case .charset: text.unicodeScalars.map { UInt8($0.value) }
    case .utf16(let isBigEndian):
      text.utf16.flatMap { isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 0xff)] : [UInt8($0 & 0xff), UInt8($0 >> 8)] }
    default: Array(text.utf8)
    }
  }

  @Test("an encoding is known by how a file begins, without a mark, too")
  func guesses() {
    let text = "Gr\u{fc}\u{df}e aus K\u{f6}ln\nund \u{e9}t\u{e9}\n"
    let encodings: [FileFormat.Encoding] = [
      .utf8, .charset(.latin1), .utf16(isBigEndian: true), .utf16(isBigEndian: false),
    ]
    for encoding in encodings {
      expectEqual(FileFormat.guess(of: bytes(text, encoding)), encoding, "\(encoding.name)")
    }
    expectEqual(FileFormat.guess(of: []), .utf8)
    expectEqual(FileFormat.guess(of: [0x61, 0xe9]), .charset(.latin1))
    expectEqual(FileFormat.guess(of: [0x61, 0xe9, 1, 2]), .utf8, "what no text holds")
    expectEqual(FileFormat.guess(of: [0x61, 0x80, 0x81]), .utf8, "controls of Latin-1")
    expectEqual(FileFormat.guess(of: Array("\u{e9}".utf8) + [0x61, 0xff]), .utf8, "damaged UTF-8")
    expectEqual(FileFormat.guess(of: [UInt8](repeating: 0, count: 1000)), .utf8)
    // The beginning ends within a character.
    let long = [UInt8](repeating: 0x61, count: FileFormat.beginningLength - 1) + [0xc3]
    expectEqual(FileFormat.guess(of: long), .utf8)
  }
}

extension ScreenTests {
  @Test("file: text is found, filtered and copied in each encoding; another one keeps the place")
  func encodings() throws {
    let lines = (1...900).map { "Zeile \($0) \($0 % 7 == 0 ? "K\u{f6}ln" : "Bonn")\n" }.joined()
    for isBigEndian: Bool? in [nil, true, false] {
      let scratch = try ScratchFile("")
      let bytes: [UInt8] =
        isBigEndian.map { big in
          lines.utf16.flatMap { big ? [UInt8($0 >> 8), UInt8($0 & 0xff)] : [UInt8($0 & 0xff), UInt8($0 >> 8)] }
        } ?? lines.unicodeScalars.map { UInt8($0.value) }
      try Data(bytes).write(to: URL(filePath: scratch.path))
      let (file, screen, table) = showFile(at: scratch.path)
      expect(file.index.rowCount == 900 && file.line(6) == "Zeile 7 K\u{f6}ln")
      try screen.filter.add(TextPattern("k\u{d6}LN"), isExcluding: false)
      app.settle()
      expectEqual(screen.rowCount, 128)
      app.key(.keyboardA, "a", modifiers: .control)
      app.key(.keyboardC, "c", modifiers: .control)
      app.settle()
      expectEqual(UIPasteboard.general.string?.hasPrefix("Zeile 7 K\u{f6}ln\nZeile 14 K\u{f6}ln\n"), true)
      screen.filter.removeAll()
      app.settle()
      guard isBigEndian == nil else { continue }
      scroll(table, to: 300 * FileLineCell.height)
      file.encoding = .utf8
      app.settle()
      expect(file.line(6) == "Zeile 7 K\u{fffd}ln" && table.contentOffset.y == 300 * FileLineCell.height)
      expectEqual(file.index.rowCount, 900)
      file.encoding = nil
      app.settle()
      expect(file.line(6) == "Zeile 7 K\u{f6}ln" && table.contentOffset.y == 300 * FileLineCell.height)
    }
  }

  @Test("file: in Shift_JIS a text is found, filtered, shown in pieces and copied; a bad byte is shown")
  func shiftJIS() throws {
    // Tokyo, with a second byte that is a backslash in ASCII.
    let word: [UInt8] = [0x93, 0x8c, 0x8b, 0x9e, 0x83, 0x5c]
    let lines = (1...300).map { number in Array("\(number) ".utf8) + (number % 7 == 0 ? word : [0x82, 0xa0]) + [0x0a] }
    let scratch = try ScratchFile(lines.flatMap { $0 } + [0x61, 0x81, 0x0a])
    let (file, screen, _) = showFile(at: scratch.path)
    expect(file.index.format.encoding == .utf8, "a bad byte leaves a doubt")
    file.encoding = .charset(.shiftJIS)
    app.settle()
    expect(file.index.rowCount == 301 && file.line(6) == "7 \u{6771}\u{4eac}\u{30bd}" && file.line(0) == "1 \u{3042}")
    expectEqual(file.line(300), "a\u{fffd}")
    try screen.filter.add(TextPattern("\u{4eac}\u{30bd}"), isExcluding: false)
    app.settle()
    expectEqual(screen.rowCount, 42)
    app.key(.keyboardA, "a", modifiers: .control)
    app.key(.keyboardC, "c", modifiers: .control)
    app.settle()
    expectEqual(UIPasteboard.general.string?.hasPrefix("7 \u{6771}\u{4eac}\u{30bd}\n14 "), true)
    let long = (0..<600_000).flatMap { _ in [0x82, 0xa0] as [UInt8] }
    let longScratch = try ScratchFile([0x61] + long + word)
    defer { withExtendedLifetime((scratch, longScratch)) {} }
    let (other, _, _) = showFile(at: longScratch.path)
    expectEqual(other.index.format.encoding, .charset(.shiftJIS))
    let line = try #require(other.index.longLines.first)
    let texts = (0..<line.pieceCount).map { other.content(of: LinePart(line: 0, piece: line.piece($0)))?.text ?? "?" }
    expectEqual(texts.joined(), "a" + String(repeating: "\u{3042}", count: 600_000) + "\u{6771}\u{4eac}\u{30bd}")
  }

  @Test("file: the last half unit of an odd UTF-16 file is shown and copied, until its other half comes")
  func halfUnit() throws {
    for isBigEndian in [false, true] {
      func bytes(_ text: String) -> [UInt8] {
        text.utf16.flatMap { isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 0xff)] : [UInt8($0 & 0xff), UInt8($0 >> 8)] }
      }
      let whole = bytes("first\nlast\u{6f22}")
      let scratch = try ScratchFile(Array(whole.dropLast()))
      let (file, screen, table) = showFile(at: scratch.path)
      expect(file.index.format.encoding == .utf16(isBigEndian: isBigEndian) && screen.rowCount == 2)
      expect(file.line(1) == "last\u{fffd}" && file.byteCount == whole.count - 1)
      expect(texts(of: table).contains("last\u{fffd}"))
      app.key(.keyboardA, "a", modifiers: .control)
      app.key(.keyboardC, "c", modifiers: .control)
      app.settle()
      expectEqual(UIPasteboard.general.string, "first\nlast\u{fffd}")
      try screen.filter.add(TextPattern("last"), isExcluding: false)
      app.settle()
      expectEqual(screen.rowCount, 1)
      screen.filter.removeAll()
      let handle = try FileHandle(forWritingTo: URL(filePath: scratch.path))
      try handle.seekToEnd()
      try handle.write(contentsOf: whole.suffix(1) + bytes("\nmore"))
      try handle.close()
      file.startIndexing()
      app.settle()
      expect(file.line(1) == "last\u{6f22}" && file.line(2) == "more" && screen.rowCount == 3)
    }
  }

  @Test("file: the bar below a CSV file names its encoding, and another one shows its fields anew")
  func fieldEncodings() throws {
    let bytes = "Stadt,Zahl\nK\u{f6}ln,1\nBonn,2\n".unicodeScalars.map { UInt8($0.value) }
    let scratch = try ScratchFile(bytes, suffix: ".csv")
    let file = IndexedFile(path: scratch.path, hasFields: true, lanes: .inline)
    let screen = DelimitedController(file: file)
    app.becomeCurrent()
    app.window.rootViewController = screen
    app.settle()
    func buttons(_ view: UIView) -> [String] {
      ((view as? UIButton)?.configuration?.title.map { [$0] } ?? []) + view.subviews.flatMap(buttons)
    }
    expect(buttons(screen.view).contains("Latin-1") && texts(of: screen.view).contains("K\u{f6}ln"))
    file.encoding = .utf8
    app.settle()
    expect(buttons(screen.view).contains("UTF-8") && texts(of: screen.view).contains("K\u{fffd}ln"))
  }
}
