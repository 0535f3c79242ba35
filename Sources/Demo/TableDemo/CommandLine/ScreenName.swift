/// The screens by the names the command line knows them under.
enum ScreenName: String, ArgumentWord {
  case countries
  case file
  case stress
  case reuse
  case pitfalls
  case updates
  case letters
  case styles
  case editing
  case mail
  case selfsizing
  case rich
  case settings
  case feed
  case processes
  case diffable
  case collection
  case grid
  case regions

  /// The title in the list of screens.
  var title: String {
    switch self {
    case .file: "Text file"
    case .stress: "A billion rows"
    case .selfsizing: "Self-sizing rows"
    case .rich: "Rich rows"
    case .collection: "Collection view"
    case .grid: "Spreadsheet"
    default: rawValue.capitalized
    }
  }

  /// The title above the screen, of one that has none of its own.
  var heading: String { self == .diffable ? "Diffable data source" : title }

  /// Where the list of screens has it.
  var group: ScreenGroup {
    switch self {
    case .reuse, .pitfalls, .letters, .selfsizing, .feed: .learn
    case .countries, .styles, .settings, .editing, .mail, .updates, .regions, .collection: .table
    case .processes, .diffable: .data
    case .stress, .rich, .grid: .stress
    case .file: .files
    }
  }

  /// The screen in a few words; shown by `--list-screens` and in the list of screens.
  var summary: String {
    switch self {
    case .countries: "the countries of the world in sections from A to Z"
    case .file: "a text file, one line a row, or a CSV or TSV file in columns"
    case .stress: "a billion generated rows, one for each second since 1970"
    case .reuse: "Chameleon's three containers: the cells on screen, leaving and waiting, live"
    case .updates: "rows to insert, delete, move, reload and shuffle, in every animation"
    case .editing: "DZTableView's rows, swiped aside for actions; also to add, put in order and choose"
    case .mail: "a mailbox: pull to write, swipe to edit, flag, archive and delete"
    case .letters: "ViewReusePool: a bar of letters whose buttons move between two arrays"
    case .styles: "plain, grouped and inset tables with headers, footers, index and separators"
    case .selfsizing: "rows of wrapping text, measured when they come on screen"
    case .rich: "rows full of texts and controls, each as high as what is in it"
    case .settings: "a form of settings with switches, check marks and progress"
    case .feed: "VVeboTableView's drawing off the main thread and skipped flings; template heights by key"
    case .processes: "this machine's processes by CPU use, each second anew"
    case .diffable: "a list that finds out by itself what has changed, and the steps it takes then"
    case .collection: "squares, photos, cards and an outline in the layouts of collection views"
    case .pitfalls: "mistakes that are easily made with cells, and the right way"
    case .grid: "a spreadsheet of 1,000,000 rows by 16,384 columns that scrolls both ways"
    case .regions: "lists that lead to others, under a bar with a large title"
    }
  }
}

extension ScreenName {
  /// Further words under which the list of screens finds the screen: those of the field, and names of systems it shows the
  /// ideas of.
  var keywords: String {
    switch self {
    case .reuse: "dequeue queue pool prepareForReuse identifier UITableView"
    case .pitfalls: "prepareForReuse wrong cells"
    case .letters: "pool index indexed table"
    case .selfsizing: "height automaticDimension estimated"
    case .feed: "FDTemplateLayoutCell height cache precache idle bitmap asynchronous"
    case .editing: "delete reorder swipe undo"
    case .mail: "swipe refresh"
    case .updates: "batch animation insertRows"
    case .diffable: "snapshot section identifiers"
    case .collection: "UICollectionView flow compositional list"
    case .grid: "Excel sheet columns cells"
    case .stress: "performance fast million"
    case .rich: "height performance"
    case .file: "log csv gzip search"
    case .processes: "top task manager"
    case .settings: "preferences dark form"
    case .countries: "index sections"
    case .styles: "grouped inset headers"
    case .regions: "navigation large title"
    }
  }

  /// The subject of the screen, as a sentence: below its title, and where the pointer rests on it in the list.
  var sentence: String { summary.prefix(1).uppercased() + summary.dropFirst() + "." }
}

/// Screens of a kind, under a header of the list of screens.
enum ScreenGroup: String, CaseIterable {
  /// How a table works, part by part.
  case learn = "Learn"
  /// Screens about the features of a table.
  case table = "Table"
  /// Rows that follow data which changes.
  case data = "Data"
  /// More rows than anybody needs.
  case stress = "Stress"
  case files = "Files"

  /// Its screens, from top to bottom.
  var screens: [ScreenName] { ScreenName.allCases.filter { $0.group == self } }
}

extension ScreenName {
  /// All screens in the order of the list.
  static let inOrder: [ScreenName] = ScreenGroup.allCases.flatMap(\.screens)

  /// The digit that shows the screen, pressed with Ctrl; nil from the tenth on.
  var number: Int? {
    guard let index = Self.inOrder.firstIndex(of: self), index < 9 else { return nil }
    return index + 1
  }

  /// The output of `--list-screens`: a line a screen.
  static var list: String {
    let width = allCases.map(\.rawValue.count).max() ?? 0
    return allCases.map { screen in
      let padding = String(repeating: " ", count: width - screen.rawValue.count + 2)
      return screen.rawValue + padding + screen.summary + "\n"
    }.joined()
  }
}
