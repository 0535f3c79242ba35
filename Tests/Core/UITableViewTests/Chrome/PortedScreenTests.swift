import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

/// The screen of Examples/PortedScreens, beside its measures on iOS 17 (Documentation/Text.md).
@MainActor
@Suite("A screen from iOS", .serialized)
struct PortedScreenTests {
  /// A title in bold type of 22 points, a label, a button and a table below them, as `ReminderListController` has them.
  private final class Reminders: UIViewController, UITableViewDataSource {
    let heading = UILabel()
    let stamp = UILabel()
    let add = UIButton(type: .system)
    let table = UITableView()
    var style = UITableViewCell.CellStyle.default

    override func viewDidLoad() {
      super.viewDidLoad()
      heading.text = "Reminders"
      heading.font = .boldSystemFont(ofSize: 22)
      stamp.text = "today"
      add.setTitle("Add", for: .normal)
      let views: [String: UIView] = ["title": heading, "stamp": stamp, "add": add, "table": table]
      for child in views.values {
        child.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(child)
      }
      for format in [
        "H:|-[title]-[stamp]-(>=8)-[add]-|", "H:|[table]|", "V:|-12-[title]-[table]|", "V:|-14-[stamp]", "V:|-8-[add]",
      ] {
        NSLayoutConstraint.activate(
          NSLayoutConstraint.constraints(withVisualFormat: format, options: [], metrics: nil, views: views))
      }
      table.dataSource = self
    }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = UITableViewCell(style: style, reuseIdentifier: nil)
      cell.textLabel?.text = "Water the plants"
      cell.detailTextLabel?.text = "today"
      return cell
    }
  }

  private let app = TestApplication(size: CGSize(width: 400, height: 600))

  private func show(_ style: UITableViewCell.CellStyle, scale: CGFloat) -> Reminders {
    app.becomeCurrent()
    app.platformWindow.scale = scale
    app.events.post(.window(.displayChanged))
    let screen = Reminders()
    screen.style = style
    app.window.rootViewController = screen
    app.settle()
    return screen
  }

  @Test("Labels, the table below them and rows lie where they lie on iOS, to a pixel", arguments: [1.0, 2, 3])
  func measures(scale: Double) throws {
    let screen = show(.default, scale: scale)
    func pixels(_ points: Double) -> Double { (points * scale - 0.001).rounded(.up) / scale }
    let (title, line) = (pixels(26.25390625), pixels(20.287109375))
    expect(screen.heading.font.lineHeight == 26.25390625 && screen.stamp.font.lineHeight == 20.287109375)
    expectEqual(screen.heading.frame.minY, 12)
    expect(abs(screen.heading.frame.height - title) < 0.01, "\(screen.heading.frame)")
    expect(screen.stamp.frame.minY == 14 && abs(screen.stamp.frame.height - line) < 0.01, "\(screen.stamp.frame)")
    expect(abs(screen.table.frame.minY - (12 + title + 8)) < 0.01, "\(screen.table.frame)")
    for row in 0..<3 {
      let cell = try #require(screen.table.cellForRow(at: IndexPath(row: row, section: 0)))
      expect(cell.frame.height == 44 && cell.frame.minY == 44 * CGFloat(row), "\(cell.frame)")
    }
  }

  @Test("Rows with a second line below are 58.5 points high at a scale of 2, with one beside it 44")
  func rowsOfTwoTexts() throws {
    for (style, height) in [(UITableViewCell.CellStyle.subtitle, 58.5), (.value1, 44), (.value2, 44)] {
      let cell = try #require(show(style, scale: 2).table.cellForRow(at: IndexPath(row: 0, section: 0)))
      expectEqual(cell.frame.height, height)
    }
  }
}
