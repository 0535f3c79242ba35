internal import Desktop
import Foundation

/// The screen of the last run as it was when the program ended: the place and size of its window, and the state that the
/// application kept, in a property list below the user's state folder, or in the file that ANOLE_RESTORE names. A file that cannot be read, is
/// longer than 4 MB or holds something else remembers nothing; one that cannot be written is said on standard error, in one
/// line.
struct InterfaceMemory {
  /// The state that an earlier run has kept.
  struct Former {
    /// The inside of the window, in points.
    let size: CGSize
    /// The upper left corner of the window's frame on the desktop, in pixels; nil where that was not told.
    let place: (x: Int, y: Int)?
    let contents: Data?
  }

  let former: Former?
  /// The state that the application keeps of this run.
  var contents: Data?
  private let path: String

  private static let mostBytes = 4 << 20
  private static let sides = 100.0...16384.0

  /// - Parameters:
  ///   - program: names the folder.
  ///   - isWanted: whether the program asks for it; a file named in the environment is used in any case.
  init?(program: String, isWanted: Bool, environment: EnvironmentVariables = .ofProgram) {
    let named = environment["ANOLE_RESTORE"]
    let folder = isWanted ? environment.folder("XDG_STATE_HOME", orInHome: ".local/state") : nil
    guard let path = named ?? folder.map({ "\($0)/\(program)/interface" }) else { return nil }
    self.path = path
    former = StateFile.bytes(of: path, most: Self.mostBytes).flatMap { Self.former(Data($0)) }
  }

  private static func former(_ data: Data) -> Former? {
    guard let list = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any],
      let size = list["size"] as? [Double], size.count == 2, size.allSatisfy(sides.contains)
    else { return nil }
    let place = (list["place"] as? [Int]).flatMap { $0.count == 2 ? (x: $0[0], y: $0[1]) : nil }
    return Former(size: CGSize(width: size[0], height: size[1]), place: place, contents: list["contents"] as? Data)
  }

  /// Writes the file: the program ends.
  /// - Parameters:
  ///   - size: of the window's inside, in points.
  ///   - place: of its frame, in pixels.
  func keep(_ size: CGSize, at place: (x: Int, y: Int)?) {
    var list: [String: Any] = ["size": [Double(size.width), Double(size.height)]]
    if let place { list["place"] = [place.x, place.y] }
    list["contents"] = contents
    do {
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        .write(to: URL(filePath: path), options: .atomic)
    } catch {
      UIApplication.report("cannot keep what is on screen in \(path): \(error.localizedDescription)")
    }
  }
}
