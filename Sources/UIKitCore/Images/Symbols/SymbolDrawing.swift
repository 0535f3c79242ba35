/// One symbol as SVG shapes in a box of 24 x 24 units, y down.
///
/// Shapes carry no colour of their own: ``SymbolCatalog`` paints them white on
/// transparent, so that an image view can tint the pixels by multiplication.
package struct SymbolDrawing: Equatable, Sendable {
  /// Side of the square box all coordinates lie in.
  package static let box = 24.0

  /// Elements drawn as lines with round caps and joins.
  package let strokes: String
  /// Elements filled by the even-odd rule, so a path inside a path is a hole.
  package let fills: String
  /// Factor on the line width the caller asks for: above 1 for shapes of one
  /// or two lines, which look thinner than a closed outline of the same width.
  package let emphasis: Double

  /// - Parameters:
  ///   - strokes: SVG elements without `stroke` attributes; may be empty.
  ///   - fills: SVG elements without `fill` attributes; may be empty.
  ///   - emphasis: factor on the line width; greater than 0.
  package init(strokes: String = "", fills: String = "", emphasis: Double = 1) {
    precondition(emphasis > 0, "SymbolDrawing(emphasis: \(emphasis)): give a factor above 0")
    self.strokes = strokes
    self.fills = fills
    self.emphasis = emphasis
  }

  /// The whole SVG document.
  ///
  /// - Parameter lineWidth: width of the lines in box units, before
  ///   ``emphasis``; filled shapes ignore it.
  package func svg(lineWidth: Double) -> String {
    let width = (lineWidth * emphasis * 100).rounded() / 100
    var text = #"<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">"#
    if !strokes.isEmpty {
      text += ##"<g fill="none" stroke="#ffffff" stroke-width="\##(width)" "##
      text += #"stroke-linecap="round" stroke-linejoin="round">\#(strokes)</g>"#
    }
    if !fills.isEmpty {
      text += ##"<g fill="#ffffff" fill-rule="evenodd">\##(fills)</g>"##
    }
    return text + "</svg>"
  }
}
