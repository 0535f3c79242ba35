import Expectations
import Foundation
import Testing

@testable import FileViewer
@testable import TableDemo

@MainActor
@Suite("Files that are no text")
struct ForeignContentTests {
  private func name(_ bytes: [UInt8]) -> String? { ForeignContent(bytes)?.name }

  @Test("archives, compressed files, programs and pictures are told by their first bytes")
  func kinds() throws {
    expectEqual(name([0x28, 0xb5, 0x2f, 0xfd, 0x24]), "compressed by Zstandard")
    expectEqual(name([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0]), "compressed by XZ")
    expectEqual(name(Array("BZh91AY&SY".utf8)), "compressed by bzip2")
    expectEqual(name(Array("PK\u{3}\u{4}".utf8)), "a ZIP archive")
    expectEqual(name([UInt8](repeating: 0x61, count: 257) + Array("ustar  \0".utf8)), "a tar archive")
    expectEqual(name([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]), "a PNG picture")
    let program = try OpenFile(path: "/proc/self/exe")
    try expectEqual(name(program.bytes(at: 0, count: 1000)), "a program or a library (ELF)")
    var random = DemoRandom(seed: 1)
    expectEqual(name((0..<4000).map { _ in UInt8.random(in: 0...255, using: &random) }), "no text")
  }

  @Test("texts of any encoding are texts, with colours, overprinting and holes, too")
  func texts() throws {
    let text = String(repeating: "Zeile \u{e4}\u{f6}\u{fc}, \u{65e5}\u{672c}\u{8a9e}\n", count: 30)
    let encodings: [String.Encoding] = [
      .utf8, .utf16, .utf16LittleEndian, .utf16BigEndian, .shiftJIS, .japaneseEUC, .iso2022JP,
    ]
    for encoding in encodings {
      let bytes = text.data(using: encoding, allowLossyConversion: true).map(Array.init) ?? []
      expectEqual(name(bytes), nil, "\(encoding)")
    }
    let latin = try #require("na\u{ef}ve caf\u{e9}\r\n".data(using: .isoLatin1))
    expectEqual(name(Array(latin)), nil)
    expectEqual(name(Array("\u{1b}[31mred\u{1b}[0m N\u{8}NA\u{8}AM\u{8}ME\u{8}E\u{c}\n".utf8)), nil)
    expectEqual(name([UInt8](repeating: 0, count: 5000) + Array("after a hole\n".utf8)), nil)
    expectEqual(name(Array("%PDF- is how a PDF begins, PK how a ZIP does\n".utf8)), nil)
    expect(name([]) == nil && name([0]) == nil && name(Array("a\0b\u{1}\n".utf8)) == nil)
  }

  @Test("a file that is no text says so, and is shown once an encoding is chosen or it is a text")
  func screen() throws {
    let scratch = try ScratchFile(Array("\u{7f}ELF\u{1}\n\u{2}\n".utf8))
    let screen = FileController(file: IndexedFile(path: scratch.path, lanes: .inline))
    screen.loadViewIfNeeded()
    let file = screen.file
    expect(file.index.rowCount == 0 && file.isComplete)
    expectEqual(file.failure?.reason, "it is a program or a library (ELF). To read it: strings FILE | TableDemo -")
    file.encoding = .utf8
    expect(file.failure == nil && file.line(0) == "^?ELF^A" && file.index.rowCount == 2)
    file.encoding = nil
    expect(file.failure != nil && file.index.rowCount == 0)
    try scratch.rewrite("a text\n")
    file.check()
    expect(file.failure == nil && file.line(0) == "a text")
  }
}
