import Foundation

/// Writes down what a `PaintedView` shows.
///
/// For modules beside `UIKitCore`, whose views cannot override `appendContent(to:in:)` and `appendOverlay(to:in:)`.
@MainActor
package protocol ViewPainter: AnyObject {
  /// Appends what lies between the view's background and its subviews.
  /// - Parameter rect: the view, in points of the window.
  func appendContent(of view: PaintedView, to builder: DisplayListBuilder, in rect: CGRect)
  /// Appends what lies over the view's subviews.
  /// - Parameter rect: the view, in points of the window.
  func appendOverlay(of view: PaintedView, to builder: DisplayListBuilder, in rect: CGRect)
}

extension ViewPainter {
  package func appendContent(of view: PaintedView, to builder: DisplayListBuilder, in rect: CGRect) {}
  package func appendOverlay(of view: PaintedView, to builder: DisplayListBuilder, in rect: CGRect) {}
}

/// A view that shows what its painter writes down. `setNeedsComposite()` has it asked again.
@MainActor
package final class PaintedView: UIView {
  private let painter: any ViewPainter

  /// A view without a size.
  /// - Parameter painter: kept alive by the view.
  package init(_ painter: any ViewPainter) {
    self.painter = painter
    super.init(frame: .zero)
  }

  package required init?(coder: NSCoder) { nil }

  override func appendContent(to builder: DisplayListBuilder, in rect: CGRect) {
    painter.appendContent(of: self, to: builder, in: rect)
  }

  override func appendOverlay(to builder: DisplayListBuilder, in rect: CGRect) {
    painter.appendOverlay(of: self, to: builder, in: rect)
  }
}
