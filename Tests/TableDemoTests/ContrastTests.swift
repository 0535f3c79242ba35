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
        #expect(name == .file || app.backend.visibleTexts.contains(name.sentence), "\(name) is not what is measured")
        for fault in try meter.faults(in: app) { Issue.record("\(name), \(style): \(fault)") }
        guard let table = catalog.screen.scriptedView as? UITableView else { continue }
        touchRows(of: table)
        for fault in try meter.faults(in: app) { Issue.record("\(name), \(style), touched: \(fault)") }
      }
      #expect(meter.count > 1500)
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
      let sheet = try #require(catalog.children.last as? KeySheetController)
      // What is dimmed below is not there to be read.
      try expectContrast("sheet of keys", in: try #require(sheet.view.subviews.last).frame)
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
      #expect(faults.count == 1 && faults.allSatisfy { (3.3...3.5).contains($0.ratio) }, "\(faults)")
      let cover = UIView(frame: label.frame)
      cover.backgroundColor = .white
      window.addSubview(cover)
      app.settle()
      #expect(try meter.faults(in: app).isEmpty)
      cover.removeFromSuperview()
      label.textColor = Palette.secondary
      app.settle()
      #expect(try meter.faults(in: app).isEmpty)
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
      #expect(tint.contrast(to: .white) >= 4.5 && tint.red > tint.blue && tint.green > tint.blue, "\(tint)")
      app.platform.accentColor = nil
      app.application.updateTraits()
      #expect(window.tintColor === Palette.tint)
    }
  }
}
