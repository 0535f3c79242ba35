import Foundation
import Typesetting

/// A string or attributed string on its way to be drawn or measured.
struct StringPicture {
  private let text: StyledText
  private let paragraph: NSParagraphStyle?
  private let scale: CGFloat

  /// The font of text that names none.
  private static let font = UIFont.systemFont(ofSize: 12)

  init(_ string: String, _ attributes: [NSAttributedString.Key: Any]?, traits: UITraitCollection) {
    scale = traits.displayScale
    let base = Self.base(traits)
    let style = attributes.map { base.applying($0, fontScale: traits.displayScale, traits: traits) } ?? base
    text = StyledText(string, base: style)
    paragraph = attributes?[.paragraphStyle] as? NSParagraphStyle
  }

  init(_ string: NSAttributedString, traits: UITraitCollection) {
    scale = traits.displayScale
    text = StyledText(
      string, font: Self.font, fontScale: 1, color: .black, overridesColor: false, traits: traits, scale: scale)
    paragraph =
      string.length > 0 ? string.attribute(.paragraphStyle, at: 0, effectiveRange: nil) as? NSParagraphStyle : nil
  }

  private static func base(_ traits: UITraitCollection) -> TextStyle {
    TextStyle(font: font.descriptor, pixelSize: font.pointSize * traits.displayScale, color: .black)
  }

  // MARK: Drawing

  /// Draws the text in its natural width from a point on.
  func draw(at point: CGPoint) {
    guard let context = UIGraphicsGetCurrentContext(), !text.string.isEmpty else { return }
    context.draw(DrawnText(text: text, box: openBox, isAligned: false), at: point)
  }

  /// Draws the lines that fit a rectangle.
  func draw(in rect: CGRect, _ options: NSStringDrawingOptions = .usesLineFragmentOrigin) {
    guard let context = UIGraphicsGetCurrentContext(), !text.string.isEmpty, rect.width > 0 else { return }
    var origin = rect.origin
    if !options.contains(.usesLineFragmentOrigin) { origin.y -= firstBaseline / scale }
    let box = box(rect.size, options)
    context.draw(DrawnText(text: text, box: box, isAligned: true), at: origin)
  }

  // MARK: Measuring

  /// The size of the text in its natural width: whole pixels, in points.
  var size: CGSize { measured(in: openBox) }

  /// The part of a box of a size that the text needs; its origin is the box's, or the baseline's start.
  func bounds(in size: CGSize, _ options: NSStringDrawingOptions) -> CGRect {
    let used = measured(in: box(size, options))
    let top = options.contains(.usesLineFragmentOrigin) ? 0 : -firstBaseline / scale
    return CGRect(x: 0, y: top, width: used.width, height: used.height)
  }

  private func measured(in box: TextBox) -> CGSize {
    guard !text.string.isEmpty else { return .zero }
    let size = Typesetter.withCurrent { $0.measure(text, in: box) }
    return CGSize(width: CGFloat(TextLayout.pixels(size.width)) / scale, height: size.height / scale)
  }

  private var firstBaseline: Double {
    Typesetter.withCurrent { $0.layout(text, in: openBox).firstBaseline }
  }

  // MARK: Boxes

  private var openBox: TextBox {
    TextBox(width: .infinity, maximumLines: 0, lineBreakMode: .byClipping, lineSpacing: spacing)
  }

  private func box(_ size: CGSize, _ options: NSStringDrawingOptions) -> TextBox {
    let isOneLine = !options.contains(.usesLineFragmentOrigin)
    var mode = paragraph?.lineBreakMode ?? .byWordWrapping
    if options.contains(.truncatesLastVisibleLine), mode == .byWordWrapping { mode = .byTruncatingTail }
    return TextBox(
      width: size.width * scale, height: isOneLine ? .infinity : size.height * scale,
      maximumLines: isOneLine ? 1 : 0, lineBreakMode: mode, alignment: paragraph?.alignment ?? .natural,
      lineSpacing: spacing)
  }

  private var spacing: Double { (paragraph?.lineSpacing ?? 0) * scale }
}
