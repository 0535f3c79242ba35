import Assets
import UIKit

/// The picture of a settings row: a white sign in a coloured, rounded square.
enum SettingsIcon: String, CaseIterable {
  case moon, contrast, lines, bold, touch, sync, now, gauge, history, bell, speaker

  /// Side in points.
  static let side: CGFloat = 30

  /// The picture, drawn once for all rows; nil when it cannot be drawn.
  var image: UIImage? { Self.images[self] }

  /// The round picture at the head of the screen: a lizard's eye, 56 points wide.
  static let portrait = draw(.portrait)

  private static let images = Dictionary(
    uniqueKeysWithValues: allCases.compactMap { icon in
      Assets.SettingsPicture(rawValue: icon.rawValue).flatMap(draw).map { (icon, $0) }
    })

  private static func draw(_ picture: Assets.SettingsPicture) -> UIImage? { UIImage(svg: picture.svg) }
}
