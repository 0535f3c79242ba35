import UIKit

/// The content of a row of the screen `rich`, made from its number alone: every toolkit in the comparison makes the
/// same.
struct RichRow: Equatable {
  /// Which of the pictures.
  let picture: Int
  let name: String
  /// "13:05".
  let time: String
  /// 3 to 80 words in one sentence.
  let message: String
  /// "37 % of 4812 files".
  let caption: String
  /// The part that is done, 0...1.
  let progress: Float
  let isOn: Bool

  /// - Parameter id: the row's own number, which it keeps when rows come and go above it.
  init(_ id: Int) {
    var state = UInt64(truncatingIfNeeded: id) &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    picture = next(RichPicture.count)
    name = "\(Self.givenNames[next(16)]) \(Self.familyNames[next(16)]) \(id)"
    let hour = next(24)
    let minute = next(60)
    time = "\(hour / 10)\(hour % 10):\(minute / 10)\(minute % 10)"
    let words = 3 + next(78)
    var message = ""
    message.reserveCapacity(words * 6)
    for word in 0..<words {
      if word > 0 { message += " " }
      message += Self.words[next(64)]
    }
    self.message = message + "."
    let percent = next(101)
    caption = "\(percent) % of \(10 + next(5000)) files"
    progress = Float(percent) / 100
    isOn = next(2) == 1
  }

  private static let givenNames = [
    "Anna", "Bruno", "Clara", "David", "Emma", "Felix", "Greta", "Hugo", "Ida", "Jonas", "Klara", "Leo", "Marta",
    "Nils", "Olga", "Paul",
  ]
  private static let familyNames = [
    "Adler", "Berg", "Castro", "Dahl", "Eriksen", "Fischer", "Garcia", "Hansen", "Ivanov", "Jensen", "Keller",
    "Larsen", "Moreau", "Novak", "Olsen", "Petit",
  ]
  private static let words = [
    "the", "a", "row", "list", "window", "of", "and", "to", "is", "in", "that", "screen", "moves", "below", "above",
    "with", "height", "width", "text", "wraps", "line", "after", "before", "every", "some", "finger", "wheel",
    "scrolls", "quickly", "slowly", "never", "always", "picture", "round", "label", "switch", "progress", "shows",
    "hides", "measures", "again", "once", "twice", "because", "although", "where", "when", "frame", "display", "pixel",
    "colour", "light", "dark", "morning", "evening", "river", "mountain", "garden", "letter", "answer", "question",
    "number", "thousand", "small",
  ]
}

/// The round pictures, each drawn once and shared by all rows that show it.
@MainActor
enum RichPicture {
  nonisolated static let count = 24
  /// Points.
  static let side: CGFloat = 48

  private static var drawn = [UIImage?](repeating: nil, count: count)

  static func image(_ number: Int) -> UIImage {
    if let image = drawn[number] { return image }
    let image = draw(UIColor(hue: CGFloat(number) / CGFloat(count), saturation: 0.55, brightness: 0.75, alpha: 1))
    drawn[number] = image
    return image
  }

  /// A head and shoulders on a disc.
  private static func draw(_ color: UIColor) -> UIImage {
    let bounds = CGRect(x: 0, y: 0, width: side, height: side)
    return UIGraphicsImageRenderer(size: bounds.size).image { context in
      let context = context.cgContext
      context.setFillColor(color)
      context.fillEllipse(in: bounds)
      context.setFillColor(UIColor(white: 1, alpha: 0.85))
      context.fillEllipse(in: CGRect(x: 15, y: 9, width: 18, height: 18))
      context.fillEllipse(in: CGRect(x: 12, y: 31, width: 24, height: 12))
    }
  }
}
