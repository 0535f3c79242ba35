import Foundation

/// Placing image and title.
extension UIButton {
  /// The size of image, title and insets, in whole points; `size` limits nothing but the title's
  /// width, and only where it is positive.
  func fittingSize(in size: CGSize) -> CGSize {
    let insets = looks.insets
    let image = imageSize
    var title = CGSize.zero
    if looks.title != nil, let label = titleLabel {
      let beside = looks.isHorizontal ? image.width + looks.imagePadding : 0
      let room = size.width - insets.leading - insets.trailing - beside
      title = label.sizeThatFits(CGSize(width: room > 0 ? room : .infinity, height: .infinity))
    }
    let content = contentSize(image: image, title: title)
    return CGSize(
      width: (content.width + insets.leading + insets.trailing).rounded(.up),
      height: (content.height + insets.top + insets.bottom).rounded(.up))
  }

  func placeContent() {
    let bounds = storedBounds
    let insets = looks.insets
    let area = CGRect(
      x: bounds.minX + insets.leading, y: bounds.minY + insets.top,
      width: max(0, bounds.width - insets.leading - insets.trailing),
      height: max(0, bounds.height - insets.top - insets.bottom))
    let image = imageSize
    let gap = looks.imagePadding
    var title = CGSize.zero
    if looks.title != nil, let label = titleLabel {
      title = label.sizeThatFits(CGSize(width: area.width, height: area.height))
      let besides = looks.isHorizontal ? image.width + gap : 0
      title.width = min(title.width, max(0, area.width - besides))
    }
    let content = contentSize(image: image, title: title)
    let origin = CGPoint(
      x: area.minX + (area.width - content.width) * horizontalShare,
      y: area.minY + (area.height - content.height) * verticalShare)
    var imageFrame = CGRect(origin: origin, size: image)
    var titleFrame = CGRect(origin: origin, size: title)
    if looks.isHorizontal {
      imageFrame.origin.y += (content.height - image.height) / 2
      titleFrame.origin.y += (content.height - title.height) / 2
      if (looks.imagePlacement == .leading) != isRightToLeft {
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
  private var horizontalShare: CGFloat {
    switch contentHorizontalAlignment {
    case .center, .fill: 0.5
    case .left: 0
    case .right: 1
    case .leading: isRightToLeft ? 1 : 0
    case .trailing: isRightToLeft ? 0 : 1
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
