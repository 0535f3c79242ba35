internal import SDL

/// Textures of transient bitmaps that are gone, kept for the next ones.
///
/// Cells that show a bitmap each give back one and ask for another whenever they are used again, mostly of much the
/// same size: extents are rounded up to classes, and a texture that is larger than asked for will do.
@MainActor
final class SpareTextures {
  /// Bytes kept at most; the oldest go first. Some windows full of pictures.
  static let byteLimit = 24 << 20

  private var spares: [Texture] = []
  /// Bytes of all textures.
  private(set) var byteCount = 0
  /// The largest class of heights asked for.
  private var highest = 0

  /// The smallest spare texture of at least this extent; nil without one.
  func take(width: Int, height: Int, use: Texture.Use) -> Texture? {
    var best: Int?
    for index in spares.indices {
      let spare = spares[index]
      guard spare.use == use, spare.width >= width, spare.height >= height else { continue }
      if let best, spares[best].byteCount <= spare.byteCount { continue }
      best = index
    }
    guard let best else { return nil }
    byteCount -= spares[best].byteCount
    return spares.remove(at: best)
  }

  /// Keeps a texture that is no longer shown.
  func give(_ texture: Texture) {
    guard texture.byteCount <= Self.byteLimit else { return }
    spares.append(texture)
    byteCount += texture.byteCount
    while byteCount > Self.byteLimit { byteCount -= spares.removeFirst().byteCount }
  }

  func removeAll() {
    spares.removeAll()
    byteCount = 0
  }

  /// The extent to make a texture in when none was kept that fits: with room for what else is asked for, up to twice
  /// the height, so that after some of them any will do.
  func roomyExtent(width: Int, height: Int) -> (width: Int, height: Int) {
    let wanted = Self.heightClass(height)
    highest = max(highest, wanted)
    return (Self.widthClass(width), min(highest, 2 * wanted))
  }

  /// Multiples of 64 pixels.
  static func widthClass(_ width: Int) -> Int { (width + 63) / 64 * 64 }

  /// 64, 96, 128, 192, 256, …: powers of two and their halves' sums. Rows differ in height more than in width, and few
  /// classes settle sooner.
  static func heightClass(_ height: Int) -> Int {
    var size = 64
    while size < height {
      if size + size / 2 >= height { return size + size / 2 }
      size *= 2
    }
    return size
  }
}
