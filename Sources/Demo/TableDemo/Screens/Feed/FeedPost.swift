/// A post of the feed, made from its number: the same one every time.
struct FeedPost: Equatable, Sendable {
  /// Whose it is.
  struct Author: Equatable, Sendable {
    let name: String
    let handle: String
    /// Which of the avatars' colours.
    let color: Int

    /// The first letters of the first two words of the name.
    var initials: String {
      String(name.split(separator: " ").prefix(2).compactMap(\.first))
    }
  }

  /// A post inside of a post.
  struct Quote: Equatable, Sendable {
    let author: Author
    let text: String
  }

  let number: Int
  let author: Author
  let age: String
  let text: String
  let quote: Quote?
  /// The seeds of the pictures in the row of pictures; none to three.
  let pictures: [Int]
  let likes: Int
  let replies: Int

  /// - Parameter number: 0 and up.
  init(number: Int) {
    var random = FeedRandom(number)
    self.number = number
    author = FeedWords.author(&random)
    age = FeedWords.age(minutes: number * 3 + random.below(3))
    text = FeedWords.text(sentences: 1 + random.below(5), &random)
    let kind = random.below(6)
    quote =
      kind < 2
      ? Quote(author: FeedWords.author(&random), text: FeedWords.text(sentences: 1 + random.below(2), &random)) : nil
    pictures = kind == 1 || kind == 3 ? (0...random.below(3)).map { _ in random.below(1 << 20) } : []
    likes = random.below(20) * random.below(60)
    replies = random.below(40)
  }

  /// The post as it is read aloud.
  var words: String {
    var parts = [author.name, age, text]
    if let quote { parts.append("Quoted from \(quote.author.name): \(quote.text)") }
    if !pictures.isEmpty { parts.append(pictures.count == 1 ? "1 picture" : "\(pictures.count) pictures") }
    parts.append("\(likes) likes, \(replies) replies")
    return parts.joined(separator: ". ")
  }
}

/// SplitMix64, started anew for each post: what a post shows does not depend on which were made before.
struct FeedRandom {
  private var state: UInt64

  init(_ seed: Int) {
    state = UInt64(truncatingIfNeeded: seed)
    // Seeds that follow each other would begin in the middle of each other's sequences.
    state = next()
  }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 to `limit` - 1.
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  /// One of them.
  mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }
}
