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
  /// Which files were open last; nil for a run that neither keeps nor restores them.
  private let memory: FileMemory?
  private let restoresFiles: Bool
  /// How many times files were asked for.
  private var openings = 0
  /// The desktop's dialog for files is open.
  private var isChoosingFiles = false
  /// The window's contents: one screen, or the list of all with the one that is shown.
  private enum Contents {
    case screen(any ScrollScreen)
    case catalog(CatalogController)

    /// The root of a window with these contents.
    @MainActor
    func makeRoot() -> UIViewController {
      switch self {
      case .screen(let screen): ScreenNavigation.alone(screen)
      case .catalog(let catalog): catalog
      }
    }
  }
  private var contents: Contents?
  /// The notice about files that were to be opened.
  private(set) var noticeBar: NoticeBar? {
    didSet {
      oldValue?.removeFromSuperview()
      guard let window else { return }
      noticeBar?.show(in: window)
      // What stands at the lower edge, a status bar for example, makes way.
      window.rootViewController?.view.frame = NoticeBar.room(beside: noticeBar, in: window.bounds)
    }
  }
  private var measurement: RunMeasurement?
  private var run: ScriptedRun?
  private var hasLeftResults = false
  /// 0, or the exit code for results that could not be written.
  private(set) var outcome: Int32 = 0

  /// The screen that is shown; nil before the launch.
  var screen: (any ScrollScreen)? {
    switch contents {
    case .screen(let screen): screen
    case .catalog(let catalog): catalog.screen
    case nil: nil
    }
  }

  /// - Parameters:
  ///   - files: those named on the command line.
  ///   - leftOut: a sentence about those that are not shown.
  ///   - lanes: where files that are dropped or chosen are looked for.
  ///   - memory: of the files that were open last.
  ///   - restoresFiles: whether those that were open at the end of the last run are what the screen `file` shows.
  init(
    options: Options, files: [FoundFile] = [], leftOut: String? = nil, lanes: FileLane.Kind = .thread,
    memory: FileMemory? = nil, restoresFiles: Bool = false
  ) {
    self.options = options
    self.files = files
    self.leftOut = leftOut
    self.lanes = lanes
    self.memory = options.frames == nil ? memory : nil
    self.restoresFiles = restoresFiles
    super.init()
  }

  /// Changes the plan before launch: no display can be reached. Returns the new one.
  func goOnWithoutDisplay() -> Options {
    options = options.withoutDisplay
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
    let window = UIWindow(frame: frame)
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

  private func makeContents() -> Contents {
    guard options.showsCatalog else {
      return .screen(
        ScreenCatalog.makeScreen(
          options.screen, rows: options.rows(of: options.screen), changeRate: options.changeRate, files: files,
          host: self))
    }
    let catalog = CatalogController(first: options.screen) { [unowned self] name in
      ScreenCatalog.makeScreen(
        name, rows: options.rows(of: name), changeRate: options.changeRate, files: files, host: self)
    }
    catalog.fileHost = self
    return .catalog(catalog)
  }

  private func loadMemory() {
    guard let memory else { return }
    if !files.isEmpty { memory.note(open: files) }
    memory.load { [weak self] paths in
      guard let self else { return }
      if let screen { FileScreens.showRecentFiles(in: screen) }
      guard restoresFiles, !paths.isEmpty else { return }
      restore(paths)
    }
  }

  /// Has the screen `file` show what was open, as far as it is there, whenever the user goes there.
  private func restore(_ paths: [String]) {
    FileLane(lanes, label: "file finding").run {
      FileFinding(paths)
    } then: { [weak self] finding in
      guard let self, files.isEmpty, !finding.files.isEmpty, case .catalog(let catalog) = contents else { return }
      filesDidChange(finding.files)
      catalog.exchange(.file, by: FileScreens.makeScreen(of: finding.files, host: self))
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
    // Files that are dropped on tabs come beside those that are there.
    if let screen, FileScreens.add(files, to: screen, at: location) { return }
    let screen = FileScreens.makeScreen(of: files, host: self)
    filesDidChange(files)
    if case .catalog(let catalog) = contents { return catalog.replace(.file, by: screen) }
    contents = .screen(screen)
    window?.rootViewController = ScreenNavigation.alone(screen)
  }

  /// Ctrl+O has the user choose files in the desktop's dialog.
  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard let press = presses.first, press.key?.matches("o", .control) == true else {
      return super.pressesBegan(presses, with: event)
    }
    if !press.isRepeat { chooseFiles() }
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

  func applicationWillTerminate(_ application: UIApplication) { leaveResults() }

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
    attempt { () throws(RunMeasurement.Failure) in try measurement.startTrace(path: path) }
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
    case .dark: .dark
    case .auto: .unspecified
    }
  }
}

extension AppDelegate: FileHost {
  var recentFiles: [String] { memory?.recent ?? [] }

  func filesDidChange(_ files: [FoundFile]) {
    self.files = files
    options.files = files.map(\.path)
    memory?.note(open: files)
  }

  func openFiles(_ paths: [String]) { open(paths.map { URL(filePath: $0) }) }
}
