import DemoParts
import UIKit

/// The changes of the snapshot, as they are written in code, and the operations of the table, or the collection view, that came
/// of them: both carry out the same.
final class OperationListView: AssembledView {
  private let titleLabel = UILabel(.compact(13, .semibold), expands: true)
  private let line = UIView()
  private let list = CodeView()

  private static let titleHeight: CGFloat = 40

  override func assemble() {
    backgroundColor = .secondarySystemBackground
    line.backgroundColor = .separator
    titleLabel.text = "Operations"
    list.placeholder = "Change the rows: what the app calls then, and what the view does, is listed here"
    for view in [list, titleLabel, line] { addSubview(view) }
  }

  /// Lists calls, and the operations that they led to; nil while their snapshot is being compared.
  func show(calls: [String], _ operations: SnapshotOperations? = nil, summary: String = "comparing\u{2026}") {
    titleLabel.text = summary
    list.show([
      ("What the app calls", ShownCode(calls: calls)),
      ("What the view does", ShownCode(calls: operations?.operations.map(\.description) ?? [])),
    ])
  }

  /// The heading of the list.
  var summary: String { titleLabel.text ?? "" }

  override func layoutSubviews() {
    super.layoutSubviews()
    let size = bounds.size
    // Where the rows are beside it they end at its left, where they are above it at its top.
    let isBeside = frame.minX > 0
    line.frame = CGRect(x: 0, y: 0, width: isBeside ? 1 : size.width, height: isBeside ? size.height : 1)
    let top = min(Self.titleHeight, size.height)
    list.frame = CGRect(x: 1, y: top, width: max(0, size.width - 1), height: size.height - top)
    let margin = ScreenMargin.points(in: size.width)
    titleLabel.frame = CGRect(x: 1 + margin, y: 0, width: max(0, size.width - 2 * margin), height: top)
  }
}
