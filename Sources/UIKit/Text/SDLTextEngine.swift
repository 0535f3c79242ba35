internal import SDL
import Foundation

/// Fonts through fontconfig, measured and drawn by SDL_ttf.
@MainActor
final class SDLTextEngine: TextEngine {
  /// A face with the fonts opened for it.
  private struct Face {
    let file: FontFile
    let query: FontQuery
    /// Styles the family lacks and that are made from what it has.
    let needsBold, needsSlant: Bool
    var fonts: [(steps: Int32, font: Font)] = []
  }

  /// What tells faces apart.
  private struct FaceKey: Hashable {
    let file: ObjectIdentifier
    let query: FontQuery
  }

  private let catalog: FontCatalog
  private var faces: [Face] = []
  private var ids: [FaceKey: FontFaceID] = [:]
  private var described: [FontDescriptor: FontFaceID] = [:]

  /// The weight from which a face counts as bold.
  private static let boldWeight = 600

  /// Opens the desktop's default face.
  /// - Throws: `SDLError` naming a package to install when there is none.
  init() throws(SDLError) {
    catalog = try FontCatalog()
    let query = FontQuery()
    let file = try catalog.face(for: query)
    _ = try Font(file, pixelSize: 16)
    _ = id(of: file, query)
  }

  // MARK: Faces

  func face(for descriptor: FontDescriptor) -> FontFaceID {
    if let id = described[descriptor] { return id }
    let query = FontQuery(
      family: descriptor.name ?? Self.family(of: descriptor.design), weight: descriptor.weight,
      isSlanted: descriptor.isItalic)
    // Face 0 is the default, which could be opened.
    var face = FontFaceID(rawValue: 0)
    if let file = try? catalog.face(for: query), (try? Font(file, pixelSize: 16)) != nil {
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

  // MARK: Measures

  func metrics(of face: FontFaceID, pixelSize: Double) -> FontMetrics {
    guard let font = font(face, pixelSize: pixelSize) else {
      return FontMetrics(ascent: 0, descent: 0, lineHeight: 0, capHeight: 0, xHeight: 0)
    }
    return FontMetrics(
      ascent: font.ascent, descent: font.descent, lineHeight: font.lineHeight,
      capHeight: font.top(of: "H") ?? font.ascent * 0.75,
      xHeight: font.top(of: "x") ?? font.ascent * 0.55)
  }

  func advance(
    of text: Substring, face: FontFaceID, pixelSize: Double, shaping: TextShaping
  ) -> Double {
    guard let font = font(face, pixelSize: pixelSize) else { return 0 }
    return (try? font.width(of: String(text), shaping: Font.Shaping(shaping))) ?? 0
  }

  /// The font of a face at a size; nil for a file that can no longer be read.
  func font(_ face: FontFaceID, pixelSize: Double) -> Font? {
    let index = Int(face.rawValue)
    let steps = PixelGrid.rounded(pixelSize * Font.sizesPerPixel)
    for entry in faces[index].fonts where entry.steps == steps { return entry.font }
    guard
      let font = try? Font(
        faces[index].file, pixelSize: Double(steps) / Font.sizesPerPixel,
        bold: faces[index].needsBold, slanted: faces[index].needsSlant)
    else { return nil }
    faces[index].fonts.append((steps, font))
    return font
  }
}

extension Font.Shaping {
  /// The same as the SDL layer takes it.
  init(_ shaping: TextShaping) {
    self.init(isRightToLeft: shaping.isRightToLeft, script: shaping.script)
  }
}
