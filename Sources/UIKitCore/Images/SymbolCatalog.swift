import Assets

/// The symbols this framework draws itself, by the name an app asks for.
///
/// `UIImage(systemName:)` and the table's accessories look here. Each symbol is an SVG file of the `Assets` target:
/// white shapes in a box of 24 x 24 units on nothing, so that an image view can tint the pixels by multiplication.
/// Lines have the width of the regular weight in the file (a little more for shapes of one or two lines, which look
/// thinner than a closed outline), and other weights scale it.
package enum SymbolCatalog {
  /// Side of the square box all coordinates lie in, in units of the drawing.
  package static let box = 24.0

  /// Width of a line of regular weight, in units of the 24 unit box.
  package static let regularLineWidth = 1.8

  /// Every name that has a drawing, in alphabetical order.
  package static var names: [String] { Assets.symbolNames }

  /// The SVG document of the symbol called `name`; nil for an unknown name.
  ///
  /// - Parameter lineWidth: width of a line in units of the 24 unit box; every line of the file is scaled by its ratio
  ///   to `regularLineWidth`, filled shapes stay as they are.
  /// - Complexity: O(length of the document).
  package static func svg(named name: String, lineWidth: Double = regularLineWidth) -> String? {
    guard let document = Assets.symbol(named: name) else { return nil }
    return lineWidth == regularLineWidth ? document : scaled(document, by: lineWidth / regularLineWidth)
  }

  /// The document with the value of every `stroke-width="..."` multiplied, to hundredths of a unit.
  private static func scaled(_ document: String, by factor: Double) -> String {
    document.replacing(/stroke-width="([0-9.]+)"/) { match in
      guard let width = Double(match.output.1) else { return String(match.output.0) }
      return "stroke-width=\"\((width * factor * 100).rounded() / 100)\""
    }
  }
}
