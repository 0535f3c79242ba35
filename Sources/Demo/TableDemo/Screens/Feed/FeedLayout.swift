import DemoParts
import UIKit

/// Where everything of a post stands, for one width: worked out once, on whatever thread, together with the row's height.
///
/// Posts are no wider than is pleasant to read; in wider rows they stand in the middle.
struct FeedLayout: Equatable, Sendable {
  /// Of the post, in points: at most the row's.
  let width: CGFloat
  let avatar: CGRect
  let name: CGRect
  let handle: CGRect
  let text: CGRect
  let quote: CGRect?
  let quoteName: CGRect
  let quoteText: CGRect
  let pictures: [CGRect]
  let counts: CGRect
  /// Of the row, in points.
  let height: CGFloat

  // In the size that the current traits ask for.
  static var nameFont: UIFont { .scaled(15, .semibold) }
  static var handleFont: UIFont { .scaled(13) }
  static var textFont: UIFont { .scaled(15) }
  static var quoteNameFont: UIFont { .scaled(13, .semibold) }
  static var quoteFont: UIFont { .scaled(13) }

  /// The height a post counts with before its layout is known.
  static let usualHeight: CGFloat = 150
  private static let margin: CGFloat = 16
  private static let avatarSide: CGFloat = 44
  private static let gap: CGFloat = 12
  private static let pictureHeight: CGFloat = 120
  private static let greatestWidth: CGFloat = 704

  /// The width of a post in a row of a width.
  static func width(inRow width: CGFloat) -> CGFloat { min(width, greatestWidth) }

  /// - Parameter rowWidth: of the row, in points.
  init(_ post: FeedPost, width rowWidth: CGFloat) {
    width = Self.width(inRow: rowWidth)
    avatar = CGRect(x: Self.margin, y: Self.gap, width: Self.avatarSide, height: Self.avatarSide)
    let left = avatar.maxX + Self.gap
    let column = max(60, width - left - Self.margin)
    let nameSize = post.author.name.size(withAttributes: [.font: Self.nameFont])
    let handleSize = FeedPicture.handleText(post).size(withAttributes: [.font: Self.handleFont])
    let nameWidth = min(nameSize.width, column)
    name = CGRect(x: left, y: Self.gap, width: nameWidth, height: nameSize.height)
    let scale = UITraitCollection.current.displayScale
    // On one baseline: each text stands on whole pixels.
    let drop = ((Self.nameFont.ascender * scale).rounded() - (Self.handleFont.ascender * scale).rounded()) / scale
    handle = CGRect(
      x: name.maxX + 8, y: Self.gap + drop, width: max(0, min(handleSize.width, column - nameWidth - 8)),
      height: handleSize.height)
    text = CGRect(
      x: left, y: name.maxY + 3, width: column,
      height: Self.height(of: post.text, Self.textFont, width: column))
    var bottom = text.maxY
    if let quoted = post.quote {
      let inner = column - 24
      let top = bottom + 8
      let author = quoted.author.name.size(withAttributes: [.font: Self.quoteNameFont])
      quoteName = CGRect(x: left + 12, y: top + 9, width: min(inner, author.width), height: author.height)
      quoteText = CGRect(
        x: left + 12, y: quoteName.maxY + 2, width: inner,
        height: Self.height(of: quoted.text, Self.quoteFont, width: inner))
      bottom = quoteText.maxY + 10
      quote = CGRect(x: left, y: top, width: column, height: bottom - top)
    } else {
      quote = nil
      quoteName = .zero
      quoteText = .zero
    }
    if post.pictures.isEmpty {
      pictures = []
    } else {
      let count = CGFloat(post.pictures.count)
      let side = ((column - (count - 1) * 6) / count).rounded(.down)
      let top = bottom + 8
      pictures = post.pictures.indices.map {
        CGRect(x: left + CGFloat($0) * (side + 6), y: top, width: side, height: Self.pictureHeight)
      }
      bottom = top + Self.pictureHeight
    }
    counts = CGRect(x: left, y: bottom + 8, width: column, height: Self.handleFont.lineHeight.rounded(.up))
    height = max(counts.maxY, avatar.maxY) + Self.gap
  }

  private static func height(of text: String, _ font: UIFont, width: CGFloat) -> CGFloat {
    text.boundingRect(
      with: CGSize(width: width, height: .infinity), options: .usesLineFragmentOrigin, attributes: [.font: font],
      context: nil
    ).height
  }
}
