import Foundation

/// Where image files are and what their names say.
enum ImageFile {
  private static let extensions = ["", ".png", ".jpg", ".jpeg", ".svg"]

  /// A file that was found.
  struct Found {
    let path: String
    /// Whether it comes with the program, in a bundle.
    let isResource: Bool
  }
  private static let scales = ["", "@2x", "@3x"]

  /// The scale a file's name states: 2 for `arrow@2x.png`, else 1.
  static func scale(ofFile path: String) -> CGFloat {
    let name = URL(filePath: path).deletingPathExtension().lastPathComponent
    return name.hasSuffix("@3x") ? 3 : name.hasSuffix("@2x") ? 2 : 1
  }

  /// The first existing file for `name`: without scale before with, in the order of the places searched: bundles, and
  /// without a given one the working directory.
  static func find(_ name: String, in bundle: Bundle?) -> Found? {
    guard !name.isEmpty else { return nil }
    if name.hasPrefix("/") { return existing(name).map { Found(path: $0, isResource: false) } }
    for place in bundle.map(places) ?? ownPlaces {
      if let path = existing(place + "/" + name) { return Found(path: path, isResource: true) }
    }
    guard bundle == nil else { return nil }
    return existing(FileManager.default.currentDirectoryPath + "/" + name).map { Found(path: $0, isResource: false) }
  }

  private static func existing(_ path: String) -> String? {
    candidates(for: path).first { path in
      var isDirectory: ObjCBool = false
      return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && !isDirectory.boolValue
    }
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
  private static var ownPlaces: [String] {
    let main = Bundle.main
    let beside = (try? FileManager.default.contentsOfDirectory(atPath: main.bundlePath)) ?? []
    let resources = beside.filter { $0.hasSuffix(".resources") }.sorted()
      .map { "\(main.bundlePath)/\($0)" }
    return places(of: main) + resources
  }
}
