import Foundation
internal import SDL

/// Fonts through fontconfig, shaped by HarfBuzz and drawn by FreeType.
///
/// Used by one thread at a time, like its fonts. Asked several times for each label: its properties are exempt from the run time's check for
/// overlapping access. Nothing it calls comes back to it.
final class SDLTextEngine: TextEngine {
  /// A face with the fonts opened for it.
  private struct Face {
    let file: FontFile
    let query: FontQuery
    /// Styles the family lacks and that are made from what it has.
    let needsBold, needsSlant: Bool
    /// Places in `fonts` by size; nil where the file cannot be used.
    var fonts: [(pixelSize: Double, place: Int32?)] = []
  }

  /// What tells faces apart.
  private struct FaceKey: Hashable {
    let file: ObjectIdentifier
    let query: FontQuery
  }

  /// A face at a size.
  private struct OpenFont {
    let font: Font
    let metrics: FontMetrics
  }

  private let setup: FontSetup
  @exclusivity(unchecked) private var loadedCatalog: FontCatalog?
  @exclusivity(unchecked) private var faces: [Face] = []
  @exclusivity(unchecked) private var ids: [FaceKey: FontFaceID] = [:]
  @exclusivity(unchecked) private var described: [FontDescriptor: FontFaceID] = [:]
  @exclusivity(unchecked) private var fonts: ContiguousArray<OpenFont> = []
  /// What was asked for last: labels of one kind come one after the other.
  @exclusivity(unchecked) private var last: (face: FontFaceID, pixelSize: Double, place: Int32)?
  private let shaper = TextShaper()
  // Used by the drawing facet.
  let glyphs = GlyphCache()
  let inks = InkTables()

  /// The weight from which a face counts as bold.
  private static let boldWeight = 600

  /// - Parameter setup: waited for when a face is first asked for.
  init(_ setup: FontSetup = FontSetup()) { self.setup = setup }

  /// Finds and opens the desktop's default face, unless that was done.
  /// - Throws: `SDLError` naming a package to install when there is none.
  func loadFonts() throws(SDLError) { _ = try loadCatalog() }

  private func loadCatalog() throws(SDLError) -> FontCatalog {
    if let loadedCatalog { return loadedCatalog }
    let catalog = try FontCatalog(setup)
    let query = FontQuery()
    let file = try catalog.face(for: query)
    _ = try file.face()
    loadedCatalog = catalog
    _ = id(of: file, query)
    return catalog
  }

  /// Of a program without fonts the first text is the end.
  private var catalog: FontCatalog {
    do throws(SDLError) {
      return try loadCatalog()
    } catch {
      UIApplication.failToLaunch(error.description)
    }
  }

  // MARK: Faces

  func face(for descriptor: FontDescriptor) -> FontFaceID {
    if let id = described[descriptor] { return id }
    let query = FontQuery(
      family: descriptor.name ?? Self.family(of: descriptor.design), weight: descriptor.weight,
      isSlanted: descriptor.isItalic)
    let catalog = catalog
    // Face 0 is the default, which could be opened.
    var face = FontFaceID(rawValue: 0)
    if let file = try? catalog.face(for: query), (try? file.face()) != nil {
      face = id(of: file, query)
    }
    described[descriptor] = face
    return face
  }

  func fallbackFace(for scalar: Unicode.Scalar, like face: FontFaceID) -> FontFaceID? {
    let query = faces[Int(face.rawValue)].query
    return catalog.fallback(for: scalar, like: query).map { id(of: $0, query) }
  }

  func hasGlyph(for scalar: Unicode.Scalar, in face: FontFaceID) -> Bool {
    faces[Int(face.rawValue)].file.covers(scalar)
  }

  private func id(of file: FontFile, _ query: FontQuery) -> FontFaceID {
    let key = FaceKey(file: ObjectIdentifier(file), query: query)
    if let id = ids[key] { return id }
    let id = FontFaceID(rawValue: Int32(faces.count))
    faces.append(
      Face(
        file: file, query: query,
        needsBold: query.weight >= Self.boldWeight && file.weight < Self.boldWeight,
        needsSlant: query.isSlanted && !file.isSlanted))
    ids[key] = id
    return id
  }

  private static func family(of design: FontDescriptor.Design) -> String {
    switch design {
    case .system: "sans-serif"
    case .monospaced: "monospace"
    case .serif: "serif"
    }
  }

  // MARK: Fonts

  func metrics(of face: FontFaceID, pixelSize: Double) -> FontMetrics {
    guard let place = place(of: face, pixelSize: pixelSize) else {
      return FontMetrics(ascent: 0, descent: 0, lineHeight: 0, capHeight: 0, xHeight: 0)
    }
    return fonts[Int(place)].metrics
  }

  func separatesWords(in face: FontFaceID) -> Bool {
    (try? faces[Int(face.rawValue)].file.face())?.separatesWords ?? false
  }

  func shape(
    _ text: UnsafeBufferPointer<UInt8>, font: RunFont,
    into glyphs: inout ContiguousArray<TextGlyph>
  ) -> ShapedExtent {
    guard let place = place(of: font.face, pixelSize: font.pixelSize) else { return ShapedExtent() }
    shaper.shape(
      text, with: fonts[Int(place)].font,
      RunShaping(isRightToLeft: font.shaping.isRightToLeft, script: font.shaping.script))
    for glyph in shaper.glyphs {
      glyphs.append(TextGlyph(id: glyph.id, cluster: glyph.cluster, x: glyph.x, y: glyph.y))
    }
    return ShapedExtent(
      width: shaper.advance, left: shaper.overhang.left, right: shaper.overhang.right)
  }

  /// The font of a face at a size, and what tells it apart from others; nil for a file
  /// that cannot be used.
  func font(_ face: FontFaceID, pixelSize: Double) -> (font: Font, number: Int32)? {
    guard let place = place(of: face, pixelSize: pixelSize) else { return nil }
    return (fonts[Int(place)].font, place)
  }

  private func place(of face: FontFaceID, pixelSize: Double) -> Int32? {
    if let last, last.face == face, last.pixelSize == pixelSize { return last.place }
    guard let place = findPlace(of: Int(face.rawValue), pixelSize: pixelSize) else { return nil }
    last = (face, pixelSize, place)
    return place
  }

  private func findPlace(of index: Int, pixelSize: Double) -> Int32? {
    let steps = Double(PixelGrid.rounded(pixelSize * Font.sizesPerPixel))
    let size = steps / Font.sizesPerPixel
    for entry in faces[index].fonts where entry.pixelSize == size { return entry.place }
    var place: Int32?
    if let font = try? Font(
      faces[index].file.face(), pixelSize: size, bold: faces[index].needsBold,
      slanted: faces[index].needsSlant)
    {
      place = Int32(fonts.count)
      fonts.append(OpenFont(font: font, metrics: FontMetrics(font)))
    }
    faces[index].fonts.append((size, place))
    return place
  }
}

extension FontMetrics {
  /// The measures of a font; those that need glyphs it lacks are guessed.
  fileprivate init(_ font: Font) {
    self.init(
      ascent: font.ascent, descent: font.descent, lineHeight: font.lineHeight,
      capHeight: font.top(of: "H") ?? font.ascent * 0.75,
      xHeight: font.top(of: "x") ?? font.ascent * 0.55)
  }
}
