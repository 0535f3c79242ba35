import Expectations
import Foundation
import Pixels
import Primitives
import TestSupport
import Testing

@testable import UIKitCore

@Suite("The level of the interface")
@MainActor
struct InterfaceLevelTests {
  private static let grounds: [(name: String, color: UIColor, elevated: DrawColor)] = {
    let levels = [
      DrawColor(red: 28, green: 28, blue: 30), DrawColor(red: 44, green: 44, blue: 46),
      DrawColor(red: 58, green: 58, blue: 60),
    ]
    return [
      ("systemBackground", .systemBackground, levels[0]),
      ("secondarySystemBackground", .secondarySystemBackground, levels[1]),
      ("tertiarySystemBackground", .tertiarySystemBackground, levels[2]),
      ("systemGroupedBackground", .systemGroupedBackground, levels[0]),
      ("secondarySystemGroupedBackground", .secondarySystemGroupedBackground, levels[1]),
      ("tertiarySystemGroupedBackground", .tertiarySystemGroupedBackground, levels[2]),
    ]
  }()

  private func traits(_ style: UIUserInterfaceStyle, _ level: UIUserInterfaceLevel) -> UITraitCollection {
    UITraitCollection(userInterfaceStyle: style, displayScale: 1, accentColor: nil, userInterfaceLevel: level)
  }

  @Test("backgrounds are a step lighter at the elevated level in the dark, and the same in the light")
  func colors() {
    for (name, color, elevated) in Self.grounds {
      expectEqual(color.drawColor(in: traits(.dark, .elevated)), elevated, "\(name)")
      expect(color.drawColor(in: traits(.dark, .base)) != elevated, "\(name)")
      expectEqual(color.drawColor(in: traits(.light, .elevated)), color.drawColor(in: traits(.light, .base)), "\(name)")
      var half = elevated
      half.alpha = 128
      expectEqual(color.withAlphaComponent(0.5).drawColor(in: traits(.dark, .elevated)), half, "\(name)")
    }
    expectEqual(
      UIColor.label.drawColor(in: traits(.dark, .elevated)), UIColor.label.drawColor(in: traits(.dark, .base)))
  }

  @Test("a window overrides the application's level for the views in it, which are told, and gives it back")
  func window() {
    let app = TestApplication()
    app.becomeCurrent()
    app.application.preferredInterfaceStyle = .dark
    let view = TraitView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    view.backgroundColor = .systemBackground
    app.window.addSubview(view)
    app.settle()
    expectEqual(view.traitCollection.userInterfaceLevel, .base)
    view.levels = []
    app.window.traitOverrides.userInterfaceLevel = .elevated
    app.settle()
    expectEqual(view.levels, [.elevated])
    expect(!app.backend.fills(of: DrawColor(red: 28, green: 28, blue: 30)).isEmpty)
    app.window.traitOverrides.userInterfaceLevel = .unspecified
    app.settle()
    expect(view.levels == [.elevated, .base] && view.traitCollection === app.application.traits)
  }

  /// Notes the level it is told of.
  private final class TraitView: UIView {
    var levels: [UIUserInterfaceLevel] = []

    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
      super.traitCollectionDidChange(previousTraitCollection)
      levels.append(traitCollection.userInterfaceLevel)
    }
  }

  // MARK: What is presented

  private func makeStage() -> PresentationStage {
    let stage = PresentationStage()
    stage.app.application.preferredInterfaceStyle = .dark
    stage.app.settle()
    return stage
  }

  @Test(
    "what is presented on a card is shown at the elevated level, what covers the window at the window's",
    arguments: [
      (UIModalPresentationStyle.pageSheet, UIUserInterfaceLevel.elevated), (.formSheet, .elevated),
      (.popover, .elevated), (.fullScreen, .base), (.overFullScreen, .base),
    ])
  func presented(style: UIModalPresentationStyle, level: UIUserInterfaceLevel) throws {
    let stage = makeStage()
    let screen = stage.controller("B", style)
    screen.popoverPresentationController?.sourceView = stage.root.view
    let view = TraitView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    screen.view.addSubview(view)
    stage.root.present(screen, animated: true)
    stage.app.settle()
    expect(screen.traitCollection.userInterfaceLevel == level && view.traitCollection.userInterfaceLevel == level)
    expectEqual(view.levels.filter { $0 != .base }, (level == .base ? [] : [.elevated]))
    expectEqual(stage.app.window.traitCollection.userInterfaceLevel, .base)
    for (name, color, elevated) in Self.grounds {
      screen.view.backgroundColor = color
      stage.app.frame()
      let shown = level == .elevated ? elevated : color.drawColor(in: traits(.dark, .base))
      let fills = stage.app.backend.fills(of: shown).map(\.size)
      expect(fills.contains(screen.view.bounds.size), "\(name)")
    }
    stage.app.window.checkTraits()
    // A screen that is not presented any more is as the window.
    stage.root.dismiss(animated: false)
    stage.app.settle()
    stage.root.view.addSubview(screen.view)
    expect(view.traitCollection === stage.app.window.traitCollection)
    stage.app.window.checkTraits()
  }

  @Test("an alert, an action sheet and what a sheet presents are at the elevated level")
  func alerts() {
    let stage = makeStage()
    let sheet = stage.controller("B", .pageSheet)
    stage.root.present(sheet, animated: false)
    stage.app.settle()
    for style in [UIAlertController.Style.alert, .actionSheet] {
      let alert = UIAlertController(title: "Title", message: nil, preferredStyle: style)
      alert.addAction(UIAlertAction(title: "Action", style: .default))
      alert.popoverPresentationController?.sourceView = sheet.view
      sheet.present(alert, animated: false)
      stage.app.settle()
      expect(alert.traitCollection === sheet.traitCollection, "one object for all views at the level")
      expectEqual(alert.traitCollection.userInterfaceLevel, .elevated)
      alert.dismiss(animated: false)
      stage.app.settle()
    }
  }

  @Test("a sheet follows the window's other traits, and its level the style that a narrow window gives it")
  func changes() throws {
    final class Cover: NSObject, UIAdaptivePresentationControllerDelegate {
      func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle {
        .fullScreen
      }
    }
    let stage = makeStage()
    let (sheet, cover) = (stage.controller("B", .pageSheet), Cover())
    sheet.presentationController?.delegate = cover
    let view = TraitView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    sheet.view.addSubview(view)
    stage.root.present(sheet, animated: false)
    stage.app.settle()
    view.levels = []
    for change in TraitChange.allCases {
      change.make(in: stage.app)
      stage.app.window.checkTraits()
      expect(view.traitCollection.elevated === view.traitCollection)
      expectEqual(view.traitCollection, stage.app.window.traitCollection.elevated, "\(change)")
      change.undo(in: stage.app)
      stage.app.window.checkTraits()
    }
    expect(!view.levels.isEmpty && view.levels.allSatisfy { $0 == .elevated })
    for (width, level) in [(400.0, UIUserInterfaceLevel.base), (800, .elevated)] {
      stage.app.platformWindow.resize(to: CGSize(width: width, height: 600))
      stage.app.events.post(.window(.resized))
      stage.app.settle()
      expect(view.traitCollection.userInterfaceLevel == level && view.levels.last == level)
      stage.app.window.checkTraits()
    }
    // In a window that is elevated itself there is nothing to lift.
    view.levels = []
    stage.app.window.traitOverrides.userInterfaceLevel = .elevated
    stage.app.settle()
    expect(view.levels.isEmpty && view.traitCollection === stage.app.window.traitCollection)
  }

  /// A cell that notes the level it is told of.
  private final class LevelCell: UITableViewCell {
    var levels: [UIUserInterfaceLevel] = []

    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
      super.traitCollectionDidChange(previousTraitCollection)
      levels.append(traitCollection.userInterfaceLevel)
    }
  }

  private final class Rows: NSObject, UITableViewDataSource {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 300 }
    func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: path)
      cell.textLabel?.text = "\(path.row)"
      return cell
    }
  }

  @Test("a cell in a sheet is told of the level once, and not again when it is reused")
  func cells() {
    let stage = makeStage()
    let (screen, rows) = (UITableViewController(style: .plain), Rows())
    screen.tableView.register(LevelCell.self, forCellReuseIdentifier: "cell")
    screen.tableView.rowHeight = UITableView.automaticDimension
    screen.tableView.dataSource = rows
    stage.root.present(screen, animated: false)
    stage.app.settle()
    for _ in 0..<60 {
      screen.tableView.contentOffset.y += 97
      stage.app.frame()
    }
    let cells = screen.tableView.visibleCells.compactMap { $0 as? LevelCell }
    expect(cells.count > 5 && cells.allSatisfy { $0.levels == [.elevated] }, "\(cells.map(\.levels))")
    stage.app.window.checkTraits()
  }

  @Test("traits can be made of a level, and a change of the level be watched")
  func trait() {
    expectEqual(UITraitCollection(userInterfaceLevel: .elevated).userInterfaceLevel, .elevated)
    let stage = makeStage()
    let screen = stage.controller("B", .formSheet)
    var told: [UIUserInterfaceLevel] = []
    screen.registerForTraitChanges([UITraitUserInterfaceLevel.self]) { screen, _ in
      told.append(screen.traitCollection.userInterfaceLevel)
    }
    stage.root.present(screen, animated: false)
    stage.app.settle()
    expectEqual(told, [.elevated])
  }
}
