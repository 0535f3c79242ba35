/// A value that a `JSONWriter` writes.
package protocol JSONValue {
  /// Writes the value, after its key if it has one.
  func write(to writer: inout JSONWriter)
}

extension Int: JSONValue {
  package func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension Double: JSONValue {
  package func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension String: JSONValue {
  package func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension StaticString: JSONValue {
  package func write(to writer: inout JSONWriter) { writer.value(self) }
}

/// `null` for nil.
extension Optional: JSONValue where Wrapped: JSONValue {
  package func write(to writer: inout JSONWriter) {
    if let self { self.write(to: &writer) } else { writer.null() }
  }
}

/// Writes JSON text into a byte buffer, key by key, in the order of the calls.
///
/// Keys come out in the order they are written, which `JSONEncoder` does not
/// promise, and numbers are formatted without an allocation, which matters when
/// a trace records every stage of every frame.
///
/// - Precondition: calls are balanced; a value inside an object follows ``key(_:)``.
package struct JSONWriter {
  /// The document written so far; always valid UTF-8.
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// An empty text. `capacity` bytes are reserved.
  package init(capacity: Int = 1024) { bytes.reserveCapacity(capacity) }

  /// The text as a string.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Starts an object.
  package mutating func beginObject() { open("{") }
  /// Closes the innermost object.
  package mutating func endObject() { close("}") }
  /// Starts an array.
  package mutating func beginArray() { open("[") }
  /// Closes the innermost array.
  package mutating func endArray() { close("]") }

  /// Writes the key of the value that follows; escaped like any string.
  package mutating func key(_ name: StaticString) {
    separate()
    quote(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    bytes.append(UInt8(ascii: ":"))
  }

  /// Writes a key that comes from outside of the program.
  package mutating func key(_ name: String) {
    value(name)
    needsComma = false
    bytes.append(UInt8(ascii: ":"))
  }

  /// Writes a string value.
  package mutating func value(_ string: String) {
    separate()
    var copy = string
    copy.withUTF8 { quote($0) }
    needsComma = true
  }

  /// Writes a string value known at compile time.
  package mutating func value(_ string: StaticString) {
    separate()
    quote(UnsafeBufferPointer(start: string.utf8Start, count: string.utf8CodeUnitCount))
    needsComma = true
  }

  /// Writes a whole number.
  package mutating func value(_ number: Int) {
    separate()
    appendDigits(of: number)
    needsComma = true
  }

  /// Writes `number` rounded to three decimals; `null` when it is not finite,
  /// for which JSON has no spelling.
  package mutating func value(_ number: Double) {
    guard number.isFinite else { return null() }
    separate()
    let scaled = (number * 1000).rounded()
    if abs(scaled) < 9e15 {
      let thousandths = Int(scaled)
      if thousandths < 0 { bytes.append(UInt8(ascii: "-")) }
      appendDigits(of: abs(thousandths) / 1000)
      appendFraction(abs(thousandths) % 1000)
    } else {
      bytes.append(contentsOf: "\(number)".utf8)
    }
    needsComma = true
  }

  /// Writes a member of the object that is open.
  package mutating func member(_ name: StaticString, _ value: some JSONValue) {
    key(name)
    value.write(to: &self)
  }

  /// Writes a member that is an object, whose members `body` writes.
  package mutating func object(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
    key(name)
    beginObject()
    body(&self)
    endObject()
  }

  /// Writes the members of names that come from outside of the program.
  package mutating func members(_ members: some Sequence<(String, Int)>) {
    for (name, number) in members {
      key(name)
      value(number)
    }
  }

  /// Writes `null`.
  package mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
    needsComma = true
  }

  /// Ends a line: white space between values, for people and line tools.
  package mutating func newline() {
    if needsComma {
      bytes.append(UInt8(ascii: ","))
      needsComma = false
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Forgets the bytes written and keeps the storage; the text goes on where it was.
  package mutating func drain() { bytes.removeAll(keepingCapacity: true) }

  private mutating func open(_ bracket: Unicode.Scalar) {
    separate()
    bytes.append(UInt8(ascii: bracket))
    needsComma = false
  }

  private mutating func close(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = false
  }

  private mutating func quote(_ utf8: UnsafeBufferPointer<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(Self.hexDigit(byte >> 4))
        bytes.append(Self.hexDigit(byte & 15))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func hexDigit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
  }

  private mutating func appendDigits(of number: Int) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    let first = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    bytes[first...].reverse()
  }

  private mutating func appendFraction(_ thousandths: Int) {
    guard thousandths > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    var rest = thousandths
    var weight = 100
    while rest > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(rest / weight))
      rest %= weight
      weight /= 10
    }
  }
}
