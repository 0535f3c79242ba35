import Foundation
import Testing

@testable import UIKitCore

@Suite("Symbols")
struct SymbolCatalogTests {
  static let expected = [
    "checkmark", "chevron.down", "chevron.right", "doc.on.doc", "doc.text", "ellipsis", "envelope", "flag.fill",
    "folder", "gearshape", "info.circle", "line.3.horizontal", "magnifyingglass", "minus",
    "minus.circle.fill", "pencil", "plus.circle.fill", "star.fill", "trash", "xmark.circle.fill",
  ]

  @Test("every symbol a table needs has a drawing, and no name is claimed without one")
  func names() {
    #expect(SymbolCatalog.names == Self.expected)
  }

  @Test("an unknown name has no drawing", arguments: ["", "chevron", "Trash", "trash ", "swift"])
  func unknown(name: String) {
    #expect(SymbolCatalog.svg(named: name) == nil)
  }

  @Test("each drawing is well-formed XML in a 24 unit box", arguments: expected)
  func wellFormed(name: String) throws {
    let svg = try #require(SymbolCatalog.svg(named: name))
    let elements = try XMLNesting.elements(of: svg)
    #expect(elements.first == "svg")
    #expect(svg.contains(#"viewBox="0 0 24 24""#))
    let shapes: Set = ["path", "rect", "circle", "line", "polyline"]
    #expect(elements.contains(where: shapes.contains), "no shape in \(svg)")
    #expect(Set(elements).subtracting(shapes) == ["svg", "g"])
  }

  @Test("everything is drawn in white, so that tinting gives the pure tint", arguments: expected)
  func white(name: String) throws {
    let svg = try #require(SymbolCatalog.svg(named: name))
    let colours = svg.matches(of: /#[0-9a-fA-F]{3,8}/).map { String($0.output) }
    #expect(Set(colours) == ["#ffffff"])
  }

  @Test("coordinates of paths stay inside the box", arguments: expected)
  func insideBox(name: String) throws {
    let svg = try #require(SymbolCatalog.svg(named: name))
    for path in svg.matches(of: /\sd="([^"]*)"/) {
      for number in path.output.1.matches(of: /-?[0-9]+(\.[0-9]+)?/) {
        let value = try #require(Double(number.output.0))
        #expect((0...24).contains(value), "\(value) in \(path.output.0)")
      }
    }
  }

  @Test("a heavier weight widens lines and leaves filled shapes alone")
  func weight() throws {
    let light = try #require(SymbolCatalog.svg(named: "folder", lineWidth: 1))
    let heavy = try #require(SymbolCatalog.svg(named: "folder", lineWidth: 3))
    #expect(light.contains(#"stroke-width="1.0""#))
    #expect(heavy.contains(#"stroke-width="3.0""#))
    #expect(
      SymbolCatalog.svg(named: "ellipsis", lineWidth: 1)
        == SymbolCatalog.svg(named: "ellipsis", lineWidth: 3))
  }
}

/// Checks the nesting of tags and lists the element names, in order.
private enum XMLNesting {
  struct Unbalanced: Error { let tag: String }

  static func elements(of xml: String) throws -> [String] {
    var open: [String] = []
    var names: [String] = []
    for match in xml.matches(of: /<(\/?)([a-z]+)[^<>]*?(\/?)>/) {
      let name = String(match.output.2)
      if match.output.1 == "/" {
        guard open.popLast() == name else { throw Unbalanced(tag: name) }
      } else {
        names.append(name)
        if match.output.3.isEmpty { open.append(name) }
      }
    }
    if let tag = open.last { throw Unbalanced(tag: tag) }
    return names
  }
}
