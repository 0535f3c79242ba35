import UIKit

/// A colour for each continent, so that rows of one continent are seen together.
enum RegionColour {
  /// The colour of a sub-region of the M49 scheme.
  static func colour(of region: String) -> UIColor {
    if region.hasSuffix("Africa") { return .systemOrange }
    if region.hasSuffix("Europe") { return .systemBlue }
    if region.hasSuffix("Asia") { return .systemPink }
    if region.hasSuffix("America") || region == "Caribbean" { return .systemGreen }
    if region == "Antarctica" { return .systemGray }
    return .systemTeal  // Oceania, whose sub-regions share no word
  }
}
