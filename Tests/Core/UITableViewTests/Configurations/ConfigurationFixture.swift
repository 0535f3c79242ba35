import Foundation
import TestSupport

@testable import UIKitCore

/// A configuration of the tests' own; counts the views made for it.
struct BadgeConfiguration: UIContentConfiguration {
  final class Counts {
    /// Views that were made.
    var made = 0
  }

  let counts: Counts
  var title = ""
  var height: CGFloat = 80
  /// Whether the view's constraints give the height, and not `sizeThatFits`.
  var usesConstraints = false

  func makeContentView() -> UIView & UIContentView {
    counts.made += 1
    return BadgeContentView(self)
  }

  func updated(for state: any UIConfigurationState) -> BadgeConfiguration {
    var updated = self
    if let state = state as? UICellConfigurationState, state.isSelected { updated.title = "selected" }
    return updated
  }
}

/// Shows a `BadgeConfiguration`.
final class BadgeContentView: UIView, UIContentView {
  private let box = UIView(frame: .zero)
  private var boxHeight: NSLayoutConstraint?
  private(set) var assignments = 0

  init(_ badge: BadgeConfiguration) {
    configuration = badge
    super.init(frame: .zero)
    addSubview(box)
    guard badge.usesConstraints else { return }
    box.translatesAutoresizingMaskIntoConstraints = false
    let height = box.heightAnchor.constraint(equalToConstant: badge.height)
    boxHeight = height
    NSLayoutConstraint.activate([
      height, box.topAnchor.constraint(equalTo: topAnchor), box.bottomAnchor.constraint(equalTo: bottomAnchor),
      box.leadingAnchor.constraint(equalTo: leadingAnchor), box.trailingAnchor.constraint(equalTo: trailingAnchor),
    ])
  }

  required init?(coder: NSCoder) { nil }

  var badge: BadgeConfiguration? { configuration as? BadgeConfiguration }

  var configuration: any UIContentConfiguration {
    didSet {
      assignments += 1
      boxHeight?.constant = badge?.height ?? 0
    }
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: badge?.height ?? 0) }
}

/// A table whose rows are configured by a closure.
@MainActor
struct ConfiguredTable {
  let fixture: TableFixture
  var table: UITableView { fixture.table }
  var app: TestApplication { fixture.app }

  init(
    rows: Int = 3, style: UITableView.Style = .plain, cellStyle: UITableViewCell.CellStyle = .default,
    delegate: UITableViewDelegate? = nil, prepare: (UITableView) -> Void = { _ in },
    configure: @escaping (UITableViewCell, Int) -> Void
  ) {
    fixture = TableFixture(sections: [rows], style: style, delegate: delegate) { table, source in
      prepare(table)
      source.makesCell = { table, path in
        let cell =
          table.dequeueReusableCell(withIdentifier: "configured")
          ?? UITableViewCell(style: cellStyle, reuseIdentifier: "configured")
        configure(cell, path.row)
        return cell
      }
    }
  }

  func cell(_ row: Int) -> UITableViewCell { fixture.table.cellForRow(at: IndexPath(row: row, section: 0))! }
  func height(_ row: Int) -> CGFloat { fixture.table.rectForRow(at: IndexPath(row: row, section: 0)).height }
}

extension UITableViewCell {
  /// The labels of the list content the cell shows.
  var shownTexts: [String] {
    (contentView as? UIListContentView).map { view in
      [view.textLabel, view.secondaryLabel].compactMap { $0 }.filter { !$0.isHidden }.compactMap(\.text)
    } ?? []
  }
}
