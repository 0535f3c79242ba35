/// The most recent frames, oldest first; a full ring forgets the oldest.
///
/// Storage is taken once: appending never allocates, so the profiler does not
/// disturb the allocation counts it reports.
package struct FrameSampleRing: RandomAccessCollection, Sendable {
  /// How many frames are kept at most.
  package let capacity: Int
  private var storage: ContiguousArray<FrameSample> = []
  private var oldest = 0

  /// - Precondition: `capacity` is greater than 0.
  package init(capacity: Int) {
    precondition(capacity > 0, "FrameSampleRing(capacity: \(capacity)): keep at least one frame")
    self.capacity = capacity
    storage.reserveCapacity(capacity)
  }

  /// Always 0: the position of the oldest frame kept.
  package var startIndex: Int { 0 }
  /// How many frames are kept now.
  package var endIndex: Int { storage.count }

  /// The frame at `position`, 0 being the oldest kept.
  package subscript(position: Int) -> FrameSample {
    let index = oldest + position
    return storage[index < storage.count ? index : index - storage.count]
  }

  /// Adds the newest frame.
  package mutating func append(_ sample: FrameSample) {
    guard storage.count == capacity else { return storage.append(sample) }
    storage[oldest] = sample
    oldest = oldest + 1 == capacity ? 0 : oldest + 1
  }

  /// Frames a second over the last `seconds` before the newest frame.
  ///
  /// Only frames that followed another one without an idle time count; 0
  /// without such frames.
  /// - Complexity: O(frames in that time).
  package func framesPerSecond(over seconds: Double = 1) -> Double {
    guard let newest = last else { return 0 }
    var frames = 0
    var elapsed = 0.0
    for position in indices.reversed() {
      let sample = self[position]
      guard sample.start > newest.start - seconds else { break }
      guard let interval = sample.interval else { continue }
      frames += 1
      elapsed += interval
    }
    return elapsed > 0 ? Double(frames) / elapsed : 0
  }
}
