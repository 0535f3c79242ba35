import DemoParts
import UIKit

/// The content of a table as a band that goes on above and below what can be seen: the table stands in the middle with a
/// frame around it, and the rows beyond, which have no cells, are drawn faintly where they would be. At a recorded moment
/// the table as it was then stands in its place.
final class ReuseBandView: UIView {
  /// Rows that can be seen at once.
  static let rowsOnScreen = 6

  /// The table; another takes the place of the one before.
  var tableView: UITableView {
    didSet {
      guard tableView !== oldValue else { return }
      oldValue.removeFromSuperview()
      tableView.accessibilityElementsHidden = told != nil
      insertSubview(tableView, belowSubview: scene)
      setNeedsLayout()
    }
  }
  /// Where rows lie.
  private(set) var rows = ReuseRows()
  let scene = ReuseSceneView()
  private let pane = UIView()
  private var ghosts: [UILabel] = []
  private var told: ReuseContents?

  /// - Parameter tableView: becomes a subview.
  init(_ tableView: UITableView) {
    self.tableView = tableView
    super.init(frame: .zero)
    clipsToBounds = true
    backgroundColor = .secondarySystemBackground
    layer.cornerRadius = 12
    pane.isUserInteractionEnabled = false
    pane.layer.borderWidth = 2
    pane.layer.borderColor = UIColor.systemBlue.cgColor
    scene.isHidden = true
    addSubview(tableView)
    addSubview(scene)
    addSubview(pane)
  }

  required init?(coder: NSCoder) { nil }

  var hasSections: Bool {
    get { rows.hasSections }
    set {
      rows.hasSections = newValue
      setNeedsLayout()
    }
  }

  /// Shows the table as it was at a recorded moment; nil for the table itself.
  func tell(_ contents: ReuseContents?) {
    guard contents != told || scene.isHidden != (contents == nil) else { return }
    told = contents
    scene.isHidden = contents == nil
    // The table goes on below the picture.
    tableView.accessibilityElementsHidden = contents != nil
    if contents == nil { placeGhosts() } else { for ghost in ghosts { ghost.isHidden = true } }
    showScene()
  }

  private func showScene() {
    guard let told else { return }
    let frame = tableFrame
    scene.show(ReuseScene(told, rows: rows, height: frame.height, margin: frame.minY), table: frame)
  }

  /// Where the table stands: room for whole rows, with some of the band above and below.
  private var tableFrame: CGRect {
    let room = bounds.height * (bounds.height < 360 ? 0.78 : 0.66)
    let rowHeight = max(24, (room / CGFloat(Self.rowsOnScreen)).rounded(.down))
    let height = rowHeight * CGFloat(Self.rowsOnScreen)
    return CGRect(x: 0, y: ((bounds.height - height) / 2).rounded(), width: bounds.width, height: height)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let frame = tableFrame
    rows.rowHeight = frame.height / CGFloat(Self.rowsOnScreen)
    if tableView.rowHeight != rows.rowHeight {
      (tableView.rowHeight, tableView.estimatedRowHeight) = (rows.rowHeight, rows.rowHeight)
    }
    if tableView.frame != frame { tableView.frame = frame }
    pane.frame = frame
    scene.frame = bounds
    if told == nil { placeGhosts() }
    showScene()
  }

  /// Puts a faint row wherever one would be if the table were as high as the band.
  private func placeGhosts() {
    let count = Int(bounds.height / rows.rowHeight) + 2
    while ghosts.count < count {
      let label = UILabel()
      label.follow(.compact(14))
      label.textColor = Palette.secondary
      ghosts.append(label)
      insertSubview(label, at: 0)
    }
    for label in ghosts { label.isHidden = true }
    let top = tableView.frame.minY - tableView.contentOffset.y
    for row in rows.rows(from: -top, to: bounds.height - top) {
      // By its number, so that a label keeps its row while that can be seen.
      let label = ghosts[row % ghosts.count]
      let y = top + rows.y(ofRow: row)
      label.isHidden = y >= tableView.frame.minY && y + rows.rowHeight <= tableView.frame.maxY
      guard !label.isHidden else { continue }
      let text = rows.item(ofRow: row).heading
      if label.text != text { label.text = text }
      label.frame = CGRect(x: 16, y: y, width: max(0, bounds.width - 32), height: rows.rowHeight)
    }
  }
}
