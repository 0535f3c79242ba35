#if canImport(_FoundationICU)
  internal import _FoundationICU
#endif

/// Finds the words of scripts that are written without spaces, Thai, Lao, Khmer and Burmese, by the dictionaries in the ICU
/// that Foundation brings.
///
/// Opened when such a text is laid out first, which takes some 10 ms for all of them together; then a character takes some
/// 0.1 µs. Used by one thread at a time.
package final class WordDictionary {
  #if canImport(_FoundationICU)
    /// Closed once, in deinit. Has no text between two calls.
    private let iterator: OpaquePointer?
  #endif

  /// One that finds no words where Foundation has another ICU, or none.
  package init() {
    #if canImport(_FoundationICU)
      var status = U_ZERO_ERROR
      let opened = swift_ubrk_open(UBRK_WORD, "", nil, 0, &status)
      iterator = status.rawValue <= U_ZERO_ERROR.rawValue ? opened : nil
    #endif
  }

  deinit {
    #if canImport(_FoundationICU)
      if let iterator { swift_ubrk_close(iterator) }
    #endif
  }

  /// Where words begin, but for the first: bytes of UTF-8 from the text's start, ascending. None where no dictionary knows
  /// the script.
  /// - Parameter text: letters and marks of one of these scripts.
  /// - Complexity: O(*n*) in its length.
  package func wordStarts(in text: Substring) -> [Int] {
    #if canImport(_FoundationICU)
      guard let iterator else { return [] }
      let units = ContiguousArray(text.utf16)
      return units.withUnsafeBufferPointer { units in
        guard let count = Int32(exactly: units.count), count > 0 else { return [] }
        var status = U_ZERO_ERROR
        swift_ubrk_setText(iterator, units.baseAddress, count, &status)
        // The text is gone when this returns.
        defer { swift_ubrk_setText(iterator, nil, 0, &status) }
        guard status.rawValue <= U_ZERO_ERROR.rawValue else { return [] }
        var starts: [Int] = []
        var (unit, byte) = (0, 0)
        while case let next = Int(swift_ubrk_next(iterator)), next > unit, next < units.count {
          for index in unit..<next { byte += Self.bytes(of: units[index]) }
          unit = next
          starts.append(byte)
        }
        return starts
      }
    #else
      return []
    #endif
  }

  /// How many bytes of UTF-8 a unit of UTF-16 adds; half of a pair, two.
  private static func bytes(of unit: UInt16) -> Int {
    unit < 0x80 ? 1 : unit < 0x800 || unit & 0xF800 == 0xD800 ? 2 : 3
  }
}
