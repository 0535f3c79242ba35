import DemoParts
import UIKit

/// A hundred numbers and a bar of letters whose buttons are pooled; a button that reloads both; and beside them the two
/// queues of the pool and the calls that fill them. Bar, queues and calls are told at one time, that of the player, as on
/// the screen `reuse`.
///
/// Each reload alternates 6 and 11 letters and prints whether each button was created or reused: after the second load
/// all are reused. The first load comes with the first layout, so its lines have no `reloadData` before them.
final class LettersController: UIViewController, DemoScreen {
  let tableView = IndexedTableView(frame: .zero, style: .plain)
  /// Where the pool's lines go besides the window.
  var print: LineOutput = StandardOutput.lines

  private let calls = CallRecorder()
  private(set) lazy var steps = StepsView(calls, .pool, heading: Self.heading)
  private let reloadButton = UIButton(configuration: .filled())
  private let bar = UIView()
  private var hasManyLetters = false

  private static let rows = 100
  private static let barHeight: CGFloat = 44

  var scriptedTable: UITableView { tableView }
  var rowCount: Int { Self.rows }
  var keyHints: [KeyHint] {
    [KeyHint("R", action: "Reload")] + steps.player.keys.map { KeyHint($0.keyName, action: $0.title) }
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    bar.backgroundColor = .secondarySystemBackground
    reloadButton.keepTitleSize()
    reloadButton.configuration?.title = "reloadTable"
    reloadButton.configuration?.baseBackgroundColor = Palette.redGround
    reloadButton.addAction(UIAction { [weak self] _ in self?.askForReload() }, for: .touchUpInside)
    tableView.cellLayoutMarginsFollowReadableWidth = true
    tableView.rowHeight = Self.rowHeight
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "number")
    tableView.dataSource = self
    tableView.indexDataSource = self
    tableView.bar.report = { [weak self] call, detail in self?.report(call, detail) }
    steps.place = { [unowned self] in tableView.bar.frame }
    steps.onShow = { [unowned self] in tableView.bar.accessibilityElementsHidden = !steps.scene.isHidden }
    steps.player.onAdvance = { [unowned self] event in reloadTable(event) }
    for part in [bar, reloadButton, steps, tableView, steps.scene] { view.addSubview(part) }
    steps.player.show()
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    steps.player.end()
  }

  private static let heading =
    "The letters are buttons from a pool. A reload lets all of them wait, then takes as many back as there are letters;"
    + " a button is created only when none waits."

  private static var rowHeight: CGFloat { UIFontMetrics.default.scaledValue(for: 40) }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    tableView.rowHeight = Self.rowHeight
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let room = view.bounds.inset(by: view.safeAreaInsets)
    let head = min(Self.barHeight, room.height)
    bar.frame = CGRect(x: 0, y: room.minY, width: room.width, height: head)
    let buttonWidth = min(180, room.width)
    reloadButton.frame = CGRect(
      x: ((room.width - buttonWidth) / 2).rounded(), y: room.minY + 5, width: buttonWidth, height: max(0, head - 10))
    (tableView.frame, steps.frame) = SidePanel.divide(room.divided(atDistance: head, from: .minYEdge).remainder)
  }

  override func viewSafeAreaInsetsDidChange() {
    super.viewSafeAreaInsetsDidChange()
    view.setNeedsLayout()
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    let press = presses.first
    if steps.player.handle(press) { return }
    guard let press, let key = press.key, key.keyCode == .keyboardR, key.modifierFlags.isEmpty else {
      return super.pressesBegan(presses, with: event)
    }
    if !press.isRepeat { askForReload() }
  }

  private func askForReload() { steps.player.act { steps.player.advance("a key or a click") } }

  private func reloadTable(_ event: String) {
    note(.event, event)
    hasManyLetters.toggle()
    print("reloadData")
    note(.reloadData, "\(indexTitles(for: tableView).count) letters")
    tableView.reloadData()
  }

  private func report(_ call: ReuseCall, _ detail: String) {
    if let button = tableView.bar.pool.usingQueue.last, call == .takeBack || call == .addUsing {
      print("button \(button.title(for: .normal) ?? ""): \(call == .takeBack ? "reused" : "created")")
    }
    note(call, detail)
  }

  /// Records a call, with the buttons as they are after it.
  private func note(_ call: ReuseCall, _ detail: String) {
    if call == .event { calls.eventBegins() }
    if call == .layOutBar { calls.passBegins() }
    calls.note(call, detail, contents)
    if call == .layOutBar { calls.passEnds() }
  }

  /// The two queues of the bar's pool.
  private var contents: ReuseContents {
    let bar = tableView.bar
    var contents = ReuseContents()
    contents.extent = bar.bounds.height
    contents.visible = bar.pool.usingQueue.map { button in
      .init(
        item: .letter(button.title(for: .normal) ?? ""), cell: button.tag, y: button.frame.minY,
        height: button.frame.height)
    }
    let waiting = bar.pool.waitUsedQueue.map(\.tag)
    if !waiting.isEmpty { contents.idle = [.init(identifier: "", cells: waiting)] }
    return contents
  }
}

extension LettersController: UITableViewDataSource, IndexedTableViewDataSource {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { Self.rows }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "number", for: indexPath)
    cell.narrowSelection()
    cell.textLabel?.text = "\(indexPath.row + 1)"
    return cell
  }

  func indexTitles(for tableView: IndexedTableView) -> [String] {
    "ABCDEFGHIJK".prefix(hasManyLetters ? 11 : 6).map(String.init)
  }
}
