import Foundation

/// The rectangles of a list content view's parts for constraints, made when an app first asks for one.
@MainActor
final class ListContentGuides {
  let text: UILayoutGuide
  let secondaryText: UILayoutGuide
  let image: UILayoutGuide
  /// Of the view, when they were placed.
  private var size = CGSize.zero

  init(of view: UIListContentView) {
    text = UILayoutGuide(.part, of: view)
    secondaryText = UILayoutGuide(.part, of: view)
    image = UILayoutGuide(.part, of: view)
  }

  /// Places the guides. Views that are constrained to a guide that moved are laid out again.
  func place(in view: UIListContentView, _ frames: ListContentLayout.Frames) {
    guard
      size != view.bounds.size || text.solvedFrame != frames.text || secondaryText.solvedFrame != frames.secondary
        || image.solvedFrame != frames.image
    else { return }
    size = view.bounds.size
    text.solvedFrame = frames.text
    secondaryText.solvedFrame = frames.secondary
    image.solvedFrame = frames.image
    view.marginsMayHaveChanged()
  }
}

extension UIListContentView {
  /// Where the first text is, for constraints; nil without one.
  public final var textLayoutGuide: UILayoutGuide? { list.hasText ? placedGuides.text : nil }

  /// Where the second text is, for constraints; nil without one.
  public final var secondaryTextLayoutGuide: UILayoutGuide? {
    list.hasSecondaryText ? placedGuides.secondaryText : nil
  }

  /// Where the image is, for constraints; nil without one.
  public final var imageLayoutGuide: UILayoutGuide? { list.image == nil ? nil : placedGuides.image }

  private var placedGuides: ListContentGuides {
    if let guides { return guides }
    let made = ListContentGuides(of: self)
    guides = made
    made.place(in: self, placedFrames)
    return made
  }
}
