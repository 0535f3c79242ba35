import DemoParts
import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@testable import TableDemo

extension ScreenTests {
  /// The row that shows `title`, scrolled to if need be.
  private func row(_ title: String, in table: UITableView) throws -> UITableViewCell {
    for section in 0..<table.numberOfSections {
      for row in 0..<table.numberOfRows(inSection: section) {
        let path = IndexPath(row: row, section: section)
        table.scrollToRow(at: path, at: .none, animated: false)
        app.settle()
        if let cell = table.cellForRow(at: path), texts(of: cell).contains(title) { return cell }
      }
    }
    Issue.record("no row shows \(title)")
    throw CancellationError()
  }

  private func click(_ view: UIView) {
    app.click(at: view.convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), to: app.window))
    app.settle()
  }

  private func toggle(_ title: String, in table: UITableView) throws -> UISwitch {
    try #require(try row(title, in: table).accessoryView as? UISwitch)
  }

  @Test("settings: rows are content configurations in cards of a readable width, headers and footers too")
  func settings() throws {
    let table = show(SettingsController())
    expect(table.style == .insetGrouped && table.numberOfSections == 7)
    expect(table.visibleCells.allSatisfy { $0.contentConfiguration is UIListContentConfiguration })
    expect(table.visibleCells.allSatisfy { $0.frame.width == 672 })
    expect(table.headerView(forSection: 1)?.contentConfiguration is UIListContentConfiguration)
    let oneLine = try row("Sync now", in: table).frame.height
    try expect(row("Alerts", in: table).frame.height > oneLine)
  }

  @Test("settings: in a dark window the switch of dark mode is on from the first frame, and does not move")
  func darkFromTheBeginning() throws {
    let screen = SettingsController()
    app.becomeCurrent()
    app.window.overrideUserInterfaceStyle = .dark
    app.window.rootViewController = ScreenNavigation.alone(screen)
    let frames = app.settle()
    expect(frames < 6, "\(frames) frames")
    let cell = try #require(screen.scriptedTable.cellForRow(at: IndexPath(row: 0, section: 1)))
    expect((cell.accessoryView as? UISwitch)?.isOn == true)
  }

  @Test("settings: switches change the appearance, the lines and the titles at once")
  func settingsSwitches() throws {
    let table = show(SettingsController())
    let isDark = app.window.traitCollection.userInterfaceStyle == .dark
    click(try toggle("Dark mode", in: table))
    expect((app.window.traitCollection.userInterfaceStyle == .dark) != isDark)
    click(try toggle("Lines between rows", in: table))
    expectEqual(table.separatorStyle, .none)
    click(try toggle("Bold titles", in: table))
    let content = try row("Sync", in: table).contentConfiguration as? UIListContentConfiguration
    expectEqual(
      content?.textProperties.font, UIFontMetrics.default.scaledFont(for: .systemFont(ofSize: 17, weight: .semibold)))
    try expect(toggle("Bold titles", in: table).isOn)
  }

  @Test("settings: the row of the note grows by each line that is written")
  func note() throws {
    let table = show(SettingsController())
    let cell = try row("Write something", in: table)
    let textView = try #require(cell.contentView.subviews.compactMap { $0 as? UITextView }.first)
    let height = cell.frame.height
    expect(textView.becomeFirstResponder())
    app.type("one")
    app.key(.keyboardReturnOrEnter)
    app.settle()
    expect(cell.frame.height >= height + 20 && textView.frame.height > height)
    expectEqual(textView.text, "one\n")
    expect(textView.isFirstResponder)
  }

  @Test("settings: with touch practice the mouse drags lists, and the reset ends it")
  func touchPractice() throws {
    let table = show(SettingsController())
    click(try toggle("Touch practice", in: table))
    expect(app.application.treatsPointerAsTouch)
    click(try row("Reset All Settings\u{2026}", in: table))
    try answer("Reset")
    expect(!app.application.treatsPointerAsTouch)
    try expect(!toggle("Touch practice", in: table).isOn)
  }

  @Test("settings: Return and Space act on a row with a switch, and so does a click on it")
  func settingsKeys() throws {
    let table = show(SettingsController())
    _ = try row("Lines between rows", in: table)
    // The first key leads to the first row, the profile; the second section begins with the dark mode.
    for _ in 0..<3 { app.key(.keyboardDownArrow) }
    for key in [UIKeyboardHIDUsage.keyboardReturnOrEnter, .keyboardSpacebar, .keyboardReturnOrEnter] {
      let isOn = try toggle("Lines between rows", in: table).isOn
      app.key(key)
      app.settle()
      try expectEqual(toggle("Lines between rows", in: table).isOn, !isOn)
      expectEqual((table.separatorStyle == .none), isOn)
    }
    click(try row("Bold titles", in: table))
    try expect(toggle("Bold titles", in: table).isOn)
  }

  @Test("settings: the reset asks first, and Return does not answer that it may")
  func settingsReset() throws {
    let table = show(SettingsController())
    click(try toggle("Bold titles", in: table))
    for key in [UIKeyboardHIDUsage.keyboardReturnOrEnter, .keyboardEscape] {
      click(try row("Reset All Settings\u{2026}", in: table))
      expect(texts(of: app.window).contains("Reset all settings?"))
      app.key(key)
      app.settle()
      expect(!texts(of: app.window).contains("Reset all settings?"))
      try expect(toggle("Bold titles", in: table).isOn)
    }
    click(try row("Reset All Settings\u{2026}", in: table))
    try answer("Reset")
    try expect(!toggle("Bold titles", in: table).isOn)
  }

  /// Presses a button of the alert that is shown.
  private func answer(_ title: String) throws {
    func label(_ view: UIView) -> UILabel? {
      (view as? UILabel).flatMap { $0.text == title ? $0 : nil } ?? view.subviews.lazy.compactMap(label).first
    }
    click(try #require(label(app.window), "no button \(title)"))
  }

  @Test("settings: a check mark moves with the text size, and the rows grow; the reset row brings all back")
  func settingsSize() throws {
    let table = show(SettingsController())
    let height = try row("Alerts", in: table).frame.height
    click(try row("Huge", in: table))
    try expectEqual(row("Huge", in: table).accessoryType, .checkmark)
    try expectEqual(row("Standard", in: table).accessoryType, .none)
    try expect(row("Alerts", in: table).frame.height > height)
    click(try row("Reset All Settings\u{2026}", in: table))
    try answer("Reset")
    try expectEqual(row("Standard", in: table).accessoryType, .checkmark)
    try expectEqual(row("Alerts", in: table).frame.height, height)
  }

  @Test("settings: syncing turns the wheel and fills the bar; turning sync off ends it and disables the rows")
  func settingsSync() throws {
    let table = show(SettingsController())
    let start = try row("Sync now", in: table)
    // The row below it, which has the bar, is to be seen as well.
    scroll(table, to: table.contentOffset.y + 100)
    let wheel = try #require(start.accessoryView as? UIActivityIndicatorView)
    app.click(at: start.convert(CGPoint(x: 200, y: start.bounds.midY), to: app.window))
    for _ in 0..<60 { app.frame() }
    expect(wheel.isAnimating)
    let bar = try #require(
      table.visibleCells.compactMap { $0.accessoryView as? UIProgressView }.first)
    expect(bar.progress > 0.1 && bar.progress < 0.4)
    for _ in 0..<240 { app.frame() }
    expect(bar.progress == 1 && !wheel.isAnimating)
    try expect(texts(of: row("Last sync", in: table)).contains("just now"))
    click(try toggle("Sync", in: table))
    let disabled = try row("Sync now", in: table)
    expect(disabled.configurationState.isDisabled)
    let content = disabled.contentConfiguration as? UIListContentConfiguration
    expectEqual(content?.textProperties.color, Palette.secondary)
    click(disabled)
    expect(!wheel.isAnimating)
  }

  @Test("settings: the first row leads to the page about the program, and Escape, the bar or Alt+Left back")
  func settingsPages() throws {
    let screen = SettingsController()
    let table = show(screen)
    let navigation = try #require(screen.navigationController)
    let ways = [
      { app.key(.keyboardEscape) }, { app.click(at: CGPoint(x: 40, y: 22)) },
      { app.key(.keyboardLeftArrow, modifiers: .alternate) },
    ]
    for way in ways {
      click(try row("Anole", in: table))
      let about = try #require(navigation.topViewController as? AboutController)
      expect(table.window == nil && texts(of: about.view).contains("The name"))
      expect(about.tableView.isFirstResponder)
      way()
      app.settle()
      expect(navigation.topViewController === screen && texts(of: table).contains("Dark mode"))
    }
  }
}
