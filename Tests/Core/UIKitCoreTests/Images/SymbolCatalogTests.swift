import Expectations
import Foundation
import Testing

@testable import UIKitCore

@Suite("Symbols")
struct SymbolCatalogTests {
  /// What apps ask for most.
  static let everyday = """
    checkmark checkmark.circle checkmark.circle.fill checkmark.square checkmark.square.fill xmark xmark.circle \
    xmark.circle.fill plus plus.circle plus.circle.fill minus minus.circle minus.circle.fill info info.circle \
    info.circle.fill questionmark questionmark.circle questionmark.circle.fill exclamationmark.circle \
    exclamationmark.circle.fill exclamationmark.triangle exclamationmark.triangle.fill ellipsis ellipsis.circle \
    ellipsis.circle.fill square.and.arrow.up square.and.arrow.down square.and.pencil pencil pencil.circle trash \
    trash.fill trash.circle trash.slash folder folder.fill folder.badge.plus doc doc.fill doc.text doc.text.fill \
    doc.on.doc doc.on.clipboard tray archivebox archivebox.fill paperclip link book book.fill bookmark bookmark.fill \
    calendar calendar.badge.plus clock clock.fill alarm timer star star.fill star.circle.fill heart heart.fill \
    heart.slash bell bell.fill bell.slash bell.badge bell.badge.fill flag flag.fill tag tag.fill magnifyingglass \
    gear gearshape gearshape.fill slider.horizontal.3 list.bullet list.number list.dash line.3.horizontal \
    line.3.horizontal.decrease.circle line.horizontal.3 square.grid.2x2 square.grid.2x2.fill person person.fill \
    person.circle person.circle.fill person.crop.circle person.crop.circle.fill person.crop.circle.badge.plus \
    person.badge.plus person.2 person.2.fill person.3 envelope envelope.fill envelope.open message message.fill \
    bubble.left bubble.right paperplane paperplane.fill phone phone.fill phone.circle.fill globe map map.fill mappin \
    mappin.and.ellipse location location.fill house house.fill cart cart.fill bag creditcard creditcard.fill gift \
    briefcase lock lock.fill lock.open key eye eye.fill eye.slash eye.slash.fill hand.thumbsup hand.thumbsup.fill \
    hand.thumbsdown hand.raised camera camera.fill photo photo.fill photo.on.rectangle video mic mic.fill mic.slash \
    speaker.wave.2 speaker.wave.2.fill speaker.slash.fill play play.fill play.circle.fill pause pause.fill stop.fill \
    forward.fill backward.fill music.note headphones arrow.up arrow.down arrow.left arrow.right arrow.up.right \
    arrow.clockwise arrow.counterclockwise arrow.triangle.2.circlepath arrow.uturn.left arrow.up.arrow.down \
    arrow.up.circle.fill arrow.down.circle arrowshape.turn.up.left chevron.up chevron.down chevron.left chevron.right \
    chevron.backward chevron.forward chevron.up.chevron.down circle circle.fill square square.fill sun.max moon \
    moon.fill cloud cloud.rain bolt bolt.fill flame flame.fill drop leaf snowflake car airplane wifi wifi.slash \
    iphone desktopcomputer printer keyboard chart.bar chart.bar.fill chart.pie textformat wrench hammer power \
    lightbulb shippingbox cube sparkles terminal 1.circle 2.circle.fill 9.square
    """.split(separator: " ").map(String.init)

  /// The catalogue makes the list anew each time it is asked.
  private static let listed = Set(SymbolCatalog.names)

  @Test("the everyday names have drawings", arguments: everyday)
  func names(name: String) {
    expect(Self.everyday.count > 200)
    expect(SymbolCatalog.svg(named: name) != nil)
    expect(Self.listed.contains(name))
  }

  @Test(
    "an unknown name has no drawing",
    arguments: [
      "", "chevron", "Trash", "trash ", "swift", "1", "fill", ".fill", "trash.fill.fill", "trash\n", " line", "=",
      "speaker.wave", "trash.circle.circle", "chevron.down.fill", "plus.badge.plus", "line M12",
    ])
  func unknown(name: String) {
    expect(SymbolCatalog.svg(named: name) == nil)
    expect(!Self.listed.contains(name))
  }

  @Test("each listed name is drawn, once, of kinds of parts that there are")
  func definitions() throws {
    let names = SymbolCatalog.names
    expectEqual(Set(names).count, names.count)
    let kinds: Set<Substring> = [
      "line", "dot", "body", "solid", "flat", "mark", "spot", "hole", "over", "seam", "fine", "speck", "gap", "cut",
      "gone", "use",
    ]
    for name in names {
      let (symbol, _) = try #require(SymbolCatalog.find(name[...]), "\(name)")
      expect(!symbol.parts.isEmpty, "\(name)")
      for (kind, path) in symbol.parts {
        expect(kinds.contains(kind) && !path.isEmpty, "\(name): \(kind) \(path)")
        guard kind == "use" else { continue }
        let words = path.split(separator: " ")
        expect(
          Self.listed.contains(String(words[0]))
            || ["airplane.up", "phone.turned", "speaker.wave"].contains(words[0]))
        let transform =
          words.count == 1 || words.count == 5 && words[1] == "at" || words.count == 3 && words[1] == "turn"
        expect(transform || words.count == 2 && ["mirror", "flip"].contains(words[1]), "\(name): \(path)")
      }
    }
  }

  @Test("each drawing is well-formed XML in a 24 unit box, white and black only")
  func wellFormed() throws {
    for name in SymbolCatalog.names {
      let svg = try #require(SymbolCatalog.svg(named: name))
      let elements = try XMLNesting.elements(of: svg)
      expect(elements.first == "svg" && elements.contains("path"), "\(name)")
      expect(Set(elements).isSubset(of: ["svg", "g", "path"]), "\(name)")
      expect(svg.contains(#"viewBox="0 0 24 24""#))
      let colours = Set(svg.matches(of: /#[0-9a-fA-F]{3,8}/).map { String($0.output) })
      expect(colours == ["#ffffff"] || colours == ["#ffffff", "#000000"], "\(name): \(colours)")
      expect(svg.contains("#ffffff"))
    }
  }

  @Test("all lines have one width, whatever size they are drawn at", arguments: [0.7, 1.8, 3.1])
  func oneWidth(width: Double) throws {
    for name in SymbolCatalog.names {
      let svg = try #require(SymbolCatalog.svg(named: name, lineWidth: width))
      var scales = [1.0]
      for match in svg.matches(of: /<g transform="[^"]*?(?:scale\(([0-9.]+)\))?"|<\/g>|stroke-width="([0-9.]+)"/) {
        if let stroke = match.output.2.flatMap({ Double($0) }) {
          let shown = stroke * scales[scales.count - 1]
          // The wider lines are the room around a part that lies over others.
          expect(abs(shown - width) < 0.02 || abs(shown - width - 2.6) < 0.02, "\(name): \(shown)")
        } else if match.output.0 == "</g>" {
          scales.removeLast()
        } else {
          scales.append(scales[scales.count - 1] * (match.output.1.flatMap { Double($0) } ?? 1))
        }
      }
    }
  }

  @Test("a name with a direction of reading is another name of the one to the left or right")
  func otherNames() throws {
    expect(SymbolCatalog.otherNames.contains("chevron.backward.circle.fill"))
    expectEqual(SymbolCatalog.svg(named: "chevron.backward.circle"), SymbolCatalog.svg(named: "chevron.left.circle"))
    expect(SymbolCatalog.otherNames.isSubset(of: SymbolCatalog.names))
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
