import Foundation

extension UIImage {
  /// The requested variant of an image.
  ///
  /// Unchecked only because an open class cannot be checked: it stores nothing.
  open class Configuration: NSObject, @unchecked Sendable {}

  /// How heavy the lines of a symbol are.
  public enum SymbolWeight: Int, CaseIterable, Sendable {
    case unspecified = 0, ultraLight, thin, light, regular, medium, semibold, bold, heavy, black

    /// Width of a line in units of the symbol's 24 unit box.
    var lineWidth: Double {
      switch self {
      case .ultraLight: 0.7
      case .thin: 1.0
      case .light: 1.4
      case .unspecified, .regular: SymbolCatalog.regularLineWidth
      case .medium: 2.0
      case .semibold: 2.2
      case .bold: 2.5
      case .heavy: 2.8
      case .black: 3.1
      }
    }
  }

  /// How large a symbol is beside text of its point size.
  public enum SymbolScale: Int, Sendable {
    case `default` = -1, unspecified, small, medium, large

    var factor: Double {
      switch self {
      case .small: 0.8
      case .default, .unspecified, .medium: 1
      case .large: 1.28
      }
    }
  }

  /// Size and weight of a symbol.
  ///
  /// Unchecked like the class above it; all it stores is constant.
  public final class SymbolConfiguration: Configuration, @unchecked Sendable {
    /// Point size of the text the symbol goes with.
    let pointSize: CGFloat
    let weight: SymbolWeight
    let scale: SymbolScale

    static let standard = SymbolConfiguration(pointSize: 17)

    /// - Parameters:
    ///   - pointSize: size of the text the symbol goes with, in points; values
    ///     that are not above 0 count as 17.
    ///   - weight: how heavy the lines are.
    ///   - scale: how large the symbol is beside the text.
    public init(
      pointSize: CGFloat, weight: SymbolWeight = .regular, scale: SymbolScale = .default
    ) {
      self.pointSize = pointSize > 0 && pointSize.isFinite ? pointSize : 17
      self.weight = weight
      self.scale = scale
    }

    /// 17 points in the weight given.
    public convenience init(weight: SymbolWeight) { self.init(pointSize: 17, weight: weight) }

    /// 17 points, regular, in the scale given.
    public convenience init(scale: SymbolScale) { self.init(pointSize: 17, scale: scale) }

    var lineWidth: Double { weight.lineWidth }

    /// Side of the symbol's box in whole points. The drawings keep some space
    /// to the box, so it is larger than the text by three tenths.
    var side: CGFloat { (pointSize * scale.factor * 1.3).rounded() }

    /// Whether size, weight and scale are equal.
    public override func isEqual(_ object: Any?) -> Bool {
      guard let other = object as? SymbolConfiguration else { return false }
      return pointSize == other.pointSize && weight == other.weight && scale == other.scale
    }

    /// Agrees with ``isEqual(_:)``.
    public override var hash: Int { pointSize.hashValue ^ weight.hashValue ^ scale.hashValue }
  }
}
