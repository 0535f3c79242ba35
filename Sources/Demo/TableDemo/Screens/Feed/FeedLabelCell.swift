import DemoParts
import UIKit

/// The same post as ordinary views, laid out and drawn on the main thread.
final class FeedLabelCell: FeedCell {
  private let content = UIView()
  private let avatar = UIView()
  private let initials = UILabel(FeedLook.initialsFont, .white, alignment: .center)
  private let quote = UIView()
  private let pictures = (0..<3).map { _ in FeedArtView() }
  private let nameLabel = UILabel(FeedLayout.nameFont)
  private let handleLabel = UILabel(FeedLayout.handleFont, Palette.secondary)
  private let textView = UILabel(FeedLayout.textFont, lines: 0)
  private let quoteName = UILabel(FeedLayout.quoteNameFont)
  private let quoteText = UILabel(FeedLayout.quoteFont, Palette.secondary, lines: 0)
  private let counts = UILabel(FeedLayout.handleFont, Palette.secondary)

  override func assemble() {
    super.assemble()
    content.isHidden = true
    for label in [textView, quoteText] { label.lineBreakMode = .byWordWrapping }
    avatar.layer.cornerRadius = 22
    quote.layer.cornerRadius = FeedLook.quoteRadius
    quote.backgroundColor = .secondarySystemBackground
    avatar.addSubview(initials)
    for view in [avatar, nameLabel, handleLabel, textView, quote, quoteName, quoteText, counts] + pictures {
      content.addSubview(view)
    }
    contentView.addSubview(content)
  }

  override func prepareForReuse() {
    super.prepareForReuse()
    content.isHidden = true
  }

  override func load(with drawer: FeedDrawer, traits: UITraitCollection) {
    guard let post, !isLoaded else { return }
    isLoaded = true
    showsPlaceholder = false
    content.isHidden = false
    avatar.backgroundColor = FeedLook.colors[post.author.color]
    initials.text = post.author.initials
    nameLabel.text = post.author.name
    handleLabel.text = FeedPicture.handleText(post)
    textView.text = post.text
    quoteName.text = post.quote?.author.name
    quoteText.text = post.quote?.text
    counts.text = FeedPicture.countsText(post)
    for (index, view) in pictures.enumerated() {
      view.isHidden = index >= post.pictures.count
      if !view.isHidden { view.seed = post.pictures[index] }
    }
    setNeedsLayout()
    drawer.count(.drawn)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    content.frame = postFrame
    guard let layout else { return }
    avatar.frame = layout.avatar
    initials.frame = avatar.bounds
    nameLabel.frame = layout.name
    handleLabel.frame = layout.handle
    textView.frame = layout.text
    quote.isHidden = layout.quote == nil
    quote.frame = layout.quote ?? .zero
    quoteName.frame = layout.quoteName
    quoteText.frame = layout.quoteText
    for (view, frame) in zip(pictures, layout.pictures) { view.frame = frame }
    counts.frame = layout.counts
  }
}

/// A picture of a post, drawn by a view.
private final class FeedArtView: UIView {
  var seed = 0 { didSet { if seed != oldValue { setNeedsDisplay() } } }

  override func draw(_ rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.clip(to: bounds, cornerRadius: FeedLook.pictureRadius)
    FeedArt.draw(seed, in: bounds, context)
  }
}
