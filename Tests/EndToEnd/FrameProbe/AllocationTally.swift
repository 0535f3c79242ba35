/// Heap allocations of frames, apart by whether they brought a new row or its text.
@MainActor
struct AllocationTally {
  private var stillFrames = 0
  private var rowFrames = 0
  /// The most a frame without anything new took.
  private var stillMost = 0
  /// All that such frames took.
  private var stillTotal = 0
  /// All that frames with new rows took, and the labels of the rows.
  private var rowTotal = 0
  private var labelsBound = 0

  mutating func run(_ scene: ProbeScene, _ frames: Int, _ count: () -> Int) {
    for _ in 0..<frames {
      let bound = scene.bound
      let rasterized = scene.rasterized
      let before = count()
      scene.frame()
      let taken = count() - before
      if scene.bound == bound, scene.rasterized == rasterized {
        stillFrames += 1
        stillTotal += taken
        stillMost = max(stillMost, taken)
      } else {
        rowFrames += 1
        rowTotal += taken
        labelsBound += (scene.bound - bound) * scene.labelsPerBound
      }
    }
  }

  /// Words and numbers for the tests; -1 where nothing was counted.
  var words: String {
    let counted = stillFrames + rowFrames > 0
    let perLabel = labelsBound > 0 ? Double(rowTotal) / Double(labelsBound) : 0
    return """
      stillFrames \(stillFrames) stillMost \(counted ? stillMost : -1) stillTotal \(counted ? stillTotal : -1) \
      perLabel \(counted ? perLabel : -1)
      """
  }
}
