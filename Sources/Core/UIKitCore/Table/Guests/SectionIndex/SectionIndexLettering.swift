import Foundation
import Pixels
import Primitives
import Typesetting

/// The letters of a section index as one frame of text: one texture and one drawing command however many there are.
struct SectionIndexLettering: Equatable {
  /// The sign on lines where titles are left out.
  static let dot = "\u{2022}"
  /// 11 points bold, as in UIKit.
  @MainActor static let font = UIFont.systemFont(ofSize: 11, weight: .bold)

  var titles: [String]
  var layout: SectionIndexLayout
  /// Of the strip, in points.
  var width: Double
  /// Device pixels of one point.
  var scale: CGFloat
  var color: DrawColor

  /// Text of the title as it is drawn; the magnifier is a picture and has none.
  static func text(of title: String) -> String { title == UITableView.indexSearch ? "" : title }

  /// The lines of `layout` one below the other, each in the middle of the width.
  @MainActor
  func makeFrame(_ typesetter: Typesetter) -> TextFrame {
    var frame = TextFrame()
    frame.pixelWidth = Int(measured: (width * scale).rounded(), else: 0)
    let pitch = SectionIndexLayout.pitch * scale
    frame.pixelHeight = Int(measured: (Double(layout.lineCount) * pitch).rounded(.up), else: 0)
    let box = TextBox(width: width * scale, lineBreakMode: .byClipping)
    for number in 0..<layout.lineCount {
      let text: String
      switch layout.line(number) {
      case .title(let title): text = Self.text(of: titles[title])
      case .dot: text = Self.dot
      }
      let line = typesetter.layout(styled(text, scale: scale), in: box)
      frame.append(
        line.frame,
        x: ((width * scale - line.width) / 2).rounded() - Double(line.frame.leftOverhang),
        y: (Double(number) * pitch + (pitch - line.height) / 2).rounded() - Double(line.frame.topOverhang))
    }
    return frame
  }

  /// The width of a strip for these titles, in points: UIKit's, or more where titles are longer than a letter.
  @MainActor
  static func width(of titles: [String], scale: CGFloat, _ typesetter: Typesetter) -> Double {
    var widest = 0.0
    for title in titles {
      let text = StyledText(text(of: title), base: style(.black, scale: scale))
      widest = max(widest, typesetter.measure(text, in: TextBox(width: .infinity)).width / scale)
    }
    let margins = 4.0
    return min(max(TableMetrics.indexWidth, (widest + margins).rounded(.up)), TableMetrics.widestIndex)
  }

  @MainActor
  private func styled(_ text: String, scale: CGFloat) -> StyledText {
    StyledText(text, base: Self.style(color, scale: scale))
  }

  @MainActor
  private static func style(_ color: DrawColor, scale: CGFloat) -> TextStyle {
    TextStyle(font: font.descriptor, pixelSize: font.pointSize * scale, color: color)
  }
}

extension TextFrame {
  /// Adds another frame's runs at a place, in pixels.
  fileprivate mutating func append(_ other: TextFrame, x: Double, y: Double) {
    let first = words.count
    words.append(contentsOf: other.words)
    for var run in other.runs {
      run.x += x
      run.baseline += y
      run.words = run.words.lowerBound + first..<run.words.upperBound + first
      runs.append(run)
    }
    missingGlyphs += other.missingGlyphs
  }
}
