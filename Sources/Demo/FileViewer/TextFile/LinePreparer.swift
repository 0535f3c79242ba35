import Foundation
import UIKit

/// A line, or a piece of one, as a cell shows it.
struct PreparedLine: Sendable {
  let text: MeasuredText
  /// Parts that stand out, in UTF-16 units.
  let hits: [NSRange]
  let marked: NSRange?
  /// The level of a line, by its beginning, and the place of the word.
  let level: (level: LogLevel, range: NSRange)?
  /// In lines, where they are wrapped and the text is long; of a short one the cell finds them.
  let wrapped: WrappedText?
}

/// The input from which a line is prepared.
struct LineRequest: Equatable, Sendable {
  let content: LineContent
  /// Parts of the bytes that stand out, and the one that is marked.
  let hits: [Range<Int>]
  let marked: Range<Int>?
  /// Of the room for wrapped lines, in points; nil for cut ones.
  let width: CGFloat?
  let pointSize: CGFloat

  /// Bytes of a line that is prepared where it is asked for: 40 of them take less than 2 ms.
  private static let mostBytesAtOnce = 2048

  var isShort: Bool { content.cell.bytes.count <= Self.mostBytesAtOnce }

  fileprivate func prepared(_ widths: CharacterWidths) -> PreparedLine {
    prepared(content.text(marking: hits), widths)
  }

  private func prepared(_ shown: (text: String, marked: [NSRange]), _ widths: CharacterWidths) -> PreparedLine {
    PreparedLine(
      text: MeasuredText(shown.text, widths), hits: shown.marked,
      marked: marked.flatMap { content.text(marking: [$0]).marked.first },
      level: content.isBeginning ? LogLevel.first(in: shown.text) : nil,
      wrapped: isShort ? nil : width.map { WrappedText(shown.text, width: $0, widths) })
  }

  /// Measures what is not known of the text before.
  fileprivate func preparedAfterMeasuring(_ widths: CharacterWidths) -> PreparedLine {
    var widths = widths
    let shown = content.text(marking: hits)
    widths.measure(shown.text)
    return prepared(shown, widths)
  }
}

/// Prepares lines to be shown. Long ones, and characters whose widths are not known, keep a thread of its own busy, and no
/// frame waits for it; short lines are there at once, with widths that are guessed at first.
@MainActor
final class LinePreparer {
  /// Called when lines are prepared that were asked for in vain, or widths known that were guessed.
  var onChange: (() -> Void)?

  private let lane: FileLane
  /// The long lines prepared lately, the last one last.
  private var known: [(part: LinePart, request: LineRequest, line: PreparedLine)] = []
  /// Lines to be prepared next, the last one first.
  private var wanted: [(part: LinePart, request: LineRequest)] = []
  /// Text of which widths were guessed.
  private var guessed = ""
  private var ticket: FileLane.Ticket?
  private var isBusy = false
  private var isOwed = false
  /// Whether a line is worth waiting for a part of a frame.
  private var isPatient = true

  /// A screen of lines.
  private static let mostWanted = 64
  /// Lines that are kept, and bytes of all but the last of them.
  private static let mostKept = 64
  private static let mostBytesKept = 4 << 20
  /// Milliseconds that a frame waits for a line.
  private static let patience = 2

  init(_ lane: FileLane) { self.lane = lane }

  /// A line as far as it is prepared.
  /// - Returns: nil for one that is not yet; `isFinal` is false where another one is to follow, which `onChange` tells.
  func line(_ request: LineRequest, of part: LinePart) -> (line: PreparedLine?, isFinal: Bool) {
    if request.isShort { return shortLine(request) }
    if let line = finalLine(request, part) { return (line, true) }
    wanted.removeAll { $0.part == part }
    wanted.append((part, request))
    if wanted.count > Self.mostWanted { wanted.removeFirst() }
    begin()
    if let ticket, isBusy, isPatient { isPatient = ticket.wait(milliseconds: Self.patience) }
    if let line = finalLine(request, part) { return (line, true) }
    isOwed = true
    // The same text in another width or size, or the beginning of it, is better than nothing.
    let similar = known.last { $0.part == part && $0.request.content.isSimilar(to: request.content) }
    return (similar?.line, false)
  }

  private func shortLine(_ request: LineRequest) -> (line: PreparedLine?, isFinal: Bool) {
    let line = request.prepared(FileLineCell.widths)
    let text = line.text.text
    guard FileLineCell.widths.isGuessed(text) else { return (line, true) }
    guessed += text
    begin()
    guard FileLineCell.widths.isGuessed(text) else { return (request.prepared(FileLineCell.widths), true) }
    isOwed = true
    return (line, false)
  }

  private func finalLine(_ request: LineRequest, _ part: LinePart) -> PreparedLine? {
    guard let place = known.lastIndex(where: { $0.part == part && $0.request == request }) else { return nil }
    known.append(known.remove(at: place))
    return known.last?.line
  }

  private func begin() {
    guard !isBusy else { return }
    let widths = FileLineCell.widths
    if !guessed.isEmpty {
      let text = guessed
      guessed = ""
      run { () -> PreparedLine? in
        var widths = widths
        widths.measure(text)
        return nil
      } then: { _ in
      }
    } else if let (part, request) = wanted.popLast() {
      run {
        request.preparedAfterMeasuring(widths)
      } then: { [weak self] in
        self?.keep($0, request, part)
      }
    }
  }

  private func run(
    _ work: @escaping @Sendable () -> PreparedLine?, then: @escaping @MainActor (PreparedLine?) -> Void
  ) {
    isBusy = true
    let ticket = lane.run(work) { [weak self] line in
      then(line)
      self?.didRun()
    }
    self.ticket = isBusy ? ticket : nil
  }

  private func didRun() {
    (isBusy, isPatient, ticket) = (false, true, nil)
    FileLineCell.takeNewWidths()
    if isOwed {
      isOwed = false
      // Not within the call that asks for a line.
      DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.onChange?() } }
    }
    begin()
  }

  private func keep(_ line: PreparedLine?, _ request: LineRequest, _ part: LinePart) {
    guard let line else { return }
    known.removeAll { $0.part == part }
    known.append((part, request, line))
    while known.count > Self.mostKept
      || known.count > 1 && known.reduce(0, { $0 + $1.request.content.cell.bytes.count }) > Self.mostBytesKept
    {
      known.removeFirst()
    }
  }
}
