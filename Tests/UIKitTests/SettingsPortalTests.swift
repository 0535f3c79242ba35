import Foundation
import Pixels
import Primitives
import Testing

@testable import SDL
@testable import UIKit

@Suite("Settings portal: what it says is checked")
struct SettingsPortalTests {
  private func preferences(_ settings: [(String, DesktopBus.Value)]) -> SettingsPortal.Preferences {
    var preferences = SettingsPortal.Preferences()
    for (key, value) in settings { preferences.take(value, for: key) }
    return preferences
  }

  @Test("1 is dark and 2 is light; anything else is no wish")
  func scheme() {
    #expect(preferences([("color-scheme", .unsigned(1))]).style == .dark)
    #expect(preferences([("color-scheme", .unsigned(2))]).style == .light)
    for value in [DesktopBus.Value.unsigned(0), .unsigned(7), .text("dark"), .real(1), .other, .list([.unsigned(1)])] {
      #expect(preferences([("color-scheme", .unsigned(1)), ("color-scheme", value)]).style == .unspecified)
    }
    #expect(preferences([("contrast", .unsigned(1))]) == SettingsPortal.Preferences())
  }

  @Test("a double click may take what hands need; anything else is no wish")
  func doubleClick() {
    #expect(preferences([("double-click", .signed(650))]).doubleClickTime == 650)
    let wrong: [DesktopBus.Value] = [.signed(0), .signed(-400), .signed(90_000), .unsigned(400), .text("400"), .other]
    for value in wrong {
      let told = preferences([("double-click", .signed(650)), ("double-click", value)])
      #expect(told.doubleClickTime == nil, "\(value)")
    }
  }

  @Test("an accent colour has three channels from 0 to 1; others mean that there is none")
  func accent() {
    let green = DesktopBus.Value.list([.real(0), .real(1), .real(0.5)])
    #expect(preferences([("accent-color", green)]).accentColor == DrawColor(red: 0, green: 1, blue: 0.5, alpha: 1))
    let wrong: [DesktopBus.Value] = [
      .list([.real(-1), .real(-1), .real(-1)]), .list([.real(0), .real(.nan), .real(0)]), .list([.real(1), .real(1)]),
      .list([.real(2), .real(0), .real(0)]), .list([.text("a"), .real(0), .real(0)]), .unsigned(1),
    ]
    for value in wrong {
      #expect(preferences([("accent-color", green), ("accent-color", value)]).accentColor == nil, "\(value)")
    }
  }
}
