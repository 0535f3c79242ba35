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

/// The treatment of text that is wider than its line.
public enum NSLineBreakMode: Int, Sendable {
  /// Lines break between words; what does not fit the last line is left out.
  case byWordWrapping = 0
  /// Lines break between any two characters.
  case byCharWrapping
  /// The last line is cut at the edge, through a character if need be.
  case byClipping
  /// The last line starts with an ellipsis and shows the text's end.
  case byTruncatingHead
  /// The last line ends with an ellipsis.
  case byTruncatingTail
  /// The last line shows its start and the text's end around an ellipsis.
  case byTruncatingMiddle
}
