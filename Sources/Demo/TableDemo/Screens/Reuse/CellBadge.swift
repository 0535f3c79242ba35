import DemoParts
import UIKit

/// The number of a cell object on its colour.
final class CellBadge: AssembledView {
  /// At the usual size of text, in points.
  nonisolated static let usualSize = CGSize(width: 44, height: 26)
  /// In the size of text there is.
  static var size: CGSize {
    CGSize(width: CompactType.length(usualSize.width), height: CompactType.length(usualSize.height))
  }
  private let label = UILabel(.compact(14, .semibold), .white, alignment: .center)

  override func assemble() {
    layer.cornerRadius = 6
    // A badge is smaller where many have to find room.
    label.adjustsFontSizeToFitWidth = true
    label.minimumScaleFactor = 0.5
    addSubview(label)
  }

  func show(_ identity: CellIdentity) {
    backgroundColor = identity.colour
    label.text = identity.text
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    label.frame = bounds
  }
}

/// The identity of a cell object on the screen `reuse`: a number in order of creation and a
/// colour of its own. Headers and footers have negative numbers.
struct CellIdentity: Hashable {
  let number: Int

  var text: String { number < 0 ? "H\(-number)" : "\(number)" }

  /// Hues a golden angle apart, so that neighbours differ and none repeats soon.
  var colour: UIColor {
    let hue = (Double(number) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
    // Yellow to cyan is seen brighter than the rest. For a contrast of 4.5:1, under the pointer
    // too, white numbers need it darker.
    let brightness =
      switch (hue + 1).truncatingRemainder(dividingBy: 1) {
      case 0.1..<0.54: 0.43
      case 0.04..<0.6: 0.49
      default: 0.65
      }
    return UIColor(hue: hue, saturation: 0.62, brightness: brightness, alpha: 1)
  }
}
