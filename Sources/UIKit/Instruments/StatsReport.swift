import UIKitCore

/// The figures of a run, written as JSON when the program ends.
///
/// Keys and units are a contract that scripts rely on: times in milliseconds,
/// memory in megabytes of 1,000,000 bytes, one object with nested objects, keys
/// always in the same order.
package struct StatsReport: Equatable, Sendable {
  /// Name of the demo screen.
  package var screen = ""
  /// Rows of its table when the run ended.
  package var rows = 0
  /// The renderer in use: `software` or `accelerated`.
  package var renderer = ""
  /// Where the picture is kept from frame to frame, and how it is shown.
  package var picture = ""
  /// SDL's name of the video driver.
  package var videoDriver = ""
  /// The version of the SDL in use, and what is behind it.
  package var sdl = ""
  /// The program that shows the window, a Wayland compositor or an X server; `nil`, written as `null`, when not known.
  package var compositor: String?
  /// Window width in points.
  package var width = 0
  /// Window height in points.
  package var height = 0
  /// Pixels a point.
  package var scale = 1.0
  /// Frames drawn.
  package var frames = 0
  /// CPU time of the process between the first and the last frame, a frame.
  package var cpuMillisecondsPerFrame = 0.0
  /// Cost of a frame at the 50th, 95th and 99th percentile and at most, in ms.
  package var frameMilliseconds = Percentiles()
  /// Processor time of the main thread in a frame, in ms; `nil`, written as `null`, when not counted.
  package var mainThreadMilliseconds: Percentiles?
  /// Mean time of the stages in a frame, in ms; `overlay` is not written.
  package var stageMilliseconds = StageTimes()
  /// The times from one frame to the next.
  package var pacing = Pacing()
  /// From the timestamp of input to the end of presenting the frame that answers it; of events that came together the
  /// first counts.
  package var input = Latency()
  /// How soon frames were on the screen; `nil`, written as `null`, where the display does not tell.
  package var display: DisplayLatency?
  /// From process start to the first picture on the screen, in ms.
  package var startupMilliseconds = 0.0
  /// The moment of the first picture on the screen, in ms of the system's `CLOCK_MONOTONIC`, so that
  /// the parent process can tell how long the start took; 0 before.
  package var firstFrameMilliseconds = 0.0
  /// Largest resident set, in megabytes.
  package var peakResidentMegabytes = 0.0
  /// Memory at the end that only this process has and that it has written, in megabytes.
  package var privateDirtyMegabytes = 0.0
  /// The events since the program started: cells, texts, textures, pixels.
  package var totals = FrameCounters()
  /// The cells and textures at the end.
  package var gauges = FrameGauges()
  /// Cells that wait in reuse queues at the end, by reuse identifier.
  package var idleByIdentifier: [String: Int] = [:]
  /// The program's own counters, under the key `app`.
  package var app: [ProfilerCounters.Entry] = []
  /// Mean heap allocations a frame; `nil`, written as `null`, when not counted.
  package var allocationsPerFrame: Double?

  /// Points of a distribution over the frames, in ms.
  package struct Percentiles: Equatable, Sendable {
    /// Half of the frames cost at most this.
    package var p50 = 0.0
    /// 95 of 100 frames cost at most this.
    package var p95 = 0.0
    /// 99 of 100 frames cost at most this.
    package var p99 = 0.0
    /// The slowest frame.
    package var max = 0.0
  }

  /// How evenly frames came. Only intervals count at whose start another frame was due already.
  package struct Pacing: Equatable, Sendable {
    /// Mean interval, in ms.
    package var mean = 0.0
    /// Standard deviation of the intervals, in ms.
    package var standardDeviation = 0.0
    /// Half of the intervals are at most this long, in ms.
    package var p50 = 0.0
    /// 99 of 100 intervals are at most this long, in ms.
    package var p99 = 0.0
    /// The longest interval, in ms.
    package var max = 0.0
    /// Refreshes of the display that passed without the frame that was due.
    package var missedFrames = 0
    /// The same for a display of 60 Hz, also in a run that draws frame after frame.
    package var missedFramesAt60Hz = 0
    /// Frames a second of the display; 0 when frames were drawn as fast as possible.
    package var refreshRate = 0.0
  }

  /// How long answers took, in ms.
  package struct Latency: Equatable, Sendable {
    /// Answers counted.
    package var answers = 0
    /// Mean time, in ms.
    package var mean = 0.0
    /// Half of the answers took at most this.
    package var p50 = 0.0
    /// 99 of 100 answers took at most this.
    package var p99 = 0.0
    /// The slowest answer.
    package var max = 0.0
  }

  /// The report of the display on the frames it got.
  package struct DisplayLatency: Equatable, Sendable {
    /// From the end of presenting to the screen.
    package var present = Latency()
    /// From input to the moment at which the frame that answers it was on the screen.
    package var input = Latency()
    /// Frames that were never shown, as others took their place.
    package var discarded = 0
  }

  /// All figures zero; the caller fills in what it knows.
  package init() {}

  /// Takes over everything `profiler` knows; the rest stays.
  @MainActor
  package mutating func fill(from profiler: FrameProfiler) {
    let statistics = profiler.statistics
    frames = profiler.framesFinished
    frameMilliseconds.p50 = statistics.cost(atPercentile: 50) * 1000
    frameMilliseconds.p95 = statistics.cost(atPercentile: 95) * 1000
    frameMilliseconds.p99 = statistics.cost(atPercentile: 99) * 1000
    frameMilliseconds.max = statistics.maximumCost * 1000
    mainThreadMilliseconds = statistics.processorTime(atPercentile: 50).map { median in
      Percentiles(
        p50: median * 1000, p95: (statistics.processorTime(atPercentile: 95) ?? 0) * 1000,
        p99: (statistics.processorTime(atPercentile: 99) ?? 0) * 1000, max: statistics.maximumProcessorTime * 1000)
    }
    for stage in FrameStage.allCases {
      stageMilliseconds[stage] = statistics.mean(of: stage) * 1000
    }
    fillPacing(from: profiler)
    input = Latency(statistics.inputLatencies)
    display = statistics.display.map {
      DisplayLatency(
        present: Latency($0.latencies), input: Latency($0.inputLatencies), discarded: $0.discarded)
    }
    totals = profiler.totals
    gauges = profiler.gauges
    idleByIdentifier = profiler.reuse.mapValues(\.idle)
    app = profiler.appCounters.entries
    allocationsPerFrame = statistics.allocationsPerFrame
  }

  @MainActor
  private mutating func fillPacing(from profiler: FrameProfiler) {
    let statistics = profiler.statistics
    pacing.mean = statistics.meanInterval * 1000
    pacing.standardDeviation = statistics.intervalDeviation * 1000
    pacing.p50 = statistics.interval(atPercentile: 50) * 1000
    pacing.p99 = statistics.interval(atPercentile: 99) * 1000
    pacing.max = statistics.maximumInterval * 1000
    pacing.missedFrames = statistics.missedFrames
    pacing.missedFramesAt60Hz = statistics.missedFramesAt60Hz
    pacing.refreshRate = profiler.refreshInterval > 0 ? 1 / profiler.refreshInterval : 0
  }
}

extension StatsReport.Latency {
  /// The figures in ms of times in seconds.
  fileprivate init(_ latencies: LatencyStatistics) {
    answers = latencies.count
    mean = latencies.mean * 1000
    p50 = latencies.value(atPercentile: 50) * 1000
    p99 = latencies.value(atPercentile: 99) * 1000
    max = latencies.maximum * 1000
  }
}
