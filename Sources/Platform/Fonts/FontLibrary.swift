internal import CSDL2TTF
import Primitives
internal import SDL
import Synchronization

/// SDL_ttf for the fonts of one thread at a time: opens and closes them, and counts what is asked of them.
///
/// The C library has one list of faces for the whole program, so that fonts of all threads are opened and closed under
/// a lock; one that is open shares nothing with others.
package final class FontLibrary {
  /// Calls that measured or drew text.
  fileprivate(set) var calls = 0

  /// One that has opened nothing.
  package init() {}

  /// Whether the C library could be started; the lock for opening and closing. Never ended: the system does so.
  private static let lock = Mutex(false)

  /// Opens a face of a file.
  /// - Throws: `SDLError` with the library's words for a file it cannot read.
  fileprivate static func open(
    _ bytes: FontBytes, index: Int, size: Int32, dotsPerInch: (x: UInt32, y: UInt32)
  ) throws(SDLError) -> OpaquePointer {
    let opened: Result<Opened, SDLError> = lock.withLock { isStarted in
      if !isStarted { isStarted = TTF_Init() == 0 }
      guard isStarted, let stream = bytes.makeStream() else { return .failure(.last("TTF_Init")) }
      // Frees the stream, also where it fails.
      guard let font = TTF_OpenFontIndexDPIRW(stream, 1, size, index, dotsPerInch.x, dotsPerInch.y) else {
        return .failure(.last("TTF_OpenFont"))
      }
      return .success(Opened(font: font))
    }
    return try opened.get().font
  }

  /// A font that no thread knows of yet; hence unchecked.
  private struct Opened: @unchecked Sendable {
    let font: OpaquePointer
  }

  fileprivate static func close(_ font: OpaquePointer) { lock.withLock { _ in TTF_CloseFont(font) } }
}

/// The setting of a font of SDL_ttf.
enum FontSetting: Equatable {
  /// Widths, unhinted; pixels of an em, so many that a width can be scaled to any size of text.
  case measuring(em: Int32)
  /// Pictures, hinted in height: `quarters` of a pixel high, `columns` times as wide.
  case drawing(quarters: Int32, columns: Int32)
  /// Pictures of one size, by its number in the file.
  case strike(Int32)
}

/// A font of SDL_ttf's: a face at one size. Widths and pictures come from shaping, so that letters join and kern.
final class SizedFont {
  private let library: FontLibrary
  /// Closed once, in deinit.
  private let handle: OpaquePointer
  private(set) var setting: FontSetting
  /// Whether it is one for pictures of outlines.
  var isForDrawing: Bool { if case .drawing = setting { true } else { false } }
  /// Larger for a font used later.
  var lastUse = 0
  private var shaping: TextShaping?
  /// See `spaceWidth`.
  private var knownSpaceWidth: Double?
  /// The first row of a line under text that nothing pushes down.
  private var underlineRow: Int?

  /// - Throws: `SDLError` for a file the library refuses.
  init(
    _ bytes: FontBytes, index: Int, setting: FontSetting, library: FontLibrary
  ) throws(SDLError) {
    let (size, dotsPerInch) = Self.size(setting)
    handle = try FontLibrary.open(bytes, index: index, size: size, dotsPerInch: dotsPerInch)
    self.library = library
    self.setting = setting
    TTF_SetFontHinting(handle, Self.hinting(setting))
  }

  deinit { FontLibrary.close(handle) }

  /// Makes it a font of another size; forgets the pictures of its letters.
  /// - Returns: whether the face has the size.
  func change(to new: FontSetting) -> Bool {
    if new == setting { return true }
    let (size, dotsPerInch) = Self.size(new)
    // Widths follow the hinting only when the size is set after it.
    TTF_SetFontHinting(handle, Self.hinting(new))
    guard TTF_SetFontSizeDPI(handle, size, dotsPerInch.x, dotsPerInch.y) == 0 else { return false }
    setting = new
    knownSpaceWidth = nil
    underlineRow = nil
    return true
  }

  /// A size is a whole number of 72nds of an inch, which quarters of a pixel are at 18 dots an inch.
  private static func size(_ setting: FontSetting) -> (Int32, dotsPerInch: (x: UInt32, y: UInt32)) {
    switch setting {
    case .measuring(let em): (em, (72, 72))
    case .drawing(let quarters, let columns): (quarters, (18 * UInt32(columns), 18))
    case .strike(let number): (number, (0, 0))
    }
  }

  private static func hinting(_ setting: FontSetting) -> Int32 {
    if case .measuring = setting { TTF_HINTING_NONE } else { Int32(TTF_HINTING_LIGHT) }
  }

  // MARK: Measures, in the font's own pixels

  /// From the baseline up, down (positive), and to the next one; rounded up.
  var lineMeasures: (ascent: Int, descent: Int, height: Int) {
    (Int(TTF_FontAscent(handle)), -Int(TTF_FontDescent(handle)), Int(TTF_FontLineSkip(handle)))
  }

  /// Rows of a picture whose ink keeps to the line.
  var boxHeight: Int { Int(TTF_FontHeight(handle)) }

  /// Whether the face has a glyph.
  func provides(_ scalar: Unicode.Scalar) -> Bool { TTF_GlyphIsProvided32(handle, scalar.value) != 0 }

  /// How far the glyph of a scalar reaches left of its origin (then negative) and above the baseline; nil without one.
  func extent(of scalar: Unicode.Scalar) -> (left: Int, top: Int)? {
    var (left, right, bottom, top, advance): (Int32, Int32, Int32, Int32, Int32) = (0, 0, 0, 0, 0)
    guard provides(scalar), TTF_GlyphMetrics32(handle, scalar.value, &left, &right, &bottom, &top, &advance) == 0 else {
      return nil
    }
    return (Int(left), Int(top))
  }

  /// The width of a space, fractions kept; 0 for a face without one.
  var spaceWidth: Double {
    if let knownSpaceWidth { return knownSpaceWidth }
    let count = 64
    var width = 0.0
    if provides(" "), let size = size(of: String(repeating: " ", count: count), TextShaping()) {
      width = (Double(size.width) + 0.5) / Double(count)
    }
    knownSpaceWidth = width
    return width
  }

  /// The box of a text: from its start or the leftmost ink to its end or the rightmost, as high as the line or its ink.
  /// Nil for what cannot be shaped.
  func size(of text: UnsafePointer<CChar>, _ shaping: TextShaping) -> (width: Int, height: Int)? {
    var (width, height): (Int32, Int32) = (0, 0)
    set(shaping)
    library.calls += 1
    guard TTF_SizeUTF8(handle, text, &width, &height) == 0, width >= 0, height >= 0 else { return nil }
    return (Int(width), Int(height))
  }

  // MARK: Pictures

  /// The coverage of a text, a byte a pixel; freed by the caller. Nil for one without an extent.
  func coverage(of text: UnsafePointer<CChar>, _ shaping: TextShaping) -> UnsafeMutablePointer<SDL_Surface>? {
    set(shaping)
    library.calls += 1
    let (ink, ground) = (SDL_Color(r: 255, g: 255, b: 255, a: 255), SDL_Color(r: 0, g: 0, b: 0, a: 255))
    return TTF_RenderUTF8_Shaded(handle, text, ink, ground)
  }

  /// A text in its own colours, ARGB8888, alpha not premultiplied; freed by the caller.
  func colors(of text: UnsafePointer<CChar>, _ shaping: TextShaping) -> UnsafeMutablePointer<SDL_Surface>? {
    set(shaping)
    library.calls += 1
    return TTF_RenderUTF8_Blended(handle, text, SDL_Color(r: 0, g: 0, b: 0, a: 255))
  }

  /// How many rows the picture of a text is pushed down because ink reaches above the line, which the library does not
  /// say: found where a line below the text comes to stand.
  /// - Parameter text: begins with a space, as seen from the left.
  func descentOfPicture(of text: UnsafePointer<CChar>, _ shaping: TextShaping) -> Int {
    TTF_SetFontStyle(handle, TTF_STYLE_UNDERLINE)
    defer { TTF_SetFontStyle(handle, TTF_STYLE_NORMAL) }
    if underlineRow == nil { underlineRow = firstInkedRow(of: "  ", shaping) }
    guard let row = firstInkedRow(of: text, shaping), let underlineRow else { return 0 }
    return max(0, row - underlineRow)
  }

  private func firstInkedRow(of text: UnsafePointer<CChar>, _ shaping: TextShaping) -> Int? {
    guard let picture = coverage(of: text, shaping) else { return nil }
    defer { SDL_FreeSurface(picture) }
    guard let pixels = picture.pointee.pixels, picture.pointee.w > 0 else { return nil }
    return (0..<Int(picture.pointee.h)).first {
      pixels.load(fromByteOffset: $0 * Int(picture.pointee.pitch), as: UInt8.self) != 0
    }
  }

  private func set(_ new: TextShaping) {
    if new == shaping { return }
    shaping = new
    // Four letters and the end of the string.
    var tag = (new.script.byteSwapped, UInt8(0))
    withUnsafePointer(to: &tag) {
      $0.withMemoryRebound(to: CChar.self, capacity: 5) { _ = TTF_SetFontScriptName(handle, $0) }
    }
    TTF_SetFontDirection(handle, new.isRightToLeft ? TTF_DIRECTION_RTL : TTF_DIRECTION_LTR)
  }
}
