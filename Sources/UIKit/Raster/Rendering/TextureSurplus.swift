/// Which textures go of texts or images that are not in view.
///
/// They are kept for rows that come back and for cells that are used again, up to a number of bytes: the views of a screen
/// that was left keep their texts and images for as long as they live, and their textures are made again when they are next
/// drawn. Those used the longest ago go first.
struct TextureSurplus {
  /// A texture, or several that belong together.
  struct Holding {
    /// The number of the text or image.
    let index: Int
    let bytes: Int
    /// Larger for what was drawn later.
    let lastUse: Int
    /// Whether the frame that is about to be drawn shows it.
    let isInView: Bool
  }

  /// Bytes that are kept in a small window.
  static let leastLimit = 8 << 20

  /// The bytes of textures kept beside those in view: as many as a picture of the window has, at least `leastLimit`.
  static func limit(windowPixels: Int) -> Int { max(leastLimit, windowPixels * 4) }

  /// Bytes of what was in view when that was last looked at.
  private var bytesInView = 0

  /// Whether so many bytes may be too many: then `drop` is asked.
  func isDue(byteCount: Int, windowPixels: Int) -> Bool {
    byteCount > bytesInView + Self.limit(windowPixels: windowPixels)
  }

  /// The numbers of what goes: half of the limit stays, so that not each frame has to look.
  mutating func drop(of holdings: [Holding], windowPixels: Int) -> [Int] {
    bytesInView = holdings.reduce(0) { $1.isInView ? $0 + $1.bytes : $0 }
    let kept = Self.limit(windowPixels: windowPixels) / 2
    let others = holdings.filter { !$0.isInView }.sorted { ($0.lastUse, $0.index) < ($1.lastUse, $1.index) }
    var rest = others.reduce(0) { $0 + $1.bytes }
    var dropped: [Int] = []
    for holding in others {
      guard rest > kept else { break }
      rest -= holding.bytes
      dropped.append(holding.index)
    }
    return dropped
  }
}
