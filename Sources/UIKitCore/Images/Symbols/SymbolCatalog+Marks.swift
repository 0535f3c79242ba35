/// Signs: arrows, ticks and the round buttons of row editing.
extension SymbolCatalog {
  /// A disk of radius 9.5 about the middle of the box.
  private static let disk = "M12 2.5 A9.5 9.5 0 1 1 12 21.5 A9.5 9.5 0 1 1 12 2.5 Z"

  /// A bar and a cross with round ends, to be cut out of ``disk``.
  private static let bar = "M7.9 11.0 H16.1 A1 1 0 0 1 16.1 13.0 H7.9 A1 1 0 0 1 7.9 11.0 Z"
  private static let cross = """
    M11.0 7.9 A1 1 0 0 1 13.0 7.9 V11.0 H16.1 A1 1 0 0 1 16.1 13.0 H13.0 V16.1 \
    A1 1 0 0 1 11.0 16.1 V13.0 H7.9 A1 1 0 0 1 7.9 11.0 H11.0 Z
    """

  /// Longer arms than ``cross``: turned by 45 degrees the same length looks shorter.
  private static let longCross = """
    M11.0 6.9 A1 1 0 0 1 13.0 6.9 V11.0 H17.1 A1 1 0 0 1 17.1 13.0 H13.0 V17.1 \
    A1 1 0 0 1 11.0 17.1 V13.0 H6.9 A1 1 0 0 1 6.9 11.0 H11.0 Z
    """

  static let marks: [String: SymbolDrawing] = [
    "chevron.right": SymbolDrawing(
      strokes: #"<path d="M8.6 4.8 L15.8 12 L8.6 19.2"/>"#, emphasis: 1.25),
    "chevron.down": SymbolDrawing(
      strokes: #"<path d="M4.8 8.6 L12 15.8 L19.2 8.6"/>"#, emphasis: 1.25),
    "checkmark": SymbolDrawing(
      strokes: #"<path d="M4.6 12.9 L9.6 18.4 L19.4 5.8"/>"#, emphasis: 1.25),
    "minus": SymbolDrawing(strokes: #"<path d="M5 12 H19"/>"#, emphasis: 1.25),
    "info.circle": SymbolDrawing(
      strokes: #"<circle cx="12" cy="12" r="9.1"/><path d="M12 11.3 V16.6"/>"#,
      fills: #"<circle cx="12" cy="7.7" r="1.25"/>"#),
    "plus.circle.fill": SymbolDrawing(fills: #"<path d="\#(disk) \#(cross)"/>"#),
    "minus.circle.fill": SymbolDrawing(fills: #"<path d="\#(disk) \#(bar)"/>"#),
    "xmark.circle.fill": SymbolDrawing(
      fills: #"<path transform="rotate(45 12 12)" d="\#(disk) \#(longCross)"/>"#),
    "line.3.horizontal": SymbolDrawing(
      strokes: #"<path d="M3.8 6.6 H20.2 M3.8 12 H20.2 M3.8 17.4 H20.2"/>"#, emphasis: 1.05),
    "ellipsis": SymbolDrawing(
      fills: """
        <circle cx="4.8" cy="12" r="1.8"/><circle cx="12" cy="12" r="1.8"/>\
        <circle cx="19.2" cy="12" r="1.8"/>
        """),
  ]
}
