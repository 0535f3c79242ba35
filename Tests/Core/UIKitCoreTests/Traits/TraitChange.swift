import Foundation
import Pixels
import TestSupport

@testable import UIKitCore

/// A change of one trait, as the user or the desktop makes it.
enum TraitChange: CaseIterable {
  case textSize, appearance, scale, accent, contrast

  @MainActor
  func make(in app: TestApplication) {
    switch self {
    case .textSize: app.press("+", times: 8)
    case .appearance: app.application.preferredInterfaceStyle = .dark
    case .scale:
      app.platformWindow.scale = 2
      app.window.platformWindowDidResize()
    case .accent:
      app.platform.accentColor = DrawColor(red: 200, green: 30, blue: 90)
      app.application.updateTraits()
    case .contrast:
      app.platform.prefersHighContrast = true
      app.application.updateTraits()
    }
    app.settle()
  }

  /// Goes back to what was before `make(in:)`.
  @MainActor
  func undo(in app: TestApplication) {
    switch self {
    case .textSize: app.press("0")
    case .appearance: app.application.preferredInterfaceStyle = .light
    case .scale:
      app.platformWindow.scale = 1
      app.window.platformWindowDidResize()
    case .accent:
      app.platform.accentColor = nil
      app.application.updateTraits()
    case .contrast:
      app.platform.prefersHighContrast = false
      app.application.updateTraits()
    }
    app.settle()
  }
}

extension TestApplication {
  /// Presses a key with Control: "+" and "-" for text of another size, "0" for the usual one.
  func press(_ characters: String, times: Int = 1) {
    for _ in 0..<times { key(.init(rawValue: 46), characters, modifiers: .control) }
    settle()
  }

  /// What the last frame shows, a command a line, with texts and images for the names of their textures.
  var picture: [String] {
    backend.list.commands.map { command in
      switch command {
      case .text(let slot, let origin, let opacity):
        guard let frame = backend.slots[slot] else { return "no text" }
        let runs = frame.runs.map { "\($0.text) \($0.pixelSize) \($0.x) \($0.baseline) \($0.color)" }
        return "\(runs) in \(frame.pixelWidth)x\(frame.pixelHeight) at \(origin), \(opacity)"
      case .image(_, let destination, let source, let tint, let opacity):
        return "image \(source) over \(destination), \(String(describing: tint)), \(opacity)"
      default: return "\(command)"
      }
    }
  }

  /// The fills, texts and images of the last frame that lie in the window, in no order: views that wait out of sight, or
  /// were in the tree before others, make no difference.
  var visiblePicture: [String] {
    let window = CGRect(origin: .zero, size: window.bounds.size)
    return zip(backend.list.commands, picture).filter { command, _ in
      switch command {
      case .fill(let rect, _): rect.intersects(window)
      case .text(let slot, let origin, _):
        backend.slots[slot].map { frame in
          CGRect(
            x: origin.x, y: origin.y, width: Double(frame.pixelWidth) / backend.list.scale,
            height: Double(frame.pixelHeight) / backend.list.scale
          ).intersects(window)
        } ?? false
      case .image(_, let destination, _, _, _): destination.intersects(window)
      default: false
      }
    }.map(\.1).sorted()
  }

  /// The first difference between two pictures; nil where they are alike.
  static func difference(_ found: [String], _ wanted: [String]) -> String? {
    for (number, (left, right)) in zip(found, wanted).enumerated() where left != right {
      return "\(number): \(left), not \(right)"
    }
    return found.count == wanted.count ? nil : "\(found.count) commands, not \(wanted.count)"
  }
}

extension UIView {
  /// Stops unless all views of the tree know the traits of its root, but for those that a layer lifts.
  func checkTraits() {
    for child in children {
      let own = child.traits(within: knownTraits)
      precondition(child.knownTraits === own, "\(type(of: child)) knows other traits than \(type(of: self))")
      child.checkTraits()
    }
  }
}
