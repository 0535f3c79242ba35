import Expectations
import Foundation
import Pixels
import Primitives
import TestSupport
import Testing

@testable import DemoParts
@testable import FileViewer
@testable import ProcessViewer
@testable import TableDemo
@testable import UIKitCore

extension ScreenTests {
  /// What can be read on the screens, in pixels.
  @MainActor
  @Suite("Contrast")
  struct ContrastTests {
    private static let size = CGSize(width: 1280, height: 800)
    let app = TestApplication(size: size, opensWindow: false)

    /// The program's window, which the application does not keep, with the list of screens.
    private func open(
      _ style: UIUserInterfaceStyle, isBlack: Bool = false
    ) -> (window: PaletteWindow, catalog: CatalogController) {
      app.becomeCurrent()
      app.application.preferredInterfaceStyle = style
      let window = PaletteWindow(frame: CGRect(origin: .zero, size: Self.size), isBlack: isBlack)
      let catalog = CatalogController(first: .countries) { name in
        switch name {
        case .processes: ProcessesController(sampler: ProcessSampler(path: "/proc", sendSignal: { _, _ in 0 }))
        default: ScreenCatalog.makeScreen(name, rows: 2000)
        }
      }
      window.rootViewController = catalog
      window.makeKeyAndVisible()
      app.settle()
      return (window, catalog)
    }

    private func settle() { app.settle(limit: 120) }

    private func point(at place: CGPoint) {
      app.events.post(.pointerMoved(InputEvent.Pointer(location: place, timestamp: app.clock.now)))
      app.application.frameLoop.turn()
      settle()
    }

    /// A row selected, and another one below the pointer.
    private func touchRows(of table: UITableView) {
      let paths = table.indexPathsForVisibleRows ?? []
      guard paths.count > 3 else { return }
      table.selectRow(at: paths[1], animated: false, scrollPosition: .none)
      let place = table.convert(table.rectForRow(at: paths[2]), to: nil)
      point(at: CGPoint(x: place.midX, y: place.midY))
    }

    @Test(
      "text has 4.5:1 and signs have 3:1 on every screen, at rest, with a row selected and one below the pointer",
      arguments: [UIUserInterfaceStyle.light, .dark])
    func screens(style: UIUserInterfaceStyle) throws {
      let meter = try ContrastMeter(size: Self.size)
      let (window, catalog) = open(style)
      for name in ScreenName.allCases {
        catalog.show(name)
        settle()
        expect(name == .file || app.backend.visibleTexts.contains(name.sentence), "\(name) is not what is measured")
        for fault in try meter.faults(in: app) { Issue.record("\(name), \(style): \(fault)") }
        guard let table = catalog.screen.scriptedView as? UITableView else { continue }
        touchRows(of: table)
        for fault in try meter.faults(in: app) { Issue.record("\(name), \(style), touched: \(fault)") }
      }
      expect(meter.count > 1500)
      withExtendedLifetime(window) {}
    }

    @Test(
      "so it is on true black, with choices that are disabled, below the sheet of keys and on a bar with a notice",
      arguments: [UIUserInterfaceStyle.light, .dark])
    func states(style: UIUserInterfaceStyle) throws {
      let meter = try ContrastMeter(size: Self.size)
      let (window, catalog) = open(style, isBlack: true)
      let all = CGRect(origin: .zero, size: Self.size)
      func expectContrast(_ state: String, in area: CGRect? = nil) throws {
        settle()
        for fault in try meter.faults(in: app) where (area ?? all).contains(fault.place) {
          Issue.record("\(state), \(style): \(fault)")
        }
      }
      // Segments that cannot be chosen from without reuse, and steps that lead nowhere.
      catalog.show(.reuse)
      settle()
      app.key(.keyboardU, "u")
      try expectContrast("reuse without reuse")
      catalog.show(.settings)
      try expectContrast("settings on black")
      let spain = try #require(CountryList.embedded.sections.flatMap(\.countries).first { $0.code == "ES" })
      let pages = [AboutController(SettingsModel()), CountryController(spain), CountryController(spain)]
      for (number, page) in pages.enumerated() {
        catalog.screen.navigationController?.pushViewController(page, animated: false)
        settle()
        // The neighbours stand at the end.
        if number == 2 { page.tableView.scrollToRow(at: IndexPath(row: 4, section: 2), at: .bottom, animated: false) }
        // What has gone below the bar is cut by its line.
        let seen = page.view.bounds.inset(by: page.view.safeAreaInsets)
        try expectContrast("page \(number)", in: page.view.convert(seen, to: nil))
      }
      catalog.show(.editing)
      settle()
      app.key(.keyboardE, "e")
      try expectContrast("editing")
      let screen = try #require(catalog.screen as? CommandScreen)
      screen.noticeBar = NoticeBar(
        "A message.", actions: [.init("Undo") {}, .init("Delete", isDestructive: true) {}])
      try expectContrast("notice")
      let buttons = screen.noticeBar?.subviews.compactMap { $0 as? UIButton } ?? []
      for button in buttons {
        point(at: button.convert(CGPoint(x: button.bounds.midX, y: button.bounds.midY), to: nil))
        try expectContrast("pointer on \(button.currentTitle ?? "")")
      }
      app.key(.init(rawValue: 56), "?", modifiers: .shift)
      settle()
      let sheet = try #require(catalog.presentedViewController as? KeySheetController)
      // What is dimmed below is not there to be read.
      try expectContrast("sheet of keys", in: sheet.view.convert(sheet.view.bounds, to: nil))
      withExtendedLifetime(window) {}
    }

    // MARK: What comes over a screen

    private func find<View: UIView>(_ type: View.Type, in view: UIView) -> View? {
      guard !view.isHidden else { return nil }
      return view as? View ?? view.subviews.lazy.compactMap { find(type, in: $0) }.last
    }

    private func middle(of view: UIView) -> CGPoint {
      view.convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), to: nil)
    }

    /// Records what is too faint within an area of the window.
    private func expectContrast(
      _ meter: ContrastMeter, _ state: String, of view: UIView, _ style: UIUserInterfaceStyle
    ) throws {
      let area = view.convert(view.bounds, to: nil)
      let before = meter.count
      for fault in try meter.faults(in: app) where area.contains(fault.place) {
        Issue.record("\(state), \(style): \(fault)")
      }
      expect(meter.count > before)
    }

    /// Rests on each item of the menu that is open, and of the menus that come of it, and closes it.
    private func expectMenu(
      _ meter: ContrastMeter, _ state: String, in window: UIWindow, _ style: UIUserInterfaceStyle
    ) throws {
      settle()
      let menu = try #require(window.menu as? MenuOverlay, "\(state) has no menu")
      var number = 0
      while number < menu.cards.count {
        for row in menu.cards[number].rows {
          point(at: middle(of: row))
          for _ in 0..<30 { app.frame() }
          settle()
          for card in menu.cards { try expectContrast(meter, "\(state), \(row.item.title)", of: card, style) }
          // The menu of the item is next, before it closes for another one.
          if menu.cards.count > number + 1 { break }
        }
        number += 1
      }
      app.key(.keyboardEscape)
      if window.menu != nil { menu.dismiss() }
      settle()
    }

    /// Rests on each button of the alert or action sheet that is open, and closes it.
    private func expectAlert(
      _ meter: ContrastMeter, _ state: String, in window: UIWindow, _ style: UIUserInterfaceStyle
    ) throws {
      settle()
      let alert = try #require(find(AlertView.self, in: window), "\(state) has no alert")
      try expectContrast(meter, state, of: alert, style)
      func buttons(in view: UIView) -> [AlertButton] {
        (view as? AlertButton).map { [$0] } ?? view.subviews.flatMap(buttons)
      }
      let all = buttons(in: alert)
      expect(!all.isEmpty)
      for button in all {
        point(at: middle(of: button))
        try expectContrast(meter, "\(state), \(button.action.title ?? "")", of: alert, style)
      }
      app.key(.keyboardEscape)
      settle()
    }

    @Test(
      "so it is in menus, on each of their items, and in alerts, sheets and tool tips",
      arguments: [UIUserInterfaceStyle.light, .dark])
    func overlays(style: UIUserInterfaceStyle) throws {
      let meter = try ContrastMeter(size: Self.size)
      let (window, catalog) = open(style)
      func show(_ name: ScreenName) throws -> UITableView {
        catalog.show(name)
        settle()
        if let screen = catalog.screen as? ProcessesController {
          screen.stopRefreshing()
          var list = ProcessList()
          list.take((1...40).map { .sample($0, load: 400) })
          screen.show(list, .atTheTop)
          settle()
        }
        return try #require(catalog.screen.scriptedView as? UITableView)
      }
      for name in [ScreenName.countries, .mail, .editing, .processes] {
        let table = try show(name)
        app.click(at: middle(of: table.visibleCells[2]), button: .secondary)
        try expectMenu(meter, "menu of \(name)", in: window, style)
      }
      catalog.show(.grid)
      settle()
      let sheet = catalog.screen.scriptedView
      app.click(at: sheet.convert(CGPoint(x: 200, y: sheet.contentOffset.y + 100), to: nil), button: .secondary)
      try expectMenu(meter, "menu of a sheet's cell", in: window, style)
      let processes = try show(.processes)
      processes.selectRow(at: IndexPath(row: 3, section: 0), animated: false, scrollPosition: .none)
      app.key(.keyboardT, "t")
      try expectAlert(meter, "asking to end a process", in: window, style)
      let alert = UIAlertController(title: "Title", message: "A message.", preferredStyle: .actionSheet)
      for (title, style) in [("Do", UIAlertAction.Style.default), ("Destroy", .destructive), ("Cancel", .cancel)] {
        alert.addAction(UIAlertAction(title: title, style: style))
      }
      let grey = UIAlertAction(title: "Impossible", style: .default)
      grey.isEnabled = false
      alert.addAction(grey)
      alert.popoverPresentationController?.sourceView = processes
      catalog.present(alert, animated: false)
      try expectAlert(meter, "action sheet", in: window, style)
      let share = UIActivityViewController(activityItems: ["text"], applicationActivities: nil)
      share.popoverPresentationController?.sourceView = processes
      catalog.present(share, animated: false)
      try expectAlert(meter, "sheet for sharing", in: window, style)
      let list = catalog.children.first.flatMap { find(UITableView.self, in: $0.view) }
      let row = try #require(list?.visibleCells.first)
      point(at: middle(of: row))
      for _ in 0..<60 { app.frame() }
      let tips = window.subviews.compactMap { $0 as? ToolTipView }
      for tip in tips { try expectContrast(meter, "tool tip", of: tip, style) }
      expect(meter.count > 1000)
      withExtendedLifetime(window) {}
    }

    @Test(
      "so it is on the buttons of swiped rows, and on commands and buttons of bars with the pointer on them",
      arguments: [UIUserInterfaceStyle.light, .dark])
    func buttons(style: UIUserInterfaceStyle) throws {
      let meter = try ContrastMeter(size: Self.size)
      let (window, catalog) = open(style)
      for name in [ScreenName.mail, .editing, .updates, .diffable] {
        catalog.show(name)
        settle()
        let table = try #require(catalog.screen.scriptedView as? UITableView)
        var opened = 0
        for (row, distance) in [(3, CGFloat(-180)), (5, 180)] {
          let cell = table.visibleCells[row]
          let start = middle(of: cell)
          app.mouseDown(at: start)
          for step in 1...10 { app.mouseMove(to: CGPoint(x: start.x + distance * CGFloat(step) / 10, y: start.y)) }
          app.frame(after: 0.3)
          app.mouseUp(at: CGPoint(x: start.x + distance, y: start.y))
          settle()
          guard let actions = find(SwipeActionsView.self, in: table) else { continue }
          opened += 1
          try expectContrast(meter, "\(name) swiped by \(distance)", of: actions, style)
          for button in actions.subviews where button.bounds.width > 0 {
            point(at: middle(of: button))
            try expectContrast(meter, "\(name) swiped by \(distance), pointed at", of: actions, style)
          }
          // A press beside an open row closes it.
          app.click(at: middle(of: table.visibleCells[1]))
          settle()
        }
        expectEqual(opened, (name == .mail || name == .editing ? 2 : 1), "\(name)")
      }
      var count = 0
      for name in ScreenName.allCases {
        catalog.show(name)
        settle()
        func buttons(in view: UIView) -> [UIButton] {
          guard !view.isHidden, view.alpha > 0, !(view is UITableView) else { return [] }
          return (view as? UIButton).map { [$0] } ?? view.subviews.flatMap(buttons)
        }
        for button in buttons(in: catalog.view) where button.isEnabled && button.bounds.width > 0 {
          point(at: middle(of: button))
          let state = "\(name), pointer on \(button.currentTitle ?? button.accessibilityLabel ?? "a button")"
          let area = button.convert(button.bounds, to: nil)
          for fault in try meter.faults(in: app) where area.intersects(fault.place) {
            Issue.record("\(state), \(style): \(fault)")
          }
          count += 1
        }
      }
      expect(count > 60)
      withExtendedLifetime(window) {}
    }

    @Test("the meter finds UIKit's grey on white, which has 3.4:1, and does not mind what is covered")
    func meter() throws {
      app.becomeCurrent()
      let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 100))
      window.overrideUserInterfaceStyle = .light
      let label = UILabel(frame: CGRect(x: 20, y: 20, width: 200, height: 30))
      label.text = "Secondary"
      label.textColor = .secondaryLabel
      window.addSubview(label)
      window.makeKeyAndVisible()
      app.settle()
      let meter = try ContrastMeter(size: window.bounds.size)
      let faults = try meter.faults(in: app)
      expect(faults.count == 1 && faults.allSatisfy { (3.3...3.5).contains($0.ratio) }, "\(faults)")
      let cover = UIView(frame: label.frame)
      cover.backgroundColor = .white
      window.addSubview(cover)
      app.settle()
      try expect(meter.faults(in: app).isEmpty)
      cover.removeFromSuperview()
      label.textColor = Palette.secondary
      app.settle()
      try expect(meter.faults(in: app).isEmpty)
    }

    @Test("the desktop's accent colour stays the tint, made readable")
    func accent() {
      app.becomeCurrent()
      let yellow = DrawColor(red: 240, green: 220, blue: 40)
      app.platform.accentColor = yellow
      app.application.updateTraits()
      let window = PaletteWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      window.overrideUserInterfaceStyle = .light
      window.makeKeyAndVisible()
      let tint = window.tintColor.drawColor(in: window.traitCollection)
      expect(tint.contrast(to: .white) >= 4.5 && tint.red > tint.blue && tint.green > tint.blue, "\(tint)")
      app.platform.accentColor = nil
      app.application.updateTraits()
      expect(window.tintColor === Palette.tint)
    }
  }
}
