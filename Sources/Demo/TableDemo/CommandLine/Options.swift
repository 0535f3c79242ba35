/// The checked options of the command line: the form in which the rest of the program sees it.
struct Options: Equatable {
  enum Renderer: String, ArgumentWord { case auto, software, accelerated }
  enum Appearance: String, ArgumentWord { case light, dark, black, auto }

  /// How the offset moves from frame to frame of a scripted run.
  enum Motion: Equatable {
    /// Down by so many points a frame, and from the end back to the start.
    case scroll(points: Double)
    /// To a random row each frame.
    case jump
  }

  /// The paths of the files that the screen `file` shows.
  var files: [String] = []
  var screen = ScreenName.countries
  /// The number of rows of the screens that generate them; nil for as many as each has by itself.
  var rows: Int?
  /// Rows that screen `rich` inserts or deletes at random each second.
  var changeRate = 0
  var renderer = Renderer.auto
  var size = WindowSize.standard
  /// No size was asked for: the window is as large as it was the last time.
  var remembersSize = true
  var appearance = Appearance.auto
  var showsOverlay = false
  /// Frames to draw before the program ends; nil for a program that people use.
  var frames: Int?
  var motion = Motion.scroll(points: 37)
  /// Whether those frames are drawn at the display's rate.
  var isPaced = false
  var isHeadless = false
  var screenshot: String?
  /// A path, or `-` for standard output.
  var stats: String?
  var trace: String?

  /// Where screens write the lines of their consoles besides the window: standard output, unless that is the figures'.
  @MainActor var lineOutput: LineOutput {
    if stats == "-" { return { _ in } }
    return StandardOutput.lines
  }

  /// The files that are written at the end, by the options that name them.
  var outputs: [(option: String, path: String)] {
    [("--screenshot", screenshot), ("--stats", stats == "-" ? nil : stats), ("--trace", trace)]
      .compactMap { option, path in path.map { (option, $0) } }
  }

  /// Whether the list of all screens stands beside the one chosen. Runs that leave results show the screen alone, so
  /// that pictures and figures are the screen's.
  var showsCatalog: Bool { frames == nil && screenshot == nil && stats == nil && trace == nil }

  /// Whether the most important figures are printed at the end.
  var printsSummary = false

  /// The options for a run without a display: frames drawn in memory, a picture and a summary.
  var withoutDisplay: Options {
    var options = self
    options.isHeadless = true
    options.frames = frames ?? Self.headlessFrames
    options.screenshot = screenshot ?? "TableDemo-\(screen.rawValue).png"
    options.printsSummary = stats != "-"
    return options
  }

  static let rowLimits = 0...1_000_000_000
  static let changeLimits = 1...100_000
  /// Frames a run without a window draws when the command line does not say.
  static let headlessFrames = 600

  /// Rows of a screen, with which the program begins or to which it comes.
  func rows(of screen: ScreenName) -> Int {
    if let rows { return rows }
    return switch screen {
    case .stress: 1_000_000_000
    case .rich: 100_000
    default: 1_000_000
    }
  }
}

/// The behaviour when no display can be reached.
enum DisplayChoice {
  /// Whether the program must have a display: the environment names SDL's video driver, or the options
  /// ask for the graphics processor. Otherwise no display, or one that is named and cannot be reached,
  /// means a run without a window.
  static func isDemanded(by options: Options, in environment: [String: String]) -> Bool {
    options.renderer == .accelerated || environment["SDL_VIDEODRIVER"]?.isEmpty == false
  }
}
