import DemoParts
import FileViewer
import UIKit

/// Opens the window with the screen asked for, beside the list of all, and for scripted runs drives it alone and leaves
/// the results.
final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  private var options: Options
  /// Said once the program is sure to start.
  private var notice: String?
  /// The files of the screen `file`.
  private var files: [FoundFile]
  /// The notice at the start about files that were named and are not shown.
  private let leftOut: String?
  private let lanes: FileLane.Kind
  /// The state that a run of the program takes over from those before.
  struct Memory {
    /// Which files were open last.
    let files: FileMemory
    /// Which screen was shown last.
    let place: PlaceMemory
    /// The width of the list of screens.
    let sidebar: SidebarMemory
    /// The user's preferences.
    let settings: SettingsMemory

    /// Of the user.
    @MainActor
    static func standard() -> Memory {
      Memory(files: .standard(), place: .standard(), sidebar: .standard(), settings: .standard())
    }
  }
  /// Nil for a run that remembers nothing.
  private var memory: Memory?
  private var sizeObserver: (any NSObjectProtocol)?
  /// How many times files were asked for.
  private var openings = 0
  /// The desktop's dialog for files is open.
  private var isChoosingFiles = false
  /// The window's contents: one screen, the list of all with the one that is shown, or what a first start opens on, and the
  /// list that was left for it.
  private enum Contents {
    case screen(any ScrollScreen, ScreenName)
    case catalog(CatalogController)
    case welcome(WelcomeController, left: CatalogController? = nil)

    /// The root of a window with these contents.
    @MainActor
    func makeRoot() -> UIViewController {
      switch self {
      case .screen(let screen, let name): ScreenNavigation.alone(screen, named: name)
      case .catalog(let catalog): catalog
      case .welcome(let welcome, _): welcome
      }
    }

    /// The list of all screens, whether it is shown or was left.
    var catalog: CatalogController? {
      switch self {
      case .screen: nil
      case .catalog(let catalog): catalog
      case .welcome(_, let left): left
      }
    }
  }
  private var contents: Contents?
  /// The notice about files that were to be opened.
  private(set) var noticeBar: NoticeBar? {
    didSet {
      oldValue?.removeFromSuperview()
      guard let window else { return }
      noticeBar?.onEnd = { [weak self] in self?.noticeBar = nil }
      noticeBar?.show(in: window)
      // Views at the lower edge, a status bar for example, make way. The sides are the inspector's.
      guard let view = window.rootViewController?.view else { return }
      let room = NoticeBar.room(beside: noticeBar, in: window.bounds)
      view.frame = CGRect(x: view.frame.minX, y: room.minY, width: view.frame.width, height: room.height)
    }
  }
  private var measurement: RunMeasurement?
  /// Where the trace that is being recorded goes.
  private var tracePath: String?
  private var run: ScriptedRun?
  private var hasLeftResults = false
  /// 0, or the exit code for results that could not be written.
  private(set) var outcome: Int32 = 0

  /// The screen that is shown; nil before the launch and while the welcome is.
  var screen: (any ScrollScreen)? {
    switch contents {
    case .screen(let screen, _): screen
    case .catalog(let catalog): catalog.screen
    case .welcome, nil: nil
    }
  }

  /// - Parameters:
  ///   - files: those named on the command line.
  ///   - leftOut: a sentence about those that are not shown.
  ///   - lanes: where files that are dropped or chosen are looked for.
  ///   - memory: of the runs before, in which this one goes on: it begins with the screen that was shown last, or with
  ///     the welcome, and the screen `file` shows the files that were open. Nil for a run that was started with
  ///     arguments.
  init(
    options: Options, files: [FoundFile] = [], leftOut: String? = nil, lanes: FileLane.Kind = .thread,
    memory: Memory? = nil
  ) {
    self.options = options
    self.files = files
    self.leftOut = leftOut
    self.lanes = lanes
    self.memory = memory
    super.init()
  }

  /// Changes the plan before launch: no display can be reached. Returns the new one.
  func goOnWithoutDisplay() -> Options {
    options = options.withoutDisplay
    memory = nil
    notice =
      "no display can be reached: drawing \(options.frames ?? 0) frames without a window into"
      + " \(options.screenshot ?? "")"
    return options
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    if let notice { StandardError.write(notice) }
    if options.frames != nil || options.stats != nil || options.trace != nil { startMeasuring() }
    application.preferredInterfaceStyle = options.appearance.style
    let contents = makeContents()
    self.contents = contents
    let frame = CGRect(x: 0, y: 0, width: options.size.width, height: options.size.height)
    let window = PaletteWindow(frame: frame, isBlack: options.appearance == .black)
    if let settings = memory?.settings { follow(settings, window) }
    window.rootViewController = contents.makeRoot()
    window.makeKeyAndVisible()
    self.window = window
    if let leftOut, options.frames == nil { say(leftOut) }
    loadMemory()
    application.showsProfilerOverlay = options.showsOverlay
    if let frames = options.frames, let screen {
      let run = ScriptedRun(screen: screen, frames: frames, motion: options.motion)
      self.run = run
      run.start { [unowned self] in
        leaveResults()
        application.terminate(exitCode: outcome)
      }
    }
    return true
  }

  /// Shows the program as its user prefers, and keeps the size of text that they choose from now on.
  private func follow(_ settings: SettingsMemory, _ window: UIWindow) {
    let application = UIApplication.shared
    if let isDark = settings.look.isDark { window.overrideUserInterfaceStyle = isDark ? .dark : .light }
    application.prefersHighContrast = settings.look.isHighContrast
    if settings.textSize != .large { application.preferredContentSizeCategory = settings.textSize }
    sizeObserver = NotificationCenter.default.addObserver(
      forName: UIContentSizeCategory.didChangeNotification, object: application, queue: nil
    ) { _ in
      MainActor.assumeIsolated { settings.textSize = UIApplication.shared.chosenContentSizeCategory ?? .large }
    }
  }

  private func makeContents() -> Contents {
    guard options.showsCatalog else {
      return .screen(
        ScreenCatalog.makeScreen(
          options.screen, rows: options.rows(of: options.screen), changeRate: options.changeRate, files: files,
          host: self, output: options.lineOutput), options.screen)
    }
    guard let memory else { return .catalog(makeCatalog(options.screen)) }
    guard let place = memory.place.read() else { return .welcome(makeWelcome()) }
    options.screen = place
    return .catalog(makeCatalog(place))
  }

  private func makeCatalog(_ first: ScreenName) -> CatalogController {
    let catalog = CatalogController(first: first, sidebarWidth: memory?.sidebar.width) { [unowned self] name in
      ScreenCatalog.makeScreen(
        name, rows: options.rows(of: name), changeRate: options.changeRate, files: files, host: self,
        settings: memory?.settings)
    }
    catalog.fileHost = self
    catalog.onWelcome = { [weak self] in self?.showWelcome() }
    catalog.onTurn = { [weak self] name in self?.memory?.place.note(name) }
    return catalog
  }

  /// - Parameter left: the list of screens that it is shown in place of; nil at a start.
  private func makeWelcome(left: CatalogController? = nil) -> WelcomeController {
    var actions = WelcomeController.Actions(
      show: { [unowned self] name in leaveWelcome(for: name) },
      openExample: { [unowned self] in openExample() }, chooseFiles: { [unowned self] in chooseFiles() },
      open: { [unowned self] path in openFiles([path]) })
    if let left { actions.goBack = { [unowned self] in leaveWelcome(for: left.shownName) } }
    return WelcomeController(actions: actions, recentFiles: { [unowned self] in recentFiles })
  }

  private func showWelcome() {
    guard case .catalog(let catalog) = contents else { return }
    let welcome = makeWelcome(left: catalog)
    contents = .welcome(welcome, left: catalog)
    window?.rootViewController = welcome
    noticeBar = nil
  }

  /// Shows the list of all screens, and one of them, from now on.
  private func leaveWelcome(for name: ScreenName) {
    options.screen = name
    let catalog = contents?.catalog ?? makeCatalog(name)
    contents = .catalog(catalog)
    window?.rootViewController = catalog
    catalog.show(name)
    noticeBar = nil
    memory?.place.note(name)
  }

  private func openExample() {
    FileLane(lanes, label: "example file").run {
      ExampleFile.write()
    } then: { [weak self] paths in
      if paths.isEmpty { self?.leaveWelcome(for: .file) } else { self?.openFiles(paths) }
    }
  }

  private func loadMemory() {
    memory?.files.load { [weak self] paths in
      guard let self else { return }
      showRecentFiles()
      if !paths.isEmpty { restore(paths) }
    }
  }

  /// Has the screen that lists the files that were open last list them again.
  private func showRecentFiles() {
    if case .welcome(let welcome, _) = contents { return welcome.showRecentFiles() }
    if let screen { FileScreens.showRecentFiles(in: screen) }
  }

  /// Has the screen `file` show what was open, as far as it is there, whenever the user goes there.
  private func restore(_ paths: [String]) {
    FileLane(lanes, label: "file finding").run {
      FileFinding(paths)
    } then: { [weak self] finding in
      guard let self, files.isEmpty, !finding.files.isEmpty else { return }
      filesDidChange(finding.files)
      contents?.catalog?.exchange(.file, by: FileScreens.makeScreen(of: finding.files, host: self))
    }
  }

  // MARK: Opening files

  /// Shows the files that were dropped on the window, as if they had been named on the command line.
  func application(
    _ app: UIApplication, open url: URL, options launchOptions: [UIApplication.OpenURLOptionsKey: Any]
  ) -> Bool {
    let all = launchOptions[.droppedURLs] as? [URL] ?? [url]
    // All that were dropped are opened with the first.
    return all.first == url ? open(all, at: launchOptions[.dropLocation] as? CGPoint) : true
  }

  /// Shows the files among these that can be read, as soon as their file systems say so, and says why others are not
  /// shown. Of files asked for later than these, these are not waited for any more.
  /// - Parameter location: of a drop, in points of the window.
  /// - Returns: whether they are looked for.
  @discardableResult
  private func open(_ urls: [URL], at location: CGPoint? = nil) -> Bool {
    // A scripted run drives the screen it began with.
    guard run == nil else { return false }
    openings += 1
    let opening = openings
    let paths = urls.map(\.path)
    FileLane(lanes, label: "file finding").run {
      FileFinding(paths)
    } then: { [weak self] finding in
      guard let self, opening == openings else { return }
      openings += 1
      if !finding.files.isEmpty { show(finding.files, at: location) }
      if let notice = finding.notice(of: paths.count) { say(notice) } else { noticeBar = nil }
    }
    DispatchQueue.main.asyncAfter(deadline: .now() + 1) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, opening == self.openings, let first = paths.first else { return }
        self.say("Waiting for \(first): its file system does not answer.")
      }
    }
    return true
  }

  private func show(_ files: [FoundFile], at location: CGPoint?) {
    options.screen = .file
    if case .welcome(_, let left) = contents {
      guard let left else {
        filesDidChange(files)
        return leaveWelcome(for: .file)
      }
      leaveWelcome(for: left.shownName)
    }
    // They come beside those that are there.
    if case .catalog(let catalog) = contents {
      if catalog.add(files, at: location) { return }
    } else if let screen, FileScreens.add(files, to: screen, at: location) {
      return
    }
    let screen = FileScreens.makeScreen(of: files, host: self)
    filesDidChange(files)
    if case .catalog(let catalog) = contents { return catalog.replace(.file, by: screen) }
    contents = .screen(screen, .file)
    window?.rootViewController = ScreenNavigation.alone(screen, named: .file)
  }

  /// Ctrl+O has the user choose files in the desktop's dialog, F9 begins a trace and ends it.
  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard let press = presses.first, let key = press.key else { return super.pressesBegan(presses, with: event) }
    if key.matches("o", .control) {
      if !press.isRepeat { chooseFiles() }
    } else if key.keyCode == .keyboardF9, run == nil,
      key.modifierFlags.isDisjoint(with: [.shift, .control, .alternate, .command])
    {
      if !press.isRepeat { toggleTrace() }
    } else {
      super.pressesBegan(presses, with: event)
    }
  }

  private func chooseFiles() {
    guard !isChoosingFiles, run == nil else { return }
    isChoosingFiles = true
    UIApplication.shared.chooseFiles(title: "Open files", allowsMultipleSelection: true) { [weak self] result in
      guard let self else { return }
      isChoosingFiles = false
      switch result {
      case .chosen(let urls): open(urls)
      case .cancelled: break
      case .unavailable(let reason): say("Cannot ask for files: \(reason). Drop them on the window instead.")
      }
    }
  }

  private func say(_ message: String) {
    noticeBar = NoticeBar(
      message, actions: [NoticeBar.Action("Dismiss") { [weak self] in self?.noticeBar = nil }])
  }

  func application(_ application: UIApplication, didFailToReadPasteboard reason: String) {
    say("Cannot paste: \(reason)")
  }

  func applicationWillTerminate(_ application: UIApplication) {
    leaveResults()
    if let memory, let width = contents?.catalog?.chosenSidebarWidth {
      memory.sidebar.note(width)
    }
  }

  /// Writes picture, trace and figures once: after the last frame of a script, or when the program is
  /// ended by its user.
  private func leaveResults() {
    guard !hasLeftResults else { return }
    hasLeftResults = true
    if let path = options.screenshot {
      leaveScreenshot(path)
    }
    guard let measurement else { return }
    attempt { () throws(RunMeasurement.Failure) in try measurement.finishTrace() }
    if let path = options.stats {
      attempt { () throws(RunMeasurement.Failure) in
        try measurement.writeStatistics(
          to: path, screen: options.screen.rawValue, rows: screen?.rowCount ?? 0)
      }
    }
    if options.printsSummary {
      do throws(StandardOutput.Failure) { try StandardOutput.write(measurement.summary) } catch {
        report(error.description)
      }
    }
  }

  private func leaveScreenshot(_ path: String) {
    // By now the files may be others than those named on the command line.
    let identity = FileStamp(path: path)?.identity
    guard identity == nil || !files.contains(where: { $0.identity == identity }) else {
      return report("\(path) is a file shown: it is not written over by a picture")
    }
    do { try window?.writeScreenshot(to: path) } catch {
      let message = "\(error)"
      report(message.hasPrefix("cannot write") ? message : "cannot write \(path): \(message)")
    }
  }

  private func startMeasuring() {
    let measurement = RunMeasurement()
    self.measurement = measurement
    guard let path = options.trace else { return }
    attempt { () throws(RunMeasurement.Failure) in
      try measurement.startTrace(path: path)
      tracePath = path
    }
  }

  // MARK: Traces by key

  /// Begins a trace, or ends the one that is recorded, and says where it is.
  private func toggleTrace() {
    do throws(RunMeasurement.Failure) {
      guard let path = tracePath else { return try beginTrace() }
      tracePath = nil
      try measurement?.finishTrace()
      // Measurements for the trace alone cost nothing from now on.
      if options.stats == nil { measurement = nil }
      say("The trace is in \(path): ui.perfetto.dev and chrome://tracing show it.")
    } catch { say(error.description) }
  }

  private func beginTrace() throws(RunMeasurement.Failure) {
    let path = Self.freePath("TableDemo-trace", "json")
    let measurement = self.measurement ?? RunMeasurement()
    try measurement.startTrace(path: path)
    (self.measurement, tracePath) = (measurement, path)
    say("A trace is recorded into \(path) until F9 is pressed again.")
  }

  /// The path of a file that does not exist, in the working directory.
  private static func freePath(_ name: String, _ suffix: String) -> String {
    let folder = FileManager.default.currentDirectoryPath
    var (path, number) = ("\(folder)/\(name).\(suffix)", 1)
    while FileStamp(path: path) != nil {
      number += 1
      path = "\(folder)/\(name)-\(number).\(suffix)"
    }
    return path
  }

  private func attempt(_ work: () throws(RunMeasurement.Failure) -> Void) {
    do throws(RunMeasurement.Failure) { try work() } catch { report(error.description) }
  }

  /// A result that cannot be written is said in one line, and makes the program end with 70.
  private func report(_ message: String) {
    StandardError.write(message)
    outcome = 70
  }
}

extension Options.Appearance {
  fileprivate var style: UIUserInterfaceStyle {
    switch self {
    case .light: .light
    case .dark, .black: .dark
    case .auto: .unspecified
    }
  }
}

extension AppDelegate: FileHost {
  var fileMemory: FileMemory? { memory?.files }
  var recentFiles: [String] { memory?.files.recent ?? [] }

  func filesDidChange(_ files: [FoundFile]) {
    self.files = files
    options.files = files.map(\.path)
    memory?.files.note(open: files)
  }

  func openFiles(_ paths: [String]) { open(paths.map { URL(filePath: $0) }) }
}
