import Foundation
import Pixels
internal import SDL

/// What the desktop prefers, asked of its settings portal and followed from then on.
///
/// All of it happens on a thread of its own: a bus that hangs blocks nobody, one that lies is not believed, and without
/// one nothing is said.
enum SettingsPortal {
  /// What the portal said so far.
  struct Preferences: Equatable, Sendable {
    var style = UIUserInterfaceStyle.unspecified
    /// Nil without a wish.
    var accentColor: DrawColor?

    /// Takes over a setting of the appearance.
    /// - Parameter value: anything; what is none of the setting's counts as no wish.
    mutating func take(_ value: DesktopBus.Value, for key: String) {
      switch key {
      case "color-scheme":
        style = value == .unsigned(1) ? .dark : value == .unsigned(2) ? .light : .unspecified
      case "accent-color": accentColor = Self.color(value)
      default: break
      }
    }

    /// Three channels in 0...1; others mean that there is no accent colour.
    private static func color(_ value: DesktopBus.Value) -> DrawColor? {
      guard let parts = value.list, parts.count == 3 else { return nil }
      let channels = parts.compactMap { part -> Double? in
        if case .real(let channel) = part, channel >= 0, channel <= 1 { channel } else { nil }
      }
      guard channels.count == 3 else { return nil }
      return DrawColor(red: channels[0], green: channels[1], blue: channels[2], alpha: 1)
    }
  }

  private static let portal = DesktopBus.Object("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop")
  private static let interface = "org.freedesktop.portal.Settings"
  private static let appearance = "org.freedesktop.appearance"

  /// Calls back on the main queue with what the portal says, and again whenever that changes.
  static func follow(_ changed: @escaping @MainActor @Sendable (Preferences) -> Void) {
    Thread.detachNewThread { read(changed) }
  }

  /// Blocks as long as the bus is there.
  private static func read(_ changed: @escaping @MainActor @Sendable (Preferences) -> Void) {
    guard let bus = DesktopBus() else { return }
    bus.listen(
      to: "type='signal',sender='\(portal.destination)',interface='\(interface)',member='SettingChanged'")
    var told = Preferences()
    var known = told
    for key in ["color-scheme", "accent-color"] {
      let answer = bus.call(portal, interface, "Read", [.text(appearance), .text(key)])
      if let value = answer?.first { known.take(value, for: key) }
    }
    while true {
      if known != told {
        told = known
        DispatchQueue.main.async { [known] in changed(known) }
      }
      guard let signal = bus.nextSignal() else { return }
      guard signal.interface == interface, signal.member == "SettingChanged", signal.values.count == 3,
        signal.values[0] == .text(appearance), let key = signal.values[1].text
      else { continue }
      known.take(signal.values[2], for: key)
    }
  }
}
