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

  private struct WeakRenditions {
    weak var renditions: ImageRenditions?
  }

  private let decoder: any ImageDecoder
  private let shared = Mutex<[String: WeakContent]>([:])
  private let sharedRenditions = Mutex<[String: WeakRenditions]>([:])
  private let reports = Mutex(OneTimeLines(most: mostReports))

  /// The longest file that is read, in bytes.
  private static let longestFile = 1 << 28
  /// The most lines on standard error about images that are not shown, and about names of symbols without a drawing.
  private static let mostReports = 16
  /// The most characters of a name that a line repeats.
  private static let longestNameShown = 80

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
      return try TracedWork.run("image") { () throws(ImageDecodingError) in try make(decoder) }
    } catch {
      if error.isOverLimit { reportRefusal(error.reason) }
      return nil
    }
  }

  /// Says why a sound image is not shown: nil from an initializer does not.
  private func reportRefusal(_ reason: String) { report("UIImage: \(reason)") }

  /// Writes a line to standard error, unless it was written before or there were enough of them.
  private func report(_ line: String) {
    if let line = reports.withLock({ $0.admit(line) }) { UIApplication.report(line) }
  }

  /// The pixels of a content over a destination of a size in pixels; nil when it cannot be drawn.
  func bitmap(of content: ImageContent, width: Int, height: Int) -> Bitmap? {
    TracedWork.run("image") { content.bitmap(width: width, height: height, decoder: decoder) }
  }

  // MARK: Resources

  /// The renditions of the image called `name` in the catalogues and among the files of a bundle; nil without one.
  /// - Parameter bundle: nil for the program's own places and the working directory.
  func renditions(named name: String, in bundle: Bundle?) -> ImageRenditions? {
    guard !name.isEmpty else { return nil }
    let key = "\(bundle?.bundlePath ?? "") \(name)"
    if let found = sharedRenditions.withLock({ $0[key]?.renditions }) { return found }
    let files: [ImageRenditions.File]
    do throws(AssetCatalogue.Fault) {
      files = try AssetCatalogue.imageFiles(named: name, in: bundle) ?? ImageFile.find(name, in: bundle)
    } catch {
      report("UIImage(named:): \(error.reason)")
      return nil
    }
    guard let first = files.first else { return nil }
    let made = ImageRenditions(files: files, first: first, library: self)
    return sharedRenditions.withLock { table in
      if let other = table[key]?.renditions { return other }
      if table.count >= 256 { table = table.filter { $0.value.renditions != nil } }
      table[key] = WeakRenditions(renditions: made)
      return made
    }
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

  /// A symbol with lines of a width: for a name without a drawing a dashed square, of which a line on standard error tells
  /// once; nil for an empty name.
  func symbol(named name: String, lineWidth: Double) -> ImageContent? {
    guard !name.isEmpty else { return nil }
    return shared(key: "symbol \(name) \(lineWidth)") {
      let drawing = SymbolCatalog.svg(named: name, lineWidth: lineWidth)
      if drawing == nil {
        let shown = name.prefix(Self.longestNameShown)
        report(
          "UIImage(systemName: \(String(shown).debugDescription)) has no drawing here and shows a dashed square: "
            + "take a name of Documentation/SymbolNames.md, or a picture of your own by UIImage(named:)")
        return symbol(named: SymbolCatalog.placeholder, lineWidth: lineWidth)
      }
      return drawing.map {
        ImageContent(source: .symbol(svg: $0), width: SymbolCatalog.box, height: SymbolCatalog.box)
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

/// Lines that are written once each, up to a number of them.
struct OneTimeLines {
  private let most: Int
  private var written: Set<String> = []

  /// - Parameter most: the number of lines after which all others are left out.
  init(most: Int) { self.most = most }

  /// The line to write; nil for one that was written, and when there were enough.
  mutating func admit(_ line: String) -> String? {
    guard written.count < most, written.insert(line).inserted else { return nil }
    return written.count == most ? line + " (the last of these lines)" : line
  }
}
