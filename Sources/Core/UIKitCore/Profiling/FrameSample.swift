/// One finished frame as the profiler saw it.
package struct FrameSample: Equatable, Sendable {
  /// Ordinal of the frame, from 0 at the first one profiled.
  package let index: Int
  /// When the frame's first stage began, in seconds of the injected clock.
  package let start: Double
  /// Seconds since the previous frame's start; `nil` when the window had been
  /// idle in between, so that waiting for input never counts as a slow frame.
  package let interval: Double?
  /// Seconds in each stage.
  package let stages: StageTimes
  /// The counts of the frame.
  package let counters: FrameCounters
  /// Heap allocations during the frame; `nil` where they are not counted.
  package let allocations: Int?
  /// Processor seconds of the main thread in the stages, that of the profiler's own panel included; `nil` where they
  /// are not counted.
  package let processorTime: Double?
  /// Seconds from the timestamp of the first input that the frame answers to the end of presenting it; `nil` when none
  /// came since the frame before.
  package let inputLatency: Double?

  /// Seconds of work, the profiler's own panel left out.
  package var cost: Double { stages.cost }

  /// - Parameters:
  ///   - index: ordinal of the frame, from 0.
  ///   - start: seconds of the profiler's clock.
  ///   - interval: seconds since the previous start, `nil` after an idle time.
  ///   - stages: seconds in each stage.
  ///   - counters: what happened during the frame.
  ///   - allocations: heap allocations, `nil` when not counted.
  ///   - processorTime: of the main thread in seconds, `nil` when not counted.
  ///   - inputLatency: from input to the end of presenting, `nil` without input.
  package init(
    index: Int, start: Double, interval: Double?, stages: StageTimes,
    counters: FrameCounters = FrameCounters(), allocations: Int? = nil,
    processorTime: Double? = nil, inputLatency: Double? = nil
  ) {
    self.index = index
    self.start = start
    self.interval = interval
    self.stages = stages
    self.counters = counters
    self.allocations = allocations
    self.processorTime = processorTime
    self.inputLatency = inputLatency
  }
}
