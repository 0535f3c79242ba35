/// The symbols this framework draws itself, by the name an app asks for.
///
/// `UIImage(systemName:)` and the table's accessories look here. The drawings
/// are in `SymbolCatalog+Marks.swift` and `SymbolCatalog+Objects.swift`.
package enum SymbolCatalog {
  /// Width of a line of regular weight, in units of the 24 unit box.
  package static let regularLineWidth = 1.8

  /// Every name that has a drawing, in alphabetical order.
  package static var names: [String] { drawings.keys.sorted() }

  /// The drawing called `name`; `nil` when there is none.
  package static func drawing(named name: String) -> SymbolDrawing? { drawings[name] }

  /// The SVG document of the symbol called `name`; `nil` when there is none.
  ///
  /// - Parameter lineWidth: width of a line in units of the 24 unit box.
  package static func svg(named name: String, lineWidth: Double = regularLineWidth) -> String? {
    drawings[name]?.svg(lineWidth: lineWidth)
  }

  private static let drawings = marks.merging(objects) { mark, _ in mark }
}
