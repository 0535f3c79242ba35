import Foundation

/// A panel at the side of the window, or at the foot of a narrow one, that shows what a table or grid keeps and the tree
/// of views, on F2.
///
/// It is the one under the pointer, or the one last under it as long as that is in the window; else the largest there. One
/// that left the window is shown on where there is no other, to see whether anything keeps it. The panel is a view of the
/// window like any other while it is open, and is in no window while it is not: closed, it costs nothing. It looks at
/// the table a few times a second and draws only what has changed.
final class Inspector: UIView {
  /// Looks a second.
  private static let rate = 4.0
  private static let width: CGFloat = 340
  /// In narrower windows, in points, the panel takes half of the height and not most of the width.
  private static let leastWidth: CGFloat = 640

  private weak var keeper: (any CellKeeper)?
  /// One was found before.
  private var hadKeeper = false
  private let marks = InspectorMarks()
  private let list = InspectorList()
  private let header = InspectorHeader()
  private let edge = UIView()
  private var nodes: [InspectorNode] = []
  /// It stands at the left, or at the head of a narrow window.
  private var isAtStart = false

  init() {
    super.init(frame: .zero)
    accessibilityElementsHidden = true
    backgroundColor = .systemBackground
    edge.backgroundColor = .separator
    list.dataSource = self
    list.register(InspectorCell.self, forCellReuseIdentifier: "node")
    list.rowHeight = InspectorCell.height
    list.separatorStyle = .none
    list.allowsSelection = false
    list.tableHeaderView = header
    header.onSide = { [unowned self] in
      isAtStart.toggle()
      setNeedsLayout()
    }
    header.onBorders = { [unowned self] in marks.showsBorders = $0 }
    header.onFlash = { [unowned self] in marks.flashes = $0 }
    addSubview(list)
    addSubview(edge)
  }

  required init?(coder: NSCoder) { nil }

  // MARK: Opening

  /// The open panel of a window, if there is one.
  static func open(in window: UIWindow) -> Inspector? {
    for case let inspector as Inspector in window.subviews { return inspector }
    return nil
  }

  /// Comes over the views of the window.
  func show(in window: UIWindow) {
    // Not below the profiler's panel.
    let bounds = window.bounds
    isAtStart =
      window.overlay.map {
        bounds.width < Self.leastWidth ? $0.frame.midY > bounds.midY : $0.frame.midX > bounds.midX
      } ?? false
    window.addSubview(marks)
    window.addSubview(self)
    setNeedsLayout()
    refresh()
    lookAgain()
  }

  /// Leaves the window with all its marks.
  func close() {
    marks.removeFromSuperview()
    removeFromSuperview()
  }

  private func lookAgain() {
    DispatchQueue.main.asyncAfter(deadline: .now() + 1 / Self.rate) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.window != nil else { return }
        self.refresh()
        self.lookAgain()
      }
    }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    guard let window else { return }
    let frame = place(in: window.bounds)
    if self.frame != frame { self.frame = frame }
    if marks.frame != window.bounds { marks.frame = window.bounds }
    list.frame = bounds
    let width = frame.width
    edge.frame =
      width < window.bounds.width
      ? CGRect(x: isAtStart ? width - 1 : 0, y: 0, width: 1, height: frame.height)
      : CGRect(x: 0, y: isAtStart ? frame.height - 1 : 0, width: width, height: 1)
    let height = header.height(in: width)
    if header.bounds.size != CGSize(width: width, height: height) {
      header.frame = CGRect(x: 0, y: 0, width: width, height: height)
      list.tableHeaderView = header
    }
  }

  private func place(in window: CGRect) -> CGRect {
    guard window.width < Self.leastWidth else {
      return CGRect(
        x: isAtStart ? 0 : window.width - Self.width, y: 0, width: Self.width, height: window.height)
    }
    let height = (window.height / 2).rounded()
    return CGRect(x: 0, y: isAtStart ? 0 : window.height - height, width: window.width, height: height)
  }

  // MARK: Looking

  /// Looks at the table and the views; called by a timer, and by tests.
  func refresh() {
    guard let window else { return }
    if window.subviews.last !== self {
      window.bringSubviewToFront(marks)
      window.bringSubviewToFront(self)
    }
    if frame != place(in: window.bounds) { setNeedsLayout() }
    let here = keeper.flatMap { $0.windowStorage === window ? $0 : nil }
    if let found = keeperUnderPointer ?? here ?? window.largestCellKeeper(except: self) {
      keeper = found
      hadKeeper = true
    }
    header.show(keeper, wasThere: hadKeeper, UIApplication.current?.frameDiagnostics)
    let found = InspectorNode.tree(of: window, except: [self, marks])
    if found != nodes {
      nodes = found
      list.reloadData()
    }
    if header.height(in: bounds.width) != header.bounds.height { setNeedsLayout() }
  }

  private var keeperUnderPointer: (any CellKeeper)? {
    guard let window, let place = window.touchRouter.pointerLocation, !frame.contains(place) else { return nil }
    var view = window.hitTest(place, with: nil)
    while let current = view {
      if let keeper = current as? any CellKeeper { return keeper }
      view = current.superview
    }
    return nil
  }

  // MARK: Events

  /// Marks the view whose line the pointer is on.
  override func pointerHovered(at point: CGPoint) -> UIView? {
    let place = list.convert(point, from: nil)
    let path = list.indexPathForRow(at: place)
    marks.highlighted = path.flatMap { nodes.indices.contains($0.row) ? nodes[$0.row].view : nil }
    return self
  }

  override func pointerLeft() { marks.highlighted = nil }

  override func wheelTurned(_ event: WheelEvent) -> Bool { true }
}

extension Inspector: UITableViewDataSource {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { nodes.count }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "node", for: indexPath)
    (cell as? InspectorCell)?.show(nodes[indexPath.row])
    return cell
  }
}

/// The panel's own table: keys go on to the responder that had them.
private final class InspectorList: UITableView {
  override var canBecomeFirstResponder: Bool { false }
}

// MARK: - The tree

/// A view of the window as the panel lists it.
@MainActor
struct InspectorNode: @MainActor Equatable {
  private(set) weak var view: UIView?
  let depth: Int
  let name: String
  /// Frame in the superview; and the bounds' origin where it is not zero. Points.
  let place: String

  static func == (one: InspectorNode, other: InspectorNode) -> Bool {
    one.view === other.view && one.depth == other.depth && one.place == other.place
  }

  /// Views below a window, each followed by its subviews.
  static func tree(of window: UIWindow, except hidden: [UIView]) -> [InspectorNode] {
    var nodes: [InspectorNode] = []
    func visit(_ view: UIView, _ depth: Int) {
      guard nodes.count < 20_000, !hidden.contains(where: { $0 === view }) else { return }
      nodes.append(InspectorNode(view, depth: depth))
      for child in view.children { visit(child, depth + 1) }
    }
    for child in window.children { visit(child, 0) }
    return nodes
  }

  private init(_ view: UIView, depth: Int) {
    self.view = view
    self.depth = depth
    name = "\(type(of: view))" + (view.isHidden ? " (hidden)" : "")
    func number(_ value: CGFloat) -> String {
      value == value.rounded() && abs(value) < 1e12 ? "\(Int(value))" : "\((value * 10).rounded() / 10)"
    }
    let frame = view.computedFrame
    let bounds = view.storedBounds
    place =
      "\(number(frame.minX)), \(number(frame.minY))  \(number(frame.width))\u{d7}\(number(frame.height))"
      + (bounds.origin == .zero ? "" : "  offset \(number(bounds.minX)), \(number(bounds.minY))")
  }
}

/// A line of the tree: the class of a view above its frame.
private final class InspectorCell: UITableViewCell {
  static let height: CGFloat = 34
  private let nameLabel = UILabel()
  private let placeLabel = UILabel()
  private var depth = 0

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    nameLabel.font = .monospacedSystemFont(ofSize: 12, weight: .regular)
    placeLabel.font = .systemFont(ofSize: 11)
    placeLabel.textColor = .secondaryLabel
    contentView.addSubview(nameLabel)
    contentView.addSubview(placeLabel)
  }

  required init?(coder: NSCoder) { nil }

  func show(_ node: InspectorNode) {
    nameLabel.text = node.name
    placeLabel.text = node.place
    guard depth != node.depth else { return }
    depth = node.depth
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let left = 12 + CGFloat(min(depth, 14)) * 10
    let width = max(0, contentView.bounds.width - left - 8)
    nameLabel.frame = CGRect(x: left, y: 2, width: width, height: 16)
    placeLabel.frame = CGRect(x: left, y: 17, width: width, height: 15)
  }
}
