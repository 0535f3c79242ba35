import UIKit

/// A post as one bitmap, drawn off the main thread.
final class FeedBitmapCell: FeedCell {
  private let picture = UIImageView()
  /// The drawing the cell waits for.
  private var token: DrawingToken?

  override func assemble() {
    super.assemble()
    picture.contentMode = .topLeft
    contentView.addSubview(picture)
  }

  override func prepareForReuse() {
    super.prepareForReuse()
    unload()
  }

  override func unload() {
    token?.cancel()
    token = nil
    picture.image = nil
    showsPlaceholder = true
    isLoaded = false
  }

  override func load(with drawer: FeedDrawer, traits: UITraitCollection) {
    guard let post, let layout, !isLoaded else { return }
    isLoaded = true
    token = drawer.draw(post, layout, traits: traits) { [weak self] image in
      self?.picture.image = image
      self?.showsPlaceholder = false
    }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    picture.frame = postFrame
  }
}
