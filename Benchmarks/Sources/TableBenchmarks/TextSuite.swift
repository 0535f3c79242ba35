@preconcurrency import Benchmark
import Foundation
import Pixels
import TestSupport
import Typesetting
import TypesettingSupport
import UIKitCore

/// Text from string to words at their places, with fonts that cost nothing: what the framework itself adds to the engine.
@MainActor
func makeTextSuite() -> BenchmarkSuite {
  let suite = BenchmarkSuite(name: "Text")
  let scene = TextScene()
  suite.onMain("plain line, new words") { scene.newLine() }
  suite.onMain("plain line, known words") { scene.knownWords() }
  suite.onMain("plain line, laid out before") { scene.knownLine() }
  suite.onMain("plain line, cut before an ellipsis") { scene.truncatedLine() }
  suite.onMain("paragraph of 120 words, wrapped") { scene.paragraph() }
  return suite
}

@MainActor
private final class TextScene {
  private let typesetter: Typesetter
  private let style = TextStyle(font: FontDescriptor(), pixelSize: 17, color: .black)
  private let words = ["the", "quick", "brown", "fox", "jumps", "over", "lazy", "dogs"]
  private var number = 0

  init() {
    typesetter = Typesetter(engine: FakeTextEngine())
  }

  private func layOut(_ text: String, width: Double, lines: Int = 1) {
    let box = TextBox(
      width: width, maximumLines: lines,
      lineBreakMode: lines == 1 ? .byTruncatingTail : .byWordWrapping)
    precondition(typesetter.layout(StyledText(text, base: style), in: box).lineCount > 0)
  }

  /// A number that no call before had.
  private func next() -> Int {
    number += 1
    return number
  }

  func newLine() { layOut("Row \(next())", width: 1000) }

  func knownWords() {
    let number = next()
    // Eight words in ever other orders.
    let text = (0..<7).map { words[number >> (3 * $0) & 7] }.joined(separator: " ")
    layOut(text, width: 1000)
  }

  func knownLine() { layOut("the quick brown fox jumps over lazy dogs", width: 1000) }

  func truncatedLine() { layOut("Row \(next()), the quick brown fox jumps over", width: 200) }

  func paragraph() {
    let text = (0..<120).map { words[$0 * 5 & 7] }.joined(separator: " ")
    layOut("\(next()) \(text)", width: 400, lines: 0)
  }
}
