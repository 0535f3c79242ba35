import DemoParts
import UIKit

/// A row of the feed: it first shows a placeholder, and is then loaded once.
class FeedCell: AssembledCell {
  private(set) final var post: FeedPost?
  private(set) final var layout: FeedLayout?
  /// Whether the post itself is shown, or on its way.
  final var isLoaded = false
  private let placeholder = FeedPlaceholder()

  override func assemble() {
    selectionStyle = .none
    contentView.addSubview(placeholder)
  }

  /// Shows the placeholder of a post.
  final func prepare(_ post: FeedPost, _ layout: FeedLayout) {
    self.post = post
    self.layout = layout
    isLoaded = false
    showsPlaceholder = true
    // A picture says nothing by itself.
    accessibilityLabel = post.words
    setNeedsLayout()
  }

  final var showsPlaceholder: Bool {
    get { !placeholder.isHidden }
    set { placeholder.isHidden = !newValue }
  }

  /// Shows the post that was prepared. Overridden.
  /// - Parameter traits: of the table; a cell that is being made is in no window yet.
  func load(with drawer: FeedDrawer, traits: UITraitCollection) { isLoaded = true }

  /// The row has left the screen: gives back what only a row that is seen needs. Overridden.
  func unload() {}

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: layout?.height ?? FeedLayout.usualHeight)
  }

  /// Where the post stands in the content view, in whole points: its picture is shown pixel by pixel.
  final var postFrame: CGRect {
    let row = contentView.bounds
    let width = FeedLayout.width(inRow: row.width)
    return CGRect(x: ((row.width - width) / 2).rounded(.down), y: 0, width: width, height: row.height)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    placeholder.frame = postFrame
  }
}

/// Grey shapes where avatar, name and text will be.
private final class FeedPlaceholder: AssembledView {
  private let shapes = (0..<4).map { _ in UIView() }
  private static let lines: [(y: CGFloat, width: CGFloat)] = [(16, 120), (38, 420), (56, 300)]

  override func assemble() {
    for shape in shapes {
      shape.backgroundColor = .tertiarySystemFill
      addSubview(shape)
    }
    shapes[0].frame = CGRect(x: 16, y: 12, width: 44, height: 44)
    shapes[0].layer.cornerRadius = 22
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    for (shape, line) in zip(shapes.dropFirst(), Self.lines) {
      shape.layer.cornerRadius = 4
      shape.frame = CGRect(x: 72, y: line.y, width: max(0, min(line.width, bounds.width - 88)), height: 10)
    }
  }
}
