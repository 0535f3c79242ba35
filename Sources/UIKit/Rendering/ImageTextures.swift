internal import SDL

/// The textures of each image, by image id.
///
/// The bitmap is kept, so that textures can be made again after the device lost
/// them, and so that an image drawn much smaller is averaged once instead of
/// being thinned out in every frame.
@MainActor
final class ImageTextures {
  /// What is asked of an image's texture.
  struct Variant: Equatable {
    /// White with the image's alpha, for tinting.
    var isStencil: Bool
    /// How often width and height are halved.
    var halvings: Int
  }

  private struct Entry {
    var bitmap: Bitmap?
    var textures: [(variant: Variant, texture: Texture)] = []
  }

  private let renderer: Renderer
  private var entries: ContiguousArray<Entry> = []
  /// Textures made so far.
  private(set) var creations = 0

  init(renderer: Renderer) { self.renderer = renderer }

  /// Gives an image its pixels, in place of any it had.
  func upload(_ bitmap: Bitmap, as id: ImageID) {
    let index = Int(id.rawValue)
    while entries.count <= index { entries.append(Entry()) }
    entries[index] = Entry(bitmap: bitmap)
  }

  /// Frees what an image holds.
  func release(_ id: ImageID) {
    let index = Int(id.rawValue)
    guard index < entries.count else { return }
    entries[index] = Entry()
  }

  /// Frees every texture; they are made again when next drawn.
  func dropTextures() {
    for index in entries.indices { entries[index].textures.removeAll() }
  }

  /// The texture of an image, made when first asked for; nil for an image that
  /// was never uploaded or is empty.
  func texture(of id: ImageID, _ variant: Variant) -> Texture? {
    let index = Int(id.rawValue)
    guard index < entries.count else { return nil }
    for entry in entries[index].textures where entry.variant == variant { return entry.texture }
    guard let bitmap = entries[index].bitmap, bitmap.width > 0, bitmap.height > 0 else {
      return nil
    }
    var picture = PixelBuffer(bitmap, asStencil: variant.isStencil)
    for _ in 0..<variant.halvings { picture = picture.halved() }
    guard
      let texture = try? Texture(
        renderer: renderer, width: picture.width, height: picture.height, smooth: true)
    else { return nil }
    let area = PixelRect(
      x: 0, y: 0, width: Int32(picture.width), height: Int32(picture.height))
    try? texture.write(area) { pixels, stride in
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          pixels[y * stride + x] = picture.pixels[y * picture.width + x]
        }
      }
    }
    creations += 1
    entries[index].textures.append((variant, texture))
    return texture
  }
}
