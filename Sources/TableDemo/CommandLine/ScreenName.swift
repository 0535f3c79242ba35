import ArgumentParser

/// The screens by the names the command line knows them under.
enum ScreenName: String, CaseIterable, ExpressibleByArgument {
  case countries
  case file
  case stress
  case reuse
  case updates
  case letters
  case styles
  case editing
  case mail
  case selfsizing
  case settings
  case feed
  case processes

  /// What one sees, in a few words; shown by `--list-screens`.
  var summary: String {
    switch self {
    case .countries: "the countries of the world in sections from A to Z"
    case .file: "a text file, one line a row"
    case .stress: "up to a billion generated rows of three labels each"
    case .reuse: "a table beside a live picture of the cells it keeps"
    case .updates: "rows to insert, delete, move, reload and shuffle, in every animation"
    case .editing: "rows to delete, add, put in order, swipe and choose"
    case .mail: "a mailbox: pull to write, swipe to edit, flag, archive and delete"
    case .letters: "a table with a bar of letters whose buttons are pooled"
    case .styles: "plain, grouped and inset tables with headers, footers, index and separators"
    case .selfsizing: "rows of wrapping text, measured when they come on screen"
    case .settings: "a form of settings with switches, check marks and progress"
    case .feed: "ten thousand posts drawn off the main thread, and flings that skip rows"
    case .processes: "this machine's processes by CPU use, each second anew"
    }
  }
}

extension ScreenName {
  /// What `--list-screens` prints: a line a screen.
  static var list: String {
    let width = allCases.map(\.rawValue.count).max() ?? 0
    return allCases.map { screen in
      let padding = String(repeating: " ", count: width - screen.rawValue.count + 2)
      return screen.rawValue + padding + screen.summary + "\n"
    }.joined()
  }
}
