import UIKit

/// The content and the action of a row of the settings. A value: each change makes all rows anew.
struct SettingsRow: Equatable {
  enum ID: Hashable {
    case profile, dark, contrast, separators, bold, touch, size(TextSize), sync, syncNow, progress, lastSync
    case announcements, sounds, note
    case fact(String), story, reset
  }

  /// The control at the row's end.
  enum Control: Equatable {
    case none, disclosure
    case toggle(isOn: Bool)
    case check(isOn: Bool)
    case activity(isRunning: Bool)
    case progress(Float)
    /// In the place of a title: a text that the user writes.
    case note(String)

    /// Cells of one kind keep their control from row to row.
    var reuseIdentifier: String {
      switch self {
      case .none, .disclosure, .check: "plain"
      case .toggle: "toggle"
      case .activity: "activity"
      case .progress: "progress"
      case .note: "note"
      }
    }
  }

  /// How texts are arranged and coloured.
  enum Look { case plain, profile, destructive }

  let id: ID
  let title: String
  var subtitle: String?
  /// At the end of the title's line.
  var value: String?
  var icon: SettingsIcon?
  var control = Control.none
  var look = Look.plain
  var isEnabled = true

  init(_ id: ID, _ title: String, icon: SettingsIcon? = nil, control: Control = .none) {
    self.id = id
    self.title = title
    self.icon = icon
    self.control = control
  }

  func with(_ change: (inout SettingsRow) -> Void) -> SettingsRow {
    var row = self
    change(&row)
    return row
  }
}

/// Rows that belong together, with what stands above and below them.
struct SettingsSection: Equatable {
  var header: String?
  var footer: String?
  var rows: [SettingsRow]
}

/// How large the texts of the screen are.
enum TextSize: String, CaseIterable, Codable {
  case small, standard, large, huge

  /// The size of titles in points.
  var points: CGFloat {
    switch self {
    case .small: 15
    case .standard: 17
    case .large: 20
    case .huge: 24
    }
  }

  /// The size of what stands below titles, and of headers and footers, in points.
  var smallPoints: CGFloat { (points * 13 / 17).rounded() }
}
