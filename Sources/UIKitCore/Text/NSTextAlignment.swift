/// Where lines stand between the edges of their container.
public enum NSTextAlignment: Int, Sendable {
  case left = 0
  case center
  case right
  /// Every line but a paragraph's last is stretched to both edges.
  case justified
  /// At the edge where the paragraph's own direction starts.
  case natural
}
