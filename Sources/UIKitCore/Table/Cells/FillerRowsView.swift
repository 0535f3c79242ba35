import Foundation

/// The lines of empty rows below the last one of a plain table, down to the end of the visible area.
final class FillerRowsView: UIView {
  private var rowHeight = 0.0
  private var inset = UIEdgeInsets.zero
  private var color = UIColor.separator

  override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
    clipsToBounds = true
  }

  required init?(coder: NSCoder) { nil }

  func show(rowHeight: Double, inset: UIEdgeInsets, color: UIColor) {
    guard rowHeight != self.rowHeight || inset != self.inset || color !== self.color else { return }
    self.rowHeight = rowHeight
    self.inset = inset
    self.color = color
    setNeedsComposite()
  }

  override func appendContent(to builder: DisplayListBuilder, in rect: CGRect) {
    let pixel = 1 / max(builder.list.scale, 1)
    let left = max(0, inset.left)
    let width = rect.width - left - max(0, inset.right)
    // Thinner rows than a pixel would be a surface, and endless.
    guard rowHeight >= pixel, width > 0 else { return }
    let line = color.drawColor(in: builder.traits)
    var bottom = rowHeight
    while bottom <= rect.height {
      builder.fill(CGRect(x: rect.minX + left, y: rect.minY + bottom - pixel, width: width, height: pixel), line)
      bottom += rowHeight
    }
  }
}
