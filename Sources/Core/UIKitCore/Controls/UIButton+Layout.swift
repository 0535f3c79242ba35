import Foundation

/// Placing image and title.
extension UIButton {
  /// Space above and below the title of a button without insets, in points.
  private static let titleMargin: CGFloat = 6

  /// The size of image, title and insets, in whole points; `size` limits nothing but the title's
  /// width, and only where it is positive.
  func fittingSize(in size: CGSize) -> CGSize {
    let insets = insets
    let image = imageSize
    var title = CGSize.zero
    if looks.title != nil, let label = titleLabel {
      let beside = looks.isHorizontal ? image.width + looks.imagePadding : 0
      let room = size.width - insets.left - insets.right - beside
      title = label.sizeThatFits(CGSize(width: room > 0 ? room : .infinity, height: .infinity))
      title.height += 2 * titleMargin
    }
    let content = contentSize(image: image, title: title)
    return CGSize(
      width: (content.width + insets.left + insets.right).rounded(.up),
      height: (content.height + insets.top + insets.bottom).rounded(.up))
  }

  /// Space around title and image: that of a configuration is mirrored where the button reads from right to left.
  private var insets: UIEdgeInsets {
    guard let insets = looks.insets else { return contentEdgeInsets }
    return insets.sides(isTurned: isInRightToLeft)
  }

  private var titleMargin: CGFloat {
    looks.insets == nil && contentEdgeInsets == .zero && looks.title?.isEmpty == false ? Self.titleMargin : 0
  }

  func placeContent() {
    let bounds = storedBounds
    let isTurned = isInRightToLeft
    let area = bounds.inset(by: insets)
    let image = imageSize
    let gap = looks.imagePadding
    var title = CGSize.zero
    if looks.title != nil, let label = titleLabel {
      title = label.sizeThatFits(CGSize(width: area.width, height: area.height))
      let besides = looks.isHorizontal ? image.width + gap : 0
      title.width = min(title.width, max(0, area.width - besides))
    }
    // The title keeps its margin where the button is high enough.
    let margin = max(0, min(titleMargin, (area.height - title.height) / 2))
    let content = contentSize(image: image, title: CGSize(width: title.width, height: title.height + 2 * margin))
    let origin = CGPoint(
      x: area.minX + (area.width - content.width) * horizontalShare(isTurned: isTurned),
      y: area.minY + (area.height - content.height) * verticalShare)
    var imageFrame = CGRect(origin: origin, size: image)
    var titleFrame = CGRect(origin: origin, size: title)
    if looks.isHorizontal {
      imageFrame.origin.y += (content.height - image.height) / 2
      titleFrame.origin.y += (content.height - title.height) / 2
      if (looks.imagePlacement == .leading) != isTurned {
        titleFrame.origin.x += image.width + gap
      } else {
        imageFrame.origin.x += title.width + gap
      }
    } else {
      imageFrame.origin.x += (content.width - image.width) / 2
      titleFrame.origin.x += (content.width - title.width) / 2
      if looks.imagePlacement == .top {
        titleFrame.origin.y += image.height + gap
      } else {
        imageFrame.origin.y += title.height + gap
      }
    }
    titleLabel?.frame = titleFrame
    imageView?.frame = imageFrame
  }

  private var imageSize: CGSize { looks.image?.size ?? .zero }

  private func contentSize(image: CGSize, title: CGSize) -> CGSize {
    looks.isHorizontal
      ? CGSize(
        width: image.width + looks.imagePadding + title.width,
        height: max(image.height, title.height))
      : CGSize(
        width: max(image.width, title.width),
        height: image.height + looks.imagePadding + title.height)
  }

  /// The share of free width before the content.
  private func horizontalShare(isTurned: Bool) -> CGFloat {
    switch contentHorizontalAlignment {
    case .center, .fill: 0.5
    case .left: 0
    case .right: 1
    case .leading: isTurned ? 1 : 0
    case .trailing: isTurned ? 0 : 1
    }
  }

  /// The share of free height above the content.
  private var verticalShare: CGFloat {
    switch contentVerticalAlignment {
    case .center, .fill: 0.5
    case .top: 0
    case .bottom: 1
    }
  }
}
