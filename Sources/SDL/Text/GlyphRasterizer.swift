internal import CFreeType
import Foundation

/// Draws single glyphs with FreeType, into memory that is used again for each.
final class GlyphRasterizer {
  /// For pictures that are not as FreeType leaves them.
  private var memory: UnsafeMutableRawPointer
  private var capacity = 64 << 10

  init() {
    memory = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit {
    memory.deallocate()
  }

  /// `FT_LOAD_TARGET_LIGHT`, which is a macro with arguments: hinted in height alone.
  private static let lightHinting = Int32(FT_RENDER_MODE_LIGHT.rawValue & 15) << 16

  /// The largest extent of a picture; larger ones are damage.
  private static let maximumExtent = 4096

  /// A glyph's picture; nil when the face cannot draw it. Valid until the next call.
  /// - Parameter step: quarters of a pixel to the right; colour pictures ignore it.
  func draw(_ glyph: UInt32, in font: Font, step: Int) -> GlyphPicture? {
    font.activate()
    let face = font.face.handle
    let mode = font.face.isColor ? Int32(FT_LOAD_COLOR) : Self.lightHinting | Int32(FT_LOAD_NO_BITMAP)
    guard FT_Load_Glyph(face, glyph, mode) == 0, let slot = face.pointee.glyph else { return nil }
    if slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE {
      withUnsafeMutablePointer(to: &slot.pointee.outline) { shape($0, font, step: step) }
      guard fits(slot) else { return nil }
    }
    if slot.pointee.format != FT_GLYPH_FORMAT_BITMAP {
      guard FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) == 0 else { return nil }
    }
    let bitmap = slot.pointee.bitmap
    let place = (left: Int(slot.pointee.bitmap_left), top: Int(slot.pointee.bitmap_top))
    switch UInt32(bitmap.pixel_mode) {
    case FT_PIXEL_MODE_GRAY.rawValue: return coverage(bitmap, place)
    case FT_PIXEL_MODE_MONO.rawValue: return monochrome(bitmap, place)
    case FT_PIXEL_MODE_BGRA.rawValue: return color(bitmap, place, scale: font.pictureScale)
    default: return nil
    }
  }

  /// Applies what the font makes up, and moves the outline.
  private func shape(_ outline: UnsafeMutablePointer<FT_Outline>, _ font: Font, step: Int) {
    if font.boldStrength > 0 { FT_Outline_EmboldenXY(outline, font.boldStrength, 0) }
    if font.isSlanted {
      var shear = FT_Matrix(xx: 0x10000, xy: FT_Fixed(Font.slant * 0x10000), yx: 0, yy: 0x10000)
      FT_Outline_Transform(outline, &shear)
    }
    if step > 0 { FT_Outline_Translate(outline, FT_Pos(step * 64 / GlyphCache.stepsPerPixel), 0) }
  }

  /// Whether an outline is of a size that can be drawn.
  private func fits(_ slot: FT_GlyphSlot) -> Bool {
    var box = FT_BBox()
    FT_Outline_Get_CBox(&slot.pointee.outline, &box)
    let limit = FT_Pos(Self.maximumExtent * 64)
    return box.xMax - box.xMin < limit && box.yMax - box.yMin < limit
      && abs(box.xMin) < limit && abs(box.yMin) < limit
  }

  private func coverage(_ bitmap: FT_Bitmap, _ place: (left: Int, top: Int)) -> GlyphPicture {
    guard let rows = bitmap.buffer, bitmap.width > 0, bitmap.rows > 0, bitmap.pitch > 0 else {
      return .blank
    }
    return GlyphPicture(
      pixels: UnsafeRawPointer(rows), stride: bitmap.pitch, width: Int32(bitmap.width),
      height: Int32(bitmap.rows), left: Int32(clamping: place.left),
      top: Int32(clamping: place.top), isColor: false)
  }

  /// One bit a pixel becomes one byte.
  private func monochrome(_ bitmap: FT_Bitmap, _ place: (left: Int, top: Int)) -> GlyphPicture {
    var picture = coverage(bitmap, place)
    guard let source = picture.pixels else { return picture }
    let width = Int(picture.width)
    let target = room(for: width * Int(picture.height)).assumingMemoryBound(to: UInt8.self)
    for row in 0..<Int(picture.height) {
      for column in 0..<width {
        let byte = source.load(fromByteOffset: row * Int(picture.stride) + column / 8, as: UInt8.self)
        target[row * width + column] = byte << UInt8(column % 8) & 0x80 != 0 ? 255 : 0
      }
    }
    picture.pixels = UnsafeRawPointer(target)
    picture.stride = picture.width
    return picture
  }

  private func room(for bytes: Int) -> UnsafeMutableRawPointer {
    if bytes > capacity {
      memory.deallocate()
      capacity = bytes
      memory = .allocate(byteCount: capacity, alignment: 16)
    }
    return memory
  }

  /// Scales a colour picture, each pixel the mean of those it covers, by the area of
  /// each that it covers.
  private func color(
    _ bitmap: FT_Bitmap, _ place: (left: Int, top: Int), scale: Double
  ) -> GlyphPicture? {
    let (width, height) = (Int(bitmap.width), Int(bitmap.rows))
    guard let source = bitmap.buffer, width > 0, height > 0, width <= Self.maximumExtent,
      height <= Self.maximumExtent
    else { return .blank }
    let newWidth = max(1, Int((Double(width) * scale).rounded()))
    let newHeight = max(1, Int((Double(height) * scale).rounded()))
    guard newWidth <= Self.maximumExtent, newHeight <= Self.maximumExtent else { return nil }
    let colors = room(for: newWidth * newHeight * 4).assumingMemoryBound(to: UInt32.self)
    let (stepX, stepY) = (Double(width) / Double(newWidth), Double(height) / Double(newHeight))
    for y in 0..<newHeight {
      let rows = Double(y) * stepY..<Double(y + 1) * stepY
      for x in 0..<newWidth {
        let columns = Double(x) * stepX..<Double(x + 1) * stepX
        colors[y * newWidth + x] = Self.mean(
          source, pitch: Int(bitmap.pitch), columns: columns, rows: rows, width: width,
          height: height)
      }
    }
    return GlyphPicture(
      pixels: UnsafeRawPointer(colors), stride: Int32(newWidth * 4), width: Int32(newWidth),
      height: Int32(newHeight), left: Int32((Double(place.left) * scale).rounded()),
      top: Int32((Double(place.top) * scale).rounded()), isColor: true)
  }

  /// The mean of an area of premultiplied BGRA pixels, as ARGB that is not premultiplied.
  private static func mean(
    _ source: UnsafePointer<UInt8>, pitch: Int, columns: Range<Double>, rows: Range<Double>,
    width: Int, height: Int
  ) -> UInt32 {
    var sum = SIMD4<Double>()
    var area = 0.0
    for row in Int(rows.lowerBound)..<min(height, Int(rows.upperBound.rounded(.up))) {
      let tall = min(rows.upperBound, Double(row + 1)) - max(rows.lowerBound, Double(row))
      for column in Int(columns.lowerBound)..<min(width, Int(columns.upperBound.rounded(.up))) {
        let wide =
          min(columns.upperBound, Double(column + 1)) - max(columns.lowerBound, Double(column))
        let pixel = source + row * pitch + column * 4
        let share = tall * wide
        sum +=
          share
          * SIMD4(Double(pixel[0]), Double(pixel[1]), Double(pixel[2]), Double(pixel[3]))
        area += share
      }
    }
    guard area > 0, sum[3] > 0 else { return 0 }
    func channel(_ value: Double) -> UInt32 { UInt32(min(255, max(0, value.rounded()))) }
    let alpha = channel(sum[3] / area)
    func plain(_ index: Int) -> UInt32 { channel(sum[index] * 255 / sum[3]) }
    return alpha << 24 | plain(2) << 16 | plain(1) << 8 | plain(0)
  }
}
