import Foundation

/// Titles, colours and images by state, for buttons without a configuration.
extension UIButton {
  /// The title in `state`; in states without one, that of `.normal` is shown.
  public final func setTitle(_ title: String?, for state: State) {
    titles[state] = title
    looksMayHaveChanged()
  }

  /// The colour of the title in `state`.
  public final func setTitleColor(_ color: UIColor?, for state: State) {
    titleColors[state] = color
    looksMayHaveChanged()
  }

  /// The image in `state`; in states without one, that of `.normal` is shown.
  public final func setImage(_ image: UIImage?, for state: State) {
    images[state] = image
    looksMayHaveChanged()
  }

  /// The title that was set for exactly this state.
  public final func title(for state: State) -> String? { titles[state] }
  /// The title colour that was set for exactly this state.
  public final func titleColor(for state: State) -> UIColor? { titleColors[state] }
  /// The image that was set for exactly this state.
  public final func image(for state: State) -> UIImage? { images[state] }

  /// The title shown now.
  public final var currentTitle: String? { looks.title }
  /// The colour of the title now.
  public final var currentTitleColor: UIColor { looks.foreground }
  /// The image shown now.
  public final var currentImage: UIImage? { looks.image }

  /// The looks that follow from the current state, the kind and the configuration.
  var currentLooks: ButtonLooks {
    var looks = ButtonLooks()
    looks.title = titles[state] ?? titles[.normal]
    looks.image = images[state] ?? images[.normal]
    if let configuration {
      configuration.apply(
        to: &looks, state: state, tint: tintColor,
        followsCategory: titleLabel?.adjustsFontForContentSizeCategory ?? false)
      return looks
    }
    let own = titleColors[state]
    if buttonType == .custom {
      looks.foreground = own ?? titleColors[.normal] ?? .white
      return looks
    }
    if let image = looks.image, image.renderingMode == .automatic {
      looks.image = image.withRenderingMode(.alwaysTemplate)
    }
    looks.foreground = own ?? titleColors[.normal] ?? tintColor
    if !isEnabled, own == nil { looks.foreground = .tertiaryLabel }
    if isHighlighted, own == nil { looks.contentAlpha = ButtonLooks.pressedAlpha }
    return looks
  }
}
