import Pixels
import Primitives
import Synchronization

/// Lends typesetters to threads that have none of their own.
package protocol TypesetterLender: Sendable {
  /// Runs `work` with a typesetter that no other thread uses meanwhile. `work` must not come back here.
  func withTypesetter<Result>(_ work: (Typesetter) -> Result) -> Result
}

/// Lays text out with the platform's fonts.
///
/// The application has one, which labels ask during layout and before drawing; each painter of bitmaps has its own.
/// Used by one thread at a time. Everything is in device pixels. It keeps what is expensive to ask of the engine or to
/// find out: the face of a descriptor, whether a face covers plain Latin, and texts that wrap, are cut or are no plain
/// Latin; the engine keeps words.
///
/// `plainFaces` and `spaces`, which each label asks for, are exempt from the run time's check for overlapping access: an
/// engine is called while they are changed, and never calls back.
package final class Typesetter {
  /// The platform's fonts and shaping.
  package let engine: any TextEngine
  private var faces: [FontDescriptor: FontFaceID] = [:]
  /// Whether a face covers plain Latin, by its number; nil where it was not asked.
  @exclusivity(unchecked) private var plainFaces: ContiguousArray<Bool?> = []
  private var lastDescriptor: (descriptor: FontDescriptor, face: FontFaceID)?
  private var layouts = LayoutCache()
  /// Words that are looked at and not kept.
  var scratch: ContiguousArray<TextWord> = []
  /// The widths of spaces asked for lately: the labels of a row have a few fonts by turns.
  @exclusivity(unchecked) private var spaces: ContiguousArray<(font: RunFont, width: Double)> = []
  /// See `spaceWidthBetweenSyllables`.
  private var syllableSpaces: ContiguousArray<(font: RunFont, width: Double)> = []
  private var cacheHits = 0
  private var cacheMisses = 0
  private var countsTaken = TextEngineCounts()

  /// - Parameter engine: the platform's; kept for the typesetter's life.
  package init(engine: any TextEngine) { self.engine = engine }

  // MARK: Threads

  private static let ofThread = ThreadLocal<Typesetter>()
  private static let lender = Mutex<(any TypesetterLender)?>(nil)

  /// Threads without a typesetter of their own borrow one from here; called by the application.
  package static func borrow(from lender: any TypesetterLender) { Self.lender.withLock { $0 = lender } }

  /// Makes this the calling thread's own: the application's on the main thread.
  package func becomeTypesetterOfThread() { Self.ofThread.value = self }

  /// Runs `work` with the calling thread's typesetter, or with one lent to it for that long.
  package static func withCurrent<Result>(_ work: (Typesetter) -> Result) -> Result {
    if let own = ofThread.value { return work(own) }
    guard let lender = lender.withLock({ $0 }) else {
      misuse(
        """
        a string was measured before UIApplicationMain: measure from application(_:didFinishLaunchingWithOptions:) on
        """)
    }
    return lender.withTypesetter(work)
  }

  // MARK: Faces

  /// The face of a descriptor. O(1); the engine is asked once for each.
  package func face(for descriptor: FontDescriptor) -> FontFaceID {
    if let last = lastDescriptor, last.descriptor == descriptor { return last.face }
    let face: FontFaceID
    if let known = faces[descriptor] {
      face = known
    } else {
      face = engine.face(for: descriptor)
      faces[descriptor] = face
    }
    lastDescriptor = (descriptor, face)
    return face
  }

  /// The line of a style: that of iOS for a font of the system, else its face's own.
  func line(of style: TextStyle) -> LineMetrics {
    style.font.systemLine(pixelSize: style.pixelSize)
      ?? LineMetrics(engine.metrics(of: face(for: style.font), pixelSize: style.pixelSize))
  }

  /// Whether `face` draws every printable ASCII character and the letters of Latin-1.
  func coversPlainText(_ face: FontFaceID) -> Bool {
    let index = Int(face.rawValue)
    if index < plainFaces.count, let known = plainFaces[index] { return known }
    func draws(_ codes: ClosedRange<UInt8>) -> Bool {
      codes.allSatisfy { engine.hasGlyph(for: Unicode.Scalar($0), in: face) }
    }
    let covers = draws(0x20...0x7E) && draws(0xC0...0xFF)
    while index >= plainFaces.count { plainFaces.append(nil) }
    plainFaces[index] = covers
    return covers
  }

  /// The width of a space in pixels.
  func spaceWidth(_ font: RunFont) -> Double {
    for known in spaces where known.font == font { return known.width }
    // A space appends nothing. Not to `scratch`: that may be what the words go to.
    var nothing: ContiguousArray<TextWord> = []
    let space: UInt8 = 0x20
    let width = withUnsafePointer(to: space) {
      engine.shape(UnsafeBufferPointer(start: $0, count: 1), font: font, into: &nothing)
    }
    if spaces.count == Self.spacesKept { spaces.removeAll(keepingCapacity: true) }
    spaces.append((font, width))
    return width
  }

  private static let spacesKept = 8

  /// The width in pixels of a space that stands alone between two Korean syllables: fonts for Chinese, too, have a
  /// wider one there.
  func spaceWidthBetweenSyllables(_ font: RunFont) -> Double {
    for known in syllableSpaces where known.font == font { return known.width }
    var nothing: ContiguousArray<TextWord> = []
    // As Chinese: of Korean, HarfBuzz 6 leaves contextual forms out.
    var neutral = font
    neutral.shaping.script = TextScript.han.shapingTag
    func width(_ text: StaticString) -> Double {
      text.withUTF8Buffer { engine.shape($0, font: neutral, into: &nothing) }
    }
    let width = max(0, width("가 가") - 2 * width("가"))
    if syllableSpaces.count == Self.spacesKept { syllableSpaces.removeAll(keepingCapacity: true) }
    syllableSpaces.append((font, width))
    return width
  }

  /// Lays `text` out in `box`.
  ///
  /// Never fails: what no font draws is counted, what does not fit is left out or
  /// cut as the box's line break mode says.
  /// - Complexity: O(n) in the text that can be seen; a line reads on for at most
  ///   `box.width` clusters, whatever the length of the string.
  package func layout(_ text: StyledText, in box: TextBox) -> TextLayout {
    let bytes = text.string.utf8.count
    guard bytes > 0 else { return TextLayout() }
    let mayFit = !isLikelyTooLong(text, in: box)
    // The text of most labels is laid out about as quickly as it would be found in the cache, so it is not kept.
    var line = TextLayout()
    if mayFit, layOutPlainLine(text, in: box, into: &line) { return line }
    guard bytes <= LayoutCache.maximumTextBytes else { return makeLayout(text, in: box, mayFitLine: !mayFit) }
    let hash = LayoutCache.hash(of: text, in: box)
    if let known = layouts.layout(of: text, in: box, hash: hash) {
      cacheHits += 1
      return known
    }
    cacheMisses += 1
    let made = makeLayout(text, in: box, mayFitLine: !mayFit)
    layouts.insert(made, of: text, in: box, hash: hash)
    return made
  }

  /// - Parameter mayFitLine: false if laying it out as a plain line that fits was tried and failed.
  private func makeLayout(_ text: StyledText, in box: TextBox, mayFitLine: Bool) -> TextLayout {
    func line() -> TextLayout? {
      var line = TextLayout()
      if mayFitLine, layOutPlainLine(text, in: box, into: &line) { return line }
      return asciiTruncatedTail(text, in: box) ?? asciiClipped(text, in: box)
    }
    // Text that is likely to wrap is not measured as one line first.
    let wraps = isLikelyToWrap(text, in: box)
    if !wraps, let quick = line() { return quick }
    var composer = LineComposer(typesetter: self, text: text, box: box)
    return composer.composePlain() ?? (wraps ? line() : nil) ?? composer.compose()
  }

  /// How many texts were found among the layouts that are kept, and how many were not, since the last call.
  /// Plain lines that fit are not looked for.
  package func takeCacheCounts() -> (hits: Int, misses: Int) {
    defer {
      cacheHits = 0
      cacheMisses = 0
    }
    return (cacheHits, cacheMisses)
  }

  /// The engine's counts since the last call.
  package func takeEngineCounts() -> TextEngineCounts {
    let counts = engine.counts
    defer { countsTaken = counts }
    return counts - countsTaken
  }

  /// The size of `text` laid out in `box`, in pixels: what `layout` would make, but
  /// without runs where a single plain line fits.
  package func measure(_ text: StyledText, in box: TextBox) -> (width: Double, height: Double) {
    if text.string.isEmpty { return (0, 0) }
    if !isLikelyToWrap(text, in: box), let width = plainWidth(text, in: box) {
      return (width, line(of: text.base).height)
    }
    if text.string.utf8.count <= LayoutCache.maximumTextBytes,
      let known = layouts.size(of: text, in: box, hash: LayoutCache.hash(of: text, in: box))
    {
      cacheHits += 1
      return known
    }
    let layout = isCharacter(text) ? characterLayout(text, in: box) : layout(text, in: box)
    return (layout.width, layout.height)
  }

  /// Bytes of a character that is no text of many marks.
  private static let longestCharacter = 32

  private func isCharacter(_ text: StyledText) -> Bool {
    let string = text.string
    return text.spans.isEmpty && string.utf8.count <= Self.longestCharacter
      && string.index(after: string.startIndex) == string.endIndex
  }

  /// A character by itself takes up the advance of the face that has its glyph. Programs ask so for the widths of
  /// thousands that they do not show as such: the layout is not kept, and nothing is drawn for it.
  private func characterLayout(_ text: StyledText, in box: TextBox) -> TextLayout {
    var composer = LineComposer(typesetter: self, text: text, box: box, isDrawn: false)
    return composer.compose()
  }
}
