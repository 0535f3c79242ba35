import Expectations
import Foundation
import RandomSupport
import Testing

@testable import UIKitCore

@Suite("SVG documents as tools write them")
struct SVGRewriterTests {
  @Test(
    "flags of arcs are set apart, and all other path data stays",
    arguments: [
      ("M1 2a8 8 0 100-16", "M1 2a8 8 0 1 0 0-16"), ("a8 8 0 10.5.5", "a8 8 0 1 0 .5.5"),
      ("A8,8,0,1,1,4,5", "A8,8,0,1,1,4,5"), ("a1 1 0 012 0 1 1 0 01-2 0z", "a1 1 0 0 1 2 0 1 1 0 0 1 -2 0z"),
      ("a1-.5 1e1 11-1-1h3", "a1-.5 1e1 1 1 -1-1h3"), ("M10 10h10c1 0 10 1 1 1", "M10 10h10c1 0 10 1 1 1"),
      ("a8 8 0 7 0 1 1", "a8 8 0 7 0 1 1"), ("a8 8 0", "a8 8 0"), ("a1 1 0 1", "a1 1 0 1"), ("", ""), ("--.e", "--.e"),
    ])
  func arcs(path: String, expected: String) {
    let (open, close) = (#"<svg><path id="a8 8 0 100-16" d=""#, #""/></svg>"#)
    let rewritten = SVGRewriter.rewritten(open + path + close)
    expectEqual(rewritten, open + expected + close)
    expectEqual(SVGRewriter.rewritten(rewritten), rewritten)
  }

  @Test(
    "currentColor is the color of the nearest element that has one, else black",
    arguments: [
      (#"<svg fill="currentColor"/>"#, ##"<svg fill="#000000"/>"##),
      (#"<svg style="fill:currentcolor;stroke:CurrentColor"/>"#, ##"<svg style="fill:#000000;stroke:#000000"/>"##),
      (#"<svg color='red'><g><a fill="currentColor"/></g></svg>"#, #"<svg color='red'><g><a fill="red"/></g></svg>"#),
      (
        ##"<g color="#123"><a fill = "currentColor"/></g><b fill='currentColor'/>"##,
        ##"<g color="#123"><a fill = "#123"/></g><b fill='#000000'/>"##
      ),
      (#"<a color="currentColor" fill="currentColor"/>"#, ##"<a color="#000000" fill="#000000"/>"##),
      // Text that is no attribute stays, and so does a colour that would break out of its quotes.
      (#"<!-- fill="currentColor" --><t>currentColor</t>"#, #"<!-- fill="currentColor" --><t>currentColor</t>"#),
      (#"<a color='"x' fill="currentColor"/>"#, ##"<a color='"x' fill="#000000"/>"##),
      ("</g></g><a fill=\"currentColor\">", "</g></g><a fill=\"#000000\">"),
    ])
  func colors(document: String, expected: String) {
    expectEqual(SVGRewriter.rewritten(document), expected)
  }

  @Test("damaged documents are rewritten without a crash, and to no more than a few times their length")
  func hostile() {
    var random = SeededRandom(seed: 35)
    let pieces = [
      "<", ">", "/", "\"", "'", "=", " ", "d=\"", "a8 8 0 100-16", "currentColor", "color=\"red\"", "<!--", "-->",
      "<![CDATA[", "]]>", "<?", "é", "\u{0}", "a", "1e", "1e9", "-", ".", "</g>", "<g color='blue'>", "\n",
    ]
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 0...30, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      let rewritten = SVGRewriter.rewritten(text)
      expect(rewritten.utf8.count <= text.utf8.count * 4 + 16)
      expect(SVGRewriter.rewritten(rewritten).utf8.count <= rewritten.utf8.count, "\(text)")
    }
    let deep = String(repeating: "<g>", count: 100_000)
    expectEqual(SVGRewriter.rewritten(deep), deep)
  }
}
