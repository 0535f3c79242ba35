/// Rewrites an SVG document into words that NanoSVG understands.
///
/// Two things that tools for drawing write are unknown to it: the flags of arcs run together with what follows them
/// (`a8 8 0 100-16` for `a8 8 0 1 0 0 -16`), and the colour `currentColor`, which is the value of `color` of the nearest
/// element that has one, else black. All else stays as it is, malformed documents included.
///
/// - Complexity: O(length of the document), without recursion.
struct SVGRewriter {
  /// The document with arcs and colours rewritten.
  static func rewritten(_ document: String) -> String {
    var document = document
    return document.withUTF8 { bytes in
      var rewriter = SVGRewriter(bytes)
      rewriter.rewrite()
      return String(decoding: rewriter.out, as: UTF8.self)
    }
  }

  private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  private struct Attribute {
    let name, value: Range<Int>
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var out: [UInt8] = []
  /// The colours that `currentColor` is within the open elements.
  private var colors: [[UInt8]] = [Array("#000000".utf8)]

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    out.reserveCapacity(bytes.count + bytes.count / 8)
  }

  private mutating func rewrite() {
    var place = 0
    while place < bytes.count {
      guard bytes[place] == UInt8(ascii: "<") else {
        out.append(bytes[place])
        place += 1
        continue
      }
      let end: Int
      if starts(with: "<!--", at: place) {
        end = self.end(of: "-->", from: place)
      } else if starts(with: "<![CDATA[", at: place) {
        end = self.end(of: "]]>", from: place)
      } else if starts(with: "<!", at: place) || starts(with: "<?", at: place) {
        end = self.end(of: ">", from: place)
      } else {
        place = rewriteTag(from: place)
        continue
      }
      out += bytes[place..<end]
      place = end
    }
  }

  // MARK: Tags

  /// Writes the tag that begins at a place; returns where what follows it begins.
  private mutating func rewriteTag(from start: Int) -> Int {
    var attributes: [Attribute] = []
    let isClosing = start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "/")
    var place = start + 1
    while place < bytes.count, !Self.isSpace(bytes[place]), bytes[place] != UInt8(ascii: ">") { place += 1 }
    while place < bytes.count, bytes[place] != UInt8(ascii: ">") {
      guard !Self.isSpace(bytes[place]), bytes[place] != UInt8(ascii: "/") else {
        place += 1
        continue
      }
      let name = place
      while place < bytes.count, !Self.isSpace(bytes[place]), !"=>/".utf8.contains(bytes[place]) { place += 1 }
      let nameEnd = place
      while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
      guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else {
        if place == name { place += 1 }
        continue
      }
      place += 1
      while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
      guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'") else {
        continue
      }
      let quote = bytes[place]
      let value = place + 1
      place = value
      while place < bytes.count, bytes[place] != quote { place += 1 }
      attributes.append(Attribute(name: name..<nameEnd, value: value..<place))
      place = min(place + 1, bytes.count)
    }
    let end = min(place + 1, bytes.count)
    let color =
      attributes.last { isNamed("color", $0) }.flatMap { plainColor(bytes[$0.value]) } ?? colors[colors.count - 1]
    var copied = start
    for attribute in attributes {
      out += bytes[copied..<attribute.value.lowerBound]
      copied = attribute.value.upperBound
      if isNamed("d", attribute) {
        rewritePath(bytes[attribute.value])
      } else {
        rewriteColors(bytes[attribute.value], color: color)
      }
    }
    out += bytes[copied..<end]
    if isClosing {
      if colors.count > 1 { colors.removeLast() }
    } else if end >= 2, bytes[end - 2] != UInt8(ascii: "/") {
      colors.append(color)
    }
    return end
  }

  private func isNamed(_ name: StaticString, _ attribute: Attribute) -> Bool {
    attribute.name.count == name.utf8CodeUnitCount && starts(with: name, at: attribute.name.lowerBound)
  }

  // MARK: Colours

  /// A colour that can stand in any attribute; nil for other text, and for `currentColor` itself.
  private func plainColor(_ value: Bytes) -> [UInt8]? {
    let isPlain = value.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "), UInt8(ascii: "#"): true
      default: "(),.%-".utf8.contains(byte)
      }
    }
    guard isPlain, value.count < 64 else { return nil }
    let text = String(decoding: value, as: UTF8.self).lowercased()
    let words: Set = ["", "currentcolor", "inherit", "initial", "unset"]
    return words.contains(text.filter { $0 != " " }) ? nil : Array(value)
  }

  /// Writes a value with each `currentColor` in it, in any case, replaced.
  private mutating func rewriteColors(_ value: Bytes, color: [UInt8]) {
    let word: StaticString = "currentcolor"
    var place = value.startIndex
    while place < value.endIndex {
      if bytes[place] | 0x20 == UInt8(ascii: "c"), place + word.utf8CodeUnitCount <= value.endIndex,
        (0..<word.utf8CodeUnitCount).allSatisfy({ bytes[place + $0] | 0x20 == word.utf8Start[$0] })
      {
        out += color
        place += word.utf8CodeUnitCount
      } else {
        out.append(bytes[place])
        place += 1
      }
    }
  }

  // MARK: Paths

  /// Writes path data with the flags of its arcs set apart.
  private mutating func rewritePath(_ path: Bytes) {
    var place = path.startIndex
    var isArc = false
    var argument = 0
    while place < path.endIndex {
      let byte = bytes[place]
      let end = endOfNumber(from: place, before: path.endIndex)
      if isArc, argument % 7 == 3 || argument % 7 == 4, byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") {
        out.append(byte)
        if place + 1 < path.endIndex, bytes[place + 1] != UInt8(ascii: ","), !Self.isSpace(bytes[place + 1]) {
          out.append(UInt8(ascii: " "))
        }
        place += 1
        argument += 1
      } else if end > place {
        out += bytes[place..<end]
        place = end
        argument += 1
      } else {
        if byte | 0x20 >= UInt8(ascii: "a"), byte | 0x20 <= UInt8(ascii: "z") {
          isArc = byte | 0x20 == UInt8(ascii: "a")
          argument = 0
        }
        out.append(byte)
        place += 1
      }
    }
  }

  /// Where the number ends that begins at a place; the place itself when none does.
  private func endOfNumber(from start: Int, before end: Int) -> Int {
    func digits(_ place: Int) -> Int {
      var place = place
      while place < end, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[place] { place += 1 }
      return place
    }
    func sign(_ place: Int) -> Int {
      place < end && (bytes[place] == UInt8(ascii: "-") || bytes[place] == UInt8(ascii: "+")) ? place + 1 : place
    }
    let first = sign(start)
    var place = digits(first)
    var count = place - first
    if place < end, bytes[place] == UInt8(ascii: ".") {
      let fraction = digits(place + 1)
      count += fraction - place - 1
      if count > 0 { place = fraction }
    }
    guard count > 0 else { return start }
    if place < end, bytes[place] | 0x20 == UInt8(ascii: "e") {
      let exponent = sign(place + 1)
      let last = digits(exponent)
      if last > exponent { place = last }
    }
    return place
  }

  // MARK: Bytes

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

  private func starts(with text: StaticString, at place: Int) -> Bool {
    place + text.utf8CodeUnitCount <= bytes.count
      && (0..<text.utf8CodeUnitCount).allSatisfy { bytes[place + $0] == text.utf8Start[$0] }
  }

  /// Where a text ends that comes next; the end of the document when it does not come.
  private func end(of text: StaticString, from start: Int) -> Int {
    var place = start
    while place < bytes.count {
      if starts(with: text, at: place) { return place + text.utf8CodeUnitCount }
      place += 1
    }
    return bytes.count
  }
}
