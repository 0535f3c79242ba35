import UIKit

/// The picture of a settings row: a white sign in a coloured, rounded square.
enum SettingsIcon: String, CaseIterable {
  case moon, lines, bold, sync, now, gauge, history, bell, speaker

  private var color: String {
    switch self {
    case .moon: "#5856d6"
    case .lines: "#8e8e93"
    case .bold: "#ff9500"
    case .sync: "#34c759"
    case .now: "#007aff"
    case .gauge: "#af52de"
    case .history: "#30b0c7"
    case .bell: "#ff3b30"
    case .speaker: "#ff2d55"
    }
  }

  /// In a box of 24 units, drawn as lines.
  private var lines: String {
    switch self {
    case .moon: "M18.4 14 A6.8 6.8 0 1 1 10.7 6.3 A5.4 5.4 0 0 0 18.4 14 Z"
    case .lines: "M6 8 H18 M6 12 H18 M6 16 H18"
    case .bold:
      "M8.6 6.4 V17.6 H13.2 A2.9 2.9 0 0 0 13.2 11.8 H8.6 M8.6 6.4 H12.6 A2.7 2.7 0 0 1 12.6 11.8"
    case .sync:
      """
      M6.6 10.6 A5.6 5.6 0 0 1 16.9 9.2 M17.4 13.4 A5.6 5.6 0 0 1 7.1 14.8 M17.4 6.4 V9.6 H14.2 M6.6 17.6 V14.4 H9.8
      """
    case .now: "M12 17 V7 M8 11 L12 7 L16 11"
    case .gauge: "M6.9 16.6 A6.6 6.6 0 1 1 17.1 16.6 M12 12.6 L14.8 9.4"
    case .history: "M12 6 A6 6 0 1 1 11.99 6 Z M12 8.8 V12.2 L14.4 13.6"
    case .bell: "M7.2 15.4 V11.4 A4.8 4.8 0 0 1 16.8 11.4 V15.4 L17.8 16.4 H6.2 Z M10.8 18.4 H13.2"
    case .speaker:
      """
      M6.4 10.2 H8.6 L11.6 7.4 V16.6 L8.6 13.8 H6.4 Z M14.2 9.8 A3.2 3.2 0 0 1 14.2 14.2 M16.2 7.8 A6 6 0 0 1 16.2 16.2
      """
    }
  }

  /// Side in points.
  static let side: CGFloat = 30

  /// The picture, drawn once for all rows; nil when it cannot be drawn.
  var image: UIImage? { Self.images[self] }

  private static let images = Dictionary(
    uniqueKeysWithValues: allCases.compactMap { icon in icon.draw().map { (icon, $0) } })

  private func draw() -> UIImage? {
    Self.draw(
      #"<rect x="0" y="0" width="24" height="24" rx="5.6" fill="\#(color)"/>"#
        + ##"<path d="\##(lines)" fill="none" stroke="#ffffff" stroke-width="1.7" stroke-linecap="round" "##
        + #"stroke-linejoin="round"/>"#, side: Self.side)
  }

  /// The round picture at the head of the screen: a lizard's eye.
  static let portrait = draw(
    ##"<circle cx="12" cy="12" r="12" fill="#34a853"/><circle cx="12" cy="12" r="7.4" fill="#f4e285"/>"##
      + ##"<path d="M12 5.4 C14.6 9 14.6 15 12 18.6 C9.4 15 9.4 9 12 5.4 Z" fill="#1d2b20"/>"##
      + ##"<circle cx="10.2" cy="9.2" r="1.1" fill="#ffffff"/>"##, side: 56)

  private static func draw(_ shapes: String, side: CGFloat) -> UIImage? {
    let head = #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(side)" height="\#(side)" viewBox="0 0 24 24">"#
    return UIImage(data: Data((head + shapes + "</svg>").utf8))
  }
}
