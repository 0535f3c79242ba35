import Foundation

/// The images of the renderer that show one content: one for a bitmap, one a
/// pixel size for a drawing.
///
/// They are made when first drawn, again after the device was lost, and given
/// back when the last image that shares the content goes.
@MainActor
final class UploadedImages {
  /// Longest side of a rasterised drawing, in pixels.
  nonisolated static let maximumSide = 4096
  /// Sizes of one drawing kept at a time: a drawing stretched by a window that
  /// is being resized would otherwise keep one for every size on the way.
  private static let maximumSizes = 4

  /// An uploaded image and its size in pixels.
  struct Texture {
    let id: ImageID
    let width, height: Int
  }

  private struct Entry {
    let texture: Texture
    /// The requested size in pixels; a drawing keeps its proportions within it.
    let wantedWidth, wantedHeight: Int
    var lastUse: Int
  }

  private var entries: [Entry] = []
  private var generation = 0
  private var useCount = 0
  private weak var application: UIApplication?

  nonisolated init() {}

  isolated deinit { releaseAll() }

  /// The renderer's image of `content` for a destination of the given size.
  ///
  /// - Parameters:
  ///   - content: the owner of this object.
  ///   - width: of the destination, in pixels; a bitmap has its own size.
  ///   - height: of the destination, in pixels.
  /// - Returns: `nil` when the drawing cannot be rasterised at that size.
  func texture(of content: ImageContent, width: Int, height: Int, in application: UIApplication)
    -> Texture?
  {
    if self.application !== application || generation != application.resources.generation {
      releaseAll()
      self.application = application
      generation = application.resources.generation
    }
    useCount += 1
    var wanted = (width: width, height: height)
    if case .pixels(let bitmap) = content.source { wanted = (bitmap.width, bitmap.height) }
    if let index = entries.firstIndex(where: {
      $0.wantedWidth == wanted.width && $0.wantedHeight == wanted.height
    }) {
      entries[index].lastUse = useCount
      return entries[index].texture
    }
    guard let bitmap = bitmap(of: content, width: wanted.width, height: wanted.height) else {
      return nil
    }
    makeRoom(in: application.resources)
    let id = application.resources.makeImage()
    application.resources.upload(bitmap, as: id)
    let texture = Texture(id: id, width: bitmap.width, height: bitmap.height)
    entries.append(
      Entry(
        texture: texture, wantedWidth: wanted.width, wantedHeight: wanted.height, lastUse: useCount))
    return texture
  }

  private func bitmap(of content: ImageContent, width: Int, height: Int) -> Bitmap? {
    if case .pixels(let bitmap) = content.source { return bitmap }
    guard width > 0, height > 0, width <= Self.maximumSide, height <= Self.maximumSide,
      let decoder = application?.platform.imageDecoder
    else { return nil }
    return content.bitmap(width: width, height: height, decoder: decoder)
  }

  private func makeRoom(in resources: RenderResources) {
    guard entries.count >= Self.maximumSizes,
      let oldest = entries.indices.min(by: { entries[$0].lastUse < entries[$1].lastUse })
    else { return }
    resources.retire(entries.remove(at: oldest).texture.id)
  }

  private func releaseAll() {
    if let resources = application?.resources {
      for entry in entries { resources.release(entry.texture.id) }
    }
    entries.removeAll()
  }
}
