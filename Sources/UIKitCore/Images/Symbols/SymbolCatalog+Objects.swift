/// Things: what a row may stand for or do.
extension SymbolCatalog {
  static let objects: [String: SymbolDrawing] = [
    "doc.on.doc": SymbolDrawing(
      strokes: """
        <path d="M9 8.5 H18 A1.6 1.6 0 0 1 19.6 10.1 V19.4 A1.6 1.6 0 0 1 18 21 H9 A1.6 1.6 0 0 1 7.4 19.4 V10.1 \
        A1.6 1.6 0 0 1 9 8.5 Z"/><path d="M15.6 5.4 V4.6 A1.6 1.6 0 0 0 14 3 H6 A1.6 1.6 0 0 0 4.4 4.6 V13.8 \
        A1.6 1.6 0 0 0 6 15.4"/>
        """),
    "trash": SymbolDrawing(
      strokes: """
        <path d="M4.2 6.4 H19.8"/>\
        <path d="M9 6.2 V4.9 A1.7 1.7 0 0 1 10.7 3.2 H13.3 A1.7 1.7 0 0 1 15 4.9 V6.2"/>\
        <path d="M6 6.6 L6.7 18.8 A2.1 2.1 0 0 0 8.8 20.8 H15.2 A2.1 2.1 0 0 0 17.3 18.8 L18 6.6"/>\
        <path d="M10.1 10.2 L10.3 17 M13.9 10.2 L13.7 17"/>
        """,
      emphasis: 0.95),
    "pencil": SymbolDrawing(
      strokes: """
        <path d="M3.9 20.1 L5 15.3 L15.8 4.5 A2.62 2.62 0 0 1 19.5 8.2 L8.7 19 Z"/>\
        <path d="M13.6 6.7 L17.3 10.4"/>
        """),
    "magnifyingglass": SymbolDrawing(
      strokes: #"<circle cx="10.3" cy="10.3" r="6.7"/><path d="M15.3 15.3 L20.4 20.4"/>"#,
      emphasis: 1.1),
    "star.fill": SymbolDrawing(
      strokes: #"<path d="\#(star)"/>"#, fills: #"<path d="\#(star)"/>"#, emphasis: 0.8),
    "envelope": SymbolDrawing(
      strokes: """
        <rect x="2.7" y="5" width="18.6" height="14" rx="2.4"/>\
        <path d="M3.5 6.6 L10.6 12.8 A2.1 2.1 0 0 0 13.4 12.8 L20.5 6.6"/>
        """),
    "flag.fill": SymbolDrawing(
      strokes: #"<path d="M5 3.6 V20.8"/>"#,
      fills: """
        <path d="M5 4.4 C7.6 3 10 3.2 12.2 4.3 C14.5 5.4 16.7 5.5 18.9 4.6 \
        A0.75 0.75 0 0 1 19.9 5.3 V13.6 A1 1 0 0 1 19.3 14.5 \
        C16.8 15.6 14.4 15.3 12 14.2 C9.8 13.2 7.6 13.1 5 14.4 Z"/>
        """),
    "folder": SymbolDrawing(
      strokes: """
        <path d="M2.9 7 A2.2 2.2 0 0 1 5.1 4.8 H8.7 A2.2 2.2 0 0 1 10.2 5.4 L11.4 6.5 \
        A2.2 2.2 0 0 0 12.9 7.1 H18.9 A2.2 2.2 0 0 1 21.1 9.3 V17 \
        A2.2 2.2 0 0 1 18.9 19.2 H5.1 A2.2 2.2 0 0 1 2.9 17 Z"/>\
        <path d="M3.2 10.7 H20.8"/>
        """),
    "doc.text": SymbolDrawing(
      strokes: """
        <path d="M12.9 2.9 H7.2 A2.2 2.2 0 0 0 5 5.1 V18.9 A2.2 2.2 0 0 0 7.2 21.1 H16.8 \
        A2.2 2.2 0 0 0 19 18.9 V9 Z"/>\
        <path d="M12.9 3.1 V7 A2 2 0 0 0 14.9 9 H18.8"/>\
        <path d="M8.6 13.1 H15.4 M8.6 16.9 H13.2"/>
        """,
      emphasis: 0.95),
    "gearshape": SymbolDrawing(
      strokes: #"<path d="\#(gear)"/><circle cx="12" cy="12" r="2.9"/>"#, emphasis: 0.95),
  ]

  /// Five points of radius 8.7 about (12, 12.7), notches of radius 3.9.
  private static let star = """
    M12.00 4.00 L14.29 9.54 L20.27 10.01 L15.71 13.91 L17.11 19.74 \
    L12.00 16.60 L6.89 19.74 L8.29 13.91 L3.73 10.01 L9.71 9.54 Z
    """

  /// Eight teeth between the radii 6.9 and 9.1 about the middle of the box.
  private static let gear = """
    M10.39 5.29 L10.65 3.00 A9.1 9.1 0 0 1 13.35 3.00 L13.61 5.29 A6.9 6.9 0 0 1 15.61 6.12 \
    L17.41 4.68 A9.1 9.1 0 0 1 19.32 6.59 L17.88 8.39 A6.9 6.9 0 0 1 18.71 10.39 \
    L21.00 10.65 A9.1 9.1 0 0 1 21.00 13.35 L18.71 13.61 A6.9 6.9 0 0 1 17.88 15.61 \
    L19.32 17.41 A9.1 9.1 0 0 1 17.41 19.32 L15.61 17.88 A6.9 6.9 0 0 1 13.61 18.71 \
    L13.35 21.00 A9.1 9.1 0 0 1 10.65 21.00 L10.39 18.71 A6.9 6.9 0 0 1 8.39 17.88 \
    L6.59 19.32 A9.1 9.1 0 0 1 4.68 17.41 L6.12 15.61 A6.9 6.9 0 0 1 5.29 13.61 \
    L3.00 13.35 A9.1 9.1 0 0 1 3.00 10.65 L5.29 10.39 A6.9 6.9 0 0 1 6.12 8.39 \
    L4.68 6.59 A9.1 9.1 0 0 1 6.59 4.68 L8.39 6.12 A6.9 6.9 0 0 1 10.39 5.29 \
    Z
    """
}
