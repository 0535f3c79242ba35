import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Configurations: cells")
struct CellConfigurationTests {
  private func text(_ text: String, of cell: UITableViewCell) {
    var content = cell.defaultContentConfiguration()
    content.text = text
    cell.contentConfiguration = content
  }

  @Test("the default configuration is that of the cell's style, fresh and without the present content")
  func defaults() {
    _ = TestApplication()
    let styles: [(UITableViewCell.CellStyle, UIListContentConfiguration)] = [
      (.default, .cell()), (.subtitle, .subtitleCell()), (.value1, .valueCell()), (.value2, .valueCell()),
    ]
    for (style, expected) in styles {
      let cell = UITableViewCell(style: style, reuseIdentifier: nil)
      text("something", of: cell)
      expectEqual(cell.defaultContentConfiguration(), expected)
    }
  }

  @Test("a configuration of the same view updates the view at hand, another replaces it")
  func sameView() throws {
    let scene = ConfiguredTable { cell, _ in self.text("first", of: cell) }
    let cell = scene.cell(0)
    let view = cell.contentView
    let label = try #require((view as? UIListContentView)?.textLabel)
    text("second", of: cell)
    expect(cell.contentView === view && label.text == "second" && view.superview === cell)
    let counts = BadgeConfiguration.Counts()
    cell.contentConfiguration = BadgeConfiguration(counts: counts)
    expect(cell.contentView is BadgeContentView && view.superview == nil && counts.made == 1)
    cell.contentConfiguration = BadgeConfiguration(counts: counts, title: "next")
    expect(counts.made == 1 && (cell.contentView as? BadgeContentView)?.badge?.title == "next")
  }

  @Test("a view may refuse configurations of its own type")
  func refusing() {
    struct PickyConfiguration: UIContentConfiguration {
      func makeContentView() -> UIView & UIContentView { Refusing(self) }
      func updated(for state: any UIConfigurationState) -> PickyConfiguration { self }
      final class Refusing: UIView, UIContentView {
        var configuration: any UIContentConfiguration
        init(_ configuration: any UIContentConfiguration) {
          self.configuration = configuration
          super.init(frame: .zero)
        }
        required init?(coder: NSCoder) { nil }
        func supports(_ configuration: any UIContentConfiguration) -> Bool { false }
      }
    }
    _ = TestApplication()
    let cell = UITableViewCell()
    cell.contentConfiguration = PickyConfiguration()
    let first = cell.contentView
    cell.contentConfiguration = PickyConfiguration()
    expect(cell.contentView !== first && cell.contentView is PickyConfiguration.Refusing)
  }

  @Test("labels and image are nil while a configuration is set, and come back new and empty without one")
  func labels() throws {
    _ = TestApplication()
    let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
    let old = try #require(cell.textLabel)
    old.text = "old"
    text("new", of: cell)
    expect(cell.textLabel == nil && cell.detailTextLabel == nil && cell.imageView == nil)
    expect(old.window == nil && cell.subviews.contains { $0 is UIListContentView })
    cell.contentConfiguration = nil
    expect(cell.contentConfiguration == nil && !(cell.contentView is UIListContentView))
    expect(cell.contentView.superview === cell)
    let label = try #require(cell.textLabel)
    expect(label !== old && label.text == nil && label.isDescendant(of: cell.contentView))
    expectEqual(cell.contentView.layoutMargins, UITableViewCell().contentView.layoutMargins)
  }

  @Test("requests become one; the override runs before the handler, before display")
  func coalescing() {
    final class Watching: UITableViewCell {
      var log: [String] = []
      override func updateConfiguration(using state: UICellConfigurationState) {
        super.updateConfiguration(using: state)
        log.append("override")
      }
    }
    let fixture = TableFixture(sections: [1]) { _, source in
      source.makesCell = { _, _ in
        let cell = Watching(style: .default, reuseIdentifier: nil)
        cell.configurationUpdateHandler = { cell, _ in (cell as? Watching)?.log.append("handler") }
        return cell
      }
    }
    let cell = fixture.table.visibleCells[0] as! Watching
    cell.log = []
    fixture.app.frame()
    expect(cell.log.isEmpty)
    for _ in 0..<3 { cell.setNeedsUpdateConfiguration() }
    cell.setSelected(true, animated: false)
    expect(cell.log.isEmpty)
    fixture.app.frame()
    expectEqual(cell.log, ["override", "handler"])
  }

  @Test("selection, highlight, editing, swiping, dragging and the environment change the state and are followed")
  func triggers() {
    var states: [UICellConfigurationState] = []
    let scene = ConfiguredTable { cell, row in
      if row == 0 { cell.configurationUpdateHandler = { _, state in states.append(state) } }
    }
    let cell = scene.cell(0)
    func change(_ make: () -> Void) -> UICellConfigurationState? {
      states = []
      make()
      scene.app.frame()
      return states.count == 1 ? states[0] : nil
    }
    expectEqual(change { cell.isSelected = true }?.isSelected, true)
    expectEqual(change { cell.isSelected = false }?.isSelected, false)
    expectEqual(change { cell.isHighlighted = true }?.isHighlighted, true)
    expectEqual(change { cell.isHighlighted = false }?.isHighlighted, false)
    expectEqual(change { cell.setEditing(true, animated: false) }?.isEditing, true)
    expectEqual(change { cell.setEditing(false, animated: false) }?.isEditing, false)
    expectEqual(change { cell.stepAside(with: []) }?.isSwiped, true)
    expectEqual(change { cell.stepBack() }?.isSwiped, false)
    expectEqual(change { cell.isUserInteractionEnabled = false }?.isDisabled, true)
    expectEqual(change { cell.isUserInteractionEnabled = true }?.isDisabled, false)
    let dark = change { scene.app.window.overrideUserInterfaceStyle = .dark }
    expectEqual(dark?.traitCollection.userInterfaceStyle, .dark)
    expect(change {} == nil && states.isEmpty)
  }

  @Test("a subclass adds values of its own to the state, and its handler reads them")
  func customState() {
    final class Expandable: UITableViewCell {
      static let key = UIConfigurationStateCustomKey("test.depth")
      override var configurationState: UICellConfigurationState {
        var state = super.configurationState
        state[Self.key] = 3
        state.isExpanded = true
        return state
      }
    }
    _ = TestApplication()
    let cell = Expandable(style: .default, reuseIdentifier: nil)
    var seen: UICellConfigurationState?
    cell.configurationUpdateHandler = { _, state in seen = state }
    cell.layoutIfNeeded()
    expectEqual(seen?[Expandable.key], AnyHashable(3))
    expectEqual(seen?.isExpanded, true)
    expect(seen == cell.configurationState && seen != UITableViewCell().configurationState)
  }

  @Test("configurations are brought up to date with the state, and are not where that is turned off")
  func automatic() {
    let counts = BadgeConfiguration.Counts()
    let scene = ConfiguredTable { cell, row in
      cell.automaticallyUpdatesContentConfiguration = row == 0
      cell.contentConfiguration = BadgeConfiguration(counts: counts, title: "at rest")
    }
    for row in 0..<2 { scene.cell(row).isSelected = true }
    scene.app.frame()
    let titles = (0..<2).map { (scene.cell($0).contentConfiguration as? BadgeConfiguration)?.title }
    expectEqual(titles, ["selected", "at rest"])
    expectEqual(counts.made, 3)
  }

  @Test("a configuration set while the cell is selected is shown as it is then")
  func setInState() {
    let counts = BadgeConfiguration.Counts()
    let scene = ConfiguredTable { cell, _ in cell.contentConfiguration = BadgeConfiguration(counts: counts) }
    scene.cell(0).isSelected = true
    scene.app.frame()
    scene.cell(0).contentConfiguration = BadgeConfiguration(counts: counts, title: "new")
    expectEqual((scene.cell(0).contentView as? BadgeContentView)?.badge?.title, "selected")
  }

  @Test("a background configuration makes the three background views nil, and each of them makes it nil")
  func backgrounds() {
    _ = TestApplication()
    let cell = UITableViewCell()
    cell.backgroundView = UIView()
    cell.selectedBackgroundView = UIView()
    cell.multipleSelectionBackgroundView = UIView()
    cell.backgroundConfiguration = .listPlainCell()
    expect(cell.backgroundView == nil && cell.selectedBackgroundView == nil)
    expect(cell.multipleSelectionBackgroundView == nil)
    cell.backgroundView = UIView()
    expect(cell.backgroundConfiguration == nil)
    cell.backgroundConfiguration = .clear()
    cell.selectedBackgroundView = UIView()
    expect(cell.backgroundConfiguration == nil)
    cell.backgroundConfiguration = .clear()
    cell.multipleSelectionBackgroundView = UIView()
    expect(cell.backgroundConfiguration == nil)
  }

  @Test("prepareForReuse keeps configurations, and brings them back to rest")
  func reuse() {
    _ = TestApplication()
    let cell = UITableViewCell()
    text("text", of: cell)
    cell.backgroundConfiguration = .listPlainCell()
    cell.isSelected = true
    cell.layoutIfNeeded()
    expectEqual(cell.backgroundConfiguration?.backgroundColor, .systemGray4)
    cell.prepareForReuse()
    cell.layoutIfNeeded()
    expect(cell.shownTexts == ["text"] && cell.backgroundConfiguration?.backgroundColor == .systemBackground)
  }
}
