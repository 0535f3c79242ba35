import DemoParts
import UIKit

/// A colour for each continent, so that rows of one continent are seen together.
struct RegionColour {
  /// A tint behind text.
  let ground: UIColor
  /// For text on the tint.
  let ink: UIColor

  private init(_ colour: UIColor) {
    ground = Palette.wash(colour)
    ink = Palette.ink(colour)
  }

  private static let africa = RegionColour(.systemOrange)
  private static let europe = RegionColour(.systemBlue)
  private static let asia = RegionColour(.systemPink)
  private static let america = RegionColour(.systemGreen)
  private static let antarctica = RegionColour(.systemGray)
  private static let oceania = RegionColour(.systemTeal)

  /// The colour of a sub-region of the M49 scheme.
  static func colour(of region: String) -> RegionColour {
    if region.hasSuffix("Africa") { return africa }
    if region.hasSuffix("Europe") { return europe }
    if region.hasSuffix("Asia") { return asia }
    if region.hasSuffix("America") || region == "Caribbean" { return america }
    if region == "Antarctica" { return antarctica }
    return oceania  // whose sub-regions share no word
  }
}
