internal import Desktop
import Foundation

/// The windows of a program's last run, in a file below the user's state folder: their size on displays of each size,
/// and the corner of the profiler's panel.
///
/// The file has a line for each size of a display, `1920x1080 1280x800`: device pixels of the display, then points of
/// the window; and `overlay bottomLeft`. What is not such a line is passed over. A file that cannot be read, or is
/// longer than one of these is, remembers nothing; one that cannot be written is said on standard error, in one line.
struct WindowMemory {
  private let path: String?

  /// Displays that are remembered, the latest first.
  private static let mostDisplays = 16
  /// A longer file is not one of ours.
  private static let mostBytes = 4096
  private static let limits = (least: 100.0, most: 16384.0)
  private static let overlay = "overlay"

  /// - Parameter program: names the folder.
  init(program: String, environment: EnvironmentVariables = .ofProgram) {
    path = environment.folder("XDG_STATE_HOME", orInHome: ".local/state").map { "\($0)/\(program)/window" }
  }

  /// The size, in points, on a display of so many device pixels, no larger than the display; nil when none is
  /// remembered.
  /// - Parameter scale: device pixels of a point.
  func size(onDisplay display: (width: Int, height: Int)?, scale: Double) -> CGSize? {
    guard let display, let known = contents.sizes.first(where: { $0.display == Self.name(display) }) else { return nil }
    return CGSize(
      width: min(known.size.width, Double(display.width) / scale),
      height: min(known.size.height, Double(display.height) / scale))
  }

  /// Remembers a size in points.
  func keep(_ size: CGSize, onDisplay display: (width: Int, height: Int)?) {
    guard let display else { return }
    let name = Self.name(display)
    var contents = contents
    guard contents.sizes.first?.display != name || contents.sizes.first?.size != size else { return }
    contents.sizes.removeAll { $0.display == name }
    contents.sizes.insert((name, size), at: 0)
    write(contents)
  }

  /// Where the profiler's panel stood; nil when that is not remembered.
  var overlayCorner: WindowCorner? { contents.corner }

  /// Remembers where the profiler's panel stands.
  func keep(_ corner: WindowCorner) {
    var contents = contents
    guard contents.corner != corner else { return }
    contents.corner = corner
    write(contents)
  }

  // MARK: The file

  private typealias Contents = (sizes: [(display: String, size: CGSize)], corner: WindowCorner?)

  private var contents: Contents {
    var contents: Contents = ([], nil)
    guard let path, let bytes = StateFile.bytes(of: path, most: Self.mostBytes) else { return contents }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2 else { continue }
      if words[0] == Self.overlay {
        contents.corner = WindowCorner(rawValue: String(words[1]))
      } else if let size = Self.size(words[1]) {
        contents.sizes.append((String(words[0]), size))
      }
    }
    return contents
  }

  private func write(_ contents: Contents) {
    guard let path else { return }
    var text = contents.sizes.prefix(Self.mostDisplays)
      .map { "\($0.display) \(Int($0.size.width.rounded()))x\(Int($0.size.height.rounded()))\n" }.joined()
    if let corner = contents.corner { text += "\(Self.overlay) \(corner.rawValue)\n" }
    do {
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      UIApplication.report("cannot remember the window's size in \(path): \(error.localizedDescription)")
    }
  }

  private static func name(_ display: (width: Int, height: Int)) -> String { "\(display.width)x\(display.height)" }

  private static func size(_ text: Substring) -> CGSize? {
    let sides = text.split(separator: "x").compactMap { Double($0) }
    guard sides.count == 2, sides.allSatisfy({ $0 >= limits.least && $0 <= limits.most }) else { return nil }
    return CGSize(width: sides[0], height: sides[1])
  }
}
