import Foundation

/// Manages a controller that is shown as a card, as high as one of its detents says.
///
/// With `large` as its only detent, which is the default, the card stands in the middle of a wide window, and reaches
/// down to the lower edge of a narrow one. With others it stands at the lower edge, and the user pulls it from one
/// detent to the next by its upper edge; pulled far enough down it goes.
@preconcurrency @MainActor
open class UISheetPresentationController: UIPresentationController {
  /// A height at which a sheet rests.
  @preconcurrency @MainActor
  public final class Detent: NSObject {
    /// The name of a detent.
    public struct Identifier: RawRepresentable, Hashable, Sendable {
      /// The name.
      public let rawValue: String
      /// The identifier with this name.
      public init(rawValue: String) { self.rawValue = rawValue }
      /// The identifier with this name.
      public init(_ rawValue: String) { self.rawValue = rawValue }
      /// About half of the window.
      public static let medium = Identifier("com.apple.UIKit.medium")
      /// As high as a sheet can be.
      public static let large = Identifier("com.apple.UIKit.large")
    }

    /// The detent's name.
    public let identifier: Identifier
    private let resolver: @MainActor (any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?

    private init(
      _ identifier: Identifier,
      _ resolver: @escaping @MainActor (any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?
    ) {
      self.identifier = identifier
      self.resolver = resolver
      super.init()
    }

    /// About half of the window.
    public static func medium() -> Detent { Detent(.medium) { ($0.maximumDetentValue * 0.54).rounded() } }
    /// As high as a sheet can be.
    public static func large() -> Detent { Detent(.large) { $0.maximumDetentValue } }
    /// A height of the app's own.
    /// - Parameters:
    ///   - identifier: a unique one is made when nil.
    ///   - resolver: the height in points, clamped to 0 ... `maximumDetentValue`; nil for a detent that is not there at
    ///     present. Called when the sheet is laid out.
    public static func custom(
      identifier: Identifier? = nil,
      resolver: @escaping @MainActor (any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?
    ) -> Detent { Detent(identifier ?? Identifier(UUID().uuidString), resolver) }

    /// The height of the detent, in points; nil while it is not there.
    public func resolvedValue(in context: any UISheetPresentationControllerDetentResolutionContext) -> CGFloat? {
      guard let value = resolver(context), value.isFinite else { return nil }
      return min(max(0, value), context.maximumDetentValue)
    }
  }

  /// The heights at which the sheet rests, lowest first; without one it is as with `large`.
  open var detents: [Detent] = [.large()] { didSet { placeMayHaveChanged(animated: changesAnimated) } }
  /// The detent at which the sheet rests; nil is the first of `detents`. The user changes it by pulling.
  open var selectedDetentIdentifier: Detent.Identifier? {
    didSet { if selectedDetentIdentifier != oldValue { placeMayHaveChanged(animated: changesAnimated) } }
  }
  /// Up to this detent the window is not shaded, and takes clicks and keys besides the sheet; nil shades it always.
  open var largestUndimmedDetentIdentifier: Detent.Identifier? {
    didSet { placeMayHaveChanged(animated: changesAnimated) }
  }
  /// Whether the sheet has a handle at its upper edge.
  open var prefersGrabberVisible = false { didSet { placeMayHaveChanged(animated: changesAnimated) } }
  /// Radius of the corners, in points; nil is the system's.
  /// - Precondition: finite.
  open var preferredCornerRadius: CGFloat? {
    didSet {
      if let preferredCornerRadius {
        requireFinite(preferredCornerRadius, "UISheetPresentationController.preferredCornerRadius")
      }
      placeMayHaveChanged(animated: changesAnimated)
    }
  }
  /// Accepted for source compatibility: scrolling moves content, the upper edge moves the sheet.
  open var prefersScrollingExpandsWhenScrolledToEdge = true
  /// Accepted for source compatibility: desktops are not turned.
  open var prefersEdgeAttachedInCompactHeight = false
  /// Accepted for source compatibility; see `prefersEdgeAttachedInCompactHeight`.
  open var widthFollowsPreferredContentSizeWhenEdgeAttached = false
  private var changesAnimated = false

  /// Changes of the sheet's properties within `changes` are animated.
  open func animateChanges(_ changes: () -> Void) {
    changesAnimated = true
    changes()
    changesAnimated = false
  }

  /// Asks the detents for their heights anew.
  open func invalidateDetents() { placeMayHaveChanged(animated: changesAnimated) }

  override func makeChrome(_ style: UIModalPresentationStyle) -> PresentationChrome {
    switch style {
    case .pageSheet, .formSheet: SheetChrome(self, style, settings: self)
    default: super.makeChrome(style)
    }
  }

  // MARK: For the sheet

  /// Whether the sheet stands at the lower edge of a wide window, too.
  final var isAttached: Bool { detents.contains { $0.identifier != .large } }

  /// The heights of the detents that are there, by detent, in points.
  final func heights(upTo maximum: CGFloat, traits: UITraitCollection) -> [(
    identifier: Detent.Identifier, height: CGFloat
  )] {
    let context = DetentContext(containerTraitCollection: traits, maximumDetentValue: maximum)
    let found = detents.compactMap { detent in
      detent.resolvedValue(in: context).map { (identifier: detent.identifier, height: $0) }
    }
    return found.isEmpty ? [(.large, maximum)] : found
  }

  /// Whether the window is not shaded at the detent that is selected.
  final func isUndimmed(among heights: [(identifier: Detent.Identifier, height: CGFloat)]) -> Bool {
    guard let largestUndimmedDetentIdentifier,
      let limit = heights.first(where: { $0.identifier == largestUndimmedDetentIdentifier })
    else { return false }
    return selected(among: heights).height <= limit.height
  }

  /// The detent at which the sheet rests.
  final func selected(among heights: [(identifier: Detent.Identifier, height: CGFloat)]) -> (
    identifier: Detent.Identifier, height: CGFloat
  ) {
    heights.first { $0.identifier == selectedDetentIdentifier } ?? heights[0]
  }

  /// The user has pulled the sheet to a detent.
  final func userSelects(_ identifier: Detent.Identifier) {
    guard identifier != selectedDetentIdentifier else { return }
    selectedDetentIdentifier = identifier
    (delegate as? any UISheetPresentationControllerDelegate)?
      .sheetPresentationControllerDidChangeSelectedDetentIdentifier(self)
  }
}

/// The values that a detent's height may depend on.
@preconcurrency @MainActor
public protocol UISheetPresentationControllerDetentResolutionContext: AnyObject {
  /// The traits of the window.
  var containerTraitCollection: UITraitCollection { get }
  /// The height of the highest sheet, in points.
  var maximumDetentValue: CGFloat { get }
}

private final class DetentContext: UISheetPresentationControllerDetentResolutionContext {
  let containerTraitCollection: UITraitCollection
  let maximumDetentValue: CGFloat

  init(containerTraitCollection: UITraitCollection, maximumDetentValue: CGFloat) {
    self.containerTraitCollection = containerTraitCollection
    self.maximumDetentValue = maximumDetentValue
  }
}

/// Hears what the user does with a sheet. All methods are optional.
@preconcurrency @MainActor
public protocol UISheetPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {
  /// The user pulled the sheet to another detent.
  func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
    _ sheetPresentationController: UISheetPresentationController)
}

extension UISheetPresentationControllerDelegate {
  /// Does nothing.
  public func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
    _ sheetPresentationController: UISheetPresentationController
  ) {}
}
