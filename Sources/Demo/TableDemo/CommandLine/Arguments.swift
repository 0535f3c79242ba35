import ArgumentParser

/// The command line as it is typed.
struct Arguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Text, CSV or TSV files: one line a row; - is standard input. Ctrl+F finds in text, Ctrl+Shift+F filters it.",
      valueName: "file"),
    completion: .file())
  var files: [String] = []

  @Option(help: ArgumentHelp("The screen to show (see --list-screens).", valueName: "name"))
  var screen: ScreenName?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Generated rows, 0 ... 1_000_000_000 (screen \"stress\", which it implies, \"updates\", \"selfsizing\" or \"rich\").",
      valueName: "n"),
    transform: { try wholeNumber($0, in: Options.rowLimits) })
  var rows: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Rows to insert or delete at random each second (screen \"rich\").", valueName: "n"),
    transform: { try wholeNumber($0, in: Options.changeLimits) })
  var changes: Int?

  @Option(help: "What draws.")
  var renderer = Options.Renderer.auto

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The window's size in points (default: 1280x800).", valueName: "W>x<H"),
    transform: { try WindowSize(argument: $0) })
  var size: WindowSize?

  @Option(help: "Colours; black is dark on true black.")
  var appearance = Options.Appearance.auto

  @Flag(help: "Show the overlay of frame times from the start (F1 toggles it).")
  var fps = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Draw so many frames as fast as possible, then exit.", valueName: "n"),
    transform: { try wholeNumber($0, in: 1...1_000_000_000) })
  var frames: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --frames: points to scroll each frame (default: 37).", valueName: "points"),
    transform: { try Self.distance($0) })
  var scroll: Double?

  @Flag(help: "With --frames: show a random row each frame.")
  var jump = false

  @Flag(help: "With --frames: at the display's rate instead of as fast as possible.")
  var paced = false

  @Flag(
    help: "Open no window. Chosen by itself when no display can be reached.")
  var headless = false

  @Option(
    help: ArgumentHelp("Write a picture after the last frame.", valueName: "path.png"),
    completion: .file())
  var screenshot: String?

  @Option(
    help: ArgumentHelp(
      "Write figures as JSON after the last frame; - is standard output.", valueName: "path|-"))
  var stats: String?

  @Option(
    help: ArgumentHelp("Write a trace for chrome://tracing or Perfetto.", valueName: "path"), completion: .file())
  var trace: String?

  @Flag(help: "List the screens.")
  var listScreens = false

  /// The options that the arguments mean together.
  func options() throws(ValidationError) -> Options {
    if screenshot == "-" || trace == "-" {
      throw ValidationError("Only --stats can be written to standard output: name a file.")
    }
    var options = Options()
    options.files = files
    options.screen = try chosenScreen()
    options.rows = rows
    options.changeRate = changes ?? 0
    options.renderer = renderer
    if let size {
      options.size = size
      options.remembersSize = false
    }
    options.appearance = appearance
    options.showsOverlay = fps
    options.frames = frames ?? (headless ? Options.headlessFrames : nil)
    options.motion = try chosenMotion()
    options.isPaced = paced
    options.isHeadless = headless
    options.screenshot = screenshot
    options.stats = stats
    options.trace = trace
    return options
  }

  private func chosenScreen() throws(ValidationError) -> ScreenName {
    let implied: ScreenName? = !files.isEmpty ? .file : rows != nil ? .stress : nil
    let chosen = screen ?? implied ?? .countries
    if !files.isEmpty, chosen != .file {
      throw ValidationError("The screen '\(chosen.rawValue)' shows no file: leave out --screen or the file.")
    }
    if chosen == .file, files.isEmpty {
      throw ValidationError("The screen 'file' needs a file: TableDemo <file>")
    }
    if rows != nil, ![.stress, .updates, .selfsizing, .rich].contains(chosen) {
      throw ValidationError(
        "--rows belongs to the screens 'stress', 'updates', 'selfsizing' and 'rich', not to '\(chosen.rawValue)'.")
    }
    if changes != nil, chosen != .rich {
      throw ValidationError("--changes belongs to the screen 'rich', not to '\(chosen.rawValue)'.")
    }
    return chosen
  }

  private func chosenMotion() throws(ValidationError) -> Options.Motion {
    if jump, scroll != nil { throw ValidationError("--scroll and --jump exclude each other.") }
    if jump || scroll != nil, frames == nil, !headless {
      throw ValidationError("\(jump ? "--jump" : "--scroll") needs --frames <n>.")
    }
    if paced, frames == nil, !headless { throw ValidationError("--paced needs --frames <n>.") }
    return jump ? .jump : .scroll(points: scroll ?? 37)
  }

  private static func distance(_ argument: String) throws -> Double {
    guard let points = Double(argument), points.isFinite, points >= 0 else {
      throw ValidationError("expected a distance in points, 0 or more, for example 37 or 0.5.")
    }
    return points
  }
}

/// A value that is one of a few words.
///
/// It says itself what the words are: ArgumentParser finds out by key paths and by printing values, at every start, and
/// takes longer for it than a screen for its first rows.
protocol ArgumentWord: ExpressibleByArgument, CaseIterable, RawRepresentable where RawValue == String {}

extension ArgumentWord {
  static var allValueStrings: [String] { allCases.map { $0.rawValue } }
  /// None: each word says what it means.
  static var allValueDescriptions: [String: String] { [:] }
  var defaultValueDescription: String { rawValue }
}
