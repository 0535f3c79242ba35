import Foundation

/// Left and right margin, in points, where text goes from left to right; mirrored with the view.
struct HorizontalMargins: Equatable {
  var left: CGFloat
  var right: CGFloat
}

extension UIListContentView {
  /// Where everything stands at a width, in points. Texts are measured once for each width and content.
  final func layout(width: CGFloat) -> ListContentLayout {
    let traits = traitCollection
    if let measured, measured.width == width, measuredTraits === traits { return measured }
    var parts = ListContentLayout.Parts()
    if let image = shownImageSize {
      parts.image = image
      parts.reserved = reservedSize
    }
    parts.text = Self.text(of: textLabel)
    parts.secondary = Self.text(of: secondaryLabel)
    let made = ListContentLayout(parts, of: list, margins: contentMargins, width: width)
    measured = made
    measuredTraits = traits
    return made
  }

  /// Where texts begin, in points; measures none.
  final var textLeft: CGFloat {
    guard let image = shownImageSize else { return contentMargins.left }
    return contentMargins.left + max(image.width, reservedSize.width) + list.imageToTextPadding
  }

  private var shownImageSize: CGSize? {
    guard let imageView, !imageView.isHidden else { return nil }
    return list.imageProperties.shownSize(of: imageView.intrinsicContentSize)
  }

  /// Symbols stand in the middle of columns of one width, so that texts beside them begin at one place.
  private var reservedSize: CGSize {
    var size = list.imageProperties.reservedLayoutSize
    if size.width <= 0, list.image?.isSymbolImage == true {
      size.width = UIListContentConfiguration.ImageProperties.standardDimension
    }
    return size
  }

  private static func text(of label: UILabel?) -> ListContentLayout.Text? {
    guard let label, !label.isHidden else { return nil }
    return ListContentLayout.Text(
      size: { width in
        let width = max(1, width)
        let size = label.sizeThatFits(CGSize(width: width, height: 0))
        return CGSize(width: size.width, height: label.wholeHeight(ofLines: size.height))
      }, ascent: label.baselineOffsets.first)
  }

  /// The configuration's margins, at the axes it preserves at least those around; the left one is where reading begins.
  private var contentMargins: UIEdgeInsets {
    let own = list.directionalLayoutMargins
    var margins = UIEdgeInsets(top: own.top, left: own.leading, bottom: own.bottom, right: own.trailing)
    let axes = list.axesPreservingSuperviewLayoutMargins
    if let hostMargins {
      guard axes.contains(.horizontal) else { return margins }
      margins.left = max(margins.left, hostMargins.left)
      margins.right = max(margins.right, hostMargins.right)
      return margins
    }
    guard let parent, !axes.isEmpty else { return margins }
    let outer = parent.effectiveLayoutMargins
    if axes.contains(.horizontal) {
      let atLeft = outer.left - frame.minX
      let atRight = outer.right - (parent.bounds.width - frame.maxX)
      margins.left = max(margins.left, isRightToLeft ? atRight : atLeft)
      margins.right = max(margins.right, isRightToLeft ? atLeft : atRight)
    }
    if axes.contains(.vertical) {
      margins.top = max(margins.top, outer.top - frame.minY)
      margins.bottom = max(margins.bottom, outer.bottom - (parent.bounds.height - frame.maxY))
    }
    return margins
  }

  /// Texts, image or margins have another size.
  final func layoutChanged() {
    measured = nil
    setNeedsLayout()
    invalidateIntrinsicContentSize()
    // The line below a row begins where its text does.
    if hostMargins != nil { superview?.setNeedsLayout() }
  }

  final func marginsOfHostChanged() {
    measured = nil
    setNeedsLayout()
  }

  /// The places of texts and image in the view, mirrored where it reads from right to left.
  final var placedFrames: ListContentLayout.Frames {
    let width = bounds.width
    var frames = layout(width: width).frames(inHeight: bounds.height)
    guard isRightToLeft else { return frames }
    frames.image = frames.image.mirrored(in: width)
    frames.text = frames.text.mirrored(in: width)
    frames.secondary = frames.secondary.mirrored(in: width)
    return frames
  }

  final func placeContent() {
    // Margins of a view that is no cell's follow from where it is.
    if hostMargins == nil, !list.axesPreservingSuperviewLayoutMargins.isEmpty { measured = nil }
    let frames = placedFrames
    place(imageView, frames.image)
    place(textLabel, frames.text)
    place(secondaryLabel, frames.secondary)
    guides?.place(in: self, frames)
  }

  private func place(_ view: UIView?, _ frame: CGRect) {
    if let view, !view.isHidden, view.frame != frame { view.frame = frame }
  }
}
