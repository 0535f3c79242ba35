/// The scalars of one level that are resolved as if they stood side by side: isolates between them are left out.
struct BidiRunSequence {
  /// Scalar indices in logical order; never empty.
  let indices: [Int]
  /// The level they share.
  let level: UInt8
  /// The strong type taken to stand before the first, `L` or `R`.
  let start: BidiClass
  /// The strong type taken to stand after the last, `L` or `R`.
  let end: BidiClass

  /// The strong type of the level itself.
  var direction: BidiClass { level & 1 == 0 ? .L : .R }
}
