import Foundation
import Pixels
import Typesetting

extension UILabel {
  /// The size of the text in an area of points, whole pixels, no larger than the area.
  func measuredSize(in area: CGSize, lines: Int) -> CGSize {
    guard let storedText, !storedText.isEmpty else { return .zero }
    let traits = traitCollection
    let scale = traits.displayScale
    let box = textBox(
      width: area.width * scale, height: area.height * scale, lines: lines, scale: scale)
    let text = styledText(
      fontScale: 1, color: .black, overridesColor: true, traits: traits, scale: scale)
    let size = UIApplication.shared.typesetter.measure(text, in: box)
    return CGSize(
      width: min(area.width, CGFloat(TextLayout.pixels(size.width)) / scale),
      height: min(max(0, area.height), size.height / scale))
  }

  /// The paragraph attributes in force, from the attributed text or the label.
  func textBox(width: Double, height: Double, lines: Int, scale: CGFloat) -> TextBox {
    var paragraph: NSParagraphStyle?
    if let storedAttributedText, storedAttributedText.length > 0 {
      paragraph =
        storedAttributedText.attribute(.paragraphStyle, at: 0, effectiveRange: nil)
        as? NSParagraphStyle
    }
    return TextBox(
      width: width, height: height, maximumLines: lines,
      // Lines of a label are always cut by its own mode: UIKit's style defaults to wrapping.
      lineBreakMode: paragraph.map {
        $0.lineBreakMode == .byWordWrapping ? lineBreakMode : $0.lineBreakMode
      }
        ?? lineBreakMode,
      alignment: paragraph?.alignment ?? textAlignment,
      lineSpacing: (paragraph?.lineSpacing ?? 0) * scale)
  }

  /// The label's text with resolved styles.
  ///
  /// - Parameter fontScale: what every font size is multiplied by.
  func styledText(
    fontScale: CGFloat, color: DrawColor, overridesColor: Bool, traits: UITraitCollection,
    scale: CGFloat
  ) -> StyledText {
    if let storedAttributedText {
      return StyledText(
        storedAttributedText, font: shownFont, fontScale: fontScale, color: color,
        overridesColor: overridesColor, traits: traits, scale: scale)
    }
    let font = shownFont
    return StyledText(
      storedText ?? "",
      base: TextStyle(font: font.descriptor, pixelSize: font.pointSize * fontScale * scale, color: color))
  }
}
