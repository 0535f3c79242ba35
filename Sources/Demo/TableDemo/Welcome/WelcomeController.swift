import DemoParts
import UIKit

/// The window of a first start: the program in one sentence, three pictures that lead to screens, and ways to open files.
///
/// It scrolls where the window is too low for it.
final class WelcomeController: UIViewController {
  /// The acts of what can be clicked.
  struct Actions {
    /// Shows a screen.
    let show: @MainActor (ScreenName) -> Void
    /// Opens files that ship with the program.
    let openExample: @MainActor () -> Void
    /// Has the user choose files.
    let chooseFiles: @MainActor () -> Void
    /// Opens the file of a path.
    let open: @MainActor (String) -> Void
    /// Shows again what was left for the welcome; nil at a start.
    var goBack: (@MainActor () -> Void)?
  }

  private let actions: Actions
  private let recentFiles: @MainActor () -> [String]
  private let scrollView = UIScrollView()
  private let titleLabel = UILabel(.scaled(32, .bold), text: "TableDemo")
  private let sentenceLabel = UILabel(.preferredFont(forTextStyle: .body), lines: 0)
  private let cards: [WelcomeCard]
  private let dropView: WelcomeDropView
  private let allButton: UIButton
  private let recentLabel = UILabel(.preferredFont(forTextStyle: .headline), text: "Opened last")
  private let recentView = UIView()
  private var rows: [WelcomeFileRow] = []

  /// Points of the column that everything stands in, at most.
  private static let widest: CGFloat = 960
  /// Narrower columns have a card a line.
  private static let leastForCards: CGFloat = 600
  private static let gap: CGFloat = 16
  private static let mostRecent = 8

  /// - Parameter recentFiles: the paths of files that were open before, the newest first.
  init(actions: Actions, recentFiles: @escaping @MainActor () -> [String]) {
    self.actions = actions
    self.recentFiles = recentFiles
    cards = [
      WelcomeCard(
        .reuse, title: "Reuse", detail: "A list beside the cells it keeps: see one leave and come again.",
        action: { actions.show(.reuse) }),
      WelcomeCard(
        .grid, title: "Spreadsheet", detail: "A million rows by 16,384 columns, to type numbers and formulas into.",
        action: { actions.show(.grid) }),
      WelcomeCard(
        .file, title: "A file",
        detail: "Logs and CSV files of any size: find and filter in the one, sort the other. Opens examples.",
        action: { actions.openExample() }),
    ]
    dropView = WelcomeDropView(open: actions.chooseFiles)
    var look = UIButton.Configuration.plain()
    look.baseForegroundColor = Palette.tint
    allButton = UIButton(
      configuration: look,
      primaryAction: UIAction(title: "All \(ScreenName.allCases.count) screens") { _ in actions.show(.countries) })
    super.init(nibName: nil, bundle: nil)
    title = "Welcome"
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemGroupedBackground
    sentenceLabel.text =
      "The table view of iPhone and iPad on the Linux desktop: a billion rows scroll as lightly as ten, and you can look"
      + " inside."
    recentView.backgroundColor = .secondarySystemGroupedBackground
    recentView.layer.cornerRadius = 12
    recentView.clipsToBounds = true
    view.addSubview(scrollView)
    for part in [titleLabel, sentenceLabel] + cards + [dropView, allButton, recentLabel, recentView] {
      scrollView.addSubview(part)
    }
    showRecentFiles()
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    showRecentFiles()
  }

  override func viewIsAppearing(_ animated: Bool) {
    super.viewIsAppearing(animated)
    scrollView.becomeFirstResponder()
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard let key = presses.first?.key else { return super.pressesBegan(presses, with: event) }
    let isAlternate = key.modifierFlags.contains(.alternate)
    if KeySheetController.isAsked(by: key) {
      let back = actions.goBack == nil ? [] : [KeyHint("Esc", action: "Back to the screens")]
      let hints = [
        KeyHint("Tab", action: "The next picture or button"), KeyHint("Return", action: "What a click on it does"),
        KeyHint("Ctrl", "O", action: "Open files"),
      ]
      toggleKeySheet([("Welcome", hints + back), ("Everywhere", CatalogController.instrumentHints)])
    } else if let goBack = actions.goBack,
      key.keyCode == .keyboardEscape || key.keyCode == .keyboardLeftArrow && isAlternate
    {
      goBack()
    } else {
      super.pressesBegan(presses, with: event)
    }
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    view.setNeedsLayout()
  }

  /// Lists the files that were open before, which may be others by now. Called when they were read, too.
  func showRecentFiles() {
    let paths = Array(recentFiles().prefix(Self.mostRecent))
    guard isViewLoaded else { return }
    if rows.map(\.path) != paths {
      for row in rows { row.removeFromSuperview() }
      rows = paths.map { WelcomeFileRow(path: $0, action: actions.open) }
      for row in rows { recentView.addSubview(row) }
      view.setNeedsLayout()
    }
    recentLabel.isHidden = rows.isEmpty
    recentView.isHidden = rows.isEmpty
  }

  // MARK: Layout

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    scrollView.frame = view.bounds
    let size = view.bounds.size
    let margin = ScreenMargin.points(in: size.width) + 4
    let width = min(Self.widest, max(0, size.width - 2 * margin))
    let left = ((size.width - width) / 2).rounded()
    // A short page stands somewhat above the middle.
    let height = place(x: left, y: 0, width: width)
    let top = max(Self.gap, ((size.height - height) * 0.4).rounded())
    _ = place(x: left, y: top, width: width)
    scrollView.contentSize = CGSize(width: size.width, height: top + height + Self.gap)
  }

  /// Places everything in a column that begins at a point.
  /// - Returns: the column's height.
  private func place(x: CGFloat, y top: CGFloat, width: CGFloat) -> CGFloat {
    var y = top
    func add(_ view: UIView, below gap: CGFloat) {
      y += gap
      let height = view.sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude)).height.rounded(.up)
      view.frame = CGRect(x: x, y: y, width: width, height: height)
      y += height
    }
    add(titleLabel, below: 0)
    add(sentenceLabel, below: 6)
    y += 4
    if width >= Self.leastForCards {
      let each = ((width - 2 * Self.gap) / 3).rounded(.down)
      y += Self.gap
      let height = cards.map { $0.sizeThatFits(CGSize(width: each, height: 0)).height }.max() ?? 0
      for (index, card) in cards.enumerated() {
        card.frame = CGRect(x: x + CGFloat(index) * (each + Self.gap), y: y, width: each, height: height.rounded(.up))
      }
      y += height.rounded(.up)
    } else {
      for card in cards { add(card, below: Self.gap) }
    }
    add(dropView, below: Self.gap)
    if !rows.isEmpty {
      add(recentLabel, below: Self.gap + 4)
      y += 8
      recentView.frame = CGRect(x: x, y: y, width: width, height: placeRows(width))
      y += recentView.frame.height
    }
    let button = allButton.sizeThatFits(CGSize(width: width, height: 44))
    y += 10
    allButton.frame = CGRect(
      x: x + ((width - button.width) / 2).rounded(), y: y, width: button.width, height: button.height)
    return y + button.height - top
  }

  /// Places the files that were open before, one below the other.
  /// - Returns: the height of all.
  private func placeRows(_ width: CGFloat) -> CGFloat {
    var y: CGFloat = 0
    for row in rows {
      let height = row.sizeThatFits(CGSize(width: width, height: 0)).height
      row.frame = CGRect(x: 0, y: y, width: width, height: height)
      y += height
    }
    return y
  }
}
