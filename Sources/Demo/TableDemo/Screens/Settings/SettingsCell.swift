import DemoParts
import UIKit

/// A row of the settings: content by a configuration, and the control at its end.
final class SettingsCell: UITableViewCell {
  /// Called with what the switch is turned to.
  var onToggle: ((Bool) -> Void)?

  /// Points of the bar that shows progress, and its part of a narrow row.
  private static let progressWidth: CGFloat = 160
  private static let largestProgressPart: CGFloat = 0.25

  private var toggle: UISwitch? { accessoryView as? UISwitch }

  /// Shows `row`; a control that is there already is carried to its new state.
  func show(_ row: SettingsRow, size: TextSize, isBold: Bool) {
    isUserInteractionEnabled = row.isEnabled
    showControl(row.control)
    toggle?.isEnabled = row.isEnabled
    selectionStyle = Self.selects(row) ? .default : .none
    contentConfiguration = Self.content(of: row, size: size, isBold: isBold)
    accessoryView?.accessibilityLabel = row.title
  }

  /// Whether a click on the row itself, Return or Space does something.
  static func selects(_ row: SettingsRow) -> Bool {
    switch row.control {
    case .disclosure, .check, .activity, .toggle: true
    case .none: row.look != .plain
    case .progress, .note: false
    }
  }

  /// The texts and the picture of a row.
  static func content(of row: SettingsRow, size: TextSize, isBold: Bool) -> UIListContentConfiguration {
    var content: UIListContentConfiguration = row.value == nil ? .subtitleCell() : .valueCell()
    content.text = row.title
    content.secondaryText = row.value ?? row.subtitle
    content.secondaryTextProperties.color = Palette.secondary
    content.image = row.look == .profile ? SettingsIcon.portrait : row.icon?.image
    let metrics = UIFontMetrics.default
    content.textProperties.font = metrics.scaledFont(
      for: .systemFont(ofSize: titleSize(of: row, size), weight: isBold ? .semibold : .regular))
    content.secondaryTextProperties.font = metrics.scaledFont(
      for: .systemFont(ofSize: row.value == nil ? size.smallPoints : size.points))
    switch row.look {
    case .plain, .profile: if !row.isEnabled { content.textProperties.color = Palette.secondary }
    case .destructive: content.textProperties.color = Palette.red
    }
    return content
  }

  /// In points. The rows that choose a size show it.
  private static func titleSize(of row: SettingsRow, _ size: TextSize) -> CGFloat {
    if case .size(let own) = row.id { return own.points }
    return row.look == .profile ? size.points + 5 : size.points
  }

  private func showControl(_ control: SettingsRow.Control) {
    accessoryType = .none
    switch control {
    case .none, .note: break
    case .disclosure: accessoryType = .disclosureIndicator
    case .check(let isOn): accessoryType = isOn ? .checkmark : .none
    case .toggle(let isOn):
      let view = toggle ?? makeToggle()
      view.setOn(isOn, animated: window != nil)
    case .activity(let isRunning):
      let view = accessoryView as? UIActivityIndicatorView ?? UIActivityIndicatorView(style: .medium)
      accessoryView = view
      if isRunning { view.startAnimating() } else { view.stopAnimating() }
    case .progress(let part):
      let view = accessoryView as? UIProgressView ?? UIProgressView(progressViewStyle: .default)
      if accessoryView !== view { accessoryView = view }
      view.progress = part
    }
  }

  override func layoutSubviews() {
    if let bar = accessoryView as? UIProgressView {
      bar.frame.size.width = min(Self.progressWidth, (bounds.width * Self.largestProgressPart).rounded())
    }
    super.layoutSubviews()
  }

  private func makeToggle() -> UISwitch {
    let made = UISwitch()
    made.addAction(
      UIAction { [weak self] _ in
        guard let self, let toggle = self.toggle else { return }
        self.onToggle?(toggle.isOn)
      }, for: .valueChanged)
    accessoryView = made
    return made
  }
}
