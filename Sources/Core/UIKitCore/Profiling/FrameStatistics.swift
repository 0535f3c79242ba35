/// Running statistics of frames: percentiles of their cost, missed frames, means.
/// Recording is O(1), memory is fixed however long the program runs.
package struct FrameStatistics: Sendable {
  /// Longest cost told apart from longer ones, in seconds.
  package static let longestCost = TimeDistribution.longest

  /// Frames recorded.
  package private(set) var frames = 0
  /// Display refreshes that passed without the frame that was due.
  package private(set) var missedFrames = 0
  /// Refreshes that a display of 60 Hz would have made without the frame that was due, whatever the display's rate is
  /// and even where frames follow each other at once.
  package private(set) var missedFramesAt60Hz = 0
  /// Sum of the stage times of all frames, in seconds.
  package private(set) var stageTotals = StageTimes()
  /// Sum of the counters of all frames.
  package private(set) var counterTotals = FrameCounters()
  /// Frames whose interval is known, and the sum of those intervals in seconds.
  package private(set) var pacedFrames = 0
  private var pacedSeconds = 0.0
  /// Sum of the squared differences from the mean interval, in square seconds.
  private var pacedDeviation = 0.0
  private var allocations = 0
  private var framesWithAllocations = 0
  private var costs = TimeDistribution(resolution: 100)
  private var intervals = TimeDistribution(resolution: 500)
  private var processorTimes = TimeDistribution(resolution: 100)
  /// From input to the end of presenting the frame that answers it.
  package private(set) var inputLatencies = LatencyStatistics()
  /// The display's reports about frames; nil before the first.
  package private(set) var display: DisplayStatistics?

  /// Nothing recorded.
  package init() {}

  /// Takes a frame into account.
  ///
  /// - Parameters:
  ///   - sample: the finished frame.
  ///   - refreshInterval: seconds between two refreshes of the display; 0 when
  ///     frames are not paced, which counts none as missed.
  package mutating func record(_ sample: FrameSample, refreshInterval: Double) {
    frames += 1
    stageTotals += sample.stages
    counterTotals += sample.counters
    costs.record(sample.cost)
    if let time = sample.processorTime { processorTimes.record(time) }
    if let latency = sample.inputLatency { inputLatencies.record(latency) }
    if let count = sample.allocations {
      allocations += count
      framesWithAllocations += 1
    }
    guard let interval = sample.interval, interval.isFinite else { return }
    missedFrames += Self.missed(interval: interval, refreshInterval: refreshInterval)
    missedFramesAt60Hz += Self.missed(interval: interval, refreshInterval: 1 / 60)
    recordInterval(min(max(interval, 0), Self.longestCost))
  }

  /// Takes into account what the display told of a frame.
  /// - Parameters:
  ///   - latency: seconds from the end of presenting to the screen; nil for a frame that was never shown.
  ///   - inputLatency: seconds from the input that the frame answers to the screen; nil without input.
  package mutating func recordDisplay(latency: Double?, inputLatency: Double?) {
    var display = display ?? DisplayStatistics()
    display.record(latency: latency, inputLatency: inputLatency)
    self.display = display
  }

  /// Keeps mean and deviation exact in one pass, by Welford's recurrence.
  private mutating func recordInterval(_ interval: Double) {
    let before = meanInterval
    pacedFrames += 1
    pacedSeconds += interval
    pacedDeviation += (interval - before) * (interval - meanInterval)
    intervals.record(interval)
  }

  /// Refreshes of the display during `interval` for which no frame was ready.
  ///
  /// An interval is taken as the nearest whole number of refreshes, so jitter
  /// below half a refresh is no miss.
  package static func missed(interval: Double, refreshInterval: Double) -> Int {
    guard refreshInterval > 0, interval.isFinite else { return 0 }
    return max(0, Int((interval / refreshInterval).rounded()) - 1)
  }

  /// The cost in seconds that `percent` of the frames stay at or below; 0
  /// without frames.
  ///
  /// - Parameter percent: from 0 to 100.
  /// - Complexity: O(buckets of the histogram), about 30,000 at most.
  package func cost(atPercentile percent: Double) -> Double { costs.value(atPercentile: percent) }

  /// Cost of the slowest frame in seconds, exact; 0 without frames.
  package var maximumCost: Double { costs.maximum }

  /// Mean frames a second over all frames with a known interval; 0 without any.
  package var framesPerSecond: Double { pacedSeconds > 0 ? Double(pacedFrames) / pacedSeconds : 0 }

  /// Mean seconds from one frame to the next, where the interval is known; 0 without any.
  package var meanInterval: Double { pacedFrames > 0 ? pacedSeconds / Double(pacedFrames) : 0 }

  /// Standard deviation of the known intervals in seconds: how unevenly frames come; 0 below two.
  package var intervalDeviation: Double {
    pacedFrames > 1 ? (pacedDeviation / Double(pacedFrames - 1)).squareRoot() : 0
  }

  /// The interval in seconds that `percent` of the known ones stay at or below; 0 without any.
  ///
  /// - Parameter percent: from 0 to 100.
  /// - Complexity: O(buckets of the histogram), about 30,000 at most.
  package func interval(atPercentile percent: Double) -> Double { intervals.value(atPercentile: percent) }

  /// The longest known interval in seconds, exact; 0 without any.
  package var maximumInterval: Double { intervals.maximum }

  /// The processor time of the main thread in seconds that `percent` of the frames stay at or below; `nil` when no frame
  /// counted it.
  ///
  /// - Parameter percent: from 0 to 100.
  /// - Complexity: O(buckets of the histogram), about 30,000 at most.
  package func processorTime(atPercentile percent: Double) -> Double? {
    processorTimes.isEmpty ? nil : processorTimes.value(atPercentile: percent)
  }

  /// The most processor time of the main thread in a frame in seconds, exact; 0 without any.
  package var maximumProcessorTime: Double { processorTimes.maximum }

  /// Mean seconds of one stage in a frame; 0 without frames.
  package func mean(of stage: FrameStage) -> Double {
    frames > 0 ? stageTotals[stage] / Double(frames) : 0
  }

  /// Mean heap allocations a frame; `nil` when no frame counted them.
  package var allocationsPerFrame: Double? {
    framesWithAllocations > 0 ? Double(allocations) / Double(framesWithAllocations) : nil
  }

  /// Forgets everything and keeps the storage.
  package mutating func reset() {
    frames = 0
    missedFrames = 0
    missedFramesAt60Hz = 0
    stageTotals = StageTimes()
    counterTotals = FrameCounters()
    pacedFrames = 0
    pacedSeconds = 0
    pacedDeviation = 0
    allocations = 0
    framesWithAllocations = 0
    costs.reset()
    intervals.reset()
    processorTimes.reset()
    inputLatencies.reset()
    display = nil
  }
}

/// How long answers took, in seconds. Times beyond a minute count as that.
package struct LatencyStatistics: Sendable {
  /// Answers recorded.
  package private(set) var count = 0
  private var seconds = 0.0
  private var times = TimeDistribution(resolution: 1000)

  mutating func record(_ latency: Double) {
    count += 1
    seconds += min(max(latency, 0), TimeDistribution.longest)
    times.record(latency)
  }

  /// Mean time; 0 without any.
  package var mean: Double { count > 0 ? seconds / Double(count) : 0 }

  /// The time that `percent` of the answers stay at or below; 0 without any.
  ///
  /// - Parameter percent: from 0 to 100.
  /// - Complexity: O(buckets of the histogram), about 30,000 at most.
  package func value(atPercentile percent: Double) -> Double { times.value(atPercentile: percent) }

  /// The longest time, exact; 0 without any.
  package var maximum: Double { times.maximum }

  /// Forgets everything and keeps the storage.
  mutating func reset() {
    count = 0
    seconds = 0
    times.reset()
  }
}

/// The report of a display on the frames it got.
package struct DisplayStatistics: Sendable {
  /// From the end of presenting to the screen.
  package private(set) var latencies = LatencyStatistics()
  /// From input to the moment at which the frame that answers it was on the screen.
  package private(set) var inputLatencies = LatencyStatistics()
  /// Frames that were never shown.
  package private(set) var discarded = 0

  fileprivate mutating func record(latency: Double?, inputLatency: Double?) {
    if let latency { latencies.record(latency) } else { discarded += 1 }
    if let inputLatency { inputLatencies.record(inputLatency) }
  }
}
