import Foundation
import UIKitCore

/// Measures a run of the program from its start to its end, for scripts and benchmarks.
///
/// Make one first thing in `application(_:didFinishLaunchingWithOptions:)`, and write its figures when the
/// run is over. While one exists the frame profiler is on, which costs under 1 % of a frame.
@preconcurrency @MainActor
public final class RunMeasurement {
  /// A figure cannot be written: the path and the system's reason, as one line.
  public struct Failure: Error, CustomStringConvertible {
    /// "cannot write <path>: <reason>".
    public let description: String
  }

  private let application: UIApplication
  private let processStart: Double
  private var startup: Double?
  private var firstFrame = 0.0
  private var cpuAtFirstFrame = 0.0
  private var framesAtFirstFrame = 0
  private var traceFile: OutputFile?

  /// Starts measuring the running application.
  public init() {
    application = UIApplication.shared
    processStart = application.platform.clock.now - (ProcessAge.current() ?? 0)
    application.frameLoop.profiler.isEnabled = true
    application.frameLoop.profiler.processorTime = { ProcessFigures.threadTime }
    noteFirstFrame()
  }

  isolated deinit {
    let profiler = application.frameLoop.profiler
    if traceFile != nil { profiler.trace = nil }
    profiler.isEnabled = false
    profiler.processorTime = nil
  }

  /// A link fires before each frame; when it fires again the first picture is on the screen.
  private func noteFirstFrame() {
    let link = CADisplayLink { [weak self] link in
      guard let self else { return link.invalidate() }
      let profiler = application.frameLoop.profiler
      guard profiler.framesFinished > 0 else { return }
      startup = application.platform.clock.now - processStart
      firstFrame = ProcessFigures.monotonicTime
      cpuAtFirstFrame = ProcessFigures.cpuTime
      framesAtFirstFrame = profiler.framesFinished
      traceLaunch()
      application.keyWindow?.traceRenderer()
      link.invalidate()
    }
    link.add(to: .main, forMode: .common)
  }

  /// Adds the steps of the launch, which end before the trace can begin.
  private func traceLaunch() {
    guard let trace = application.frameLoop.profiler.trace else { return }
    let steps = application.launchSteps
    if let first = steps.first { trace.complete("load", start: processStart, duration: first.start - processStart) }
    for step in steps { trace.complete(step.name, start: step.start, duration: step.end - step.start) }
  }

  /// Milliseconds from the start of the process to the first picture; nil before it.
  public var startupMilliseconds: Double? { startup.map { $0 * 1000 } }

  /// Frames drawn so far.
  public var frames: Int { application.frameLoop.profiler.framesFinished }

  /// Writes trace events of every frame from now on to a file that chrome://tracing and Perfetto open.
  /// - Parameter path: a path, or `-` for standard output.
  public func startTrace(path: String) throws(Failure) {
    do throws(OutputFile.Failure) {
      let file = try OutputFile(path: path)
      traceFile = file
      application.frameLoop.profiler.trace = TraceRecorder(
        processName: ProcessInfo.processInfo.processName,
        processID: Int(ProcessInfo.processInfo.processIdentifier),
        origin: processStart
      ) { try file.append($0) }
    } catch {
      throw Failure(description: error.description)
    }
  }

  /// Ends the trace and closes its file; does nothing without one.
  public func finishTrace() throws(Failure) {
    guard let trace = application.frameLoop.profiler.trace else { return }
    application.frameLoop.profiler.traceThreads()
    application.frameLoop.profiler.trace = nil
    defer { traceFile = nil }
    do {
      try trace.finish()
      try traceFile?.finish()
    } catch {
      throw Failure(description: "\(error)")
    }
  }

  /// Does a piece of work, which a trace shows as a span of the thread it is done on.
  ///
  /// To be called on any thread. While nothing is traced it costs a look at a flag.
  /// - Parameter name: what is done, in a word or two.
  public nonisolated static func span<Result, Failure: Error>(
    _ name: StaticString, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try TracedWork.run(name, work)
  }

  /// Writes the figures of the run so far as one JSON object.
  /// - Parameters:
  ///   - path: a path, or `-` for standard output.
  ///   - screen: what was shown, as the caller names it.
  ///   - rows: how many rows that had.
  public func writeStatistics(to path: String, screen: String, rows: Int) throws(Failure) {
    let json = report(screen: screen, rows: rows).json
    do {
      let file = try OutputFile(path: path)
      try json.withUnsafeBytes { try file.append($0) }
      try file.finish()
    } catch {
      throw Failure(description: "\(error)")
    }
  }

  /// The most important figures as a few lines for people.
  public var summary: String {
    let report = report(screen: "", rows: 0)
    func rounded(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }
    return """
      \(report.frames) frames at \(report.width)x\(report.height), renderer \(report.renderer)
      CPU per frame \(rounded(report.cpuMillisecondsPerFrame)) ms; frame p50 \
      \(rounded(report.frameMilliseconds.p50)) ms, p99 \(rounded(report.frameMilliseconds.p99)) ms
      cells created \(report.totals.cellsCreated), reused \(report.totals.cellsDequeued); peak memory \
      \(Int(report.peakResidentMegabytes.rounded())) MB

      """
  }

  private func report(screen: String, rows: Int) -> StatsReport {
    var report = StatsReport()
    let window = application.keyWindow
    application.frameLoop.collectDisplayTimes()
    report.fill(from: application.frameLoop.profiler)
    report.screen = screen
    report.rows = rows
    report.renderer = window?.platformWindow?.backend.name ?? ""
    report.picture = window?.platformWindow?.backend.picture ?? ""
    report.videoDriver = application.platform.videoDriver
    report.sdl = application.platform.libraryVersion
    report.compositor = application.platform.compositor
    report.width = Int(window?.bounds.width ?? 0)
    report.height = Int(window?.bounds.height ?? 0)
    report.scale = Double(window?.platformWindow?.scale ?? 1)
    report.startupMilliseconds = (startup ?? 0) * 1000
    report.firstFrameMilliseconds = firstFrame * 1000
    let measured = report.frames - framesAtFirstFrame
    if measured > 0 {
      report.cpuMillisecondsPerFrame =
        (ProcessFigures.cpuTime - cpuAtFirstFrame) * 1000 / Double(measured)
    }
    report.peakResidentMegabytes = Double(ProcessFigures.peakResidentBytes ?? 0) / 1_000_000
    report.privateDirtyMegabytes = Double(ProcessFigures.privateDirtyBytes ?? 0) / 1_000_000
    return report
  }
}

extension UIWindow {
  /// Writes what is on the screen as a PNG file.
  /// - Precondition: the window has been made visible.
  public func writeScreenshot(to path: String) throws {
    guard let platformWindow else {
      misuse("UIWindow.writeScreenshot(to:) before makeKeyAndVisible(): nothing has been drawn")
    }
    try platformWindow.backend.writeScreenshot(to: path)
  }
}
