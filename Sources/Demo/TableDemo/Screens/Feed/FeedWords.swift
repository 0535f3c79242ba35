import Assets

/// The words of which posts are made.
enum FeedWords {
  static func author(_ random: inout FeedRandom) -> FeedPost.Author {
    let first = random.pick(firstNames)
    let last = random.pick(lastNames)
    let handle = "@" + first.lowercased() + "." + last.lowercased().filter(\.isLetter)
    return FeedPost.Author(name: first + " " + last, handle: handle, color: random.below(8))
  }

  /// Sentences in one script, with the odd emoji.
  static func text(sentences: Int, _ random: inout FeedRandom) -> String {
    let language = random.below(12)
    let choices = language == 0 ? hebrew : language == 1 ? japanese : language == 2 ? arabic : english
    // In steps that meet every one of twelve or three before they come back, so that none is said twice.
    let first = random.below(choices.count)
    let step = random.pick([1, 5, 7, 11])
    let shown = (0..<min(sentences, choices.count)).map { choices[(first + $0 * step) % choices.count] }
    var text = shown.joined(separator: language == 1 ? "" : " ")
    if random.below(3) == 0 { text += " " + random.pick(emoji) }
    return text
  }

  /// "now", "5m", "3h", "2d": how long ago.
  static func age(minutes: Int) -> String {
    switch minutes {
    case 0: "now"
    case ..<60: "\(minutes)m"
    case ..<1440: "\(minutes / 60)h"
    default: "\(minutes / 1440)d"
    }
  }

  private static let firstNames = Assets.SampleText.feedFirstNames.lines
  private static let lastNames = Assets.SampleText.feedLastNames.lines
  private static let english = Assets.SampleText.feedEnglish.lines
  private static let hebrew = Assets.SampleText.feedHebrew.lines
  private static let arabic = Assets.SampleText.feedArabic.lines
  private static let japanese = Assets.SampleText.feedJapanese.lines
  private static let emoji = Assets.SampleText.feedEmoji.lines
}
