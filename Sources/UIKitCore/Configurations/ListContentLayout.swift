import Foundation

/// Where image and texts of a list configuration stand, in points of the content view.
struct ListContentLayout: Equatable {
  /// Everything that has a size of its own.
  struct Parts {
    /// Width and height a text takes within a width.
    typealias Measure = (_ width: CGFloat) -> CGSize

    /// Nil without an image; the size it is shown at.
    var image: CGSize?
    /// Room the image takes at least.
    var reserved = CGSize.zero
    /// Nil without a first text.
    var text: Measure?
    /// Nil without a second text.
    var secondary: Measure?
  }

  var image = CGRect.zero
  var text = CGRect.zero
  var secondary = CGRect.zero
  /// Whether the second text stands at the end of the first one's line.
  var isSideBySide = false
  /// Height of everything with its margins.
  var height: CGFloat = 0
  /// Where the texts begin.
  var textLeft: CGFloat = 0

  /// - Parameters:
  ///   - size: of the content view; texts and image stand in the middle of its height. 0 high, they stand at its top.
  init(_ parts: Parts, of configuration: UIListContentConfiguration, in size: CGSize) {
    let margins = configuration.directionalLayoutMargins
    let room = parts.image.map {
      CGSize(width: max($0.width, parts.reserved.width), height: max($0.height, parts.reserved.height))
    }
    textLeft = margins.leading
    if let room { textLeft += room.width + configuration.imageToTextPadding }
    let width = max(0, size.width - textLeft - margins.trailing)

    let first = parts.text?(width) ?? .zero
    let second = parts.secondary?(width) ?? .zero
    var texts = max(first.height, second.height)
    if parts.text != nil, parts.secondary != nil {
      isSideBySide =
        configuration.prefersSideBySideTextAndSecondaryText
        && Self.fitSideBySide(parts, in: width - configuration.textToSecondaryTextHorizontalPadding)
      if !isSideBySide { texts = first.height + configuration.textToSecondaryTextVerticalPadding + second.height }
    }
    height = margins.top + max(texts, room?.height ?? 0) + margins.bottom

    let middle = size.height > 0 ? (size.height + margins.top - margins.bottom) / 2 : (height + margins.top - margins.bottom) / 2
    if let image = parts.image, let room {
      self.image = CGRect(
        x: margins.leading + ((room.width - image.width) / 2).rounded(), y: (middle - image.height / 2).rounded(),
        width: image.width, height: image.height)
    }
    let top = (middle - texts / 2).rounded()
    text = CGRect(x: textLeft, y: top, width: width, height: first.height)
    secondary = CGRect(x: textLeft, y: top + texts - second.height, width: width, height: second.height)
    guard isSideBySide else { return }
    text.size.width = width - second.width - configuration.textToSecondaryTextHorizontalPadding
    secondary.origin.x = textLeft + width - second.width
    secondary.size.width = second.width
    // One line of each: they share its middle.
    text.origin.y = (middle - first.height / 2).rounded()
    secondary.origin.y = (middle - second.height / 2).rounded()
  }

  /// Whether both texts fit one line.
  private static func fitSideBySide(_ parts: Parts, in width: CGFloat) -> Bool {
    guard let text = parts.text, let secondary = parts.secondary, width > 0 else { return false }
    let first = text(.infinity)
    let second = secondary(.infinity)
    return first.width + second.width <= width
  }
}
