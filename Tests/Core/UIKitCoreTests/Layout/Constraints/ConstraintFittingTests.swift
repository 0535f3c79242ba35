import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@MainActor @Suite struct ConstraintFittingTests {
  private let app = TestApplication()

  /// A row as apps write it.
  private final class Row: UITableViewCell {
    let title = makeLabel("", lines: 0)
    let badge = Block(20, 20)

    override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
      super.init(style: style, reuseIdentifier: reuseIdentifier)
      for view in [title, badge] { contentView.addSubview(view) }
      let margins = contentView.layoutMarginsGuide
      NSLayoutConstraint.activate([
        title.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
        title.topAnchor.constraint(equalTo: margins.topAnchor),
        title.bottomAnchor.constraint(equalTo: margins.bottomAnchor),
        badge.leadingAnchor.constraint(equalTo: title.trailingAnchor, constant: 8),
        badge.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
        badge.centerYAnchor.constraint(equalTo: contentView.centerYAnchor),
      ])
      badge.setContentHuggingPriority(.required, for: .horizontal)
      badge.setContentCompressionResistancePriority(.required, for: .horizontal)
    }

    required init?(coder: NSCoder) { nil }
  }

  private func height(of view: UIView, width: CGFloat) -> CGFloat {
    view.systemLayoutSizeFitting(
      CGSize(width: width, height: 0), withHorizontalFittingPriority: .required,
      verticalFittingPriority: .fittingSizeLevel
    ).height
  }

  @Test("a cell's height is what the constraints of its content ask for at its width")
  func cellHeight() {
    let cell = Row(style: .default, reuseIdentifier: nil)
    cell.title.text = "aaaa bbbb cccc"
    // 16 + title + 8 + 20 + 16 wide; the title needs 140 for one line and 90 for two.
    expectEqual(height(of: cell, width: 200), CGFloat(46))
    expectEqual(height(of: cell, width: 199), CGFloat(70))
    expectEqual(height(of: cell, width: 149), CGFloat(94))
    cell.title.text = "a"
    expectEqual(height(of: cell, width: 149), CGFloat(46))
  }

  @Test("an accessory makes the content narrower")
  func accessory() {
    let cell = Row(style: .default, reuseIdentifier: nil)
    cell.title.text = "aaaa bbbb cccc"
    cell.accessoryType = .disclosureIndicator
    expectEqual(height(of: cell, width: 234), CGFloat(46))
    expectEqual(height(of: cell, width: 233), CGFloat(70))
  }

  @Test("cells without vertical constraints have the usual height")
  func noHeight() {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    let dot = Block(10)
    cell.contentView.addSubview(dot)
    dot.leadingAnchor.constraint(equalTo: cell.contentView.leadingAnchor).isActive = true
    expectEqual(height(of: cell, width: 300), 44)
    expectEqual(height(of: UITableViewCell(style: .default, reuseIdentifier: nil), width: 300), 44)
  }

  @Test("a header's height is what the constraints of its content ask for")
  func header() {
    let header = UITableViewHeaderFooterView(reuseIdentifier: nil)
    let label = makeLabel("title")
    header.contentView.addSubview(label)
    label.pin(inset: 6)
    expectEqual(height(of: header, width: 300), 36)
  }

  @Test("constraints between a subview of the content and the cell itself count too")
  func throughTheContent() {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    let block = Block(50, 70)
    cell.contentView.addSubview(block)
    NSLayoutConstraint.activate([
      block.topAnchor.constraint(equalTo: cell.topAnchor, constant: 5),
      block.bottomAnchor.constraint(equalTo: cell.bottomAnchor, constant: -5),
      block.leadingAnchor.constraint(equalTo: cell.leadingAnchor, constant: 12),
    ])
    expectEqual(height(of: cell, width: 300), 80)
    cell.frame = CGRect(x: 0, y: 0, width: 300, height: 80)
    cell.layoutIfNeeded()
    expectEqual(block.frame, CGRect(x: 12, y: 5, width: 50, height: 70))
  }

  @Test("a cell measured and laid out at random widths with random texts equals a fresh one", arguments: 0..<10)
  func recycled(seed: Int) {
    var random = SeededRandom(seed: seed)
    let cell = Row(style: .default, reuseIdentifier: nil)
    for step in 0..<40 {
      let words = (0..<Int.random(in: 0...10, using: &random)).map { _ in
        String(repeating: "x", count: Int.random(in: 1...8, using: &random))
      }
      let width = CGFloat(Int.random(in: 120...400, using: &random))
      let fresh = Row(style: .default, reuseIdentifier: nil)
      for row in [cell, fresh] {
        row.title.text = words.joined(separator: " ")
        row.badge.size.height = CGFloat(words.count)
        if step % 3 != 0 { row.frame = CGRect(x: 0, y: 0, width: width, height: height(of: row, width: width)) }
        if step % 3 == 0 { row.frame = CGRect(x: 0, y: 0, width: width, height: 60) }
        row.layoutIfNeeded()
      }
      expectEqual(cell.frame, fresh.frame, "seed \(seed), step \(step)")
      expectEqual(cell.title.frame, fresh.title.frame, "seed \(seed), step \(step)")
      expectEqual(cell.badge.frame, fresh.badge.frame, "seed \(seed), step \(step)")
      expectEqual(cell.contentView.constraintReports, [])
    }
  }

  @Test("a measured cell is solved once for its height, which is its layout as well, and at the same width no more")
  func solvesOnce() {
    let cell = Row(style: .default, reuseIdentifier: nil)
    cell.title.text = "aaaa bbbb cccc"
    func showAgain() {
      cell.frame = CGRect(x: 0, y: 0, width: 150, height: height(of: cell, width: 150))
      cell.layoutIfNeeded()
    }
    showAgain()
    let solutions = cell.contentView.constraintSolutionCount
    expectEqual(solutions, 1)
    cell.setNeedsLayout()
    cell.contentView.setNeedsLayout()
    cell.layoutIfNeeded()
    expectEqual(cell.contentView.constraintSolutionCount, solutions)
    showAgain()
    expectEqual(cell.contentView.constraintSolutionCount, solutions)
  }

  @Test("a view inside of a larger system is measured by what is inside of it")
  func inside() {
    let box = Block()
    let content = Block(30, 20)
    let root = UIView(size: CGSize(width: 300, height: 200), box)
    box.addSubview(content)
    content.pin(inset: 5)
    box.pin()
    root.layoutIfNeeded()
    expectEqual(content.frame.size, CGSize(width: 290, height: 190))
    expectEqual(box.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize), CGSize(width: 40, height: 30))
    root.setNeedsLayout()
    root.layoutIfNeeded()
    expectEqual(content.frame.size, CGSize(width: 290, height: 190))
  }
}
