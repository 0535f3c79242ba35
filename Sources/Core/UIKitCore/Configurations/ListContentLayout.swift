import Foundation

/// Where image and texts of a list configuration stand in a view of some width; the height may be chosen afterwards.
/// Knows no view.
struct ListContentLayout {
  /// A text that can be measured.
  struct Text {
    /// The size of its lines within a width, in points; all of it in as few lines as it has for an infinite one.
    var size: (_ width: CGFloat) -> CGSize
    /// From the upper edge to the baseline of the first line, in points.
    var ascent: CGFloat
  }

  /// Everything that has a size of its own.
  struct Parts {
    /// The size the image is shown at; nil without one.
    var image: CGSize?
    /// Room the image takes at least, in points.
    var reserved = CGSize.zero
    var text: Text?
    var secondary: Text?
  }

  /// Rectangles in the view's coordinates; zero for what is not there.
  struct Frames: Equatable {
    var image = CGRect.zero
    var text = CGRect.zero
    var secondary = CGRect.zero
  }

  /// The width the parts were laid out for, in points.
  let width: CGFloat
  /// Whether the second text stands at the end of the first one's line.
  let isSideBySide: Bool
  /// Where the texts begin.
  let textLeft: CGFloat
  /// The width at which no line would be broken, and the height that everything takes with its margins.
  let naturalWidth: CGFloat
  let height: CGFloat

  private let margins: UIEdgeInsets
  private let placement: UIListContentConfiguration.Placement
  /// The image and the room in whose middle it stands.
  private let image: CGSize?
  private let room: CGSize
  private let text: CGSize
  private let secondary: CGSize
  /// From the upper edge of both texts to those of each, and the height of both.
  private let tops: (text: CGFloat, secondary: CGFloat)
  private let textsHeight: CGFloat

  /// - Parameter margins: around all of it, in points.
  init(_ parts: Parts, of configuration: UIListContentConfiguration, margins: UIEdgeInsets, width: CGFloat) {
    self.width = width
    self.margins = margins
    placement = configuration.placement
    image = parts.image
    room =
      parts.image.map {
        CGSize(width: max($0.width, parts.reserved.width), height: max($0.height, parts.reserved.height))
      } ?? .zero
    textLeft = margins.left + (image == nil ? 0 : room.width + configuration.imageToTextPadding)
    let textRoom = max(0, width - textLeft - margins.right)

    let line =
      configuration.prefersSideBySideTextAndSecondaryText
      ? Self.inOneLine(parts, padding: configuration.textToSecondaryTextHorizontalPadding, in: textRoom) : nil
    isSideBySide = line != nil
    if let line, let first = parts.text, let second = parts.secondary {
      text = line.text
      secondary = line.secondary
      let ascent = max(first.ascent, second.ascent)
      tops = (ascent - first.ascent, ascent - second.ascent)
      textsHeight = max(tops.text + text.height, tops.secondary + secondary.height)
      naturalWidth =
        textLeft + text.width + configuration.textToSecondaryTextHorizontalPadding + secondary.width + margins.right
    } else {
      text = parts.text?.size(textRoom) ?? .zero
      secondary = parts.secondary?.size(textRoom) ?? .zero
      let hasBoth = parts.text != nil && parts.secondary != nil
      tops = (0, hasBoth ? text.height + configuration.textToSecondaryTextVerticalPadding : 0)
      textsHeight = max(text.height, tops.secondary + secondary.height)
      naturalWidth = textLeft + max(text.width, secondary.width) + margins.right
    }
    height = margins.top + max(textsHeight, room.height) + margins.bottom
  }

  /// The sizes of both texts if they fit one line.
  private static func inOneLine(
    _ parts: Parts, padding: CGFloat, in width: CGFloat
  ) -> (text: CGSize, secondary: CGSize)? {
    guard let text = parts.text?.size(.infinity), let secondary = parts.secondary?.size(.infinity) else { return nil }
    return text.width + padding + secondary.width <= width ? (text, secondary) : nil
  }

  /// Places everything in a view of the layout's width.
  /// - Parameter viewHeight: in points.
  func frames(inHeight viewHeight: CGFloat) -> Frames {
    let top =
      switch placement {
      case .middle: (margins.top + (viewHeight - margins.top - margins.bottom - textsHeight) / 2).rounded()
      case .top: margins.top
      case .bottom: viewHeight - margins.bottom - textsHeight
      }
    var frames = Frames()
    if let image {
      let middle =
        placement == .middle ? margins.top + (viewHeight - margins.top - margins.bottom) / 2 : top + textsHeight / 2
      frames.image = CGRect(
        x: margins.left + ((room.width - image.width) / 2).rounded(), y: (middle - image.height / 2).rounded(),
        width: image.width, height: image.height)
    }
    let right = max(textLeft, width - margins.right)
    frames.text = CGRect(x: textLeft, y: top + tops.text, width: right - textLeft, height: text.height)
    frames.secondary = CGRect(
      x: textLeft, y: top + tops.secondary, width: right - textLeft, height: secondary.height)
    if isSideBySide {
      frames.text.size.width = text.width
      frames.secondary.origin.x = right - secondary.width
      frames.secondary.size.width = secondary.width
    }
    return frames
  }
}
