import UIKit

/// The posts of the feed and, for the width it has now, their layouts: each worked out once.
@MainActor
final class FeedModel {
  let count: Int
  private var width: CGFloat = 0
  private var category = UIContentSizeCategory.unspecified
  private var layouts: [Int: FeedLayout] = [:]

  init(count: Int) { self.count = count }

  /// How many posts have a layout.
  var layoutCount: Int { layouts.count }

  func post(_ row: Int) -> FeedPost { FeedPost(number: row) }

  /// The layout of a post in a row of a width; layouts of another width or size of text are forgotten.
  func layout(of post: FeedPost, width: CGFloat) -> FeedLayout {
    let category = UIApplication.shared.preferredContentSizeCategory
    if width != self.width || category != self.category {
      self.width = width
      self.category = category
      layouts.removeAll(keepingCapacity: true)
    }
    if let known = layouts[post.number] { return known }
    let made = FeedLayout(post, width: width)
    layouts[post.number] = made
    return made
  }
}
