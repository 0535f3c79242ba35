import Foundation
import Pixels
import Typesetting

extension UILabel {
  /// Appends the text command, and the slot's new content where something changed.
  func appendText(to builder: DisplayListBuilder, in rect: CGRect) {
    guard let storedText, !storedText.isEmpty, let application = UIApplication.current else {
      return
    }
    let bounds = storedBounds
    drawText(in: bounds)
    let area = textArea
    guard area.size.width > 0, area.size.height > 0 else { return }

    prepareFont()
    let conditions = conditions(for: area.size, in: builder, application)
    if picture?.holds(for: conditions) != true {
      let made = makePicture(conditions, traits: builder.traits, typesetter: application.typesetter)
      picture = made.picture
      if made.picture.isVisible {
        let slot = slot ?? application.resources.makeSlot()
        self.slot = slot
        builder.update(TextSlotUpdate(slot: slot, frame: made.frame, background: conditions.background))
      }
    }
    guard let picture, let slot, picture.isVisible else { return }

    let origin = textOrigin(picture, in: area, scale: conditions.scale)
    let place = CGPoint(
      x: rect.origin.x + origin.x - bounds.origin.x, y: rect.origin.y + origin.y - bounds.origin.y)
    // Lines are limited to the height, but one is shown in any case.
    let spills = picture.height > conditions.height + 0.5
    if spills { builder.append(.pushClip(rect)) }
    builder.text(slot, at: place)
    if spills { builder.append(.popClip) }
  }

  private func conditions(
    for area: CGSize, in builder: DisplayListBuilder, _ application: UIApplication
  ) -> LabelPicture.Conditions {
    let scale = builder.list.scale
    let highlight = isHighlighted ? highlightedTextColor : nil
    var color = highlight?.drawColor(in: builder.traits) ?? storedTextColor.drawColor(in: builder.traits)
    if !isEnabled { color = color.multiplyingAlpha(by: 0.5) }
    var background: DrawColor?
    if storedAlpha == 1, presentation == nil, layerStorage == nil, let own = storedBackgroundColor {
      let resolved = own.drawColor(in: builder.traits)
      background = resolved.isOpaque ? resolved : nil
    }
    return LabelPicture.Conditions(
      scale: scale, width: area.width * scale, height: area.height * scale, color: color,
      overridesColor: highlight != nil, isDark: builder.traits.isDark,
      isHighContrast: builder.traits.isHighContrast, background: background,
      generation: application.resources.generation)
  }

  private func makePicture(
    _ conditions: LabelPicture.Conditions, traits: UITraitCollection, typesetter: Typesetter
  ) -> (picture: LabelPicture, frame: TextFrame) {
    let scale = conditions.scale
    let box = textBox(
      width: conditions.width, height: conditions.height, lines: numberOfLines, scale: scale)
    func styled(_ fontScale: CGFloat) -> StyledText {
      styledText(
        fontScale: fontScale, color: conditions.color, overridesColor: conditions.overridesColor,
        traits: traits, scale: scale)
    }
    var fontScale: CGFloat = 1
    if adjustsFontSizeToFitWidth, numberOfLines == 1 {
      fontScale = fittingScale(for: box, typesetter: typesetter, styled: styled)
    }
    let layout = typesetter.layout(styled(fontScale), in: box)
    var picture = LabelPicture(layout, conditions, isShrunk: fontScale < 1)
    var frame = layout.frame
    if picture.placement == .right, picture.lineCount == 1 {
      // A line ends at the right edge of its frame, which is whole pixels wide: figures below each other end at one place.
      frame.offsetX = max(0, Double(TextLayout.pixels(picture.width)) - picture.width)
    }
    if let shadowColor {
      addShadow(shadowColor.drawColor(in: traits), scale: scale, to: &frame, inset: &picture.inset)
    }
    return (picture, frame)
  }

  /// The largest part of the font's size, of those allowed, at which the text fits.
  private func fittingScale(
    for box: TextBox, typesetter: Typesetter, styled: (CGFloat) -> StyledText
  ) -> CGFloat {
    let open = TextBox(width: .infinity, lineBreakMode: .byClipping)
    let natural = typesetter.measure(styled(1), in: open).width
    guard !box.fits(natural) else { return 1 }
    let least = min(1, max(0.1, minimumScaleFactor.isFinite ? minimumScaleFactor : 1))
    var factor = max(least, box.width / natural)
    // Hinted widths do not shrink evenly.
    while factor > least, !box.fits(typesetter.measure(styled(factor), in: open).width) {
      factor = max(least, factor * 0.97)
    }
    return factor
  }

  /// Puts a copy of the runs below them, in the same bitmap.
  private func addShadow(_ color: DrawColor, scale: CGFloat, to frame: inout TextFrame, inset: inout CGPoint) {
    guard color.alpha > 0, shadowOffset.width.isFinite, shadowOffset.height.isFinite else { return }
    func pixels(_ points: CGFloat) -> Double { (min(max(points, -100), 100) * scale).rounded() }
    let (dx, dy) = (pixels(shadowOffset.width), pixels(shadowOffset.height))
    let shift = CGPoint(x: max(0, -dx), y: max(0, -dy))
    inset.x += shift.x
    inset.y += shift.y
    var runs = frame.runs
    for index in runs.indices {
      runs[index].x += shift.x
      runs[index].baseline += shift.y
    }
    let copies = runs.map { run in
      var copy = run
      copy.x += dx
      copy.baseline += dy
      copy.color = color
      copy.background = nil
      return copy
    }
    frame.runs = copies + runs
    frame.pixelWidth += Int(abs(dx))
    frame.pixelHeight += Int(abs(dy))
  }

  /// Where the frame's top-left corner lies in the label's coordinates. Offsets are
  /// whole pixels, so that labels that scroll together keep their distances.
  private func textOrigin(_ picture: LabelPicture, in area: CGRect, scale: CGFloat) -> CGPoint {
    let gap = area.width * scale - picture.textWidth
    let x: CGFloat =
      switch picture.placement {
      case .right: max(0, gap.rounded(.down))
      case .center: max(0, (gap / 2).rounded(.down))
      default: 0
      }
    let y = ((area.height * scale - picture.height) / 2).rounded()
    return CGPoint(
      x: area.minX + (x - picture.inset.x) / scale, y: area.minY + (y - picture.inset.y) / scale)
  }
}
