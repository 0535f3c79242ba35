/// How a `RowBlock` writes its rows. The raw value is the bytes of one entry.
///
/// The first four write one row an entry: its height, without loss, under a top bit that is set for an estimate. A
/// block uses the narrowest that holds all its heights.
enum RowFormat: UInt8 {
  /// Multiples of 1/64 point below 512: what layouts that round to pixels produce.
  case two = 2
  /// Multiples of 2⁻²⁰ point below 2048: every `Float` from 8 up.
  case four = 4
  /// 0 and every double from 4 to 1024: its bits, less those of the smallest exponent.
  case seven = 7
  /// Every height.
  case eight = 8
  /// Runs with their counts. A single run needs no entry at all.
  case runs = 16

  var width: Int { Int(rawValue) }

  private static let sevenBase = (4.0).bitPattern - 1
  /// All bits of a code but the mark of estimates.
  private var mask: UInt64 { 1 << UInt64(width * 8 - 1) - 1 }

  /// The code of one of the run's rows; nil when this format cannot write it without loss.
  @inline(__always)
  func code(_ run: RowRun) -> UInt64? {
    let height = run.height
    let code: UInt64
    switch self {
    case .two:
      guard height < 512 else { return nil }
      code = UInt64(height * 0x1p6)
      guard Double(code) * 0x1p-6 == height else { return nil }
    case .four:
      guard height < 2048 else { return nil }
      code = UInt64(height * 0x1p20)
      guard Double(code) * 0x1p-20 == height else { return nil }
    case .seven:
      code = height == 0 ? 0 : height.bitPattern &- Self.sevenBase
      guard height == 0 || height >= 4, code <= mask else { return nil }
    case .eight, .runs:
      code = height.bitPattern
    }
    return run.isMeasured ? code : code | (mask + 1)
  }

  /// The narrowest format that writes rows of all runs.
  static func narrowest(_ runs: ArraySlice<RowRun>) -> RowFormat {
    if runs.allSatisfy({ two.code($0) != nil }) { return .two }
    if runs.allSatisfy({ four.code($0) != nil }) { return .four }
    return runs.allSatisfy({ seven.code($0) != nil }) ? .seven : .eight
  }

  /// One row from its code.
  @inline(__always)
  func run(_ code: UInt64) -> RowRun {
    RowRun(count: 1, height: height(code & mask), isMeasured: code <= mask)
  }

  @inline(__always)
  private func height(_ code: UInt64) -> Double {
    switch self {
    case .two: Double(code) * 0x1p-6
    case .four: Double(code) * 0x1p-20
    case .seven: code == 0 ? 0 : Double(bitPattern: code &+ Self.sevenBase)
    case .eight, .runs: Double(bitPattern: code)
    }
  }

  /// Length of one row from its code.
  @inline(__always)
  func length(_ code: UInt64) -> ExactLength {
    switch self {
    case .two: ExactLength(code & mask, exponent: 58)
    case .four: ExactLength(code & mask, exponent: 44)
    case .seven, .eight, .runs: ExactLength(points: height(code & mask))
    }
  }

  /// Reads entry `index`.
  @inline(__always)
  func read(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> UInt64 {
    switch self {
    case .two: UInt64(bytes.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self))
    case .four: UInt64(bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
    case .seven:
      UInt64(bytes.loadUnaligned(fromByteOffset: index * 7, as: UInt32.self))
        | UInt64(bytes.loadUnaligned(fromByteOffset: index * 7 + 3, as: UInt32.self) >> 8) << 32
    case .eight, .runs: bytes.loadUnaligned(fromByteOffset: index * width, as: UInt64.self)
    }
  }

  /// Writes entry `index`.
  @inline(__always)
  func write(_ code: UInt64, _ bytes: UnsafeMutableRawBufferPointer, _ index: Int) {
    switch self {
    case .two: bytes.storeBytes(of: UInt16(truncatingIfNeeded: code), toByteOffset: index * 2, as: UInt16.self)
    case .four: bytes.storeBytes(of: UInt32(truncatingIfNeeded: code), toByteOffset: index * 4, as: UInt32.self)
    case .seven:
      bytes.storeBytes(of: UInt32(truncatingIfNeeded: code), toByteOffset: index * 7, as: UInt32.self)
      bytes.storeBytes(of: UInt32(truncatingIfNeeded: code >> 24), toByteOffset: index * 7 + 3, as: UInt32.self)
    case .eight, .runs: bytes.storeBytes(of: code, toByteOffset: index * width, as: UInt64.self)
    }
  }
}
