import Expectations
import Testing

@testable import UIKitCore

@Suite("Frame statistics")
struct FrameStatisticsTests {
  private static func sample(_ index: Int, cost: Double, start: Double = 0, interval: Double? = nil)
    -> FrameSample
  {
    var stages = StageTimes()
    stages.layout = cost / 4
    stages.draw = cost * 3 / 4
    return FrameSample(index: index, start: start, interval: interval, stages: stages)
  }

  @Test("percentiles agree with a sorted list to 1 %", arguments: 0..<20)
  func percentiles(seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    var statistics = FrameStatistics()
    var costs: [Double] = []
    for index in 0..<1000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let cost = 0.0001 + Double(state >> 40) / Double(1 << 24) * 0.02
      costs.append(cost)
      statistics.record(Self.sample(index, cost: cost), refreshInterval: 0)
    }
    costs.sort()
    for percent in [50.0, 95, 99] {
      let exact = costs[Int((percent / 100 * 1000).rounded(.up)) - 1]
      let found = statistics.cost(atPercentile: percent)
      expect(abs(found - exact) <= exact * 0.01, "seed \(seed), p\(percent)")
    }
    expect(abs(statistics.maximumCost - costs[999]) < 1e-12)
    expect(abs(statistics.cost(atPercentile: 100) - costs[999]) <= costs[999] * 0.01)
    expect(abs(statistics.mean(of: .draw) * 4 - statistics.mean(of: .layout) * 12) < 1e-9)
  }

  @Test("no frame gives zeros, not a crash")
  func empty() {
    let statistics = FrameStatistics()
    expectEqual(statistics.cost(atPercentile: 99), 0)
    expectEqual(statistics.framesPerSecond, 0)
    expectEqual(statistics.mean(of: .draw), 0)
    expect(statistics.allocationsPerFrame == nil)
  }

  @Test("negative, endless and absurd costs are clamped")
  func extremes() {
    var statistics = FrameStatistics()
    for cost in [-1, 0, 1e9, Double.infinity] {
      statistics.record(Self.sample(0, cost: cost), refreshInterval: 1 / 60)
    }
    expectEqual(statistics.frames, 4)
    expectEqual(statistics.maximumCost, FrameStatistics.longestCost)
    expect(statistics.cost(atPercentile: 25) < 1e-6)
  }

  @Test(
    "a refresh is missed when the interval is nearer to more than one",
    arguments: [(1.0, 0), (1.4, 0), (1.6, 1), (2.0, 1), (4.9, 4), (0.2, 0)])
  func missed(refreshes: Double, expected: Int) {
    expectEqual(FrameStatistics.missed(interval: refreshes / 60, refreshInterval: 1 / 60), expected)
  }

  @Test("unpaced frames miss nothing")
  func unpaced() {
    expectEqual(FrameStatistics.missed(interval: 10, refreshInterval: 0), 0)
    expectEqual(FrameStatistics.missed(interval: .infinity, refreshInterval: 0.01), 0)
  }

  @Test("reset forgets everything")
  func reset() {
    var statistics = FrameStatistics()
    statistics.record(Self.sample(0, cost: 0.5, interval: 1), refreshInterval: 0.1)
    statistics.reset()
    expectEqual(statistics.frames, 0)
    expectEqual(statistics.missedFrames, 0)
    expectEqual(statistics.maximumCost, 0)
    expectEqual(statistics.cost(atPercentile: 50), 0)
    expectEqual(statistics.framesPerSecond, 0)
  }

  @Test("the ring keeps the newest frames, oldest first")
  func ring() {
    var ring = FrameSampleRing(capacity: 5)
    for index in 0..<13 {
      ring.append(Self.sample(index, cost: 0))
      expectEqual(ring.map(\.index), Array(max(0, index - 4)...index))
    }
  }

  @Test("frames a second cover the last second of continuous drawing")
  func framesPerSecond() {
    var ring = FrameSampleRing(capacity: 240)
    expectEqual(ring.framesPerSecond(), 0)
    var time = 0.0
    for index in 0..<100 {  // slow past, to be ignored
      time += 0.1
      ring.append(Self.sample(index, cost: 0, start: time, interval: 0.1))
    }
    for index in 0..<121 {
      time += 1 / 120.0
      ring.append(Self.sample(index, cost: 0, start: time, interval: 1 / 120.0))
    }
    expect(abs(ring.framesPerSecond() - 120) < 0.01)
    ring.append(Self.sample(0, cost: 0, start: time + 60, interval: nil))
    expectEqual(ring.framesPerSecond(), 0)
  }
}
