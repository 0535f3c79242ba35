import Foundation

/// The commands of a view and its subtree, kept so that later frames append them at another place without walking the
/// subtree. Rows and section headers have one: scrolled, they look the same elsewhere.
///
/// It holds while `UIView.isInRecording` of its view is true, for the conditions it was made under. Every visited
/// view has that mark, and so have the views above it up to the recording's: `setNeedsComposite` clears the marks
/// upwards until it meets a view without. Its commands are exempt from the run time's check for overlapping access
/// (23 checks a warm frame, nearly 2 % of it), like the builder's list.
///
/// A view with hundreds of subviews, of which a few change in a frame, has a recording in parts: that knows which
/// commands are whose, and walks the subviews that have lost their mark. Such a view draws nothing itself, and the
/// origin of its bounds stays zero.
@MainActor
final class SubtreeRecording {
  /// Geometry relative to the view's top-left corner, colours with the opacity of the views around.
  @exclusivity(unchecked) private(set) var commands: ContiguousArray<DrawCommand> = []
  private var conditions = Conditions()
  /// The part of the view's place beyond whole pixels, in points.
  private(set) var phase = CGPoint.zero
  /// Whether something in it was moved onto whole pixels, so that it holds for one `phase` only.
  private(set) var isAligned = false
  /// Which commands are whose, in a recording in parts.
  private var parts = RecordedParts()
  /// The parts and commands of the time before last, whose storage the next ones take.
  private var spareParts = RecordedParts()
  private var spareCommands: ContiguousArray<DrawCommand> = []
  let isInParts: Bool

  init(isInParts: Bool = false) { self.isInParts = isInParts }

  /// The conditions a recording depends on besides its views and their place.
  struct Conditions: Equatable {
    var style = UIUserInterfaceStyle.unspecified
    var scale: CGFloat = 0
    var opacity: CGFloat = 0
    /// `RenderResources.epoch`.
    var epoch = 0
  }

  func holds(for new: Conditions, phase: @autoclosure () -> CGPoint) -> Bool {
    conditions == new && (!isAligned || self.phase == phase())
  }

  /// Keeps the commands of `list` from `start` on; storage is taken anew only for more than ever before.
  func keep(
    _ list: borrowing DisplayList, from start: Int, for conditions: Conditions, phase: CGPoint, isAligned: Bool
  ) {
    self.conditions = conditions
    self.phase = phase
    self.isAligned = isAligned
    commands.removeAll(keepingCapacity: true)
    commands.append(contentsOf: list.commands[start...])
  }

  /// Where its coordinate (0, 0) is to stand in the window for the view to stand at `place`.
  func origin(for place: CGPoint) -> CGPoint { place - phase }

  // MARK: In parts

  /// Forgets all parts: what follows is recorded for other conditions.
  func forgetParts(for conditions: Conditions, phase: CGPoint) {
    self.conditions = conditions
    self.phase = phase
    isAligned = false
    parts.removeAll()
  }

  /// Puts together what the subviews look like, in their order: of those that kept their mark what they looked like, of
  /// the others what `walk` appends to the builder's list. The list is left as it was.
  ///
  /// As long as the same views put in as many commands as before, theirs are exchanged where they stand.
  func remake(of views: ContiguousArray<UIView>, in builder: DisplayListBuilder, walk: (UIView) -> Void) {
    if !exchange(views, in: builder, walk: walk) { rebuild(of: views, in: builder, walk: walk) }
    isAligned = builder.isAligned
  }

  /// Subviews that may put in more or fewer commands than before until it is cheaper to put all together anew: what
  /// follows each of them has to be moved.
  private static let mostResized = 4

  /// - Returns: false when views came or went, or many put in more or fewer commands: those up to there are exchanged.
  private func exchange(
    _ views: ContiguousArray<UIView>, in builder: DisplayListBuilder, walk: (UIView) -> Void
  ) -> Bool {
    guard parts.count == views.count else { return false }
    let begin = builder.list.commands.count
    defer { builder.removeCommands(from: begin) }
    var resized = 0
    var number = parts.firstChange(in: views, from: 0)
    while number < views.count {
      let view = views[number]
      guard parts.holds(view, at: number) else { return false }
      let start = builder.list.commands.count
      walk(view)
      let old = parts.commands(at: number)
      let count = builder.list.commands.count - start
      if count == old.count {
        for index in 0..<count { commands[old.lowerBound + index] = builder.list.commands[start + index] }
      } else {
        commands.replaceSubrange(old, with: builder.list.commands[start...])
        parts.moveEnds(from: number, by: count - old.count)
        resized += 1
      }
      guard resized <= Self.mostResized else { return false }
      number = parts.firstChange(in: views, from: number + 1)
    }
    return true
  }

  private func rebuild(of views: ContiguousArray<UIView>, in builder: DisplayListBuilder, walk: (UIView) -> Void) {
    swap(&parts, &spareParts)
    swap(&commands, &spareCommands)
    parts.removeAll()
    commands.removeAll(keepingCapacity: true)
    let start = builder.list.commands.count
    var search = 0
    // Neighbours that keep their commands are copied together.
    var run = 0..<0
    for view in views {
      if view.isInRecording, let number = spareParts.find(view, from: search) {
        search = number + 1
        let part = spareParts.commands(at: number)
        if part.lowerBound == run.upperBound {
          run = run.lowerBound..<part.upperBound
        } else {
          commands.append(contentsOf: spareCommands[run])
          run = part
        }
      } else {
        commands.append(contentsOf: spareCommands[run])
        run = run.upperBound..<run.upperBound
        walk(view)
        commands.append(contentsOf: builder.list.commands[start...])
        builder.removeCommands(from: start)
      }
      parts.append(view, end: commands.count + run.count)
    }
    commands.append(contentsOf: spareCommands[run])
  }
}

/// Which commands of a recording are those of which subview, in the order of the subviews.
private struct RecordedParts {
  private struct Part {
    /// Compared only: the view may be gone.
    var view: ObjectIdentifier
    /// Its commands begin where those of the view before end.
    var end: Int
  }

  private var parts: ContiguousArray<Part> = []

  var count: Int { parts.count }

  mutating func removeAll() { parts.removeAll(keepingCapacity: true) }

  mutating func append(_ view: UIView, end: Int) { parts.append(Part(view: ObjectIdentifier(view), end: end)) }

  func holds(_ view: UIView, at number: Int) -> Bool { parts[number].view == ObjectIdentifier(view) }

  /// The index of the first view from `start` on that lost its mark or is not the one of its part; the count of the
  /// views if there is no such view.
  /// - Precondition: there are as many views as parts.
  /// - Complexity: O(views passed over).
  @MainActor
  func firstChange(in views: ContiguousArray<UIView>, from start: Int) -> Int {
    var number = start
    // No closure: one of the main actor's has the run time ask each time which thread it runs on.
    while number < views.count, parts[number].view == ObjectIdentifier(views[number]), views[number].isInRecording {
      number += 1
    }
    return number
  }

  func commands(at number: Int) -> Range<Int> { (number == 0 ? 0 : parts[number - 1].end)..<parts[number].end }

  /// A part has more or fewer commands.
  mutating func moveEnds(from number: Int, by change: Int) {
    parts.withUnsafeMutableBufferPointer { parts in
      for number in number..<parts.count { parts[number].end += change }
    }
  }

  /// The index of `view` at or behind `start`; nil for a view that is new or that moved to the front.
  /// - Complexity: O(parts passed over).
  func find(_ view: UIView, from start: Int) -> Int? {
    parts.withUnsafeBufferPointer { parts in
      var number = start
      while number < parts.count, parts[number].view != ObjectIdentifier(view) { number += 1 }
      return number < parts.count ? number : nil
    }
  }
}

extension DisplayList {
  /// Commands of a piece of a long recording.
  private static let piece = 32

  /// Appends commands recorded without a transform around them, at another place.
  mutating func append(_ recorded: ContiguousArray<DrawCommand>, movedBy offset: CGPoint) {
    if recorded.count > Self.piece { return appendInPieces(recorded, movedBy: offset) }
    let start = commands.count
    commands.append(contentsOf: recorded)
    moveCommands(from: start, by: offset)
  }

  /// Pieces are moved while they are still in the nearest cache.
  @inline(never)
  private mutating func appendInPieces(_ recorded: ContiguousArray<DrawCommand>, movedBy offset: CGPoint) {
    var place = 0
    while place < recorded.count {
      let end = min(place + Self.piece, recorded.count)
      let start = commands.count
      commands.append(contentsOf: recorded[place..<end])
      moveCommands(from: start, by: offset)
      place = end
    }
  }

  /// Moves the last commands to another place.
  @inline(__always)
  mutating func moveCommands(from start: Int, by offset: CGPoint) {
    commands.withUnsafeMutableBufferPointer { commands in
      for index in start..<commands.count {
        // Most of a list is text and plain rectangles.
        switch commands[index] {
        case .text(let slot, let origin, let opacity):
          commands[index] = .text(slot, origin: origin + offset, opacity: opacity)
        case .fill(let rect, let color): commands[index] = .fill(rect.translated(by: offset), color)
        case let command: commands[index] = command.moved(by: offset)
        }
      }
    }
  }
}

extension DrawCommand {
  /// The command at another place in the window. A transform is moved too, since what follows it is.
  fileprivate func moved(by offset: CGPoint) -> DrawCommand {
    guard case .setTransform(let map) = self else { return translated(by: offset, opacity: 1) }
    return .setTransform(
      CGAffineTransform(translationX: -offset.x, y: -offset.y)
        .concatenating(map)
        .concatenating(CGAffineTransform(translationX: offset.x, y: offset.y)))
  }
}
