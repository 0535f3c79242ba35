import Expectations
import Foundation
import TestSupport
import Testing
import TextSearch
import UIKitCore

@testable import FileViewer
@testable import TableDemo

@Suite("Encodings of files")
struct EncodingTests {
  private func bytes(_ text: String, _ encoding: FileFormat.Encoding) -> [UInt8] {
    switch encoding {
    case .latin1: text.unicodeScalars.map { UInt8($0.value) }
    case .utf16(let isBigEndian):
      text.utf16.flatMap { isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 0xff)] : [UInt8($0 & 0xff), UInt8($0 >> 8)] }
    default: Array(text.utf8)
    }
  }

  @Test("an encoding is known by how a file begins, without a mark, too")
  func guesses() {
    let text = "Gr\u{fc}\u{df}e aus K\u{f6}ln\nund \u{e9}t\u{e9}\n"
    for encoding: FileFormat.Encoding in [.utf8, .latin1, .utf16(isBigEndian: true), .utf16(isBigEndian: false)] {
      expectEqual(FileFormat.guess(of: bytes(text, encoding)), encoding, "\(encoding.name)")
    }
    expectEqual(FileFormat.guess(of: []), .utf8)
    expectEqual(FileFormat.guess(of: [0x61, 0xe9]), .latin1)
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
