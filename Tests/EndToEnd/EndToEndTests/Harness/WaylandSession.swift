import Expectations
import Foundation
import Testing

/// A Wayland compositor in a window of a virtual X server, which gives it a seat.
final class WaylandSession {
  static let isInstalled = Tools.path(of: "weston") != nil
  static let hint = "needs weston with its X11 backend: apt install weston"

  /// Whether windows on a desktop get a title bar, which a plugin of libdecor draws, of the system that the program runs
  /// in.
  static let hasTitleBars: Bool = {
    let libraries = (ProcessInfo.processInfo.environment["ANOLE_VIEW"] ?? "") + "/usr/lib"
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: libraries)) ?? []
    return folders.contains {
      (try? FileManager.default.contentsOfDirectory(atPath: "\(libraries)/\($0)/libdecor/plugins-1"))?.isEmpty == false
    }
  }()

  let display: VirtualDisplay
  private let compositor: ChildProcess
  private let runtime: ScratchDirectory
  private let socket = "anole-0"

  /// - Parameters:
  ///   - scale: device pixels of a point.
  ///   - secondScale: device pixels of a point of a second output, of the same size in points, at the right of the first;
  ///     nil for none. Needs a desktop.
  ///   - width: of an output, in points, like `height`.
  ///   - hasSeat: false for one beside the X server, without any pointer or keyboard.
  ///   - hasDesktop: whether windows keep their size, and stand where they are put by a drag with the Super key held;
  ///     otherwise each fills the output.
  init(
    scale: Int, secondScale: Int? = nil, width: Int = 900, height: Int = 600, hasSeat: Bool = true,
    hasDesktop: Bool = false
  ) async throws {
    guard let path = Tools.path(of: "weston") else { throw HarnessError(Self.hint) }
    let runtime = try ScratchDirectory()
    let secondWidth = width * (secondScale ?? 0)
    let display = try await VirtualDisplay(
      width: width * scale + secondWidth + 20, height: height * max(scale, secondScale ?? 0) + 20)
    // weston drops what the X server tells while its window is mapped: it would not know of a pointer that is in there,
    // and ignore its movements until it leaves.
    let corner = (x: width * scale + secondWidth + 10, y: height * max(scale, secondScale ?? 0) + 10)
    try await display.xdotool("mousemove", "\(corner.x)", "\(corner.y)")
    // Sockets are for their owner alone.
    let folder = runtime.path("run")
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var environment = display.environment
    environment["XDG_RUNTIME_DIR"] = folder
    let configuration = runtime.path("weston.ini")
    let outputs = [(name: "X1", scale: scale)] + (secondScale.map { [(name: "X2", scale: $0)] } ?? [])
    let sections = outputs.map { "[output]\nname=\($0.name)\nmode=\(width)x\(height)\nscale=\($0.scale)\n" }
    try ([Self.desktop] + sections).joined(separator: "\n").write(
      toFile: configuration, atomically: true, encoding: .utf8)
    let compositor = try ChildProcess(
      path,
      [
        hasDesktop ? "--config=\(configuration)" : "--no-config",
        "--backend=\(hasSeat ? "x11" : "headless")-backend.so",
        "--shell=\(hasDesktop ? "desktop" : "kiosk")-shell.so", "--use-pixman", "--idle-time=0", "--socket=\(socket)",
      ]
        // The command line's size stands above the configuration's.
        + (secondScale == nil ? ["--width=\(width)", "--height=\(height)", "--scale=\(scale)"] : ["--output-count=2"]),
      environment: environment)
    self.runtime = runtime
    self.display = display
    self.compositor = compositor
    let socket = "\(folder)/\(socket)"
    try await waiting(for: "weston") {
      guard compositor.isRunning else { throw HarnessError("weston ended: \(compositor.errors)") }
      return FileManager.default.fileExists(atPath: socket) ? () : nil
    }
    // Until it listens again.
    try await Task.sleep(for: .milliseconds(500))
    if secondScale != nil {
      // The outputs are windows, one on the other.
      let windows = try await display.xdotool("search", "--class", "weston").split(separator: "\n")
      guard windows.count == 2 else { throw HarnessError("weston has \(windows.count) windows instead of 2") }
      try await display.xdotool("windowmove", "--sync", String(windows[1]), "\(width * scale)", "0")
    }
    try await display.xdotool("mousemove", "\(width * scale / 2)", "\(height * scale / 2)")
  }

  /// The ground of a desktop, as the configuration below has it.
  static let ground = Screenshot.Colour(red: 0x20, green: 0x30, blue: 0x40)

  private static let desktop = """
    [shell]
    panel-position=none
    background-color=0xff203040
    startup-animation=none
    animation=none
    close-animation=none
    focus-animation=none
    binding-modifier=super
    """

  /// Leads a program to the compositor, with the X server offered as well, as on most desktops.
  var environment: [String: String?] {
    var environment = display.environment
    environment["XDG_RUNTIME_DIR"] = runtime.path("run")
    environment["WAYLAND_DISPLAY"] = socket
    environment["XDG_SESSION_TYPE"] = "wayland"
    return environment
  }

  /// Expects that something was drawn everywhere in a window that fills the output, in light colours: black is text alone.
  static func expectNoBlackParts(
    of picture: Screenshot, width: Int, height: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let black = Screenshot.Colour(red: 0, green: 0, blue: 0)
    func share(_ x: Range<Int>, _ y: Range<Int>) -> Double {
      Double(picture.colours(x: x, y: y)[black] ?? 0) / Double(x.count * y.count)
    }
    // Larger than the letters at three pixels to a point.
    let side = 150
    for x in stride(from: 0, to: width, by: side) {
      for y in stride(from: 0, to: height, by: side) {
        let part = share(x..<min(width, x + side), y..<min(height, y + side))
        guard part > 0.4 else { continue }
        Issue.record("\(Int(part * 100)) % of the pixels at \(x), \(y) are black", sourceLocation: sourceLocation)
        return
      }
    }
    expect(share(0..<width, height - 1..<height) == 0, "the last line", sourceLocation: sourceLocation)
    expect(share(width - 1..<width, 0..<height) == 0, "the last column", sourceLocation: sourceLocation)
  }

  /// The lines a program wrote of its own: libdecor, which draws windows' bars for SDL, tells where none of its plugins is
  /// installed, and Mesa where a device may not be used.
  static func ownErrors(of process: ChildProcess) -> [String] {
    let foreign = ["Couldn't open plugin directory", "No plugins found", "MESA", "libEGL warning"]
    return process.errorLines.filter { line in !foreign.contains { line.hasPrefix($0) } }
  }

  /// Takes the compositor away from every program in it.
  func vanish() { compositor.send(SIGKILL) }

  /// What the compositor's output shows.
  func screenshot() async throws -> Screenshot {
    let file = runtime.path("screen.ppm")
    _ = try await ChildProcess.run(
      "import", ["-silent", "-window", "root", "-depth", "8", file], environment: display.environment)
    return try Screenshot(ppm: Data(contentsOf: URL(filePath: file)))
  }

  /// A picture that stays the same for a third of a second and shows a window.
  func settled() async throws -> Screenshot {
    var last = try await screenshot()
    // Three pixels a point, drawn by OpenGL without a GPU, take a second a picture.
    return try await waiting(for: "the picture to come to rest", seconds: 60) {
      try await Task.sleep(for: .milliseconds(330))
      let next = try await screenshot()
      defer { last = next }
      return next == last && next.hasColours(moreThan: 8) ? next : nil
    }
  }
}

// Windows that stand where they are put, without a bar and a shadow.
extension WaylandSession {
  /// Drags the window that is below a place by holding the Super key. Twice, to and from the common edge, from output to
  /// output: each knows of the pointer while that is on it.
  func dragWindow(fromX start: Int, toX end: Int, y: Int) async throws {
    try await display.xdotool("mousemove", "\(start)", "\(y)", "keydown", "Super_L")
    try await Task.sleep(for: .milliseconds(150))
    try await display.xdotool("mousedown", "1")
    for step in 1...8 {
      try await Task.sleep(for: .milliseconds(30))
      try await display.xdotool("mousemove", "\(start + (end - start) * step / 8)", "\(y)")
    }
    try await display.xdotool("mouseup", "1", "keyup", "Super_L")
  }

  /// The picture with the pointer on the middle of an output, and the window's place there.
  func window(on output: Range<Int>, _ pointer: (x: Int, y: Int)) async throws -> (Screenshot, PixelFrame) {
    try await display.xdotool("mousemove", "\(pointer.x)", "\(pointer.y)")
    let picture = try await settled()
    return (picture, PixelFrame(in: picture, x: output, y: 0..<2 * pointer.y))
  }
}

/// Where a window without a bar stands on the ground.
struct PixelFrame: Equatable {
  private(set) var x = 0..<0
  private(set) var y = 0..<0

  /// - Parameters:
  ///   - columns: of the output, as are the rows.
  init(in picture: Screenshot, x columns: Range<Int>, y rows: Range<Int>) {
    var (seenX, seenY) = (x, y)
    picture.forEachRun(x: columns, y: rows) { colour, run, row in
      guard colour != WaylandSession.ground else { return true }
      seenX = seenX.isEmpty ? run : min(seenX.lowerBound, run.lowerBound)..<max(seenX.upperBound, run.upperBound)
      seenY = seenY.isEmpty ? row..<row + 1 : seenY.lowerBound..<row + 1
      return true
    }
    (x, y) = (seenX, seenY)
  }
}
