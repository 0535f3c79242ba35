import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@testable import DemoParts
@testable import FileViewer
@testable import ProcessViewer
@testable import TableDemo

extension ScreenTests {
  /// What all screens have in common: the list beside them, their headings, the bar of keys.
  @MainActor
  @Suite("Headings")
  struct HeadingTests {
    let app = TestApplication(size: CGSize(width: 1280, height: 800))

    private func open(_ first: ScreenName = .countries, sidebarWidth: CGFloat? = nil) -> CatalogController {
      app.becomeCurrent()
      let catalog = CatalogController(first: first, sidebarWidth: sidebarWidth) { name in
        name == .processes
          ? ProcessesController(sampler: ProcessSampler(path: "/nowhere", sendSignal: { _, _ in 0 }))
          : ScreenCatalog.makeScreen(name, rows: 2000)
      }
      app.window.rootViewController = catalog
      app.settle()
      return catalog
    }

    private func find<View: UIView>(_ type: View.Type, in view: UIView) -> View? {
      guard !view.isHidden else { return nil }
      return view as? View ?? view.subviews.lazy.compactMap { find(type, in: $0) }.first
    }

    private func split(of catalog: CatalogController) throws -> UISplitViewController {
      try #require(catalog.children.first as? UISplitViewController)
    }

    private func list(of catalog: CatalogController) throws -> UITableView {
      let sidebar = try #require(split(of: catalog).viewController(for: .primary))
      return try #require(find(UITableView.self, in: sidebar.view))
    }

    @Test("all screens are in the list at 1280 x 800 without scrolling, one line each, with the sentence as tool tip")
    func allFit() throws {
      let table = try list(of: open())
      expectEqual(table.visibleCells.count, ScreenName.allCases.count)
      expect(table.contentSize.height <= table.bounds.height - table.adjustedContentInset.top)
      for (cell, name) in zip(table.visibleCells, ScreenName.inOrder) {
        let place = cell.convert(cell.bounds, to: table)
        expect(table.bounds.contains(place), "\(name)")
        expectEqual(texts(of: cell), [name.title] + (name.number.map { ["Ctrl+\($0)"] } ?? []))
        expectEqual(cell.toolTip, name.sentence)
      }
    }

    @Test("every screen opens with its name and one sentence, above everything else")
    func headings() throws {
      let catalog = open()
      for name in ScreenName.allCases where name != .file {
        catalog.show(name)
        app.settle(limit: 60)
        let navigation = try #require(split(of: catalog).viewController(for: .secondary)?.view)
        let labels = labels(of: navigation).filter { $0.text == name.sentence }
        expectEqual(labels.count, 1, "\(name): \(labels.count)")
        let top = labels.first.map { $0.convert($0.bounds, to: nil).minY } ?? 0
        expect(top < 180, "\(name): \(top)")
        expect(texts(of: navigation).contains { $0 == catalog.screen.title }, "\(name)")
        expect(name.sentence.hasSuffix(".") && name.sentence.count < 90, "\(name)")
      }
    }

    private func labels(of view: UIView) -> [UILabel] {
      guard !view.isHidden else { return [] }
      return ((view as? UILabel).map { [$0] } ?? []) + view.subviews.flatMap(labels)
    }

    @Test("commands stand above the rows, and keys are named nowhere but in the bar of keys")
    func commands() throws {
      let catalog = open()
      for name in ScreenName.allCases {
        catalog.show(name)
        app.settle(limit: 60)
        guard let screen = catalog.screen as? CommandScreen else { continue }
        let bar = try #require(find(UIToolbar.self, in: screen.view))
        let table = screen.tableView.convert(screen.tableView.bounds, to: nil)
        expect(bar.convert(bar.bounds, to: nil).maxY <= table.minY, "\(name)")
        expect(!texts(of: screen.bar).contains { $0.contains("keys") || $0.contains("Ctrl") }, "\(name)")
      }
    }

    @Test("a command that can do nothing now is grey, and its key is not named")
    func truth() throws {
      let catalog = open(.mail)
      let bar = try #require(find(KeyBar.self, in: catalog.view))
      expect(!texts(of: bar).contains("Archive") && texts(of: bar).contains("Write"))
      let mail = try #require(catalog.screen as? MailController)
      let toolbar = try #require(find(UIToolbar.self, in: mail.view))
      func archive() -> UIButton? {
        toolbar.subviews.compactMap { $0 as? UIButton }.first { $0.currentTitle == "Archive" }
      }
      expectEqual(archive()?.isEnabled, false)
      app.key(.keyboardDownArrow)
      app.settle()
      expect(texts(of: bar).contains("Archive") && archive()?.isEnabled == true)
    }

    @Test("the width of the list is kept from run to run; a file that is damaged, huge or out of range is dropped")
    func sidebarWidth() throws {
      let file = try ScratchFile([])
      expect(SidebarMemory(path: file.path).width == nil)
      let memory = SidebarMemory(path: file.path)
      memory.note(300)
      expectEqual(SidebarMemory(path: file.path).width, 300)
      memory.note(5000)
      memory.note(.nan)
      expectEqual(SidebarMemory(path: file.path).width, 300)
      let huge = String(repeating: " ", count: 70_000) + "{\"width\":300}"
      for bad in ["{", "{\"width\":1e9}", "{\"width\":-1}", "[]", huge] {
        try bad.write(toFile: file.path, atomically: true, encoding: .utf8)
        expect(SidebarMemory(path: file.path).width == nil, "\(bad.prefix(20))")
      }
      let catalog = open(sidebarWidth: 300)
      expect(catalog.screen.view.convert(CGPoint.zero, to: nil).x == 300 && catalog.chosenSidebarWidth == nil)
      func pointer(_ x: CGFloat) -> InputEvent.Pointer {
        InputEvent.Pointer(location: CGPoint(x: x, y: 400), timestamp: app.clock.now)
      }
      app.events.post(.pointerDown(pointer(300)))
      for x in [310.0, 330, 360] { app.events.post(.pointerMoved(pointer(x))) }
      app.events.post(.pointerUp(pointer(360)))
      app.settle()
      expectEqual(catalog.chosenSidebarWidth, 360)
    }

    @Test("in a window of 3840 points the ring, the shade and the selection of a row are little wider than its content")
    func wideRows() throws {
      let catalog = open(.updates)
      app.platformWindow.resize(to: CGSize(width: 3840, height: 2160))
      app.events.post(.window(.resized))
      app.settle()
      let table = try #require(catalog.screen.scriptedView as? UITableView)
      let cell = try #require(table.visibleCells.dropFirst(2).first)
      let content = cell.contentView.bounds.inset(by: cell.contentView.layoutMargins)
      expectEqual(content.width, 672)
      expectEqual(cell.chromeInset, content.minX - 12)
      table.selectRow(at: table.indexPath(for: cell), animated: false, scrollPosition: .none)
      app.settle()
      let fill = try #require(cell.selectedBackgroundView?.subviews.first)
      expectEqual(fill.frame.width, 696, "\(fill.frame)")
      app.platformWindow.resize(to: CGSize(width: 800, height: 600))
      app.events.post(.window(.resized))
      app.settle()
      let narrow = try #require(table.visibleCells.dropFirst(2).first)
      expectEqual(narrow.chromeInset, 0)
    }
  }
}
