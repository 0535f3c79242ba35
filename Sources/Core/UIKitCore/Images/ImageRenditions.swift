import Foundation
import Synchronization

/// One image in several files: for scales of the display, for light and dark.
///
/// A file is decoded when it is first shown; the last image that has these renditions lets go of them all.
final class ImageRenditions: Sendable {
  /// A file and what it is for.
  struct File: Sendable, Equatable {
    let path: String
    /// Pixels of a point.
    var scale = 1.0
    var isDark = false
    /// Whether the file comes with the program, in a bundle, and may be an SVG document.
    var isResource = true
    /// How the image set wants to be coloured.
    var renderingMode = UIImage.RenderingMode.automatic

    /// Whether the file is as good at every scale.
    var isDrawing: Bool { path.lowercased().hasSuffix(".svg") }
  }

  private let files: [File]
  private let contents = Mutex<[Int: ImageContent]>([:])
  private let library: ImageLibrary

  /// How the image wants to be coloured.
  let renderingMode: UIImage.RenderingMode

  /// - Parameters:
  ///   - files: at least one.
  ///   - first: of the files.
  init(files: [File], first: File, library: ImageLibrary) {
    self.files = files
    self.library = library
    renderingMode = first.renderingMode
  }

  /// Whether there is one file for all traits.
  var isSingle: Bool { files.count == 1 }

  /// The content and scale of the file for these traits; nil when it cannot be decoded.
  /// - Complexity: O(number of files).
  func image(for traits: UITraitCollection) -> (content: ImageContent, scale: Double)? {
    let place = Self.best(of: files, scale: traits.displayScale, isDark: traits.isDark)
    let file = files[place]
    if let known = contents.withLock({ $0[place] }) { return (known, file.scale) }
    guard let made = library.content(ofFound: file) else { return nil }
    contents.withLock { $0[place] = made }
    return (made, file.scale)
  }

  /// The file of the wanted appearance, else of the other, whose scale is the least that suffices, else the greatest.
  static func best(of files: [File], scale: Double, isDark: Bool) -> Int {
    func rank(_ file: File) -> (Int, Double) {
      let appearance = file.isDark == isDark ? 0 : file.isDark ? 2 : 1
      if file.isDrawing { return (appearance, 0) }
      return (appearance, file.scale >= scale ? file.scale : 1000 - file.scale)
    }
    return files.indices.min { rank(files[$0]) < rank(files[$1]) } ?? 0
  }
}
