/// The vertical measures of the system font on iOS, San Francisco, in its 2,048 units of an em.
///
/// The tables of SF's files have them (`hhea`: ascender 1950, descender -494, line gap 0; `OS/2`: heights of capital and
/// small letters), and so `UIFont` tells them on devices: at 17 points an ascender of 16.1865234375, a descender of
/// -4.1005859375, lines of 20.287109375, capitals of 11.97802734375, an "x" of 8.9482421875, in bold of 9.13916015625.
/// Read off iOS 14 (stackoverflow.com/questions/63913820), and off iOS 26.1 in nine weights, slanted and monospaced, at 36
/// sizes (github.com/Vercantez/openuikit, golden/font_metrics_ios.json); both agree.
private enum SystemFontMetrics {
  static let unitsPerEm = 2048.0
  static let ascent = 1950.0
  static let descent = 494.0
  static let capHeight = 1443.0

  /// The height of "x" by CSS weight, in hundreds.
  private static let xHeights: [Double] = [1076, 1077, 1077, 1078, 1086, 1093, 1101, 1113, 1124]
  private static let regularXHeight = 1078.0
  private static let boldXHeight = 1101.0
  /// Of the font whose characters have one width, regular and bold.
  private static let monospacedXHeights = (regular: 1083.0, bold: 1100.0)

  static func xHeight(_ font: FontDescriptor) -> Double {
    let height = xHeights[min(max(font.weight / 100 - 1, 0), xHeights.count - 1)]
    guard font.design == .monospaced else { return height }
    let (regular, bold) = monospacedXHeights
    return regular + (height - regularXHeight) * (bold - regular) / (boldXHeight - regularXHeight)
  }
}

extension FontDescriptor {
  /// The measures of a font that is described by no name: those of iOS, whichever face of the desktop draws it, so that
  /// screens made for iOS keep their heights. Nil for a font with a name, whose face has measures of its own.
  /// - Parameter size: of the em; the measures are in its unit.
  package func systemMetrics(size: Double) -> FontMetrics? {
    guard name == nil else { return nil }
    let unit = size / SystemFontMetrics.unitsPerEm
    return FontMetrics(
      ascent: SystemFontMetrics.ascent * unit, descent: SystemFontMetrics.descent * unit,
      lineHeight: (SystemFontMetrics.ascent + SystemFontMetrics.descent) * unit,
      capHeight: SystemFontMetrics.capHeight * unit, xHeight: SystemFontMetrics.xHeight(self) * unit)
  }

  /// The line of these measures, which every label asks for: made without those of letters. Nil for a font with a name.
  /// - Parameter pixelSize: of the em.
  package func systemLine(pixelSize: Double) -> LineMetrics? {
    guard name == nil else { return nil }
    let unit = pixelSize / SystemFontMetrics.unitsPerEm
    return LineMetrics(
      ascent: SystemFontMetrics.ascent * unit, height: (SystemFontMetrics.ascent + SystemFontMetrics.descent) * unit)
  }
}
