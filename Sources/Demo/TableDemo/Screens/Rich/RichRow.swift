import UIKit

/// The content of a row of the screen `rich`, made from its number alone: every toolkit in the comparison makes the
/// same.
struct RichRow: Equatable {
  /// The number of the row's picture.
  let picture: Int
  let name: String
  /// A time of day such as "13:05".
  let time: String
  /// One to eight sentences.
  let message: String
  /// A text such as "37 % of 4812 photos, no. 99999", with the row's own number.
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
    name = "\(Self.givenNames[next(16)]) \(Self.familyNames[next(16)])"
    let hour = next(24)
    let minute = next(60)
    time = "\(hour / 10)\(hour % 10):\(minute / 10)\(minute % 10)"
    let count = 1 + next(8)
    // By an odd step all 32 are passed before one comes again.
    var sentence = next(32)
    let step = 1 + 2 * next(16)
    var message = ""
    message.reserveCapacity(count * 90)
    for number in 0..<count {
      if number > 0 { message += " " }
      message += Self.sentences[sentence]
      sentence = (sentence + step) % 32
    }
    self.message = message
    let percent = next(101)
    caption = "\(percent) % of \(10 + next(5000)) photos, no. \(id)"
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
  private static let sentences = [
    "The ferry was an hour late, so we counted the gulls on the pier.",
    "Thank you for the plums, the jam is already on the shelf.", "Could you bring the blue folder tomorrow?",
    "I found your scarf behind the piano.",
    "We rowed out before breakfast, the lake was like glass and nobody said a word until the far bank.",
    "The cat has decided that the new chair is hers.", "My train gets in at ten past six, please keep some soup.",
    "No news from the insurance yet, I will call them again on Monday.",
    "She laughed so hard at the second act that the whole row turned round.",
    "The path above the mill is closed until the bridge is mended.",
    "I have read the draft twice and like the ending, but the middle could lose a page or two.",
    "Grandfather says the clock only needs oil and patience.",
    "Rain until noon, then all of a sudden the mountains.", "Can we move the rehearsal to Thursday, Ida has a cold.",
    "The tomatoes are red at last.", "Here are the pictures from the garden, the third one is my favourite.",
    "He walked the dog twice around the harbour and still forgot the bread.",
    "We need four more chairs and someone who can carve.",
    "It was cheaper to mend the old radio than to buy a new one, and it sounds better, too.",
    "The letter arrived today, eleven days after you posted it.", "Tell Paul that his boots are in the hall.",
    "I sat by the window and watched the snow come across the valley.",
    "The children built a raft from two doors and it floats.",
    "Our street has no light tonight, so everyone is outside talking.",
    "Please water the basil, it sulks after one dry day.", "They are playing the slow one again, can you hear it?",
    "The museum is free on the first Sunday of the month, shall we go early and have lunch there?",
    "Nobody wanted the last piece of cake, so I did what had to be done.",
    "Sorry about the noise, the shelf is up now and it is even straight.",
    "We missed the turn at the church and found a better road.", "The owl is back in the barn.",
    "Write when you are home.",
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
      context.clip(to: bounds, cornerRadius: side / 2)
      context.setFillColor(color)
      context.fill(bounds)
      context.setFillColor(UIColor(white: 1, alpha: 0.85))
      context.fillEllipse(in: CGRect(x: 15, y: 9, width: 18, height: 18))
      context.fillEllipse(in: CGRect(x: 8, y: 30, width: 32, height: 32))
    }
  }
}
