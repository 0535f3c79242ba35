import Foundation

/// How far the pull has come by which a new draft is made.
enum PullState: String {
  /// The list rests.
  case normal
  /// Pulled, but not far enough.
  case dragging
  /// Pulled so far that letting go makes a draft.
  case toggled
  /// Let go: the draft is on its way into the list.
  case releasing

  /// The text of the view above the first row.
  var title: String {
    switch self {
    case .normal, .dragging: "Pull to write"
    case .toggled: "Let go to write"
    case .releasing: "New draft"
    }
  }

  /// Follows the list while the user holds it.
  /// - Parameters:
  ///   - pull: points that are pulled beyond the top.
  ///   - threshold: points from which on letting go makes a draft.
  mutating func follow(pull: CGFloat, threshold: CGFloat, isHeld: Bool) {
    guard self != .releasing else { return }
    if pull <= 0 {
      self = .normal
    } else if isHeld {
      self = pull >= threshold ? .toggled : .dragging
    }
  }

  /// The user let go.
  /// - Returns: whether a draft is to be made.
  mutating func letGo() -> Bool {
    guard self == .toggled else { return false }
    self = .releasing
    return true
  }
}
