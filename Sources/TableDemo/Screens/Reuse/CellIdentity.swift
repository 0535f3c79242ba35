import UIKit

/// What tells one cell object from all others on the screen `reuse`: a number in order of creation and a
/// colour of its own.
struct CellIdentity: Hashable {
  let number: Int

  /// Hues a golden angle apart, so that neighbours differ and none repeats soon.
  var colour: UIColor {
    let hue = (Double(number) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
    return UIColor(hue: hue, saturation: 0.62, brightness: 0.78, alpha: 1)
  }
}
