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

  let recorder = LetterRecorder()
  let player: ReusePlayer
  let panel = ReusePanel(.pool)
  let trace = ReuseTraceView(.pool)
  private let reloadButton = UIButton(configuration: .filled())
  private let bar = UIView()
  private let headingLabel = UILabel()
  private let line = UIView()
  private var hasManyLetters = false

  private static let rows = 100
  private static let barHeight: CGFloat = 44
  private static let leastWidthBeside: CGFloat = 560
  private static let panelPart: CGFloat = 0.42
  /// As wide as text of a readable width with its margins.
  private static let greatestPanelWidth: CGFloat = 712
  private static let poolHeight: CGFloat = 240
  /// In a higher panel a heading says what one sees.
  private static let leastHeightForHeading: CGFloat = 400
  private static let lowPoolHeight: CGFloat = 150
  /// In a lower window the letters come first.
  private static let leastHeightForTimeline: CGFloat = 220

  override init() {
    player = ReusePlayer(recorder.calls)
    super.init()
    title = "Letters"
  }

  required init?(coder: NSCoder) { nil }

  var scriptedTable: UITableView { tableView }
  var rowCount: Int { Self.rows }
  var keyHints: [KeyHint] {
    [KeyHint("R", action: "Reload")] + player.keys.map { KeyHint($0.keyName, action: $0.title) }
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    bar.backgroundColor = .secondarySystemBackground
    reloadButton.keepTitleSize()
    reloadButton.configuration?.title = "reloadTable"
    reloadButton.configuration?.baseBackgroundColor = Palette.redGround
    reloadButton.addAction(UIAction { [weak self] _ in self?.askForReload() }, for: .touchUpInside)
    headingLabel.follow(CompactType.font(.systemFont(ofSize: 13)))
    headingLabel.numberOfLines = 0
    headingLabel.text = Self.heading
    line.backgroundColor = .separator
    tableView.cellLayoutMarginsFollowReadableWidth = true
    tableView.rowHeight = Self.rowHeight
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "number")
    tableView.dataSource = self
    tableView.indexDataSource = self
    tableView.bar.report = { [weak self] call, detail in self?.report(call, detail) }
    player.onShow = { [unowned self] in showMoment() }
    player.onAdvance = { [unowned self] event in reloadTable(event) }
    for part in [bar, reloadButton, headingLabel, panel, trace, player.view, line, tableView] {
      view.addSubview(part)
    }
    player.show()
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    player.end()
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
    let size = room.size
    let top = room.minY + Self.barHeight
    player.view.isHidden = size.height < Self.leastHeightForTimeline
    let margin = ScreenMargin.points(in: size.width)
    let width = max(0, size.width - 2 * margin)
    let timeline = player.view.isHidden ? 0 : player.view.height(in: width) + 12
    player.view.frame = CGRect(
      x: room.minX + margin, y: room.maxY - timeline + 6, width: width, height: max(0, timeline - 12))
    let height = max(0, size.height - Self.barHeight - timeline)
    bar.frame = CGRect(x: 0, y: room.minY, width: size.width, height: Self.barHeight)
    let buttonWidth = min(180, size.width)
    reloadButton.frame = CGRect(
      x: ((size.width - buttonWidth) / 2).rounded(), y: room.minY + 5, width: buttonWidth, height: Self.barHeight - 10)
    if size.width >= Self.leastWidthBeside {
      let width = min((size.width * Self.panelPart).rounded(), Self.greatestPanelWidth)
      tableView.frame = CGRect(x: 0, y: top, width: size.width - width, height: height)
      placePanel(
        CGRect(x: size.width - width, y: top, width: width, height: height), pool: Self.poolHeight)
      line.frame = CGRect(x: size.width - width, y: top, width: 1, height: height)
    } else {
      let panel = (height / 2).rounded()
      tableView.frame = CGRect(x: 0, y: top, width: size.width, height: height - panel)
      placePanel(CGRect(x: 0, y: top + height - panel, width: size.width, height: panel), pool: Self.lowPoolHeight)
      line.frame = CGRect(x: 0, y: top + height - panel, width: size.width, height: 1)
    }
  }

  override func viewSafeAreaInsetsDidChange() {
    super.viewSafeAreaInsetsDidChange()
    view.setNeedsLayout()
  }

  private func placePanel(_ area: CGRect, pool wanted: CGFloat) {
    let margin = ScreenMargin.points(in: area.width)
    var rest = area.insetBy(dx: min(margin, area.width / 2), dy: 0)
    headingLabel.isHidden = area.height < Self.leastHeightForHeading
    if !headingLabel.isHidden {
      let height = headingLabel.sizeThatFits(rest.size).height.rounded(.up)
      headingLabel.frame = CGRect(x: rest.minX, y: rest.minY + 8, width: rest.width, height: height)
      rest = rest.divided(atDistance: height + 8, from: .minYEdge).remainder
    }
    // Calls need the room of some lines; the queues come first.
    let needed: CGFloat = 90
    trace.isHidden = rest.height < Self.lowPoolHeight + needed
    let pool = trace.isHidden ? rest.height - 8 : min(wanted, rest.height - needed)
    panel.frame = CGRect(x: rest.minX, y: rest.minY + 8, width: rest.width, height: max(0, pool - 8))
    trace.frame = CGRect(
      x: rest.minX, y: panel.frame.maxY + 8, width: rest.width, height: max(0, rest.maxY - panel.frame.maxY - 16))
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    let press = presses.first
    if player.handle(press) { return }
    guard let press, let key = press.key, key.keyCode == .keyboardR, key.modifierFlags.isEmpty else {
      return super.pressesBegan(presses, with: event)
    }
    if !press.isRepeat { askForReload() }
  }

  private func askForReload() { player.act { player.advance("a key or a click") } }

  private func reloadTable(_ event: String) {
    recorder.note(.event, event, in: tableView.bar)
    hasManyLetters.toggle()
    print("reloadData")
    recorder.note(.reloadData, "\(indexTitles(for: tableView).count) letters", in: tableView.bar)
    tableView.reloadData()
  }

  private func report(_ call: ReuseCall, _ detail: String) {
    if let button = tableView.bar.pool.usingQueue.last, call == .takeBack || call == .addUsing {
      print("button \(button.title(for: .normal) ?? ""): \(call == .takeBack ? "reused" : "created")")
    }
    recorder.note(call, detail, in: tableView.bar)
  }

  private func showMoment() {
    let timeline = player.timeline
    panel.glide = player.glide
    tableView.bar.tell(timeline.isLive ? nil : player.contents)
    panel.show(player.contents)
    trace.show(timeline.shown, isLive: timeline.isLive)
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
