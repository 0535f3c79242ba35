import DemoParts
import FileViewer
import UIKit

/// A form of settings: every row a content configuration, with switches, check marks, a progress bar and a wheel at
/// the rows' ends. What is set shows at once.
final class SettingsController: UIViewController, DemoScreen {
  private let tableView = UITableView(frame: .zero, style: .insetGrouped)
  private var model = SettingsModel()
  private var sections: [SettingsSection] = []
  private var link: CADisplayLink?
  /// When the rehearsal began, on the display link's clock.
  private var syncStart: CFTimeInterval?

  /// Seconds the rehearsal takes.
  private static let syncDuration = 4.0

  private let memory: SettingsMemory?

  /// - Parameter memory: of what is chosen; nil for none.
  init(memory: SettingsMemory? = nil) {
    self.memory = memory
    model.look = memory?.look ?? model.look
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  var scriptedTable: UITableView { tableView }
  var rowCount: Int { sections.reduce(0) { $0 + $1.rows.count } }

  override func viewDidLoad() {
    super.viewDidLoad()
    sections = model.sections
    tableView.cellLayoutMarginsFollowReadableWidth = true
    tableView.separatorStyle = model.look.hasSeparators ? .singleLine : .none
    tableView.dataSource = self
    tableView.delegate = self
    for identifier in ["plain", "toggle", "activity", "progress"] {
      tableView.register(SettingsCell.self, forCellReuseIdentifier: identifier)
    }
    tableView.register(NoteCell.self, forCellReuseIdentifier: "note")
    tableView.register(UITableViewHeaderFooterView.self, forHeaderFooterViewReuseIdentifier: "title")
    view.addSubview(tableView)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    tableView.frame = view.bounds
  }

  override func viewIsAppearing(_ animated: Bool) {
    super.viewIsAppearing(animated)
    // Before the first rows are made: later ones would show a switch that moves.
    change(follow)
  }

  /// Takes over what is in force at present.
  private func follow(_ model: inout SettingsModel) {
    model.isDark = traitCollection.userInterfaceStyle == .dark
    model.isHighContrast = traitCollection.accessibilityContrast == .high
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    endSync()
  }

  // MARK: Changes

  /// Changes what is set, and brings the rows in line that show another thing than before.
  private func change(_ change: (inout SettingsModel) -> Void) {
    let before = model.look
    change(&model)
    memory?.look = model.look
    let old = sections
    sections = model.sections
    tableView.separatorStyle = model.look.hasSeparators ? .singleLine : .none
    guard before.textSize == model.look.textSize, before.isBold == model.look.isBold else {
      return tableView.reloadData()
    }
    var changed: [IndexPath] = []
    for (section, content) in sections.enumerated() {
      for (row, content) in content.rows.enumerated() where old[section].rows[row] != content {
        changed.append(IndexPath(row: row, section: section))
      }
    }
    if !changed.isEmpty { tableView.reconfigureRows(at: changed) }
  }

  private func toggled(_ id: SettingsRow.ID, to isOn: Bool) {
    change { model in
      switch id {
      case .dark: (model.isDark, model.look.isDark) = (isOn, isOn)
      case .contrast: (model.isHighContrast, model.look.isHighContrast) = (isOn, isOn)
      case .separators: model.look.hasSeparators = isOn
      case .bold: model.look.isBold = isOn
      case .touch: model.isTouchPractice = isOn
      case .sync: model.isSyncOn = isOn
      case .announcements: model.hasAnnouncements = isOn
      case .sounds: model.hasSounds = isOn
      default: break
      }
    }
    if id == .touch { UIApplication.shared.treatsPointerAsTouch = isOn }
    if id == .contrast { UIApplication.shared.prefersHighContrast = isOn }
    if id == .dark { view.window?.overrideUserInterfaceStyle = isOn ? .dark : .light }
    if id == .sync, !isOn { endSync() }
  }

  /// The user wrote in the note, whose row shows it: it may need another height.
  private func wrote(_ text: String) {
    model.note = text
    sections = model.sections
    tableView.performBatchUpdates(nil)
  }

  /// A row was clicked, or chosen by Return or Space.
  private func chose(_ row: SettingsRow) {
    if case .toggle(let isOn) = row.control { return toggled(row.id, to: !isOn) }
    switch row.id {
    case .profile: show(AboutController(model), sender: self)
    case .size(let size): change { $0.look.textSize = size }
    case .syncNow: if link == nil { beginSync() } else { endSync() }
    case .reset: askToReset()
    default: break
    }
  }

  private func askToReset() {
    let alert = UIAlertController(
      title: "Reset all settings?",
      message: "Settings and text size are as at first again, colours as the desktop has them, and the switches of all"
        + " screens as at first when they are opened next.",
      preferredStyle: .alert)
    let cancel = UIAlertAction(title: "Cancel", style: .cancel)
    alert.addAction(cancel)
    alert.addAction(UIAlertAction(title: "Reset", style: .destructive) { [weak self] _ in self?.reset() })
    alert.preferredAction = cancel
    present(alert, animated: true)
  }

  private func reset() {
    endSync()
    UIApplication.shared.treatsPointerAsTouch = false
    view.window?.overrideUserInterfaceStyle = .unspecified
    UIApplication.shared.prefersHighContrast = nil
    UIApplication.shared.chosenContentSizeCategory = nil
    change { model in
      model = SettingsModel()
      follow(&model)
    }
    memory?.reset()
  }

  // MARK: The rehearsal

  private func beginSync() {
    let link = CADisplayLink { [weak self] link in self?.continueSync(at: link.timestamp) }
    self.link = link
    syncStart = nil
    link.add(to: .main, forMode: .common)
    change { $0.sync = .running(0) }
  }

  private func continueSync(at time: CFTimeInterval) {
    let start = syncStart ?? time
    syncStart = start
    let part = Float(min((time - start) / Self.syncDuration, 1))
    guard part < 1 else { return endSync(.done) }
    // Whole percents: the texts change a hundred times and not with every frame.
    change { $0.sync = .running((part * 100).rounded(.down) / 100) }
  }

  private func endSync(_ end: SettingsModel.Sync = .never) {
    guard let link else { return }
    link.invalidate()
    self.link = nil
    change { $0.sync = end }
  }
}

extension SettingsController: UITableViewDataSource {
  func numberOfSections(in tableView: UITableView) -> Int { sections.count }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { sections[section].rows.count }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let row = sections[indexPath.section].rows[indexPath.row]
    let cell = tableView.dequeueReusableCell(withIdentifier: row.control.reuseIdentifier, for: indexPath)
    if let cell = cell as? NoteCell, case .note(let text) = row.control {
      cell.onChange = { [weak self] in self?.wrote($0) }
      cell.show(text, title: row.title, size: model.look.textSize)
    }
    guard let cell = cell as? SettingsCell else { return cell }
    cell.onToggle = { [weak self] in self?.toggled(row.id, to: $0) }
    cell.show(row, size: model.look.textSize, isBold: model.look.isBold)
    return cell
  }
}

extension SettingsController: UITableViewDelegate {
  func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
    titleView(sections[section].header)
  }

  func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? {
    titleView(sections[section].footer)
  }

  private func titleView(_ text: String?) -> UIView? {
    guard let text, let view = tableView.dequeueReusableHeaderFooterView(withIdentifier: "title") else { return nil }
    var content = view.defaultContentConfiguration()
    content.text = text
    content.textProperties.color = Palette.secondary
    content.textProperties.font = UIFontMetrics.default.scaledFont(
      for: .systemFont(ofSize: model.look.textSize.smallPoints))
    view.contentConfiguration = content
    return view
  }

  func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
    let row = sections[indexPath.section].rows[indexPath.row]
    return row.isEnabled && SettingsCell.selects(row)
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: true)
    chose(sections[indexPath.section].rows[indexPath.row])
  }
}

/// The page about the program, to which the first row of the settings leads.
final class AboutController: DetailController {
  /// - Parameter model: the settings by which texts are shown.
  convenience init(_ model: SettingsModel) {
    let (size, isBold) = (model.look.textSize, model.look.isBold)
    let sections = model.aboutSections.map { section in
      let rows = section.rows.map { Row(SettingsCell.content(of: $0, size: size, isBold: isBold)) }
      return Section(title: section.header, rows: rows)
    }
    self.init("About", sections)
  }
}
