/// Measures what each frame costs and why.
///
/// The application owns one. Its run loop brackets each stage of a turn with
/// ``begin(_:)`` and ``end(_:)``, and a drawn frame with ``beginFrame(continuing:)``
/// and ``endFrame(drew:)``. Switched off, a bracket is one comparison and no clock is read.
///
/// Contract:
/// - Stages nest; time is charged to the innermost open stage only.
/// - Time spent in stages before ``beginFrame(continuing:)`` (input that led to
///   the frame) belongs to that frame.
/// - A turn that draws nothing ends with ``discardPendingWork()``.
/// - Counters are kept whether or not the profiler is on.
///
/// The switch and the counters that every frame touches are exempt from the run time's check for overlapping access (33
/// checks a warm frame, 2.6 % of it); nothing is called while one of these numbers is being changed.
@MainActor
package final class FrameProfiler {
  /// Whether stages are timed and samples kept even without a viewer; set for traces and statistics.
  package var isEnabled = false {
    didSet { updateMeasuring() }
  }
  /// The number of viewers; while there is one, stages are timed.
  private var viewers = 0 {
    didSet { updateMeasuring() }
  }
  /// Whether stages are timed and samples kept. Turning it off mid-frame drops
  /// the times of that frame.
  @exclusivity(unchecked) package private(set) var isMeasuring = false
  /// Seconds between two refreshes of the display; 0 when frames are not paced
  /// (scripted runs), which counts no frame as missed.
  package var refreshInterval = 0.0
  /// Returns the heap allocations of this process so far, where something
  /// counts them; the profiler takes differences from frame to frame.
  package var allocationCount: (() -> Int)?
  /// Returns the processor seconds of the main thread so far, where somebody wants to know those of the stages.
  package var processorTime: (() -> Double)?
  /// Receives every stage and frame, and work that is traced, while set; costs some microseconds a frame.
  package var trace: TraceRecorder? {
    didSet { if trace !== oldValue { TracedWork.tell(trace == nil ? nil : self) } }
  }

  /// The counts of the running frame so far.
  @exclusivity(unchecked) package var counters = FrameCounters()
  /// The objects that exist now; set by the table and the renderer as they change.
  @exclusivity(unchecked) package var gauges = FrameGauges()
  /// Sum of the counters of all finished frames, whether profiled or not.
  package private(set) var totals = FrameCounters()
  /// The most recent profiled frames, oldest first.
  package private(set) var recent = FrameSampleRing(capacity: 240)
  /// Statistics over all profiled frames.
  package private(set) var statistics = FrameStatistics()
  /// Frames finished since the program started, whether profiled or not.
  package private(set) var framesFinished = 0
  /// The counters of the program itself.
  package let appCounters = ProfilerCounters()
  /// The life of cells by reuse identifier.
  package var reuse: [String: ReuseCounters] {
    Dictionary(uniqueKeysWithValues: reuseCounters.map { ($0.identifier, $0.counters) })
  }
  @exclusivity(unchecked) private var reuseCounters: ContiguousArray<(identifier: String, counters: ReuseCounters)> = []
  /// Where the counters of an identifier are.
  private var reusePlaces: [String: Int] = [:]
  /// Those changed last: most cells in a row have one identifier, and to compare is less than to hash.
  @exclusivity(unchecked) private var recentReuse = 0

  private struct OpenStage {
    let stage: FrameStage
    let began: Double
  }

  /// A frame that was presented, as long as the display may tell of it.
  private struct PresentedFrame {
    let index: Int
    /// The end of presenting.
    let end: Double
    let inputLatency: Double?
  }

  /// The last frames, each in the place of its index modulo their number.
  private var presented: ContiguousArray<PresentedFrame?> = []
  /// Frames later a display that tells of one is not heard.
  private static let presentedLimit = 64

  private let now: () -> Double
  private var open: ContiguousArray<OpenStage> = []
  private var chargedUntil = 0.0
  private var stages = StageTimes()
  private var workBegan: Double?
  /// When the first input that waits to be shown happened.
  private var inputTime: Double?
  private var frameBegan = 0.0
  private var frameInterval: Double?
  private var previousStart: Double?
  private var allocationsBefore = 0
  /// Processor seconds of the running frame's closed stages, and of the thread when the outermost open one began.
  private var processorSeconds = 0.0
  private var processorTimeBefore = 0.0

  /// - Parameter now: seconds of a monotonic clock; read twice a stage while on.
  package init(now: @escaping () -> Double) {
    self.now = now
    open.reserveCapacity(FrameStage.allCases.count)
  }

  /// Counts a viewer of the frames, such as the overlay, which has them measured until `removeViewer()` is called for it.
  package func addViewer() { viewers += 1 }

  /// Ends what one call of `addViewer()` began.
  package func removeViewer() { viewers -= 1 }

  /// Opens `stage`; a stage already open is paused until ``end(_:)``.
  package func begin(_ stage: FrameStage) {
    guard isMeasuring else { return }
    let time = now()
    if let outer = open.last { stages[outer.stage] += time - chargedUntil }
    if workBegan == nil { startWork(at: time) }
    if open.isEmpty, let processorTime { processorTimeBefore = processorTime() }
    open.append(OpenStage(stage: stage, began: time))
    chargedUntil = time
  }

  /// Closes `stage`, which must be the innermost open one.
  ///
  /// Does nothing when the profiler was turned on after the stage began.
  package func end(_ stage: FrameStage) {
    guard isMeasuring, let inner = open.last else { return }
    precondition(
      inner.stage == stage,
      "FrameProfiler.end(.\(stage)) while .\(inner.stage) is open: close stages in reverse order")
    let time = now()
    stages[stage] += time - chargedUntil
    chargedUntil = time
    open.removeLast()
    if open.isEmpty, let processorTime { processorSeconds += processorTime() - processorTimeBefore }
    trace?.complete(stage.name, start: inner.began, duration: time - inner.began)
  }

  /// Runs `work` as `stage`.
  package func measure<Result>(_ stage: FrameStage, _ work: () throws -> Result) rethrows -> Result {
    begin(stage)
    defer { end(stage) }
    return try work()
  }

  /// Says that input is being handled; the next frame that shows anything new shows what came of it.
  /// - Parameter time: the event's own timestamp, in seconds of the injected clock.
  package func inputArrived(at time: Double) {
    guard isMeasuring else { return }
    inputTime = min(inputTime ?? time, time)
  }

  /// Says that this turn of the run loop works on a frame.
  ///
  /// - Parameter continuing: whether the frame was already due when the
  ///   previous one was presented (an animation, a scroll); only then does the
  ///   time between the two count as an interval.
  package func beginFrame(continuing: Bool) {
    guard isMeasuring else { return }
    let time = now()
    if workBegan == nil { startWork(at: time) }
    frameBegan = time
    frameInterval = continuing ? previousStart.map { time - $0 } : nil
  }

  /// Adds what drawing one window took.
  ///
  /// - Parameters:
  ///   - commands: length of its display list.
  ///   - before: the backend's counters before it was given anything.
  ///   - after: the same after drawing.
  package func windowDrawn(commands: Int, before: RenderCounters, after: RenderCounters) {
    counters.drawCommands += commands
    counters.rendering += after.work - before.work
    gauges.textTextures += after.textTextures - before.textTextures
    gauges.textTextureBytes += after.textTextureBytes - before.textTextureBytes
    gauges.missingGlyphs += after.missingGlyphs - before.missingGlyphs
  }

  /// The running frame's number, by which the display tells of it; nil while nothing is measured.
  package var nextFrameNumber: Int? { isMeasuring ? statistics.frames : nil }

  /// The display has told of a frame. Ignored for one that is not among the last 64.
  /// - Parameters:
  ///   - number: that was the frame's `nextFrameNumber`.
  ///   - latency: seconds from the end of presenting to the moment it was on the screen; nil for one that never was.
  package func frameWasDisplayed(_ number: Int, after latency: Double?) {
    guard number >= 0, !presented.isEmpty, let frame = presented[number % Self.presentedLimit], frame.index == number
    else { return }
    presented[number % Self.presentedLimit] = nil
    let inputLatency = latency.flatMap { latency in frame.inputLatency.map { $0 + latency } }
    statistics.recordDisplay(latency: latency, inputLatency: inputLatency)
    trace?.displayed(number, presented: frame.end, latency: latency, inputLatency: inputLatency)
  }

  /// Closes the frame: makes its sample and starts the counters afresh.
  ///
  /// - Parameter drew: whether a window showed anything new; without, nothing is
  ///   sampled and no frame counted.
  package func endFrame(drew: Bool) {
    totals += counters
    defer { counters = FrameCounters() }
    guard drew else {
      // The motion had no change to show for a while: the next frame follows no other.
      previousStart = nil
      return discardPendingWork()
    }
    framesFinished += 1
    guard isMeasuring, let start = workBegan else { return }
    let allocations = allocationCount.map { $0() - allocationsBefore }
    let sample = FrameSample(
      index: statistics.frames, start: start, interval: frameInterval, stages: stages,
      counters: counters, allocations: allocations,
      processorTime: processorTime.map { _ in processorSeconds },
      // Presenting was the last stage.
      inputLatency: inputTime.map { max(0, chargedUntil - $0) })
    previousStart = frameBegan
    if presented.isEmpty { presented = ContiguousArray(repeating: nil, count: Self.presentedLimit) }
    presented[sample.index % Self.presentedLimit] = PresentedFrame(
      index: sample.index, end: chargedUntil, inputLatency: sample.inputLatency)
    recent.append(sample)
    statistics.record(sample, refreshInterval: refreshInterval)
    if let trace {
      let missed = frameInterval.map { FrameStatistics.missed(interval: $0, refreshInterval: refreshInterval) } ?? 0
      trace.frame(
        sample, missed: missed, start: frameBegan, end: now(), gauges: gauges, reuse: reuse, app: appCounters.entries)
      traceThreads()
    }
    clearWork()
  }

  /// The present on the profiler's clock; nil without a trace.
  var traceTime: Double? { trace == nil ? nil : now() }

  /// Adds a piece of work of the main thread to the trace.
  func traceWork(_ name: StaticString, since start: Double) {
    trace?.complete(name, start: start, duration: now() - start)
  }

  /// Adds what other threads have done to the trace. Called at the end of a frame, and of the trace.
  package func traceThreads() {
    trace?.threads(TracedWork.take(), clockOffset: now() - ProcessFigures.monotonicTime)
  }

  /// Drops the times of a turn that drew nothing, so that handling a mouse that
  /// moves over an idle window is not charged to the next frame.
  package func discardPendingWork() {
    guard isMeasuring, open.isEmpty else { return }
    clearWork()
  }

  func updateReuse(of identifier: String, _ change: (inout ReuseCounters) -> Void) {
    if recentReuse >= reuseCounters.count || reuseCounters[recentReuse].identifier != identifier {
      recentReuse = reusePlaces[identifier] ?? addReuse(of: identifier)
    }
    change(&reuseCounters[recentReuse].counters)
  }

  private func addReuse(of identifier: String) -> Int {
    reuseCounters.append((identifier, ReuseCounters()))
    reusePlaces[identifier] = reuseCounters.count - 1
    return reuseCounters.count - 1
  }

  private func startWork(at time: Double) {
    workBegan = time
    if let allocationCount { allocationsBefore = allocationCount() }
  }

  private func clearWork() {
    stages = StageTimes()
    processorSeconds = 0
    workBegan = nil
    inputTime = nil
    frameInterval = nil
  }

  private func updateMeasuring() {
    let wanted = isEnabled || viewers > 0
    guard wanted != isMeasuring else { return }
    isMeasuring = wanted
    if !wanted { abandonFrame() }
  }

  private func abandonFrame() {
    open.removeAll(keepingCapacity: true)
    clearWork()
    previousStart = nil
  }
}
