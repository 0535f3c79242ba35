import DemoParts
import UIKit

/// Colours and shapes that the drawn and the laid-out form of a post share.
enum FeedLook {
  /// Of avatars.
  static let colors = [
    UIColor.systemRed, .systemOrange, .systemGreen, .systemTeal, .systemBlue, .systemIndigo, .systemPurple, .systemPink,
  ].map(Palette.ground)
  static let initialsFont = UIFont.systemFont(ofSize: 17, weight: .semibold)
  static let quoteRadius: CGFloat = 8
  static let pictureRadius: CGFloat = 8

  /// A paragraph style of one line; text that does not fit is cut with an ellipsis.
  static func oneLine() -> NSParagraphStyle {
    let style = NSMutableParagraphStyle()
    style.lineBreakMode = .byTruncatingTail
    return style
  }
}

/// Pictures drawn from a number: a sky over hills.
enum FeedArt {
  static func draw(_ seed: Int, in rect: CGRect, _ context: CGContext) {
    var random = FeedRandom(seed)
    let hue = CGFloat(random.below(360)) / 360
    let bands = max(1, Int(rect.height))
    for band in 0..<bands {
      let share = CGFloat(band) / CGFloat(bands)
      context.setFillColor(
        UIColor(
          hue: (hue + share * 0.12).truncatingRemainder(dividingBy: 1), saturation: 0.55 - share * 0.3,
          brightness: 0.72 + share * 0.24, alpha: 1))
      context.fill(CGRect(x: rect.minX, y: rect.minY + CGFloat(band), width: rect.width, height: 1))
    }
    context.setFillColor(UIColor(white: 1, alpha: 0.85))
    let sun = rect.height * CGFloat(14 + random.below(12)) / 100
    let sunX = rect.minX + rect.width * CGFloat(15 + random.below(60)) / 100
    context.fillEllipse(in: CGRect(x: sunX, y: rect.minY + rect.height * 0.16, width: sun, height: sun))
    for hill in 0..<3 {
      let shade = 0.5 - CGFloat(hill) * 0.14
      context.setFillColor(UIColor(hue: hue, saturation: 0.5, brightness: shade, alpha: 1))
      let size = rect.height * (1.3 + CGFloat(random.below(60)) / 100)
      let x = rect.minX + rect.width * CGFloat(random.below(100)) / 100 - size / 2
      let top = rect.minY + rect.height * (0.5 + CGFloat(hill) * 0.13 + CGFloat(random.below(8)) / 100)
      context.fillEllipse(in: CGRect(x: x, y: top, width: size, height: size))
    }
  }
}
