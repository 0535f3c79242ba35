import Foundation

/// Describes the content of a cell, header or footer, and makes the view that shows it.
///
/// Assigned to `contentConfiguration` of a cell. Two configurations whose views support each other share one view: it
/// is kept and told the new configuration (G2).
public protocol UIContentConfiguration {
  /// Makes a view that shows the configuration. Called when no view at hand supports it.
  @MainActor func makeContentView() -> UIView & UIContentView
  /// The configuration as it is in a state. Called when the state of the cell changed (G4).
  func updated(for state: any UIConfigurationState) -> Self
}

/// A view that shows a content configuration.
@MainActor
public protocol UIContentView: NSObjectProtocol {
  /// What the view shows. Setting it updates the view.
  var configuration: any UIContentConfiguration { get set }
  /// Whether the view can show `configuration`. Unless implemented: whether it is of the same type as the present one.
  func supports(_ configuration: any UIContentConfiguration) -> Bool
}

extension UIContentView {
  /// Whether `configuration` is of the type of the present one.
  public func supports(_ configuration: any UIContentConfiguration) -> Bool {
    type(of: configuration) == type(of: self.configuration)
  }
}

/// Makes a colour of another one, for instance a paler one. Equal are only copies of one transformer.
public struct UIConfigurationColorTransformer: Hashable {
  private final class Rule {
    let apply: (UIColor) -> UIColor
    init(_ apply: @escaping (UIColor) -> UIColor) { self.apply = apply }
  }
  private let rule: Rule

  /// A transformer by its rule.
  public init(_ transform: @escaping (UIColor) -> UIColor) { rule = Rule(transform) }

  /// The transformed colour.
  public func callAsFunction(_ input: UIColor) -> UIColor { rule.apply(input) }

  /// The colour's grey of the same lightness (weights of Rec. 709).
  public static var grayscale: UIConfigurationColorTransformer {
    UIConfigurationColorTransformer { color in
      UIColor(dynamicProvider: { traits in
        let shown = color.drawColor(in: traits)
        let luma = 0.2126 * Double(shown.red) + 0.7152 * Double(shown.green) + 0.0722 * Double(shown.blue)
        return UIColor(white: luma / 255, alpha: Double(shown.alpha) / 255)
      })
    }
  }

  /// The colour itself: views pass their tint.
  public static var preferredTint: UIConfigurationColorTransformer { UIConfigurationColorTransformer { $0 } }

  /// The colour at the opacity of secondary labels.
  public static var monochromeTint: UIConfigurationColorTransformer {
    UIConfigurationColorTransformer { _ in .secondaryLabel }
  }

  public static func == (a: Self, b: Self) -> Bool { a.rule === b.rule }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(rule)) }
}
