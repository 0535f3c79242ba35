import DemoParts
import UIKit

/// Puts calls on a timeline as they are made, each with what was kept at that moment, and ends a frame when it was drawn.
/// `ReuseRecorder` tells it those of a table, `LettersController` those of a pool of buttons.
@MainActor
final class CallRecorder {
  var timeline = ReuseTimeline()
  /// Called when a call was recorded.
  var onRecord: (() -> Void)?
  /// Called when a layout pass has recorded its last call, and when its frame has ended.
  var onFrame: (() -> Void)?
  /// Whether a layout pass belongs to the frame under way.
  private(set) var hasLaidOut = false
  /// Whether that pass is over, and its drawing has not been told.
  private(set) var awaitsFrame = false
  private var drawn: [ReuseContents.Place] = []
  /// The counts of drawing when the pass began.
  private var drawnBefore: FrameDiagnostics?
  /// Frames that have begun since the pass was over.
  private var framesBegun = 0

  /// - Parameter opens: whether the calls begin with those of a screen that opens.
  init(opens: Bool = true) { if opens { note(.event, "the screen opens", ReuseContents()) } }

  /// Records a call.
  /// - Parameters:
  ///   - name: of the call; nil for the usual one.
  ///   - step: how many steps the table had told by then.
  func note(_ call: ReuseCall, _ detail: String, _ contents: ReuseContents, name: String? = nil, step: Int = 0) {
    var contents = contents
    if call != .draw { contents.drawn = drawn }
    timeline.append(ReuseMoment(call: call, name: name, detail: detail, contents: contents, step: step))
    onRecord?()
  }

  /// Called before something is recorded that causes another frame: the one whose pass is over ends, drawn or not.
  func eventBegins() { if awaitsFrame, !noteDrawing() { endFrame() } }

  /// Called before the first call of a layout pass is recorded.
  func passBegins() {
    eventBegins()
    hasLaidOut = true
    drawnBefore = UIApplication.shared.frameDiagnostics
  }

  /// Called after the last call of a layout pass.
  func passEnds() {
    guard hasLaidOut, !awaitsFrame else { return }
    (awaitsFrame, framesBegun) = (true, 0)
    onFrame?()
  }

  /// Called at the beginning of each frame: what was recorded in the last one may have been drawn.
  func frameBegins() {
    guard awaitsFrame, !noteDrawing() else { return }
    framesBegun += 1
    // A window that cannot be seen is laid out and not drawn.
    if framesBegun > 2 { endFrame() }
  }

  /// Records that the frame was drawn, and ends it.
  /// - Returns: false when it was not.
  private func noteDrawing() -> Bool {
    guard let drawnBefore, let last = timeline.last else { return false }
    let frame = UIApplication.shared.frameDiagnostics - drawnBefore
    guard frame.frames > 0 else { return false }
    var contents = last.contents
    (contents.drawn, contents.planned, contents.copy) = (contents.visible, nil, [])
    drawn = contents.visible
    note(.draw, "\(GroupedNumber.string(frame.drawCommands)) commands", contents, step: last.step)
    endFrame()
    return true
  }

  /// Whether a layout pass is under way.
  var isInPass: Bool { hasLaidOut && !awaitsFrame }

  private func endFrame() {
    timeline.endFrame()
    (hasLaidOut, awaitsFrame) = (false, false)
    onFrame?()
  }
}
