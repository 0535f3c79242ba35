import UIKit

/// Has what a bar of letters does with its pool of buttons recorded.
@MainActor
final class LetterRecorder {
  let calls = CallRecorder()

  /// Records a call, with the buttons as they are after it.
  func note(_ call: ReuseCall, _ detail: String, in bar: LetterBar) {
    if call == .event { calls.eventBegins() }
    if call == .layOutBar { calls.passBegins() }
    calls.note(call, detail, contents(of: bar))
    if call == .layOutBar { calls.passEnds() }
  }

  /// The two queues of the bar's pool.
  func contents(of bar: LetterBar) -> ReuseContents {
    var contents = ReuseContents()
    contents.extent = bar.bounds.height
    contents.visible = bar.pool.usingQueue.map { button in
      .init(
        item: .letter(button.title(for: .normal) ?? ""), cell: button.tag, y: button.frame.minY,
        height: button.frame.height)
    }
    let waiting = bar.pool.waitUsedQueue.map(\.tag)
    if !waiting.isEmpty { contents.idle = [.init(identifier: "", cells: waiting)] }
    return contents
  }
}
