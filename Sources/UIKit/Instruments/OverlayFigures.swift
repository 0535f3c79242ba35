import UIKitCore

/// The figures of the overlay, computed a few times a second from the profiler. The mean or percentile of zero frames
/// is NaN.
struct OverlayFigures {
  var framesPerSecond = 0.0
  /// Nothing is drawn any more but these figures.
  var isResting = false
  var missedFrames = 0
  /// Milliseconds of a frame: the median and the slow ends of the recent frames.
  var p50 = Double.nan
  var p95 = Double.nan
  var p99 = Double.nan
  /// Milliseconds from input to the end of presenting: the median and the slowest of the recent answers.
  var inputP50 = Double.nan
  var inputMaximum = Double.nan
  /// Mean milliseconds of each stage since the last look.
  var stages = StageTimes()
  /// Mean counts of a frame since the last look; of a table or grid, the rows it shows now.
  var rowsPerFrame = Double.nan
  var textRasterizedPerFrame = Double.nan
  var textReusedPerFrame = Double.nan
  /// Mean texts of a frame whose layout was kept, and that were laid out anew.
  var textCacheHitsPerFrame = Double.nan
  var textCacheMissesPerFrame = Double.nan
  /// Mean pixels of a frame since the last look.
  var pixelsDrawnPerFrame = Double.nan
  var pixelsPresentedPerFrame = Double.nan
  var drawCommands = 0
  var cellsCreated = 0
  var cellsDequeued = 0
  var cellsIdle = 0
  var textTextures = 0
  var textTextureBytes = 0
  /// The program's own counters, as far as they are shown.
  var app: [ProfilerCounters.Entry] = []

  /// Works out the figures from the frames kept.
  ///
  /// - Parameters:
  ///   - profiler: the source.
  ///   - seen: index of the first frame not looked at before.
  ///   - costs: memory to work in; emptied first, storage kept.
  @MainActor
  init(_ profiler: FrameProfiler, since seen: Int, costs: inout ContiguousArray<Double>) {
    let recent = profiler.recent
    costs.removeAll(keepingCapacity: true)
    var stages = StageTimes()
    var counters = FrameCounters()
    var fresh = 0.0
    for sample in recent {
      costs.append(sample.cost * 1000)
      guard sample.index >= seen else { continue }
      fresh += 1
      stages += sample.stages
      counters += sample.counters
    }
    framesPerSecond = recent.framesPerSecond()
    missedFrames = profiler.statistics.missedFrames
    // Of a few hundred: a histogram would take longer to empty than these to sort.
    costs.sort()
    p50 = Self.value(atPercentile: 50, of: costs)
    p95 = Self.value(atPercentile: 95, of: costs)
    p99 = Self.value(atPercentile: 99, of: costs)
    costs.removeAll(keepingCapacity: true)
    for sample in recent { if let latency = sample.inputLatency { costs.append(latency * 1000) } }
    costs.sort()
    inputP50 = Self.value(atPercentile: 50, of: costs)
    inputMaximum = costs.last ?? .nan
    for stage in FrameStage.allCases { self.stages[stage] = fresh > 0 ? stages[stage] / fresh * 1000 : .nan }
    if fresh > 0 {
      rowsPerFrame = Double(counters.rowsLaidOut) / fresh
      textRasterizedPerFrame = Double(counters.rendering.textRasterized) / fresh
      textReusedPerFrame = Double(counters.rendering.textReused) / fresh
      textCacheHitsPerFrame = Double(counters.textCacheHits) / fresh
      textCacheMissesPerFrame = Double(counters.textCacheMisses) / fresh
      pixelsDrawnPerFrame = Double(counters.rendering.pixelsDrawn) / fresh
      pixelsPresentedPerFrame = Double(counters.rendering.pixelsPresented) / fresh
    }
    drawCommands = recent.last?.counters.drawCommands ?? 0
    cellsCreated = profiler.totals.cellsCreated
    cellsDequeued = profiler.totals.cellsDequeued
    cellsIdle = profiler.gauges.cellsIdle
    textTextures = profiler.gauges.textTextures
    textTextureBytes = profiler.gauges.textTextureBytes
    app = Array(profiler.appCounters.entries.prefix(ProfilerCounters.shownLimit))
  }

  /// Tells of the cells of one table or grid instead of those of all.
  mutating func show(_ keeper: ReuseFigures) {
    cellsCreated = keeper.counts.made
    cellsDequeued = keeper.counts.dequeued
    cellsIdle = keeper.idleCount
    rowsPerFrame = Double(keeper.rows)
  }

  /// The least of the ascending values that as many of a hundred do not exceed; NaN for none.
  private static func value(atPercentile percentile: Int, of values: ContiguousArray<Double>) -> Double {
    guard !values.isEmpty else { return .nan }
    return values[max(0, (values.count * percentile + 99) / 100 - 1)]
  }
}
