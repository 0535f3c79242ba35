import Foundation
import Synchronization

/// Finds image files and shares contents: while one image of a file or symbol
/// lives, further ones show the same textures.
///
/// Safe to use from any thread.
package final class ImageLibrary: ApplicationService {
  /// The library of the running application.
  private static let installed = Mutex<ImageLibrary?>(nil)

  private struct WeakContent {
    weak var content: ImageContent?
  }

  private let decoder: any ImageDecoder
  private let shared = Mutex<[String: WeakContent]>([:])
  private let refusals = Mutex(0)

  /// The longest file that is read, in bytes.
  private static let longestFile = 1 << 28
  /// The most lines on standard error about images over a limit.
  private static let mostReports = 8

  /// - Parameter decoder: the platform's.
  package init(decoder: any ImageDecoder) { self.decoder = decoder }

  /// Makes this the library that `UIImage` uses; called once by the application.
  package func install() { Self.installed.withLock { $0 = self } }

  /// - Precondition: there is an application.
  static var current: ImageLibrary {
    guard let library = installed.withLock({ $0 }) else {
      misuse(
        """
        UIImage was asked to decode before UIApplicationMain: make images from \
        application(_:didFinishLaunchingWithOptions:) on
        """)
    }
    return library
  }

  /// Decodes PNG or JPEG; `nil` for other data, and for an image over a limit, of which standard error tells.
  func content(of data: Data) -> ImageContent? {
    content { decoder throws(ImageDecodingError) in try ImageContent(data: data, decoder: decoder) }
  }

  /// A drawing by an SVG document that comes with the program; `nil` for other data.
  func content(ofSVG data: Data) -> ImageContent? {
    content { decoder throws(ImageDecodingError) in try ImageContent(svg: data, decoder: decoder) }
  }

  private func content(_ make: (any ImageDecoder) throws(ImageDecodingError) -> ImageContent) -> ImageContent? {
    do throws(ImageDecodingError) {
      return try make(decoder)
    } catch {
      if error.isOverLimit { reportRefusal(error.reason) }
      return nil
    }
  }

  /// Says why a sound image is not shown: nil from an initializer does not. Falls silent after a few, so that a table of
  /// such images does not bury what else there is to read.
  private func reportRefusal(_ reason: String) {
    let count = refusals.withLock { count in
      count = min(count + 1, Self.mostReports + 1)
      return count
    }
    guard count <= Self.mostReports else { return }
    UIApplication.report(
      "UIImage: \(reason)" + (count == Self.mostReports ? " (the last of these lines)" : ""))
  }

  /// Draws an SVG document at a size in pixels; nil when it cannot be.
  func rasterize(svg: String, width: Int, height: Int) -> Bitmap? {
    try? decoder.rasterize(svg: svg, pixelWidth: width, pixelHeight: height)
  }

  /// The content of the file at `path`; `nil` when it cannot be read or decoded.
  /// - Parameter isResource: the file comes with the program, and may be an SVG document.
  func content(ofFile path: String, isResource: Bool = false) -> ImageContent? {
    shared(key: "file \(path)") {
      guard isReadable(path), let data = FileManager.default.contents(atPath: path) else { return nil }
      return isResource && path.lowercased().hasSuffix(".svg") ? content(ofSVG: data) : content(of: data)
    }
  }

  /// Whether a file is one that ends, and of acceptable length: a pipe or device may do neither.
  private func isReadable(_ path: String) -> Bool {
    let target = URL(filePath: path).resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: target),
      attributes[.type] as? FileAttributeType == .typeRegular
    else { return false }
    let length = (attributes[.size] as? NSNumber)?.int64Value ?? 0
    guard length <= Self.longestFile else {
      reportRefusal("\(path) has \(length) bytes, more than is read: at most \(Self.longestFile)")
      return false
    }
    return true
  }

  /// A symbol with lines of a width; `nil` for an unknown name.
  func symbol(named name: String, lineWidth: Double) -> ImageContent? {
    shared(key: "symbol \(name) \(lineWidth)") {
      SymbolCatalog.svg(named: name, lineWidth: lineWidth).map {
        ImageContent(
          source: .drawing(svg: $0), width: SymbolCatalog.box, height: SymbolCatalog.box)
      }
    }
  }

  private func shared(key: String, _ make: () -> ImageContent?) -> ImageContent? {
    if let content = shared.withLock({ $0[key]?.content }) { return content }
    guard let made = make() else { return nil }
    return shared.withLock { table in
      if let other = table[key]?.content { return other }
      if table.count >= 256 { table = table.filter { $0.value.content != nil } }
      table[key] = WeakContent(content: made)
      return made
    }
  }
}
