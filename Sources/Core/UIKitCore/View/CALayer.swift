import Foundation

/// The part of Core Animation's layer that table code uses: the shape and edge
/// of a view. The view does the drawing; the layer only holds values and marks.
///
/// A layer that the app keeps outlives its view. It holds its values then and shows nothing.
@preconcurrency @MainActor
public final class CALayer: NSObject {
  /// Not weak, because an object with weak references costs more whenever a reference to it is counted: the view clears
  /// it at its end.
  private nonisolated(unsafe) unowned(unsafe) var view: UIView?

  /// Made by `UIView.layer`, which owns it.
  init(view: UIView) {
    self.view = view
    super.init()
  }

  /// Called at the end of the view, on any thread.
  nonisolated func viewEnds() { view = nil }

  /// Radius of the background's corners in points, clamped to half the shorter
  /// side when drawn. Content is cut by it only with `masksToBounds`.
  public var cornerRadius: CGFloat = 0 { didSet { lengthChanged("CALayer.cornerRadius", cornerRadius, oldValue) } }
  /// The corners that are round.
  public var maskedCorners: CACornerMask = .all { didSet { changed(maskedCorners != oldValue) } }
  /// Width in points of a line inside the edge, drawn over the subviews.
  public var borderWidth: CGFloat = 0 { didSet { lengthChanged("CALayer.borderWidth", borderWidth, oldValue) } }
  /// Colour of that line; nil draws none.
  public var borderColor: CGColor? { didSet { changed(borderColor !== oldValue) } }
  /// Colour of the shadow; nil draws none.
  public var shadowColor: CGColor? = .black { didSet { changed(shadowColor !== oldValue) } }
  /// 0...1; 0, the default, draws no shadow.
  public var shadowOpacity: Float = 0 {
    didSet {
      requireFinite(shadowOpacity, "CALayer.shadowOpacity", of: view)
      changed(shadowOpacity != oldValue)
    }
  }
  /// Blur in points, as Core Animation counts it: twice the standard deviation.
  public var shadowRadius: CGFloat = 3 { didSet { lengthChanged("CALayer.shadowRadius", shadowRadius, oldValue) } }
  /// How far the shadow is moved, in points; y points down, so the default lies above.
  public var shadowOffset = CGSize(width: 0, height: -3) {
    didSet {
      lengthChanged("CALayer.shadowOffset.width", shadowOffset.width, oldValue.width)
      lengthChanged("CALayer.shadowOffset.height", shadowOffset.height, oldValue.height)
    }
  }

  /// Another name of the view's `clipsToBounds`.
  public var masksToBounds: Bool {
    get { view?.clipsToBounds ?? false }
    set { view?.clipsToBounds = newValue }
  }

  /// Another name of the view's `backgroundColor`.
  public var backgroundColor: CGColor? {
    get { view?.backgroundColor }
    set { view?.backgroundColor = newValue }
  }

  /// Another name of the view's `bounds`.
  public var bounds: CGRect { view?.bounds ?? .zero }
  /// Another name of the view's `frame`.
  public var frame: CGRect { view?.frame ?? .zero }

  private func lengthChanged(_ property: StaticString, _ length: CGFloat, _ oldLength: CGFloat) {
    requireFinite(length, property, of: view)
    changed(length != oldLength)
  }

  private func changed(_ isDifferent: Bool) {
    if isDifferent { view?.setNeedsComposite() }
  }

  // MARK: Used by DisplayListBuilder

  /// The view's outline at `rect`.
  func shape(of rect: CGRect) -> RoundedRect {
    RoundedRect(rect, radius: cornerRadius, corners: maskedCorners)
  }

  var castsShadow: Bool { shadowOpacity > 0 && shadowColor != nil }
  var hasBorder: Bool { borderWidth > 0 && borderColor != nil }
}
