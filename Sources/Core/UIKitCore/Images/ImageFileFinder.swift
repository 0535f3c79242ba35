import Foundation

/// Where image files are, and what their names say.
enum ImageFileFinder {
  private static let extensions = ["", ".png", ".jpg", ".jpeg", ".svg"]
  /// Of formats that UIKit draws on iOS and that are not drawn here.
  private static let foreignExtensions = [
    ".gif", ".pdf", ".webp", ".heic", ".heif", ".tiff", ".tif", ".bmp", ".ico", ".avif",
  ]

  private static let scales = ["", "@2x", "@3x"]

  /// The scale a file's name states: 2 for `arrow@2x.png`, else 1.
  static func scale(ofFile path: String) -> CGFloat {
    let name = URL(filePath: path).deletingPathExtension().lastPathComponent
    return name.hasSuffix("@3x") ? 3 : name.hasSuffix("@2x") ? 2 : 1
  }

  /// The first existing file for `name`, in the order of the places searched (bundles, and without a given one the
  /// working directory), with the files beside it that have other scales; none when there is no such file.
  static func find(_ name: String, in bundle: Bundle?) -> [ImageRenditions.File] {
    guard !name.isEmpty else { return [] }
    if name.hasPrefix("/") { return renditions(of: name, isResource: false) }
    for place in resourceFolders(of: bundle) {
      let found = renditions(of: place + "/" + name, isResource: true)
      if !found.isEmpty { return found }
    }
    guard bundle == nil else { return [] }
    return renditions(of: FileManager.default.currentDirectoryPath + "/" + name, isResource: false)
  }

  /// The path of a file for `name` that UIKit would draw on iOS and that is not drawn here, in the places that `find`
  /// searches; nil without such a file.
  static func findForeign(_ name: String, in bundle: Bundle?) -> String? {
    guard !name.hasPrefix("/") else { return foreign(name) }
    for place in resourceFolders(of: bundle) { if let found = foreign(place + "/" + name) { return found } }
    return bundle == nil ? foreign(FileManager.default.currentDirectoryPath + "/" + name) : nil
  }

  private static func foreign(_ path: String) -> String? {
    scales.lazy.flatMap { scale in foreignExtensions.map { path + scale + $0 } }.first(where: exists)
  }

  /// The folders whose files and catalogues are a bundle's, or the program's own.
  static func resourceFolders(of bundle: Bundle?) -> [String] { bundle.map(places) ?? ownPlaces }

  private static func renditions(of path: String, isResource: Bool) -> [ImageRenditions.File] {
    guard let first = candidates(for: path).first(where: exists) else { return [] }
    let found = ImageRenditions.File(path: first, scale: scale(ofFile: first), isResource: isResource)
    let url = URL(filePath: first)
    let stem = url.deletingPathExtension().path
    // Only a name without a scale stands for the files of all scales.
    guard found.scale == 1, !found.isDrawing, !url.pathExtension.isEmpty else { return [found] }
    return [found]
      + scales.dropFirst().compactMap { scale in
        let other = "\(stem)\(scale).\(url.pathExtension)"
        guard exists(other) else { return nil }
        return ImageRenditions.File(path: other, scale: self.scale(ofFile: other), isResource: isResource)
      }
  }

  private static func exists(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && !isDirectory.boolValue
  }

  private static func candidates(for path: String) -> [String] {
    let known = extensions.dropFirst().first { path.lowercased().hasSuffix($0) }
    guard let known else {
      return scales.flatMap { scale in extensions.map { path + scale + $0 } }
    }
    let stem = path.dropLast(known.count)
    return [path] + scales.dropFirst().map { stem + $0 + path.suffix(known.count) }
  }

  private static func places(of bundle: Bundle) -> [String] {
    [bundle.resourcePath, bundle.bundlePath].compactMap(\.self)
  }

  /// The places of the main bundle, and the resource bundles beside the program.
  private static let ownPlaces: [String] = {
    let main = Bundle.main
    let beside = (try? FileManager.default.contentsOfDirectory(atPath: main.bundlePath)) ?? []
    let resources = beside.filter { $0.hasSuffix(".resources") }.sorted()
      .map { "\(main.bundlePath)/\($0)" }
    return places(of: main) + resources
  }()
}
