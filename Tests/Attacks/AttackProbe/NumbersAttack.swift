import TestSupport
import UIKit

/// Every number an app can set, set to infinity, NaN, or a number so large that sums of it overflow.
///
/// A process sets one and draws frames. It ends well, or by a message that names the property and the value; in a release
/// build, in which `precondition` would end it without a word.
enum NumbersAttack: Attack {
  static let name = "numbers"
  static let stage = Stage.headless
  static let programsPerProcess = 1

  static func program(using random: inout SeededRandom) -> [Step] {
    [
      Step(
        "set", Int.random(in: 0..<NumberScene.properties.count, using: &random),
        Int.random(in: 0..<NumberScene.values.count, using: &random))
    ]
  }

  static func accepts(_ end: ChildRun.End, saying errors: String) -> Bool {
    guard case .signal = end, let line = errors.split(separator: "\n").first(where: { $0.contains("Fatal error: ") })
    else { return false }
    return ["inf", "nan", "e+"].contains { line.contains($0) } && line.contains(where: \.isUppercase)
      && [" was set to ", " is ", " needs ", " returned "].contains { line.contains($0) }
  }

  static func run(_ program: [Step], _ journal: Journal) throws(Mismatch) {
    guard let step = program.first else { return }
    let (name, set) = NumberScene.properties[step.choice(0, of: NumberScene.properties.count)]
    let value = NumberScene.values[step.choice(1, of: NumberScene.values.count)]
    journal.say("\(name) = \(value)")
    let scene = NumberScene()
    set(scene, value)
    for _ in 0..<3 { HeadlessWindow.shared.turn() }
    scene.table.contentOffset.y += 100
    HeadlessWindow.shared.turn()
    scene.root.removeFromSuperview()
    HeadlessWindow.shared.turn()
  }
}

/// A window with a view of each kind that has numbers.
@MainActor
private final class NumberScene: NSObject, UITableViewDataSource {
  static let values: [CGFloat] = [
    .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .signalingNaN,
  ]

  static let properties: [(String, (NumberScene, CGFloat) -> Void)] = [
    ("view.frame.origin.x", { $0.view.frame.origin.x = $1 }),
    ("view.frame.size.height", { $0.view.frame.size.height = $1 }),
    ("view.bounds.origin.y", { $0.view.bounds.origin.y = $1 }),
    ("view.bounds.size.width", { $0.view.bounds.size.width = $1 }),
    ("view.center.x", { $0.view.center.x = $1 }),
    ("view.transform.a", { $0.view.transform.a = $1 }),
    ("view.transform.tx", { $0.view.transform.tx = $1 }),
    ("view.alpha", { $0.view.alpha = $1 }),
    ("UIView(frame:)", { $0.root.addSubview(UIView(frame: CGRect(x: 0, y: $1, width: 1, height: 1))) }),
    ("view.layoutMargins.left", { $0.view.layoutMargins.left = $1 }),
    ("view.directionalLayoutMargins.leading", { $0.view.directionalLayoutMargins.leading = $1 }),
    ("layer.cornerRadius", { $0.view.layer.cornerRadius = $1 }),
    ("layer.borderWidth", { $0.view.layer.borderWidth = $1 }),
    ("layer.shadowRadius", { $0.view.layer.shadowRadius = $1 }),
    ("layer.shadowOpacity", { $0.view.layer.shadowOpacity = Float($1) }),
    ("layer.shadowOffset.width", { $0.view.layer.shadowOffset.width = $1 }),
    ("hitTest", { _ = $0.root.hitTest(CGPoint(x: $1, y: $1), with: nil) }),
    ("convert", { _ = $0.root.convert(CGRect(x: $1, y: 0, width: $1, height: 1), to: $0.view) }),
    ("sizeThatFits", { _ = $0.label.sizeThatFits(CGSize(width: $1, height: $1)) }),
    ("animate(withDuration:)", { scene, value in UIView.animate(withDuration: value) { scene.view.alpha = 0.3 } }),
    (
      "animate(delay:)",
      { scene, value in UIView.animate(withDuration: 1, delay: value, animations: { scene.view.alpha = 0.3 }) }
    ),
    ("table.contentOffset.y", { $0.table.contentOffset.y = $1 }),
    ("setContentOffset(animated:)", { $0.table.setContentOffset(CGPoint(x: 0, y: $1), animated: true) }),
    ("table.contentInset.top", { $0.table.contentInset.top = $1 }),
    ("scroll.contentSize.height", { $0.scroll.contentSize.height = $1 }),
    ("scroll.contentAlignmentPoint.y", { $0.scroll.contentAlignmentPoint.y = $1 }),
    ("verticalScrollIndicatorInsets.top", { $0.table.verticalScrollIndicatorInsets.top = $1 }),
    ("decelerationRate", { $0.table.decelerationRate = UIScrollView.DecelerationRate(rawValue: $1) }),
    (
      "scrollRectToVisible",
      { $0.table.scrollRectToVisible(CGRect(x: $1, y: $1, width: $1, height: $1), animated: false) }
    ),
    ("table.rowHeight", { $0.table.rowHeight = $1 }),
    ("table.estimatedRowHeight", { $0.table.estimatedRowHeight = $1 }),
    ("table.sectionHeaderHeight", { $0.table.sectionHeaderHeight = $1 }),
    ("table.sectionHeaderTopPadding", { $0.table.sectionHeaderTopPadding = $1 }),
    ("table.separatorInset.left", { $0.table.separatorInset.left = $1 }),
    ("cell.separatorInset.left", { $0.cell?.separatorInset.left = $1 }),
    ("cell.indentationWidth", { $0.cell?.indentationWidth = $1 }),
    ("tableHeaderView.frame", { $0.table.tableHeaderView = UIView(frame: CGRect(x: 0, y: 0, width: 1, height: $1)) }),
    ("stack.spacing", { $0.stack.spacing = $1 }),
    ("stack.setCustomSpacing", { $0.stack.setCustomSpacing($1, after: $0.stack.arrangedSubviews[0]) }),
    ("constraint(equalToConstant:)", { $0.label.widthAnchor.constraint(equalToConstant: $1).isActive = true }),
    (
      "constraint(multiplier:)",
      { $0.label.widthAnchor.constraint(equalTo: $0.view.widthAnchor, multiplier: $1).isActive = true }
    ),
    ("constraint.constant", { $0.constraint.constant = $1 }),
    ("constraint.priority", { $0.constraint.priority = UILayoutPriority(Float($1)) }),
    (
      "setContentHuggingPriority",
      { $0.label.setContentHuggingPriority(UILayoutPriority(Float($1)), for: .horizontal) }
    ),
    (
      "systemLayoutSizeFitting",
      { _ = $0.stack.systemLayoutSizeFitting(CGSize(width: $1, height: 0)) }
    ),
    ("label.preferredMaxLayoutWidth", { $0.label.preferredMaxLayoutWidth = $1 }),
    ("label.minimumScaleFactor", { $0.label.minimumScaleFactor = $1 }),
    ("label.shadowOffset.width", { $0.label.shadowOffset.width = $1 }),
    ("UIFont.systemFont(ofSize:)", { $0.label.font = .systemFont(ofSize: $1) }),
    ("UIFont.Weight", { $0.label.font = .systemFont(ofSize: 17, weight: UIFont.Weight(rawValue: $1)) }),
    ("UIColor(white:)", { $0.view.backgroundColor = UIColor(white: $1, alpha: $1) }),
    ("UIColor(hue:)", { $0.view.backgroundColor = UIColor(red: $1, green: 0, blue: -$1, alpha: 1) }),
    ("button.contentEdgeInsets.left", { $0.button.contentEdgeInsets.left = $1 }),
    ("button.configuration.imagePadding", { $0.button.configuration?.imagePadding = $1 }),
    ("button.configuration.contentInsets", { $0.button.configuration?.contentInsets.leading = $1 }),
    ("progress.progress", { $0.progress.progress = Float($1) }),
    ("content.directionalLayoutMargins", { $0.content { $0.directionalLayoutMargins.leading = $1 }($1) }),
    ("content.imageToTextPadding", { $0.content { $0.imageToTextPadding = $1 }($1) }),
    ("content.textToSecondary", { $0.content { $0.textToSecondaryTextVerticalPadding = $1 }($1) }),
    ("content.alpha", { $0.content { $0.alpha = $1 }($1) }),
    ("content.imageProperties.maximumSize", { $0.content { $0.imageProperties.maximumSize.width = $1 }($1) }),
    ("content.imageProperties.reserved", { $0.content { $0.imageProperties.reservedLayoutSize.width = $1 }($1) }),
    ("content.imageProperties.cornerRadius", { $0.content { $0.imageProperties.cornerRadius = $1 }($1) }),
    ("content.textProperties.scale", { $0.content { $0.textProperties.minimumScaleFactor = $1 }($1) }),
    ("background.cornerRadius", { $0.background { $0.cornerRadius = $1 }($1) }),
    ("background.backgroundInsets", { $0.background { $0.backgroundInsets.top = $1 }($1) }),
    ("background.strokeWidth", { $0.background { $0.strokeWidth = $1 }($1) }),
    ("background.strokeOutset", { $0.background { $0.strokeOutset = $1 }($1) }),
    (
      "UIGraphicsImageRenderer(size:)",
      { _ = UIGraphicsImageRenderer(size: CGSize(width: $1, height: 5)).image { _ in } }
    ),
    (
      "CGContext",
      { _, value in
        _ = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20)).image {
          $0.cgContext.setLineWidth(value)
          $0.fill(CGRect(x: value, y: 0, width: 5, height: value))
          $0.cgContext.fillEllipse(in: CGRect(x: 0, y: value, width: value, height: 5))
          $0.cgContext.strokeLine(from: CGPoint(x: value, y: 0), to: CGPoint(x: 3, y: value))
          $0.clip(to: CGRect(x: 0, y: 0, width: value, height: value))
          "text".draw(at: CGPoint(x: value, y: value))
        }
      }
    ),
    ("indentationLevel", { $0.cell?.indentationLevel = $1 > 0 ? .max : .min }),
  ]

  let root = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 400))
  let view = UIView(frame: CGRect(x: 10, y: 10, width: 50, height: 50))
  let label = UILabel(frame: CGRect(x: 10, y: 70, width: 100, height: 20))
  let scroll = UIScrollView(frame: CGRect(x: 150, y: 0, width: 100, height: 100))
  let button = UIButton(type: .system)
  let progress = UIProgressView()
  let stack = UIStackView()
  let table = UITableView(frame: CGRect(x: 0, y: 100, width: 400, height: 300), style: .grouped)
  let constraint: NSLayoutConstraint

  override init() {
    constraint = stack.heightAnchor.constraint(equalToConstant: 40)
    super.init()
    view.backgroundColor = .red
    view.layer.shadowOpacity = 0.5
    view.layer.borderColor = UIColor.black.cgColor
    view.layoutMargins.top = 3
    label.text = "Every number counts"
    button.setTitle("Button", for: .normal)
    button.configuration = .filled()
    button.frame = CGRect(x: 260, y: 0, width: 80, height: 40)
    for text in ["one", "two"] {
      let part = UILabel()
      part.text = text
      stack.addArrangedSubview(part)
    }
    stack.translatesAutoresizingMaskIntoConstraints = false
    table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    table.dataSource = self
    for part in [view, label, scroll, button, progress, stack, table] as [UIView] { root.addSubview(part) }
    constraint.isActive = true
    HeadlessWindow.shared.window.addSubview(root)
    HeadlessWindow.shared.turn()
  }

  var cell: UITableViewCell? { table.visibleCells.first }

  /// Gives a cell a content configuration that `change` changed by the number.
  func content(_ change: @escaping (inout UIListContentConfiguration, CGFloat) -> Void) -> (CGFloat) -> Void {
    { [cell] number in
      var content = UIListContentConfiguration.subtitleCell()
      content.text = "text"
      content.secondaryText = "more"
      content.image = UIImage(systemName: "star.fill")
      change(&content, number)
      cell?.contentConfiguration = content
    }
  }

  /// The same with a background configuration.
  func background(_ change: @escaping (inout UIBackgroundConfiguration, CGFloat) -> Void) -> (CGFloat) -> Void {
    { [cell] number in
      var background = UIBackgroundConfiguration.listGroupedCell()
      background.strokeColor = .black
      change(&background, number)
      cell?.backgroundConfiguration = background
    }
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 30 }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    cell.textLabel?.text = "row \(indexPath.row)"
    return cell
  }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { "header" }
}
