/// Counts of an application's drawing since its start, which only grow, and of the objects it keeps for drawing. Not
/// part of UIKit.
///
/// The difference between two moments is what the frames between them did.
public struct FrameDiagnostics: Equatable, Sendable {
  /// Frames that showed something new.
  public internal(set) var frames = 0
  /// Commands of their display lists.
  public internal(set) var drawCommands = 0
  /// Cells made, in all tables.
  public internal(set) var cellsMade = 0
  /// Cells used again, in all tables.
  public internal(set) var cellsDequeued = 0
  /// Texts whose picture was made anew.
  public internal(set) var textsDrawn = 0
  /// Texts shown from the picture they had.
  public internal(set) var textsKept = 0
  /// Pixels drawn anew, in device pixels.
  public internal(set) var pixelsDrawn = 0
  /// Texts that have a picture now.
  public internal(set) var textSlots = 0
  /// Bytes of these pictures.
  public internal(set) var textBytes = 0

  @MainActor
  init(_ profiler: FrameProfiler) {
    let totals = profiler.totals
    frames = profiler.framesFinished
    drawCommands = totals.drawCommands
    cellsMade = totals.cellsCreated
    cellsDequeued = totals.cellsDequeued
    textsDrawn = totals.rendering.textRasterized
    textsKept = totals.rendering.textReused
    pixelsDrawn = totals.rendering.pixelsDrawn
    textSlots = profiler.gauges.textTextures
    textBytes = profiler.gauges.textTextureBytes
  }

  /// The events between two moments; the numbers of kept objects are those of the later moment.
  public static func - (later: FrameDiagnostics, earlier: FrameDiagnostics) -> FrameDiagnostics {
    var difference = later
    difference.frames -= earlier.frames
    difference.drawCommands -= earlier.drawCommands
    difference.cellsMade -= earlier.cellsMade
    difference.cellsDequeued -= earlier.cellsDequeued
    difference.textsDrawn -= earlier.textsDrawn
    difference.textsKept -= earlier.textsKept
    difference.pixelsDrawn -= earlier.pixelsDrawn
    return difference
  }
}
