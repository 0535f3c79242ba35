import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@MainActor
@Suite("Layouts of a size that was measured", .serialized)
struct MeasuredLayoutTests {
  private let app = TestApplication(size: CGSize(width: 300, height: 600))

  @Test("are those of the measurement, which is not solved again; another size is")
  func measuredSize() {
    app.becomeCurrent()
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    let content = cell.contentView
    let label = UILabel()
    label.numberOfLines = 0
    label.translatesAutoresizingMaskIntoConstraints = false
    content.addSubview(label)
    NSLayoutConstraint.activate([
      label.leadingAnchor.constraint(equalTo: content.leadingAnchor, constant: 16),
      label.trailingAnchor.constraint(equalTo: content.trailingAnchor, constant: -16),
      label.topAnchor.constraint(equalTo: content.topAnchor, constant: 8),
      label.bottomAnchor.constraint(equalTo: content.bottomAnchor, constant: -8),
    ])
    cell.frame = CGRect(x: 0, y: 0, width: 300, height: 44)
    app.window.addSubview(cell)
    app.settle()
    for lines in [1, 3, 2] {
      label.text = Array(repeating: "words that fill a line of it", count: lines).joined(separator: "\n")
      cell.frame.size = cell.systemLayoutSizeFitting(
        CGSize(width: 300, height: 0), withHorizontalFittingPriority: .required,
        verticalFittingPriority: .fittingSizeLevel)
      let solved = content.constraintSolutionCount
      app.settle()
      expectEqual(content.constraintSolutionCount, solved)
      expectEqual(label.frame, CGRect(x: 16, y: 8, width: 268, height: cell.bounds.height - 16))
      expectEqual(label.frame.height, label.sizeThatFits(label.frame.size).height)
    }
    cell.frame.size.height += 10
    app.settle()
    expectEqual(label.frame.height, cell.bounds.height - 16)
  }
}
