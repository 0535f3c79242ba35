import UIKit

/// A thin bar that fills from left to right.
package final class ProgressBar: AssembledView {
  private let filled = UIView()

  /// The part that is done, 0...1; clamped.
  package var progress = 0.0 {
    didSet {
      progress = min(max(progress, 0), 1)
      if progress != oldValue { setNeedsLayout() }
    }
  }

  package override func assemble() {
    backgroundColor = .systemFill
    filled.backgroundColor = Palette.tint
    addSubview(filled)
  }

  package override func layoutSubviews() {
    super.layoutSubviews()
    filled.frame = CGRect(x: 0, y: 0, width: bounds.width * progress, height: bounds.height)
  }
}
