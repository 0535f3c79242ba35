import Foundation

/// How large a program's window was on displays of each size, in a file below the user's state folder.
///
/// The file has a line for each size of a display, `1920x1080 1280x800`: device pixels of the display, then points of the
/// window. What is not such a line is passed over. A file that cannot be read remembers nothing; one that cannot be written
/// is said on standard error, in one line.
struct WindowSizeMemory {
  private let path: String?

  /// Displays that are remembered, the latest first.
  private static let mostDisplays = 16
  private static let limits = (least: 100.0, most: 16384.0)

  /// - Parameter program: names the folder.
  init(program: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
    let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.local/state" : nil }
    path = (state ?? home).map { "\($0)/\(program)/window-size" }
  }

  /// The size, in points, on a display of so many device pixels, no larger than the display; nil when none is remembered.
  /// - Parameter scale: device pixels of a point.
  func size(onDisplay display: (width: Int, height: Int)?, scale: Double) -> CGSize? {
    guard let display, let line = lines.first(where: { $0.display == Self.name(display) }) else { return nil }
    return CGSize(
      width: min(line.size.width, Double(display.width) / scale),
      height: min(line.size.height, Double(display.height) / scale))
  }

  /// Remembers a size in points.
  func keep(_ size: CGSize, onDisplay display: (width: Int, height: Int)?) {
    guard let display, let path else { return }
    let name = Self.name(display)
    let kept = lines
    guard kept.first?.display != name || kept.first?.size != size else { return }
    let all = [(display: name, size: size)] + kept.filter { $0.display != name }
    let text = all.prefix(Self.mostDisplays)
      .map { "\($0.display) \(Int($0.size.width.rounded()))x\(Int($0.size.height.rounded()))\n" }.joined()
    do {
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      UIApplication.report("cannot remember the window's size in \(path): \(error.localizedDescription)")
    }
  }

  private var lines: [(display: String, size: CGSize)] {
    guard let path, let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").prefix(Self.mostDisplays).compactMap { line in
      let parts = line.split(separator: " ")
      guard parts.count == 2, let size = Self.size(parts[1]) else { return nil }
      return (String(parts[0]), size)
    }
  }

  private static func name(_ display: (width: Int, height: Int)) -> String { "\(display.width)x\(display.height)" }

  private static func size(_ text: Substring) -> CGSize? {
    let sides = text.split(separator: "x").compactMap { Double($0) }
    guard sides.count == 2, sides.allSatisfy({ $0 >= limits.least && $0 <= limits.most }) else { return nil }
    return CGSize(width: sides[0], height: sides[1])
  }
}
