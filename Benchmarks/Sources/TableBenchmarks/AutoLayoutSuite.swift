@preconcurrency import Benchmark
import Foundation
import TestSupport
import UIKitCore

/// A cell of six constraints as it is made, measured and used again.
@MainActor
func makeAutoLayoutSuite() -> BenchmarkSuite {
  let suite = BenchmarkSuite(name: "Auto Layout")
  let scene = AutoLayoutScene()
  suite.onMain("first layout of a cell of 6 constraints") { scene.firstLayout() }
  suite.onMain("layout of a recycled cell with another text") { scene.recycledLayout() }
  suite.onMain("height and layout of a recycled cell with another text") { scene.measuredLayout() }
  suite.onMain("layout of a cell at the width it has") { scene.repeatedLayout() }
  return suite
}

@MainActor
private final class AutoLayoutScene {
  private let app = TestApplication(size: CGSize(width: 400, height: 800))
  private let cell = ConstrainedCell()
  private var turn = 0

  init() {
    app.window.addSubview(cell)
    cell.show("short")
    cell.layOut(height: 60)
  }

  func firstLayout() {
    let made = ConstrainedCell()
    made.show("short")
    made.layOut(height: 60)
  }

  func recycledLayout() {
    turn += 1
    cell.show(turn.isMultiple(of: 2) ? "short" : "a longer title")
    cell.layOut(height: 60)
  }

  func measuredLayout() {
    turn += 1
    cell.show(turn.isMultiple(of: 2) ? "short" : "a title that is long enough to take two lines of the row")
    cell.layOut(height: cell.fittedHeight)
  }

  func repeatedLayout() {
    cell.contentView.setNeedsLayout()
    cell.layoutIfNeeded()
  }
}

@MainActor
private final class ConstrainedCell: UITableViewCell {
  private let title = UILabel()
  private let detail = UILabel()

  init() {
    super.init(style: .default, reuseIdentifier: nil)
    title.numberOfLines = 0
    for label in [title, detail] {
      label.translatesAutoresizingMaskIntoConstraints = false
      contentView.addSubview(label)
    }
    NSLayoutConstraint.activate([
      title.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 16),
      title.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 8),
      title.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -8),
      detail.leadingAnchor.constraint(equalTo: title.trailingAnchor, constant: 8),
      detail.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -16),
      detail.firstBaselineAnchor.constraint(equalTo: title.firstBaselineAnchor),
    ])
    detail.setContentHuggingPriority(.required, for: .horizontal)
    detail.text = "today"
  }

  required init?(coder: NSCoder) { nil }

  func show(_ text: String) { title.text = text }

  func layOut(height: CGFloat) {
    frame = CGRect(x: 0, y: 0, width: 400, height: height)
    layoutIfNeeded()
  }

  var fittedHeight: CGFloat {
    systemLayoutSizeFitting(
      CGSize(width: 400, height: 0), withHorizontalFittingPriority: .required,
      verticalFittingPriority: .fittingSizeLevel
    ).height
  }
}
