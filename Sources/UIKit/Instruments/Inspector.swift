import Foundation
import UIKitCore

/// A panel at the side of the window, or at the foot of a narrow one, that shows what a table or grid keeps and the tree
/// of views, on F12. The root controller's view makes room for it.
///
/// It is opened for the one under the pointer, else for the largest in the window, and stays with it; another one is shown
/// while that is in no window. One that left the window is shown on where there is no other, to see whether anything keeps
/// it. The panel is a view of the window like any other while it is open, and is in no window while it is not: closed, it
/// costs nothing. It looks at the table a few times a second and draws only what has changed. The profiler's panel keeps clear
/// of it.
final class Inspector: UIView, OperatedView {
  /// Looks a second.
  private static let rate = 4.0
  private static let width: CGFloat = 340
  /// In narrower windows, in points, the panel takes half of the height and not most of the width.
  private static let leastWidth: CGFloat = 640

  /// The one that the panel was opened for.
  private weak var first: (any CellKeeper)?
  /// The one that is shown.
  private weak var keeper: (any CellKeeper)?
  /// One was found before.
  private var hadKeeper = false
  private let marks = InspectorMarks()
  private let list = InspectorList()
  private let header = InspectorHeader()
  private let edge = UIView()
  /// All views of the window, and those that are listed.
  private var tree: [InspectorNode] = []
  private var nodes: [InspectorNode] = []
  private var searched = ""
  /// Has the keyboard while the panel has not.
  private weak var outerResponder: UIResponder?
  /// It stands at the left, or at the head of a narrow window.
  private var isAtStart = false
  /// The root controller's view was made lower, not narrower.
  private var isAboveOrBelow = false

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
    header.onSearch = { [unowned self] in
      searched = $0
      showNodes(InspectorNode.matches(of: searched, in: tree))
    }
    header.onSearchEnd = { [unowned self] in _ = outerResponder?.becomeFirstResponder() }
    list.onPointer = { [unowned self] row in
      marks.highlighted = row.flatMap { nodes.indices.contains($0) ? nodes[$0].view : nil }
    }
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

  /// Comes beside the root controller's view, and over all others of the window.
  func show(in window: UIWindow) {
    // Not below the profiler's panel.
    let bounds = window.bounds
    isAtStart =
      window.overlay.map {
        bounds.width < Self.leastWidth ? $0.frame.midY > bounds.midY : $0.frame.midX > bounds.midX
      } ?? false
    window.addSubview(marks)
    window.addSubview(self)
    autoresizingMask = [.flexibleWidth, .flexibleHeight]
    setNeedsLayout()
    refresh()
    lookAgain()
  }

  /// Leaves the window with all its marks.
  func close() {
    if let window {
      // The keyboard is given back while the panel is there to be left.
      if holdsKeyboard { _ = outerResponder?.becomeFirstResponder() }
      dock(nil, in: window)
    }
    marks.removeFromSuperview()
    removeFromSuperview()
  }

  private var holdsKeyboard: Bool { (window?.firstResponder as? UIView)?.isDescendant(of: self) ?? false }

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
    dock(frame, in: window)
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

  /// Has the root controller's view make room for a panel, or take it again. Across the side it stands at, the view stays
  /// as high as the app has made it.
  private func dock(_ panel: CGRect?, in window: UIWindow) {
    guard let view = window.rootViewController?.viewIfLoaded, view.superview === window else { return }
    let bounds = window.bounds
    let frame = view.frame
    var room = CGRect(x: 0, y: frame.minY, width: bounds.width, height: frame.height)
    if let panel, panel.height >= bounds.height {
      room.origin.x = isAtStart ? panel.maxX : 0
      room.size.width = max(0, bounds.width - panel.width)
      if isAboveOrBelow { (room.origin.y, room.size.height) = (0, bounds.height) }
      isAboveOrBelow = false
    } else if let panel {
      room.origin.y = isAtStart ? panel.maxY : 0
      room.size.height = max(0, bounds.height - panel.height)
      isAboveOrBelow = true
    } else if isAboveOrBelow {
      room = bounds
    }
    if frame != room { view.frame = room }
  }

  // MARK: Looking

  /// Looks at the table and the views; called by a timer, and by tests.
  func refresh() {
    guard let window else { return }
    if window.subviews.last !== self {
      window.bringSubviewToFront(marks)
      window.bringSubviewToFront(self)
    }
    let place = place(in: window.bounds)
    if frame != place { setNeedsLayout() } else { dock(place, in: window) }
    if !holdsKeyboard { outerResponder = window.firstResponder }
    chooseKeeper(in: window)
    header.show(keeper, wasThere: hadKeeper, UIApplication.current?.frameDiagnostics)
    tree = InspectorNode.tree(of: window, except: [self, marks])
    showNodes(InspectorNode.matches(of: searched, in: tree))
    if header.height(in: bounds.width) != header.bounds.height { setNeedsLayout() }
  }

  private func showNodes(_ found: [InspectorNode]) {
    guard found != nodes else { return }
    nodes = found
    list.reloadData()
  }

  /// Stays with the one that the panel was opened for, and else with the one that is shown.
  private func chooseKeeper(in window: UIWindow) {
    if let first, first.window === window {
      keeper = first
    } else if keeper?.window !== window || keeper == nil {
      keeper = keeperUnderPointer ?? window.largestCellKeeper(except: self) ?? keeper
    }
    if first == nil { first = keeper }
    if keeper != nil { hadKeeper = true }
  }

  private var keeperUnderPointer: (any CellKeeper)? {
    guard let window, let place = window.pointerLocation, !frame.contains(place) else { return nil }
    var view = window.hitTest(place, with: nil)
    while let current = view {
      if let keeper = current as? any CellKeeper { return keeper }
      view = current.superview
    }
    return nil
  }
}

extension Inspector: UITableViewDataSource {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { nodes.count }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "node", for: indexPath)
    (cell as? InspectorCell)?.show(nodes[indexPath.row])
    return cell
  }
}

/// The panel's own table: keys go on to the responder that had them, and the panel hears which row the pointer is on.
private final class InspectorList: UITableView, DerivedScrollView {
  /// Called with the row while the pointer moves over the list, with nil beside the rows and when the pointer leaves.
  var onPointer: ((Int?) -> Void)?

  override var canBecomeFirstResponder: Bool { false }

  let ringHost: UIView? = nil

  func scrollDelegateWasSet(_ new: (any UIScrollViewDelegate)?) {}

  func pointerMoved(to point: CGPoint, isClaimed: Bool) -> Bool {
    onPointer?(isClaimed ? nil : indexPathForRow(at: convert(point, from: nil))?.row)
    return !isClaimed
  }

  func pointerWent() { onPointer?(nil) }

  func readingDirectionDidChange() {}
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

  /// Views below a window, each followed by its subviews: from the top down, and beside each other from the left.
  static func tree(of window: UIWindow, except hidden: [UIView]) -> [InspectorNode] {
    var nodes: [InspectorNode] = []
    func visit(_ view: UIView, _ depth: Int) {
      guard nodes.count < 20_000, !hidden.contains(where: { $0 === view }) else { return }
      nodes.append(InspectorNode(view, depth: depth))
      for child in inOrder(view.subviews) { visit(child, depth + 1) }
    }
    for child in inOrder(window.subviews) { visit(child, 0) }
    return nodes
  }

  /// Views in the order in which they stand; those at one place stay in the order of the list, from back to front.
  private static func inOrder(_ views: [UIView]) -> [UIView] {
    let places = views.map { (view: $0, origin: $0.computedFrame.origin) }
    return places.enumerated().sorted { one, other in
      let (a, b) = (one.element.origin, other.element.origin)
      return (a.y, a.x, CGFloat(one.offset)) < (b.y, b.x, CGFloat(other.offset))
    }.map(\.element.view)
  }

  /// The nodes of a tree that have all words of a text in class, frame or label, and those they lie in.
  static func matches(of text: String, in tree: [InspectorNode]) -> [InspectorNode] {
    let words = text.lowercased().split(separator: " ")
    guard !words.isEmpty else { return tree }
    var kept: [InspectorNode] = []
    // From the last to the first, what is around a match comes after it.
    var depthAround = 0
    for node in tree.reversed() {
      let isAround = node.depth < depthAround
      guard isAround || node.contains(words) else { continue }
      kept.append(node)
      depthAround = node.depth
    }
    return kept.reversed()
  }

  private func contains(_ words: [Substring]) -> Bool {
    let text = [name, place, (view as? UILabel)?.text ?? ""].joined(separator: " ").lowercased()
    return words.allSatisfy { text.contains($0) }
  }

  private init(_ view: UIView, depth: Int) {
    self.view = view
    self.depth = depth
    name = "\(type(of: view))" + (view.isHidden ? " (hidden)" : "")
    func number(_ value: CGFloat) -> String {
      value == value.rounded() && abs(value) < 1e12 ? "\(Int(value))" : "\((value * 10).rounded() / 10)"
    }
    let frame = view.computedFrame
    let bounds = view.bounds
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
    placeLabel.textColor = .inspectorSecondary
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
