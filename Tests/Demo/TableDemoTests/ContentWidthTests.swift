import Expectations
import Foundation
import TestSupport
import Testing

@testable import DemoParts
@testable import FileViewer
@testable import ProcessViewer
@testable import TableDemo
@testable import UIKitCore

extension ScreenTests {
  /// How wide the content of rows is on all screens, and what follows it; and what is told of texts that are cut.
  @MainActor
  @Suite("Content width")
  struct ContentWidthTests {
    let app = TestApplication(size: CGSize(width: 1280, height: 800))

    private func open(_ first: ScreenName = .countries, size: CGSize) -> CatalogController {
      app.becomeCurrent()
      let catalog = CatalogController(first: first) { name in
        name == .processes
          ? ProcessesController(sampler: ProcessSampler(path: "/nowhere", sendSignal: { _, _ in 0 }))
          : ScreenCatalog.makeScreen(name, rows: 2000)
      }
      app.window.rootViewController = catalog
      app.platformWindow.resize(to: size)
      app.events.post(.window(.resized))
      app.settle()
      return catalog
    }

    private func show(_ name: ScreenName, in catalog: CatalogController) {
      catalog.show(name)
      app.settle(limit: 60)
      guard let screen = catalog.screen as? ProcessesController else { return }
      screen.stopRefreshing()
      var list = ProcessList()
      let long = "a process with a name that is longer than the room for it"
      list.take((1...40).map { .sample($0, $0 == 1 ? long : "", load: 400, user: "systemd-timesync-and-more") })
      screen.show(list, .atTheTop)
      app.settle(limit: 60)
    }

    private func find<View: UIView>(_ type: View.Type, in view: UIView) -> View? {
      guard !view.isHidden else { return nil }
      return view as? View ?? view.subviews.lazy.compactMap { find(type, in: $0) }.first
    }

    /// The widths that rows may have on a screen.
    private func rule(of name: ScreenName) -> ContentWidth {
      switch name {
      case .processes: .columns
      case .file, .grid, .reuse: .whole
      default: .readable
      }
    }

    /// What can be seen in a view, in the coordinates of another.
    private func content(of view: UIView, in other: UIView) -> CGRect {
      guard !view.isHidden, view.alpha > 0, !view.bounds.isEmpty else { return .null }
      if view is UILabel || view is UIImageView || view is UIControl || view is UIProgressView {
        return view.convert(view.bounds, to: other)
      }
      return view.subviews.reduce(.null) { $0.union(content(of: $1, in: other)) }
    }

    @Test(
      "the search field and the large title of a bar stand above the content of the rows",
      arguments: [CGSize(width: 800, height: 600), CGSize(width: 1280, height: 800), CGSize(width: 3840, height: 2160)])
    func bars(size: CGSize) throws {
      let catalog = open(size: size)
      for name in [ScreenName.countries, .regions] {
        show(name, in: catalog)
        let table = try #require(catalog.screen.scriptedView as? UITableView)
        let margin = ContentWidth.readable.margin(in: table.bounds.width)
        let column = table.convert(CGRect(x: margin, y: 0, width: table.bounds.width - 2 * margin, height: 1), to: nil)
        let navigation = catalog.screen as? UINavigationController ?? catalog.screen.navigationController
        let bar = try #require(navigation?.navigationBar)
        let field = try #require(find(UISearchBar.self, in: bar)?.searchTextField)
        let place = field.convert(field.bounds, to: nil)
        expect(place.minX == column.minX && place.maxX == column.maxX, "\(name): \(place) beside \(column)")
        guard name == .regions else { continue }
        let title = try #require(labels(of: bar).first { $0.font.pointSize == 34 })
        expectEqual(title.convert(title.bounds, to: nil).minX, column.minX)
      }
    }

    private func labels(of view: UIView) -> [UILabel] {
      guard !view.isHidden else { return [] }
      return ((view as? UILabel).map { [$0] } ?? []) + view.subviews.flatMap(labels)
    }

    @Test(
      "rows keep their content to one width on every screen, and ring, selection and commands keep to the content",
      arguments: [
        CGSize(width: 800, height: 600), CGSize(width: 1280, height: 800), CGSize(width: 1920, height: 1080),
        CGSize(width: 3840, height: 2160),
      ])
    func widths(size: CGSize) throws {
      let catalog = open(size: size)
      var count = 0
      for name in ScreenName.allCases {
        show(name, in: catalog)
        let rule = rule(of: name)
        guard let table = catalog.screen.scriptedView as? UITableView else { continue }
        let margin = rule.margin(in: table.bounds.width)
        let column = margin...table.bounds.width - margin
        let isWide = rule != .whole && margin > 40
        let cells = table.visibleCells.filter { $0.frame.maxY < table.bounds.maxY }
        expect(!cells.isEmpty || name == .file, "\(name)")
        for cell in cells.prefix(6) where rule != .whole {
          let shown = cell.subviews.filter { $0 !== cell.selectedBackgroundView }
            .reduce(CGRect.null) { $0.union(content(of: $1, in: table)) }
          // A post is a picture with a margin of its own.
          let slack: CGFloat = name == .feed ? 20 : 1
          expect(
            shown.minX >= column.lowerBound - slack && shown.maxX <= column.upperBound + slack, "\(name): \(shown)")
          let ring = cell.frame.width - 2 * cell.chromeInset
          expect(ring <= (isWide ? rule.points + 24 : rule.points + 80), "\(name): the ring is \(ring) wide")
          count += 1
        }
        if isWide, let cell = cells.dropFirst().first, cell.takesClicks, cell.backgroundConfiguration == nil {
          table.selectRow(at: table.indexPath(for: cell), animated: false, scrollPosition: .none)
          app.settle(limit: 60)
          let ground = cell.selectedBackgroundView?.subviews.first?.frame ?? cell.bounds
          expect(ground.width <= rule.points + 24, "\(name): the selection is \(ground.width) wide")
        }
        guard let screen = catalog.screen as? CommandScreen, screen.contentWidth == rule else { continue }
        let left = table.convert(CGPoint(x: column.lowerBound, y: 0), to: nil).x
        let end = screen.view.convert(CGPoint(x: screen.view.bounds.width, y: 0), to: nil).x
        let toolbar = try #require(find(UIToolbar.self, in: screen.view))
        let buttons = toolbar.subviews.compactMap { $0 as? UIButton }.filter { !$0.isHidden }
        let places = buttons.map { $0.convert($0.bounds, to: nil) }.sorted { $0.minX < $1.minX }
        let first = try #require(places.first)
        let last = try #require(places.last)
        let text = rule == .whole ? left : first.minX + 8
        expect(abs(text - left) <= 1, "\(name): commands at \(text), \(left)")
        expect(last.maxX <= end, "\(name)")
        let status = try #require(find(UILabel.self, in: screen.bar))
        expect(rule == .whole || status.convert(CGPoint.zero, to: nil).x == left, "\(name)")
      }
      expect(count > 60)
    }

    @Test("the words on buttons are whole in a narrow window")
    func wholeWords() {
      let catalog = open(size: CGSize(width: 320, height: 600))
      func cut(_ view: UIView) -> [String] {
        guard !view.isHidden else { return [] }
        let label = (view as? UIButton)?.titleLabel
        let isCut = label.map { $0.intrinsicContentSize.width > $0.bounds.width + 0.5 } ?? false
        return (isCut ? [label?.text ?? ""] : []) + view.subviews.flatMap(cut)
      }
      for name in ScreenName.allCases {
        show(name, in: catalog)
        expectEqual(cut(catalog.view), [], "\(name)")
      }
    }

    @Test("in a narrow window short names of countries are whole, and the field that finds processes says so in a word")
    func narrowNames() throws {
      let catalog = open(size: CGSize(width: 320, height: 600))
      let cells = try #require(find(UITableView.self, in: catalog.screen.view)).visibleCells
      let names = cells.compactMap(\.textLabel).filter { ["Afghanistan", "Albania"].contains($0.text) }
      expectEqual(names.count, 2)
      for name in names { expect(name.intrinsicContentSize.width <= name.bounds.width, "\(name.text ?? "")") }
      show(.processes, in: catalog)
      expectEqual(find(UISearchBar.self, in: catalog.screen.view)?.placeholder, "Search")
      app.platformWindow.resize(to: CGSize(width: 1100, height: 600))
      app.events.post(.window(.resized))
      app.settle()
      expectEqual(find(UISearchBar.self, in: catalog.screen.view)?.placeholder, "Name, command, user or PID")
    }

    @Test("hints end where the content of rows does, or stand below the state")
    func hints() throws {
      let catalog = open(size: CGSize(width: 1280, height: 800))
      for name in ScreenName.allCases {
        show(name, in: catalog)
        guard let bar = (catalog.screen as? CommandScreen)?.bar, !bar.hint.isEmpty else { continue }
        let hint = try #require(bar.subviews.lazy.compactMap { $0 as? UILabel }.first { $0.text == bar.hint })
        expect(hint.frame.maxX <= bar.column.upperBound + 0.5, "\(name): \(hint.frame) in \(bar.column)")
      }
    }

    /// Labels of one line in a view whose text is cut, with no tool tip that tells it.
    private func silent(_ view: UIView, clip: CGRect) -> [String] {
      guard !view.isHidden, view.alpha > 0 else { return [] }
      let place = view.convert(view.bounds, to: nil)
      let clip = view.clipsToBounds || view is UIScrollView ? clip.intersection(place) : clip
      var found = view.subviews.flatMap { silent($0, clip: clip) }
      guard let label = view as? UILabel, label.numberOfLines == 1, let text = label.text, clip.intersects(place),
        label.bounds.width > 0, label.intrinsicContentSize.width > label.bounds.width + 0.5,
        !label.adjustsFontSizeToFitWidth
      else { return found }
      var above: UIView? = label
      while let current = above, current.pointerTip == nil { above = current.superview }
      if above == nil { found.append("\(text) (\(type(of: label.superview ?? label)))") }
      return found
    }

    @Test(
      "a text that is cut is told where the pointer rests, on every screen",
      arguments: [CGSize(width: 800, height: 600), CGSize(width: 520, height: 400)])
    func cutTexts(size: CGSize) {
      let catalog = open(size: size)
      for name in ScreenName.allCases where name != .grid {
        show(name, in: catalog)
        expectEqual(silent(catalog.view, clip: app.window.bounds), [], "\(name)")
      }
    }
  }
}
