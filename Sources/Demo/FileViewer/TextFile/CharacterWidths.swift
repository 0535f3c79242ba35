import DemoParts
import Foundation
import Synchronization
import UIKit

/// The widths of characters in ems of a font, as far as they were measured. They are the same in every size of it.
///
/// Bounded: some 16 MB where text holds all scalars of Unicode, and 20,000 characters of several scalars, of which those that
/// come then replace all.
struct WidthTable: Sendable {
  /// Of characters that are one scalar.
  private var scalars: [Unicode.Scalar: Float] = [:]
  /// Of characters of several scalars that are not a letter with marks.
  private var clusters: [Character: Float] = [:]

  private static let mostClusters = 20_000

  /// The width that is known of a character; nil for one that was not measured.
  subscript(_ character: Character) -> Float? {
    get { Self.scalar(of: character).map { scalars[$0] } ?? clusters[character] }
    set {
      if let scalar = Self.scalar(of: character) { return scalars[scalar] = newValue }
      if clusters.count >= Self.mostClusters { clusters.removeAll(keepingCapacity: true) }
      clusters[character] = newValue
    }
  }

  /// The scalar whose width a character has: its only one, or the one that marks stand on. Nil for other characters.
  private static func scalar(of character: Character) -> Unicode.Scalar? {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return nil }
    let rest = scalars.dropFirst()
    return rest.isEmpty || rest.allSatisfy({ $0.properties.generalCategory == .nonspacingMark }) ? first : nil
  }

  /// Takes over what another table knows.
  mutating func formUnion(_ other: WidthTable) {
    scalars.merge(other.scalars) { _, new in new }
    if clusters.count + other.clusters.count > Self.mostClusters { clusters.removeAll() }
    clusters.merge(other.clusters) { _, new in new }
  }
}

/// The widths of characters in the font that lines are shown in. Those of ASCII have one width; others, of which other
/// fonts may have the glyphs, are guessed until they were measured, which takes a thread of its own.
struct CharacterWidths: Sendable {
  let font: UIFont
  /// Of a character of ASCII, in points; above 0.
  let column: CGFloat
  /// From one line of a text to the next, in points; above 0.
  let lineHeight: CGFloat
  private var table: WidthTable

  /// The widths that all threads have measured, of the one font.
  private static let known = Mutex(WidthTable())
  /// Pixels of an em that is measured: a width is rounded to one of them.
  private static let measuredEm: CGFloat = 256

  @MainActor
  init(_ font: UIFont) {
    self.font = font
    let row = String(repeating: "0", count: 1000).size(withAttributes: [.font: font]).width / 1000
    let label = UILabel()
    label.font = font
    label.numberOfLines = 0
    label.text = "0"
    let one = label.sizeThatFits(.zero).height
    label.text = "0" + String(repeating: "\n0", count: 64)
    let line = (label.sizeThatFits(CGSize(width: 100, height: CGFloat.greatestFiniteMagnitude)).height - one) / 64
    column = Self.sound(row, in: font, else: 0.6)
    lineHeight = Self.sound(line, in: font, else: 1.2)
    table = Self.known.withLock { $0 }
  }

  /// A measure of a font, or a usual one, in ems, where the file has none any more.
  private static func sound(_ length: CGFloat, in font: UIFont, else ems: CGFloat) -> CGFloat {
    length > font.pointSize / 100 && length < font.pointSize * 100 ? length : font.pointSize * ems
  }

  /// With all that was measured by now.
  var newest: CharacterWidths {
    var newest = self
    newest.table = Self.known.withLock { $0 }
    return newest
  }

  /// The width of a character, in points; guessed for one that was not measured.
  func width(of character: Character) -> CGFloat {
    if character.isASCII { return column }
    if let ems = table[character] { return CGFloat(ems) * font.pointSize }
    return Self.isWide(character) ? font.pointSize : column
  }

  /// - Complexity: O(n), with the few instructions of a byte where all is ASCII.
  func width(of text: some StringProtocol) -> CGFloat {
    Self.isASCII(text) ? CGFloat(text.utf8.count) * column : text.reduce(0) { $0 + width(of: $1) }
  }

  /// The offset in UTF-16 units that is nearest to a distance from the text's left edge.
  func offset(in text: some StringProtocol, at x: CGFloat) -> Int {
    guard !Self.isASCII(text) else {
      return min(max(0, Int(whole: (x / column).rounded(), or: 0)), text.utf8.count)
    }
    var (offset, left) = (0, CGFloat(0))
    for character in text {
      let width = width(of: character)
      if x < left + width / 2 { break }
      left += width
      offset += character.utf16.count
    }
    return offset
  }

  static func isASCII(_ text: some StringProtocol) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

  /// Whether a character fills a square, as those of Chinese, Japanese and Korean do, and pictographs.
  private static func isWide(_ character: Character) -> Bool {
    switch character.unicodeScalars.first?.value ?? 0 {
    case 0x1100...0x115f, 0x2e80...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f, 0xff00...0xff60,
      0xffe0...0xffe6, 0x1f300...0x1faff, 0x20000...0x3fffd:
      true
    default: false
    }
  }

  // MARK: Measuring

  /// Whether a text has characters that were not measured.
  func isGuessed(_ text: String) -> Bool {
    !Self.isASCII(text) && text.contains { !$0.isASCII && table[$0] == nil }
  }

  /// Measures what is not known of a text, each character by the advance of the face that has its glyph, and tells all
  /// threads. Takes some 30 µs for each character that is new: not for the main thread.
  mutating func measure(_ text: String) {
    guard !Self.isASCII(text) else { return }
    let scale = max(1, UITraitCollection.current.displayScale)
    let attributes: [NSAttributedString.Key: Any] = [.font: font.withSize(Self.measuredEm / scale)]
    var isNew = false
    for character in text where !character.isASCII && table[character] == nil {
      // Widths are rounded up to whole pixels.
      let pixels = String(character).size(withAttributes: attributes).width * scale
      table[character] = Float(max(0, pixels - 0.5) / Self.measuredEm)
      isNew = true
    }
    guard isNew else { return }
    let own = table
    table = Self.known.withLock { known in
      known.formUnion(own)
      return known
    }
  }
}
