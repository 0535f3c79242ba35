import Foundation

/// What a view and all below it put into the display list, kept so that later frames append it at another place
/// without walking the subtree. Rows and section headers have one: scrolled, they look the same elsewhere.
///
/// It holds while `UIView.isInRecording` of its view is true, for the conditions it was made under. Every visited
/// view has that mark, and so have the views above it up to the recording's: `setNeedsComposite` clears the marks
/// upwards until it meets a view without. Its properties are exempt from the run time's check for overlapping access
/// like the builder's.
@MainActor
final class SubtreeRecording {
  /// Geometry relative to the view's top-left corner, colours with the opacity of the views around.
  @exclusivity(unchecked) private(set) var commands: ContiguousArray<DrawCommand> = []
  @exclusivity(unchecked) private var conditions = Conditions()
  /// What the view's place exceeded whole pixels by, in points.
  @exclusivity(unchecked) private var phase = CGPoint.zero
  /// Whether something in it was moved onto whole pixels, so that it holds for one `phase` only.
  @exclusivity(unchecked) private(set) var isAligned = false

  /// What a recording depends on besides the views in it and their place.
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
}

extension DisplayListBuilder {
  /// Appends a view with a recording: from it, or by walking its subtree, which makes it.
  /// - Parameter parentContent: where the superview's coordinate (0, 0) lies in the window.
  func append(_ view: UIView, _ recording: SubtreeRecording, at parentContent: CGPoint) {
    guard usesRecordings else {
      let outer = clip
      clip = Self.everywhere
      appendContents(of: view, at: parentContent)
      clip = outer
      return
    }
    let place = view.origin + parentContent
    let conditions = SubtreeRecording.Conditions(
      style: traits.userInterfaceStyle, scale: list.scale, opacity: opacity, epoch: epoch)
    if view.isInRecording, recording.holds(for: conditions, phase: phase(of: place)) {
      list.append(recording.commands, movedBy: recording.origin(for: place))
      return
    }
    let start = list.commands.count
    let outer = (clip: clip, isRecording: isRecording, isAligned: isAligned)
    // Nothing is left out for lying outside of the window: it may be inside in the next frame.
    clip = Self.everywhere
    isRecording = true
    isAligned = false
    let phase = phase(of: place)
    appendContents(of: view, at: phase - view.origin)
    recording.keep(list, from: start, for: conditions, phase: phase, isAligned: isAligned)
    (clip, isRecording) = (outer.clip, outer.isRecording)
    isAligned = isAligned || outer.isAligned
    list.moveCommands(from: start, by: recording.origin(for: place))
  }

  /// What a place in the window exceeds whole pixels by, in points.
  private func phase(of place: CGPoint) -> CGPoint {
    let scale = list.scale
    // Finer than any renderer, coarser than rounding errors.
    func phase(_ position: CGFloat) -> CGFloat {
      let pixels = position * scale
      return ((pixels - pixels.rounded(.down)) * 4096).rounded() / 4096 / scale
    }
    return CGPoint(x: phase(place.x), y: phase(place.y))
  }

  /// Called by content that moves itself onto whole pixels of the window.
  func noteAlignment() { isAligned = true }

  /// Larger than any window.
  private static let everywhere = CGRect(x: -1e9, y: -1e9, width: 2e9, height: 2e9)
}

extension DisplayList {
  /// Appends commands recorded without a transform around them, at another place.
  mutating func append(_ recorded: ContiguousArray<DrawCommand>, movedBy offset: CGPoint) {
    recorded.withUnsafeBufferPointer { recorded in
      for command in recorded {
        // Most of a list is text and plain rectangles.
        switch command {
        case .text(let slot, let origin, let opacity):
          commands.append(.text(slot, origin: origin + offset, opacity: opacity))
        case .fill(let rect, let color): commands.append(.fill(rect.translated(by: offset), color))
        default: commands.append(command.moved(by: offset))
        }
      }
    }
  }

  /// Moves the last commands to another place.
  mutating func moveCommands(from start: Int, by offset: CGPoint) {
    for index in start..<commands.count { commands[index] = commands[index].moved(by: offset) }
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
