import DemoParts
import UIKit

/// All keys that work now, on a card over the window. Escape, `?`, the button and a click beside the card close it.
final class KeySheetController: UIViewController {
  /// Keys that belong together.
  struct Group {
    let title: String
    let hints: [KeyHint]
  }

  private let groups: [Group]
  private let close: @MainActor () -> Void
  private let ground = UIControl()
  private let card = UIView()
  private let titleLabel = UILabel()
  private let closeButton: UIButton
  private let tableView = UITableView(frame: .zero, style: .insetGrouped)

  private static let cardSize = CGSize(width: 520, height: 640)
  private static let margin: CGFloat = 16
  private static let titleHeight: CGFloat = 52

  /// - Parameters:
  ///   - groups: those without hints are left out.
  ///   - close: asked to take the sheet away.
  init(_ groups: [Group], close: @escaping @MainActor () -> Void) {
    self.groups = groups.filter { !$0.hints.isEmpty }
    self.close = close
    closeButton = UIButton(configuration: .plain(), primaryAction: UIAction(title: "Done") { _ in close() })
    super.init()
    title = "Keys"
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = nil
    ground.backgroundColor = UIColor(white: 0, alpha: 0.4)
    ground.addAction(UIAction { [weak self] _ in self?.close() }, for: .touchUpInside)
    card.backgroundColor = .systemGroupedBackground
    card.layer.cornerRadius = 14
    card.clipsToBounds = true
    titleLabel.text = title
    titleLabel.font = .systemFont(ofSize: 20, weight: .semibold)
    tableView.dataSource = self
    tableView.delegate = self
    tableView.rowHeight = UITableView.automaticDimension
    tableView.allowsSelection = false
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "key")
    view.addSubview(ground)
    view.addSubview(card)
    closeButton.keepTitleSize()
    for part in [titleLabel, closeButton, tableView] { card.addSubview(part) }
  }

  override func viewIsAppearing(_ animated: Bool) {
    super.viewIsAppearing(animated)
    tableView.becomeFirstResponder()
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let bounds = view.bounds
    ground.frame = bounds
    let width = min(Self.cardSize.width, max(0, bounds.width - 2 * Self.margin))
    let height = min(Self.cardSize.height, max(0, bounds.height - 2 * Self.margin))
    card.frame = CGRect(
      x: ((bounds.width - width) / 2).rounded(), y: ((bounds.height - height) / 2).rounded(), width: width,
      height: height)
    let button = closeButton.sizeThatFits(CGSize(width: width, height: Self.titleHeight)).width.rounded(.up)
    titleLabel.frame = CGRect(x: 20, y: 0, width: max(0, width - button - 40), height: Self.titleHeight)
    closeButton.frame = CGRect(x: width - button - 8, y: 9, width: button, height: 34)
    tableView.frame = CGRect(
      x: 0, y: Self.titleHeight, width: width, height: max(0, height - Self.titleHeight))
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard presses.first?.key?.keyCode == .keyboardEscape else { return super.pressesBegan(presses, with: event) }
    close()
  }
}

extension KeySheetController: UITableViewDataSource, UITableViewDelegate {
  func numberOfSections(in tableView: UITableView) -> Int { groups.count }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { groups[section].hints.count }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { groups[section].title }

  func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
    Palette.dress(view)
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "key", for: indexPath)
    let hint = groups[indexPath.section].hints[indexPath.row]
    var content = UIListContentConfiguration.cell()
    content.text = hint.action
    content.textProperties.font = .preferredFont(forTextStyle: .subheadline)
    cell.contentConfiguration = content
    cell.accessoryView = KeyCapRow(hint.keys)
    return cell
  }
}
