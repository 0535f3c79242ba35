/// What ships as data, by name, so that nobody else names a file.
///
/// The files beside this one are compiled into the program: they are found in a build, in an installed program and from
/// a package that depends on this one alike, and the start reads nothing. Each has its origin in `PROVENANCE.md`.
package enum Assets {
  // MARK: Pictures

  /// The program's icon, an SVG document of 128 x 128 units.
  package static var icon: String { text(PackageResources.anole_svg) }

  /// A picture of the screen `settings`: a white sign in a coloured, rounded square of 30 x 30 points, or the portrait of
  /// 56 x 56 points.
  package enum SettingsPicture: String, CaseIterable, Sendable {
    case bell
    case bold
    case contrast
    case gauge
    case history
    case lines
    case moon
    case now
    case portrait
    case speaker
    case sync
    case touch

    /// The picture's SVG document.
    package var svg: String { text(bytes) }

    private var bytes: [UInt8] {
      switch self {
      case .bell: PackageResources.settings_bell_svg
      case .bold: PackageResources.settings_bold_svg
      case .contrast: PackageResources.settings_contrast_svg
      case .gauge: PackageResources.settings_gauge_svg
      case .history: PackageResources.settings_history_svg
      case .lines: PackageResources.settings_lines_svg
      case .moon: PackageResources.settings_moon_svg
      case .now: PackageResources.settings_now_svg
      case .portrait: PackageResources.settings_portrait_svg
      case .speaker: PackageResources.settings_speaker_svg
      case .sync: PackageResources.settings_sync_svg
      case .touch: PackageResources.settings_touch_svg
      }
    }
  }

  // MARK: Data

  /// The countries of the world as comma-separated values with a heading.
  package static var countries: String { text(PackageResources.countries_csv) }

  /// Where countries that have neighbours on land lie, and their neighbours, as comma-separated values with a heading.
  package static var neighbours: String { text(PackageResources.neighbours_csv) }

  /// Sample words and sentences, one a line in the file.
  package enum SampleText: Sendable {
    /// Sentences of posts, by script.
    case feedEnglish
    case feedHebrew
    case feedArabic
    case feedJapanese
    case feedEmoji
    /// Names of the authors of posts.
    case feedFirstNames
    case feedLastNames
    /// Who writes mail, and what about.
    case mailPeople
    case mailSubjects

    /// The lines of the file, in its order.
    /// - Complexity: O(length of the file): callers keep the answer.
    package var lines: [String] { text(bytes).split(separator: "\n").map(String.init) }

    private var bytes: [UInt8] {
      switch self {
      case .feedEnglish: PackageResources.feed_english_txt
      case .feedHebrew: PackageResources.feed_hebrew_txt
      case .feedArabic: PackageResources.feed_arabic_txt
      case .feedJapanese: PackageResources.feed_japanese_txt
      case .feedEmoji: PackageResources.feed_emoji_txt
      case .feedFirstNames: PackageResources.feed_first_names_txt
      case .feedLastNames: PackageResources.feed_last_names_txt
      case .mailPeople: PackageResources.mail_people_txt
      case .mailSubjects: PackageResources.mail_subjects_txt
      }
    }
  }

  // MARK: Code

  /// Files of the program's own source, which it shows: links to what is compiled.
  package enum Source: CaseIterable, Sendable {
    case pitfall
    case lastingPitfalls
    case reuse

    /// The text of the file.
    /// - Complexity: O(length of the file).
    package var text: String { Assets.text(bytes) }

    private var bytes: [UInt8] {
      switch self {
      case .pitfall: PackageResources.Pitfall_swift_txt
      case .lastingPitfalls: PackageResources.LastingPitfalls_swift_txt
      case .reuse: PackageResources.ReuseSource_swift_txt
      }
    }
  }

  /// All files are UTF-8.
  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
