import DemoParts
import UIKit

/// The title of a column; a click puts the processes in its order.
final class ProcessColumnTitle: UIControl {
  private let label = UILabel()
  private let key: ProcessSorting.Key

  init(_ key: ProcessSorting.Key, onClick: @escaping @MainActor () -> Void) {
    self.key = key
    super.init(frame: .zero)
    label.textAlignment = key.alignment
    addSubview(label)
    addAction(UIAction { _ in onClick() }, for: .touchUpInside)
  }

  required init?(coder: NSCoder) { nil }

  /// Says which way the processes are in order by this column, if they are.
  func show(_ sorting: ProcessSorting) {
    let isChosen = sorting.key == key
    label.follow(.compact(12, isChosen ? .semibold : .regular))
    label.textColor = isChosen ? .label : Palette.secondary
    let arrow = sorting.isAscending ? "\u{2191}" : "\u{2193}"
    let title = key.title
    // The title stands above its figures, whichever side has the arrow.
    label.text = !isChosen ? title : key.alignment == .left ? "\(title) \(arrow)" : "\(arrow) \(title)"
    accessibilityLabel = title
    accessibilityValue = isChosen ? sorting.words : nil
  }

  override var isHighlighted: Bool {
    didSet { label.alpha = isHighlighted ? 0.5 : 1 }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    label.frame = bounds
  }
}
