import Foundation

/// The style of a bar.
public enum UIBarStyle: Int, Sendable {
  /// Follows light and dark.
  case `default` = 0
  /// A dark ground with white titles.
  case black = 1
}

/// The heights of bars that an older property is for.
public enum UIBarMetrics: Int, Sendable {
  case `default` = 0
  /// Flat bars of telephones; never used.
  case compact = 1
  /// Bars with a prompt.
  case defaultPrompt = 101
  /// Flat bars with a prompt; never used.
  case compactPrompt = 102
}

/// The looks of a bar by the properties that came before `UIBarAppearance`.
@MainActor
struct ClassicBarLook {
  var style = UIBarStyle.default
  var background: UIImage?
  var shadow: UIImage?

  /// Changes ground and line.
  func dressGround(of look: UIBarAppearance) {
    if style == .black { look.backgroundColor = .blackBarGround }
    if let background {
      let isEmpty = background.size.width <= 0 || background.size.height <= 0
      look.backgroundImage = isEmpty ? nil : background
      look.backgroundColor = nil
    }
    if let shadow { look.shadowImage = shadow }
  }

  /// Makes titles white whose colour nothing else says.
  /// - Parameters:
  ///   - titles: the bar's own attributes of titles, which come before.
  ///   - large: those of large titles.
  func dressTitles(
    of look: UINavigationBarAppearance, instead titles: [NSAttributedString.Key: Any]?,
    large: [NSAttributedString.Key: Any]?
  ) {
    guard style == .black else { return }
    if look.titleTextAttributes.isEmpty, titles?.isEmpty ?? true {
      look.titleTextAttributes = [.foregroundColor: UIColor.white]
    }
    if look.largeTitleTextAttributes.isEmpty, large?.isEmpty ?? true {
      look.largeTitleTextAttributes = [.foregroundColor: UIColor.white]
    }
  }
}

extension UIColor {
  /// The ground of black bars, in light and dark.
  fileprivate static let blackBarGround = UIColor(red: 29 / 255, green: 29 / 255, blue: 31 / 255, alpha: 1)
}
