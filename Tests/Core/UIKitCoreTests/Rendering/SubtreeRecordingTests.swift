import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

/// Rows appended from what they looked like before, against rows walked anew in every frame.
@MainActor @Suite(.serialized) struct SubtreeRecordingTests {
  private final class Rows: NSObject, UITableViewDataSource {
    let picture = UIImage(systemName: "star")
    var bound = 0

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 500 }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      bound += 1
      let cell =
        tableView.dequeueReusableCell(withIdentifier: "row")
        ?? UITableViewCell(style: .subtitle, reuseIdentifier: "row")
      cell.textLabel?.text = "Row \(indexPath.row)"
      cell.detailTextLabel?.text = indexPath.row % 3 == 0 ? nil : "number \(indexPath.row)"
      cell.imageView?.image = indexPath.row % 4 == 0 ? picture : nil
      cell.accessoryType = indexPath.row % 2 == 0 ? .checkmark : .none
      return cell
    }
  }

  private func makeTable(_ rows: Rows, style: UITableView.Style = .plain, in app: TestApplication) -> UITableView {
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 400, height: 600), style: style)
    table.rowHeight = 60
    table.dataSource = rows
    app.window.addSubview(table)
    app.settle()
    return table
  }

  /// What a walk over every view puts into the list now.
  private func walked(_ app: TestApplication) -> ContiguousArray<DrawCommand> {
    // Numbers in the tests are such that sums are exact in any order.
    let builder = DisplayListBuilder(usesRecordings: false)
    builder.build(app.window)
    return builder.list.commands
  }

  @Test(
    "whatever changes in a row, it is drawn as if it were walked anew", arguments: 0..<30)
  func equalsWalk(seed: Int) {
    var random = SeededRandom(seed: seed)
    let app = TestApplication()
    let rows = Rows()
    let table = makeTable(rows, style: [.plain, .grouped, .insetGrouped][seed % 3], in: app)
    for _ in 0..<120 {
      let cells = table.visibleCells
      if let cell = cells.randomElement(using: &random) { change(cell, in: table, app, &random) }
      table.contentOffset.y = CGFloat(Int.random(in: 0...20, using: &random) * 37 + seed)
      app.frame()
      expectEqual(app.backend.list.commands, walked(app))
    }
    app.settle()
  }

  private func change(
    _ cell: UITableViewCell, in table: UITableView, _ app: TestApplication, _ random: inout SeededRandom
  ) {
    let number = Int.random(in: 0...9, using: &random)
    let views = cell.contentView.subviews
    let view = views.randomElement(using: &random) ?? cell.contentView
    switch Int.random(in: 0..<22, using: &random) {
    case 0: cell.textLabel?.text = "text \(number)"
    case 1: cell.textLabel?.textColor = number.isMultiple(of: 2) ? .red : .label
    case 2: view.isHidden.toggle()
    case 3: view.alpha = CGFloat(number) / 9
    case 4: view.frame.origin.x += CGFloat(number)
    case 5: cell.contentView.addSubview(UIView(frame: CGRect(x: 200, y: number, width: 20, height: 20)))
    case 6: views.last?.removeFromSuperview()
    case 7: views.last?.backgroundColor = number.isMultiple(of: 2) ? .blue : nil
    case 8: cell.contentView.sendSubviewToBack(view)
    case 9: view.layer.cornerRadius = CGFloat(number)
    case 10: view.clipsToBounds.toggle()
    case 11: view.transform = number < 5 ? .identity : CGAffineTransform(scaleX: 2, y: 0.5)
    case 12: UIView.animate(withDuration: 0.05) { view.alpha = CGFloat(number) / 9 }
    case 13: cell.backgroundColor = number.isMultiple(of: 2) ? .systemGray4 : nil
    case 14: cell.alpha = number < 5 ? 1 : 0.5
    case 15: table.selectRow(at: table.indexPath(for: cell), animated: number < 5, scrollPosition: .none)
    case 16: app.window.overrideUserInterfaceStyle = number < 5 ? .dark : .light
    case 17: table.alpha = number < 7 ? 1 : 0.5
    case 18: table.reloadData()
    case 19: cell.accessoryType = number < 5 ? .disclosureIndicator : .detailButton
    case 20: table.separatorStyle = number < 5 ? .none : .singleLine
    default: app.window.tintColor = number < 5 ? .systemGreen : .systemRed
    }
  }

  @Test("a row that moves and does not change is not walked")
  func keepsRecording() {
    final class Counting: UILabel {
      var drawn = 0
      override func drawText(in rect: CGRect) {
        drawn += 1
        super.drawText(in: rect)
      }
    }
    let app = TestApplication()
    let rows = Rows()
    let table = makeTable(rows, in: app)
    let label = Counting(frame: CGRect(x: 100, y: 10, width: 100, height: 20))
    label.text = "counted"
    table.visibleCells[4].contentView.addSubview(label)
    app.frame()
    expectEqual(label.drawn, 1)
    for offset in 1...20 {
      table.contentOffset.y = CGFloat(offset)
      app.frame()
    }
    expectEqual(label.drawn, 1)
    expect(app.backend.visibleTexts.contains("counted"))
    label.text = "changed"
    app.frame()
    expectEqual(label.drawn, 2)
    expect(app.backend.visibleTexts.contains("changed"))
  }

  @Test("after the device was lost, rows give their text and images anew")
  func deviceLost() {
    let app = TestApplication()
    let rows = Rows()
    let table = makeTable(rows, in: app)
    let texts = app.backend.visibleTexts
    app.backend.losesDeviceOnNextDraw = true
    table.backgroundColor = .systemGray4
    app.settle()
    expectEqual(app.backend.visibleTexts, texts)
    expect(!app.backend.images.isEmpty)
  }

  @Test("the list of 10 rows of a label and a line has 23 commands; scrolling adds those of one row")
  func commandCount() {
    final class Plain: NSObject, UITableViewDataSource {
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1000 }
      func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
        cell.textLabel?.text = "\(indexPath.row)"
        return cell
      }
    }
    let rows = Plain()
    let app = TestApplication()
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 400, height: 600))
    table.rowHeight = 60
    table.dataSource = rows
    app.window.addSubview(table)
    app.settle()
    // The table's background and clip, then a label and a line a row.
    expectEqual(app.backend.list.commands.count, 3 + 2 * 10)
    table.contentOffset.y = 30
    app.frame()
    expectEqual(app.backend.list.commands.count, 3 + 2 * 11)
  }
}
