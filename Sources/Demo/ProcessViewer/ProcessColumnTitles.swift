import DemoParts
import UIKit

/// The line of titles above the processes.
final class ProcessColumnTitles: UIView {
  static var height: CGFloat { CompactType.length(28) }

  private let titles: [(key: ProcessSorting.Key, control: ProcessColumnTitle)]

  /// - Parameter choose: called with the column that was clicked.
  init(choose: @escaping @MainActor (ProcessSorting.Key) -> Void) {
    titles = ProcessSorting.Key.allCases.map { key in (key, ProcessColumnTitle(key) { choose(key) }) }
    super.init(frame: .zero)
    backgroundColor = .secondarySystemBackground
    for title in titles { addSubview(title.control) }
    addLine(at: .maxYEdge)
  }

  required init?(coder: NSCoder) { nil }

  /// Marks the column the processes are in order by.
  func show(_ sorting: ProcessSorting) {
    for title in titles { title.control.show(sorting) }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let columns = ProcessColumns(width: bounds.width)
    for title in titles {
      title.control.frame = columns.frame(title.key, y: 0, height: bounds.height - 1)
    }
  }
}
