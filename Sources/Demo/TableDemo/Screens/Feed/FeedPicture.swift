import DemoParts
import UIKit

/// Draws a post into one bitmap, on any thread.
enum FeedPicture {
  /// - Parameter traits: light or dark, and the screen's scale.
  static func image(of post: FeedPost, _ layout: FeedLayout, traits: UITraitCollection) -> UIImage? {
    let format = UIGraphicsImageRendererFormat(for: traits)
    format.opaque = true
    let size = CGSize(width: layout.width, height: layout.height)
    var image: UIImage?
    traits.performAsCurrent {
      image = UIGraphicsImageRenderer(size: size, format: format).image { context in
        UIColor.systemBackground.setFill()
        context.fill(CGRect(origin: .zero, size: size))
        draw(post, layout, in: context.cgContext)
      }
    }
    return image
  }

  private static func draw(_ post: FeedPost, _ layout: FeedLayout, in context: CGContext) {
    drawAvatar(of: post.author, in: layout.avatar, context)
    draw(post.author.name, FeedLayout.nameFont, .label, in: layout.name, isOneLine: true)
    draw(handleText(post), FeedLayout.handleFont, Palette.secondary, in: layout.handle, isOneLine: true)
    draw(post.text, FeedLayout.textFont, .label, in: layout.text)
    if let box = layout.quote, let quote = post.quote {
      context.setFillColor(.secondarySystemBackground)
      context.fill(box, cornerRadius: FeedLook.quoteRadius)
      draw(quote.author.name, FeedLayout.quoteNameFont, .label, in: layout.quoteName, isOneLine: true)
      draw(quote.text, FeedLayout.quoteFont, Palette.secondary, in: layout.quoteText)
    }
    for (rect, seed) in zip(layout.pictures, post.pictures) {
      context.saveGState()
      context.clip(to: rect, cornerRadius: FeedLook.pictureRadius)
      FeedArt.draw(seed, in: rect, context)
      context.restoreGState()
    }
    draw(countsText(post), FeedLayout.handleFont, Palette.secondary, in: layout.counts, isOneLine: true)
  }

  private static func drawAvatar(of author: FeedPost.Author, in rect: CGRect, _ context: CGContext) {
    context.setFillColor(FeedLook.colors[author.color])
    context.fillEllipse(in: rect)
    let attributes: [NSAttributedString.Key: Any] = [.font: FeedLook.initialsFont, .foregroundColor: UIColor.white]
    let size = author.initials.size(withAttributes: attributes)
    let corner = CGPoint(x: rect.midX - (size.width / 2).rounded(), y: rect.midY - (size.height / 2).rounded())
    author.initials.draw(at: corner, withAttributes: attributes)
  }

  private static func draw(
    _ text: String, _ font: UIFont, _ color: UIColor, in rect: CGRect, isOneLine: Bool = false
  ) {
    var attributes: [NSAttributedString.Key: Any] = [.font: font, .foregroundColor: color]
    if isOneLine { attributes[.paragraphStyle] = FeedLook.oneLine() }
    text.draw(in: rect, withAttributes: attributes)
  }

  // MARK: Texts

  /// "@name · 5m".
  static func handleText(_ post: FeedPost) -> String { post.author.handle + " \u{b7} " + post.age }

  /// "12 replies · 340 likes".
  static func countsText(_ post: FeedPost) -> String {
    let replies = GroupedNumber.string(post.replies) + (post.replies == 1 ? " reply" : " replies")
    return replies + " \u{b7} " + GroupedNumber.string(post.likes) + (post.likes == 1 ? " like" : " likes")
  }
}
