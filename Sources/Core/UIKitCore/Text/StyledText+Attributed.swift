import Foundation
import Pixels
import Typesetting

extension StyledText {
  /// An attributed text with what its attributes leave open filled in.
  ///
  /// - Parameters:
  ///   - font: where no `.font` is set.
  ///   - color: where no `.foregroundColor` is set; also the colour of everything
  ///     when `overridesColor` is true.
  ///   - scale: device pixels of one point.
  init(
    _ attributed: NSAttributedString, font: UIFont, fontScale: CGFloat, color: DrawColor,
    overridesColor: Bool, traits: UITraitCollection, scale: CGFloat
  ) {
    let string = attributed.string
    let base = TextStyle(
      font: font.descriptor, pixelSize: font.pointSize * fontScale * scale, color: color)
    var spans: [TextSpan] = []
    let all = NSRange(location: 0, length: attributed.length)
    attributed.enumerateAttributes(in: all, options: []) { attributes, range, _ in
      guard let range = Range(range, in: string) else { return }
      let style = base.applying(
        attributes, fontScale: fontScale * scale, overridesColor: overridesColor, traits: traits)
      guard style != base else { return }
      let start = string.utf8.distance(from: string.startIndex, to: range.lowerBound)
      let count = string.utf8.distance(from: range.lowerBound, to: range.upperBound)
      spans.append(TextSpan(utf8: start..<start + count, style: style))
    }
    self.init(string, base: base, spans: spans)
  }

}

extension TextStyle {
  /// The style changed by attributes.
  ///
  /// - Parameter fontScale: pixels of a point of the font's size.
  func applying(
    _ attributes: [NSAttributedString.Key: Any], fontScale: CGFloat, overridesColor: Bool = false,
    traits: UITraitCollection
  ) -> TextStyle {
    var style = self
    if let own = attributes[.font] as? UIFont {
      style.font = own.descriptor
      style.pixelSize = own.pointSize * fontScale
    }
    if !overridesColor, let own = attributes[.foregroundColor] as? UIColor {
      style.color = own.drawColor(in: traits)
    }
    style.background = (attributes[.backgroundColor] as? UIColor)?.drawColor(in: traits)
    style.isUnderlined = Self.isSet(attributes[.underlineStyle])
    style.isStruckThrough = Self.isSet(attributes[.strikethroughStyle])
    return style
  }

  private static func isSet(_ value: Any?) -> Bool {
    switch value {
    case let number as Int: number != 0
    case let number as NSNumber: number.intValue != 0
    case let style as NSUnderlineStyle: style.rawValue != 0
    default: false
    }
  }
}
