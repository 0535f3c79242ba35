import Foundation

/// Makes a colour of another one, for instance a paler one. Equal are only copies of one transformer.
public struct UIConfigurationColorTransformer: Hashable {
  private final class Rule {
    let apply: (UIColor) -> UIColor
    init(_ apply: @escaping (UIColor) -> UIColor) { self.apply = apply }
  }

  private enum Kind { case grayscale, preferredTint, monochromeTint, custom(Rule) }

  private let kind: Kind

  private init(_ kind: Kind) { self.kind = kind }

  /// A transformer by its rule.
  public init(_ transform: @escaping (UIColor) -> UIColor) { kind = .custom(Rule(transform)) }

  /// The transformed colour.
  public func callAsFunction(_ input: UIColor) -> UIColor {
    switch kind {
    case .grayscale: Self.gray(input)
    case .preferredTint: input
    case .monochromeTint: .secondaryLabel
    case .custom(let rule): rule.apply(input)
    }
  }

  /// The colour's grey of the same lightness (weights of Rec. 709).
  public static var grayscale: Self { Self(.grayscale) }
  /// The colour itself: views pass their tint.
  public static var preferredTint: Self { Self(.preferredTint) }
  /// The colour of secondary labels, whatever the tint.
  public static var monochromeTint: Self { Self(.monochromeTint) }

  private static func gray(_ color: UIColor) -> UIColor {
    UIColor(dynamicProvider: { traits in
      let shown = color.drawColor(in: traits)
      let luma = 0.2126 * Double(shown.red) + 0.7152 * Double(shown.green) + 0.0722 * Double(shown.blue)
      return UIColor(white: luma / 255, alpha: Double(shown.alpha) / 255)
    })
  }

  /// Whether both are copies of one transformer.
  public static func == (a: Self, b: Self) -> Bool {
    switch (a.kind, b.kind) {
    case (.grayscale, .grayscale), (.preferredTint, .preferredTint), (.monochromeTint, .monochromeTint): true
    case (.custom(let a), .custom(let b)): a === b
    default: false
    }
  }

  /// Agrees with `==`.
  public func hash(into hasher: inout Hasher) {
    switch kind {
    case .grayscale: hasher.combine(0)
    case .preferredTint: hasher.combine(1)
    case .monochromeTint: hasher.combine(2)
    case .custom(let rule): hasher.combine(ObjectIdentifier(rule))
    }
  }
}
