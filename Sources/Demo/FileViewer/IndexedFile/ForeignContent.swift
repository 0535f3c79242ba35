import DemoParts

/// Content that is no text, by its first bytes: what it is, and what to do about it.
struct ForeignContent: Equatable {
  /// As in "it is a ZIP archive".
  let name: String
  /// A sentence.
  let advice: String

  /// A signature of a kind of file.
  private struct Kind {
    let name: String
    /// The command that makes a text of it; nil for what has no text.
    let command: String?
    let bytes: [UInt8]
    /// Where the bytes stand in the file.
    let place: Int

    init(_ name: String, by command: String? = nil, _ bytes: [UInt8], at place: Int = 0) {
      (self.name, self.command, self.bytes, self.place) = (name, command, bytes, place)
    }

    var advice: String {
      command.map { "To read it: \($0) | TableDemo -" } ?? "Open it with a program for these."
    }
    /// Whether a text may have them, too.
    var isDoubtful: Bool { bytes.count < 6 && bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7f } }
  }

  private static let kinds: [Kind] = [
    Kind("compressed by Zstandard", by: "zstd -dc FILE", [0x28, 0xb5, 0x2f, 0xfd]),
    Kind("compressed by XZ", by: "xz -dc FILE", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]),
    Kind("compressed by bzip2", by: "bzip2 -dc FILE", Array("1AY&SY".utf8), at: 4),
    Kind("compressed by LZ4", by: "lz4 -dc FILE", [0x04, 0x22, 0x4d, 0x18]),
    Kind("compressed by compress", by: "gzip -dc FILE", [0x1f, 0x9d]),
    Kind("a ZIP archive", by: "unzip -p FILE", Array("PK\u{3}\u{4}".utf8)),
    Kind("a 7-Zip archive", by: "7z x -so FILE", [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]),
    Kind("a tar archive", by: "tar -xOf FILE", Array("ustar\0".utf8), at: 257),
    Kind("a tar archive", by: "tar -xOf FILE", Array("ustar  \0".utf8), at: 257),
    Kind("a program or a library (ELF)", by: "strings FILE", Array("\u{7f}ELF".utf8)),
    Kind("a journal of systemd", by: "journalctl --file FILE", Array("LPKSHHRH".utf8)),
    Kind("a capture of packets", by: "tcpdump -r FILE", [0xd4, 0xc3, 0xb2, 0xa1]),
    Kind("a capture of packets", by: "tcpdump -r FILE", [0x0a, 0x0d, 0x0d, 0x0a]),
    Kind("an SQLite database", by: "sqlite3 FILE .dump", Array("SQLite format 3\0".utf8)),
    Kind("a PDF document", by: "pdftotext FILE -", Array("%PDF-".utf8)),
    Kind("a PNG picture", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    Kind("a JPEG picture", [0xff, 0xd8, 0xff]),
    Kind("a GIF picture", Array("GIF89a".utf8)),
    Kind("a GIF picture", Array("GIF87a".utf8)),
    Kind("a TIFF picture", Array("II*\0".utf8)),
    Kind("a TIFF picture", Array("MM\0*".utf8)),
    Kind("a WebP picture", Array("WEBP".utf8), at: 8),
    Kind("a video or a picture", Array("ftyp".utf8), at: 4),
  ]

  /// Nil for what may be a text.
  init?(_ beginning: [UInt8]) {
    let kind = Self.kinds.first { beginning.dropFirst($0.place).starts(with: $0.bytes) }
    let isBinary = kind?.isDoubtful != false && Self.isBinary(beginning)
    if let kind, isBinary || !kind.isDoubtful {
      (name, advice) = (kind.name, kind.advice)
    } else if isBinary {
      (name, advice) = ("no text", "Choose an encoding below to see its bytes as one.")
    } else {
      return nil
    }
  }

  /// Why a file is not shown, for the user.
  func refusal(of file: OpenFile) -> UnreadableInput {
    let packing = file.isCompressed ? ", compressed by gzip" : ""
    return UnreadableInput(path: file.path, reason: "it is \(name)\(packing). \(advice)")
  }

  /// Whether more than a twentieth of the bytes are control characters that no text has, and UTF-16 does not explain them.
  ///
  /// Zeros before all else and behind it do not count: a log may begin or end with a hole.
  private static func isBinary(_ beginning: [UInt8]) -> Bool {
    if case .utf16 = FileFormat(ofFile: "", beginning: beginning, hasFields: false).encoding { return false }
    guard let first = beginning.firstIndex(where: { $0 != 0 }),
      let last = beginning.lastIndex(where: { $0 != 0 })
    else { return beginning.count >= 64 }
    let content = beginning[first...last]
    let backspace: UInt8 = 0x08
    let controls = content.count { $0 < 0x80 && $0 != backspace && !FileFormat.isTextual($0) }
    return controls >= 8 && controls * 20 > content.count
  }
}
