/// What posts are made of.
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

  private static let firstNames = [
    "Ada", "Björn", "Chidi", "Dana", "Elif", "Farah", "Goran", "Hana", "Ingrid", "Jamal", "Keiko", "Lucía", "Mateo",
    "Noor", "Olu", "Priya", "Quentin", "Rosa", "Sven", "Tariq", "Uma", "Vera", "Wen", "Yael", "Zofia",
  ]
  private static let lastNames = [
    "Abara", "Berg", "Castillo", "Demir", "Eriksen", "Fontaine", "Grünwald", "Haddad", "Ito", "Janssen", "Kovač",
    "Lindqvist", "Mbeki", "Novák", "O'Shea", "Petrov", "Rossi", "Silva", "Tanaka", "Ueda", "Weiss", "Yilmaz",
  ]
  private static let english = [
    "The ferry was late again, so we watched the gulls.",
    "Rewired the old lamp tonight and it works.",
    "Does anyone know a good way to store seed potatoes over winter?",
    "Finished the last chapter on the train.",
    "Three hours of rain, then the whole valley lit up at once.",
    "Small thing, but the window no longer squeaks.",
    "If you bake with rye, start the dough the evening before.",
    "Our choir sings at the harbour on Sunday, bring a coat.",
    "I measured twice and still cut it wrong.",
    "Found my grandfather's compass in a box of buttons.",
    "The library has a 3D printer now, and a queue to go with it.",
    "Nobody told me that figs ripen in October here.",
  ]
  private static let hebrew = [
    "הרכבת איחרה שוב ולכן הלכנו ברגל.", "סיימתי לקרוא את הספר אתמול בלילה.", "מי רוצה לבוא לטייל ביום שישי בבוקר?",
  ]
  private static let arabic = [
    "وصلنا إلى المدينة قبل الغروب بقليل.", "القهوة هنا أفضل من كل مكان آخر.", "من يعرف مكتبة جيدة في هذا الحي؟",
  ]
  private static let japanese = [
    "今日は海まで歩いて、夕焼けを見ました。", "新しい本屋が駅の近くにできた。", "猫が机の上で寝ているので仕事ができない。",
  ]
  private static let emoji = ["🎉", "🌧️", "👍🏽", "🚲", "🍞", "📚", "😀", "⛵️", "🇫🇮"]
}
