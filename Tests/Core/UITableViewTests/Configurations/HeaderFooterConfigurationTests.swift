import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Configurations: headers and footers")
struct HeaderFooterConfigurationTests {
  private static let long = String(repeating: "abcde ", count: 20)

  /// Gives a configured header and footer to each section.
  private final class Parts: NSObject, UITableViewDelegate {
    var texts = ["One", "Two"]
    var prepare: (UITableViewHeaderFooterView) -> Void = { _ in }

    private func view(_ table: UITableView, _ text: String) -> UIView? {
      let view = table.dequeueReusableHeaderFooterView(withIdentifier: "part")
      var content = view?.defaultContentConfiguration()
      content?.text = text
      view?.contentConfiguration = content
      if let view { prepare(view) }
      return view
    }

    func tableView(_ table: UITableView, viewForHeaderInSection section: Int) -> UIView? { view(table, texts[section]) }
    func tableView(_ table: UITableView, viewForFooterInSection section: Int) -> UIView? { view(table, "Footer") }
  }

  private func table(_ style: UITableView.Style, _ parts: Parts, rows: Int = 1) -> TableFixture {
    TableFixture(sections: [rows, rows], style: style, delegate: parts) { table, _ in
      table.register(UITableViewHeaderFooterView.self, forHeaderFooterViewReuseIdentifier: "part")
    }
  }

  private func label(_ view: UITableViewHeaderFooterView?) -> UILabel? {
    (view?.contentView as? UIListContentView)?.textLabel
  }

  @Test("the default configuration is that of headers while the table asks for one, and of footers")
  func defaults() throws {
    let parts = Parts()
    let grouped = table(.grouped, parts)
    let header = try #require(label(grouped.table.headerView(forSection: 1)))
    let footer = try #require(label(grouped.table.footerView(forSection: 1)))
    expect(header.text == "TWO" && header.font.pointSize == 13)
    expect(footer.text == "Footer" && footer.font.pointSize == 13)
    let plain = table(.plain, parts)
    expectEqual(label(plain.table.headerView(forSection: 0))?.font, .preferredFont(forTextStyle: .headline))
    expectEqual(label(plain.table.footerView(forSection: 0))?.font, .preferredFont(forTextStyle: .body))
  }

  @Test("configured headers and footers are as high as their text, at least as usual")
  func heights() {
    let parts = Parts()
    parts.texts = ["One", Self.long]
    let fixture = table(.grouped, parts)
    let line = UIFont.systemFont(ofSize: 13).lineHeight.rounded(.up)
    expectEqual(fixture.table.rectForHeader(inSection: 0).height, 55.5)
    expectEqual(fixture.table.rectForHeader(inSection: 1).height, 17 + 3 * line + 6)
    let first = label(fixture.table.headerView(forSection: 0))
    // The first header has its room above the text.
    expectEqual(first?.frame.maxY, 55.5 - 6)
    expectEqual(first?.frame.minX, 16)
    fixture.table.checkInvariants()
  }

  @Test("a text that becomes longer has the header measured again")
  func remeasuring() throws {
    let fixture = table(.grouped, Parts())
    let header = try #require(fixture.table.headerView(forSection: 1))
    var content = header.defaultContentConfiguration()
    content.text = Self.long
    header.contentConfiguration = content
    fixture.app.frame()
    let line = UIFont.systemFont(ofSize: 13).lineHeight.rounded(.up)
    expectEqual(fixture.table.rectForHeader(inSection: 1).height, 17 + 3 * line + 6)
    expect(fixture.table.headerView(forSection: 1) === header)
    fixture.table.checkInvariants()
  }

  @Test("labels are nil while a configuration is set, and come back without one")
  func labels() {
    _ = TestApplication()
    let view = UITableViewHeaderFooterView(reuseIdentifier: nil)
    view.textLabel?.text = "old"
    view.contentConfiguration = view.defaultContentConfiguration()
    expect(view.textLabel == nil && view.detailTextLabel == nil && view.contentView is UIListContentView)
    view.contentConfiguration = nil
    expect(view.textLabel?.text == nil && view.textLabel?.isDescendant(of: view.contentView) == true)
  }

  @Test("a plain header is pinned while its rows scroll below it, and its handler hears of it once")
  func pinned() throws {
    let parts = Parts()
    var log: [Bool] = []
    parts.prepare = { view in
      view.configurationUpdateHandler = { _, state in log.append(state.isPinned) }
    }
    let fixture = table(.plain, parts, rows: 30)
    let header = try #require(fixture.table.headerView(forSection: 0))
    expect(!header.configurationState.isPinned)
    log = []
    for y in [30.0, 60, 90] { fixture.scroll(to: y) }
    expect(header.configurationState.isPinned && log.filter { $0 }.count == 1)
  }

  @Test("a background configuration and a background view take each other away")
  func backgrounds() throws {
    _ = TestApplication()
    let view = UITableViewHeaderFooterView(reuseIdentifier: nil)
    view.backgroundView = UIView()
    view.backgroundConfiguration = view.defaultBackgroundConfiguration()
    expect(view.backgroundView == nil && view.backgroundConfiguration == .listPlainHeaderFooter())
    view.layoutIfNeeded()
    let shown = try #require(view.subviews.first as? BackgroundConfigurationView)
    expectEqual(shown.frame, view.bounds)
    view.backgroundView = UIView()
    expect(view.backgroundConfiguration == nil && shown.superview == nil)
  }

  @Test("configurations of headers follow the state unless that is turned off", arguments: [true, false])
  func automatic(isOn: Bool) {
    _ = TestApplication()
    let view = UITableViewHeaderFooterView(reuseIdentifier: nil)
    view.automaticallyUpdatesContentConfiguration = isOn
    view.contentConfiguration = view.defaultContentConfiguration()
    view.isUserInteractionEnabled = false
    view.layoutIfNeeded()
    let content = view.contentConfiguration as? UIListContentConfiguration
    expectEqual(content?.textProperties.color, (isOn ? .tertiaryLabel : .label))
  }
}
