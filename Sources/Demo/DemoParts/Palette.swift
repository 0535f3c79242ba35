import UIKit

/// The colours of TableDemo where UIKit's are too faint: text has a contrast of 4.5:1 on every surface of a screen,
/// selected and under the pointer included, and signs that must be seen have 3:1. Light and dark.
///
/// UIKit's own colours are what Apple documents, and give grey text 3.4:1 and a blue title 3.6:1. Here a colour is
/// taken from them and darkened or lightened until it can be read; screens name the results.
package enum Palette {
  /// Text of second rank.
  package static let secondary = pair(light: grey(84, 90), dark: grey(198, 204))
  /// Text and signs that can be clicked, where the desktop has no accent colour.
  package static let tint = ink(.systemBlue)
  /// Text and signs of what went wrong or destroys.
  package static let red = ink(.systemRed)
  /// Text and signs of what is right.
  package static let green = ink(.systemGreen)
  /// Signs of what is marked, or waits.
  package static let orange = ink(.systemOrange)
  /// Signs of what was stopped.
  package static let yellow = ink(.systemYellow)

  /// Below white text: the row, the choice or the step that counts.
  package static let blueGround = ground(.systemBlue)
  /// Below white text: what destroys.
  package static let redGround = ground(.systemRed)
  /// Below white text: what adds or is done.
  package static let greenGround = ground(.systemGreen)
  /// Below white text: what marks.
  package static let orangeGround = ground(.systemOrange)
  /// Below white text: what puts away.
  package static let indigoGround = ground(.systemIndigo)

  /// A colour for text and signs on every surface: darkened in the light, lightened in the dark.
  package static func ink(_ color: UIColor) -> UIColor {
    pair(
      light: Shade(color, .light).mixed(with: .black, until: { $0.contrast(to: .selectedRow) >= least }),
      dark: Shade(color, .dark).mixed(with: .white, until: { $0.contrast(to: .hoveredItem) >= least }))
  }

  /// A colour below white text, darkened until that can be read.
  package static func ground(_ color: UIColor) -> UIColor {
    // In the dark the pointer lightens what it is on.
    func darkened(_ style: UIUserInterfaceStyle, lightenedBy part: Double) -> Shade {
      Shade(color, style).mixed(with: .black, until: { $0.mix(part, of: .white).contrast(to: .white) >= least })
    }
    return pair(light: darkened(.light, lightenedBy: 0), dark: darkened(.dark, lightenedBy: 0.08))
  }

  /// A breath of a colour below text in its `ink`; opaque, so that it is the same on every surface.
  package static func wash(_ color: UIColor) -> UIColor {
    pair(
      light: Shade(color, .light).mix(0.83, of: .white), dark: Shade(color, .dark).mix(0.8, of: Shade(28, 28, 30)))
  }

  /// The colour of text and signs that can be clicked: the desktop's accent colour, readable.
  /// - Parameter traits: of the window.
  package static func tint(in traits: UITraitCollection) -> UIColor {
    let accent = UIColor.tintColor.resolvedColor(with: traits)
    return accent == UIColor.systemBlue.resolvedColor(with: traits) ? tint : ink(accent)
  }

  /// Makes the grey title of a section readable. Called by screens when a header or footer is about to be shown.
  @MainActor
  package static func dress(_ view: UIView) {
    guard let label = (view as? UITableViewHeaderFooterView)?.textLabel, label.textColor == .secondaryLabel else {
      return
    }
    label.textColor = secondary
  }

  /// Says in readable grey what an empty field is for, and shows its sign in the same.
  @MainActor
  package static func setPlaceholder(_ text: String, of field: UITextField) {
    field.attributedPlaceholder = NSAttributedString(string: text, attributes: [.foregroundColor: secondary])
    (field.leftView as? UIImageView)?.tintColor = secondary
  }

  /// The button that deletes a swiped row, on a ground on which it can be read. For rows that nothing else is offered for.
  /// - Parameter delete: deletes the row, wherever it is by then.
  @MainActor
  package static func deletion(_ delete: @escaping @MainActor () -> Void) -> UISwipeActionsConfiguration {
    let action = UIContextualAction(style: .destructive, title: "Delete") { _, _, completion in
      completion(true)
      delete()
    }
    action.backgroundColor = redGround
    return UISwipeActionsConfiguration(actions: [action])
  }

  /// Of text to what is behind it, with a little to spare for rounding.
  private static let least = 4.6

  private static func grey(_ level: Double, _ blue: Double) -> Shade { Shade(level, level, blue) }

  private static func pair(light: Shade, dark: Shade) -> UIColor {
    let (light, dark) = (light.color, dark.color)
    return UIColor { $0.userInterfaceStyle == .dark ? dark : light }
  }
}

/// A window in the palette's tint, whose backgrounds are lifted from black in the dark.
package final class PaletteWindow: NoticeWindow {
  /// - Parameters:
  ///   - frame: the wished size of the window's inside, in points.
  ///   - isBlack: whether backgrounds are true black in the dark.
  package init(frame: CGRect, isBlack: Bool = false) {
    super.init(frame: frame)
    traitOverrides.userInterfaceLevel = isBlack ? .base : .elevated
    tintColor = Palette.tint(in: traitCollection)
    menuColors.secondary = Palette.secondary
    menuColors.disabled = Palette.secondary
    menuColors.destructive = Palette.red
  }

  package required init?(coder: NSCoder) { nil }

  package override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    tintColor = Palette.tint(in: traitCollection)
  }
}

/// An opaque colour in sRGB, to calculate with.
private struct Shade {
  /// 0...255.
  private let red, green, blue: Double

  static let black = Shade(0, 0, 0)
  static let white = Shade(255, 255, 255)
  /// The darkest surface in the light that text stands on: a selected row.
  static let selectedRow = Shade(209, 209, 214)
  /// The lightest surface in the dark: the item of a menu with the pointer over it.
  static let hoveredItem = Shade(80, 80, 84)

  init(_ red: Double, _ green: Double, _ blue: Double) { (self.red, self.green, self.blue) = (red, green, blue) }

  /// A colour as it is in a style, without its alpha.
  init(_ color: UIColor, _ style: UIUserInterfaceStyle) {
    var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
    color.resolvedColor(with: UITraitCollection(userInterfaceStyle: style))
      .getRed(&red, green: &green, blue: &blue, alpha: &alpha)
    self.init(red * 255, green * 255, blue * 255)
  }

  var color: UIColor { UIColor(red: red / 255, green: green / 255, blue: blue / 255, alpha: 1) }

  /// WCAG's relative luminance, 0...1.
  private var luminance: Double {
    func linear(_ channel: Double) -> Double {
      let part = channel / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// WCAG's contrast ratio, 1...21.
  func contrast(to other: Shade) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// - Parameter part: of the other, 0...1.
  func mix(_ part: Double, of other: Shade) -> Shade {
    Shade(
      red + (other.red - red) * part, green + (other.green - green) * part, blue + (other.blue - blue) * part)
  }

  /// With as little of another colour as makes it do; that colour itself where nothing less does.
  func mixed(with other: Shade, until isEnough: (Shade) -> Bool) -> Shade {
    for step in 0..<50 {
      let shade = mix(Double(step) / 50, of: other)
      if isEnough(shade) { return shade }
    }
    return other
  }
}
