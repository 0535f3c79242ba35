import Foundation

/// An effect of a view on what is behind it.
@preconcurrency @MainActor
open class UIVisualEffect: NSObject {
  public override init() { super.init() }

  /// Fills a view that has the effect; nil for none.
  var ground: UIColor? { nil }
}

/// A blur of what is behind a view. The renderer has no blur: a colour that covers nine tenths of what is behind stands for
/// it, so that text on it can be read.
@preconcurrency @MainActor
public final class UIBlurEffect: UIVisualEffect {
  /// How light the blur is. Those that name neither light nor dark follow the view's traits, and their thickness is the same.
  public enum Style: Int, Sendable {
    case extraLight = 0, light, dark
    case regular = 4, prominent
    case systemUltraThinMaterial, systemThinMaterial, systemMaterial, systemThickMaterial, systemChromeMaterial
    case systemUltraThinMaterialLight, systemThinMaterialLight, systemMaterialLight, systemThickMaterialLight
    case systemChromeMaterialLight
    case systemUltraThinMaterialDark, systemThinMaterialDark, systemMaterialDark, systemThickMaterialDark
    case systemChromeMaterialDark
  }

  private let style: Style

  /// A blur of a style.
  public init(style: Style) {
    self.style = style
    super.init()
  }

  /// Whether the blur is dark; nil where the traits decide.
  private var isDark: Bool? {
    switch style {
    case .extraLight, .light, .systemUltraThinMaterialLight, .systemThinMaterialLight, .systemMaterialLight,
      .systemThickMaterialLight, .systemChromeMaterialLight:
      false
    case .dark, .systemUltraThinMaterialDark, .systemThinMaterialDark, .systemMaterialDark, .systemThickMaterialDark,
      .systemChromeMaterialDark:
      true
    default: nil
    }
  }

  override var ground: UIColor? {
    UIColor { [isDark] traits in
      UIColor(white: isDark ?? (traits.userInterfaceStyle == .dark) ? 0.14 : 0.97, alpha: 0.9)
    }
  }
}

/// The kind of content in the colours of a blur.
public enum UIVibrancyEffectStyle: Int, Sendable {
  case label, secondaryLabel, tertiaryLabel, quaternaryLabel, fill, secondaryFill, tertiaryFill, separator
}

/// Content that takes its colour from the blur it stands on. Without a blur it has no effect: the content keeps its colours.
@preconcurrency @MainActor
public final class UIVibrancyEffect: UIVisualEffect {
  /// Content on a blur.
  public init(blurEffect: UIBlurEffect) { super.init() }

  /// Content of a kind on a blur.
  public init(blurEffect: UIBlurEffect, style: UIVibrancyEffectStyle) { super.init() }
}

/// A view with an effect on what is behind it: here a flat colour, see `UIBlurEffect`. Subviews are added to `contentView`.
@preconcurrency @MainActor
open class UIVisualEffectView: UIView {
  /// The effect; nil for none, and then the view has no ground.
  open var effect: UIVisualEffect? { didSet { backdrop.backgroundColor = effect?.ground } }
  /// Holds the subviews of the app, in front of the effect and as large as the view.
  public final let contentView = UIView(frame: .zero)
  private let backdrop = UIView(frame: .zero)

  /// A view with an effect and without a size.
  public init(effect: UIVisualEffect?) {
    self.effect = effect
    super.init(frame: .zero)
    backdrop.backgroundColor = effect?.ground
    backdrop.isUserInteractionEnabled = false
    for part in [backdrop, contentView] {
      part.isOpaque = false
      part.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      addSubview(part)
    }
  }

  /// A view without an effect.
  /// - Parameter frame: place and size in the coming superview, in points.
  public override convenience init(frame: CGRect) {
    self.init(effect: nil)
    self.frame = frame
  }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }
}
