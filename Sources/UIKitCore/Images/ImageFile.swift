import Foundation

/// Where image files are and what their names say.
enum ImageFile {
  private static let extensions = ["", ".png", ".jpg", ".jpeg", ".svg"]
  private static let scales = ["", "@2x", "@3x"]

  /// The scale a file's name states: 2 for `arrow@2x.png`, else 1.
  static func scale(ofFile path: String) -> CGFloat {
    let name = URL(filePath: path).deletingPathExtension().lastPathComponent
    return name.hasSuffix("@3x") ? 3 : name.hasSuffix("@2x") ? 2 : 1
  }

  /// The first existing file for `name`: without scale before with, in the
  /// order of the places searched.
  static func path(named name: String, in bundle: Bundle?) -> String? {
    guard !name.isEmpty else { return nil }
    let directories = name.hasPrefix("/") ? [""] : places(of: bundle).map { $0 + "/" }
    for directory in directories {
      for path in candidates(for: directory + name) {
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory),
          !isDirectory.boolValue
        {
          return path
        }
      }
    }
    return nil
  }

  private static func candidates(for path: String) -> [String] {
    let known = extensions.dropFirst().first { path.lowercased().hasSuffix($0) }
    guard let known else {
      return scales.flatMap { scale in extensions.map { path + scale + $0 } }
    }
    let stem = path.dropLast(known.count)
    return [path] + scales.dropFirst().map { stem + $0 + path.suffix(known.count) }
  }

  private static func places(of bundle: Bundle?) -> [String] {
    if let bundle { return [bundle.resourcePath, bundle.bundlePath].compactMap(\.self) }
    let main = Bundle.main
    let beside = (try? FileManager.default.contentsOfDirectory(atPath: main.bundlePath)) ?? []
    let resources = beside.filter { $0.hasSuffix(".resources") }.sorted()
      .map { "\(main.bundlePath)/\($0)" }
    return [main.resourcePath, main.bundlePath].compactMap(\.self) + resources
      + [FileManager.default.currentDirectoryPath]
  }
}
