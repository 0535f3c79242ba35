import Foundation
import TableModel
import UIKitCore

/// Where views come from: what they are made of when none waits, and the rules by which the data source takes them. The
/// counterpart of the table's `CellSupply`.
@MainActor
final class ElementSupply: CollectionFacet {
  /// A running call of the data source for a view.
  private struct Request {
    let position: ElementPosition
    /// The frame the view will have.
    let frame: CGRect
    /// A view was dequeued for it.
    var hasDequeued = false
  }

  /// The source of new views of an identifier: the class or nib registered last.
  private enum Source {
    case type(UICollectionReusableView.Type)
    case nib(UINib)
  }

  /// The views of the collection view, shown and waiting.
  let queue = PlaceQueue()
  private var sources: [String: Source] = [:]
  /// The names under which views of a kind wait, by kind and identifier: cells wait under the identifier itself.
  private var names: [String: [String: String]] = [:]
  /// The innermost running call.
  private var running: Request?
  /// The element that the app is asked for now; nil while it is not asked.
  var requested: ElementPosition? { running?.position }
  /// The cell the next dequeue hands out.
  private var reconfigured: UICollectionViewCell?

  // MARK: Registering

  /// - Parameter kind: nil for cells.
  func register(
    _ viewClass: AnyClass?, kind: String?, _ identifier: String, _ base: UICollectionReusableView.Type,
    _ call: StaticString
  ) {
    let name = name(kind, identifier)
    guard let viewClass else {
      sources[name] = nil
      return
    }
    guard let type = viewClass as? UICollectionReusableView.Type, kind != nil || type is UICollectionViewCell.Type
    else {
      misuse(
        """
        UICollectionView.\(call) was given the class \(viewClass) for the identifier "\(identifier)"; register a subclass \
        of \(base)
        """)
    }
    sources[name] = .type(type)
  }

  func register(_ nib: UINib?, kind: String?, _ identifier: String) {
    sources[name(kind, identifier)] = nib.map { .nib($0) }
  }

  func isRegistered(kind: String?, _ identifier: String) -> Bool { sources[name(kind, identifier)] != nil }

  private func name(_ kind: String?, _ identifier: String) -> String {
    guard let kind else { return identifier }
    if let known = names[kind]?[identifier] { return known }
    let made = "\(kind)\u{0}\(identifier)"
    names[kind, default: [:]][identifier] = made
    return made
  }

  // MARK: Asking the data source

  /// Has the data source supply the view of an element; nil without data source.
  /// - Parameter frame: the one the view will have.
  func request(_ position: ElementPosition, _ frame: CGRect) -> UICollectionReusableView? {
    let outer = running
    running = Request(position: position, frame: frame)
    defer { running = outer }
    if !position.isCell, !view.places.isSupplementary(position) { return decoration(at: position, frame) }
    return view.app.makeView(for: position)
  }

  /// A decoration is the layout's, which has a class for it.
  private func decoration(at position: ElementPosition, _ frame: CGRect) -> UICollectionReusableView {
    let kind = view.places.kindName(of: position)
    let name = name("decoration", kind)
    if let waiting = waiting(name) { return waiting }
    guard let type = view.places.layout.decorationClass(ofKind: kind) as? UICollectionReusableView.Type else {
      misuse(
        """
        no class is registered for decoration views of kind "\(kind)"; register a subclass of UICollectionReusableView with \
        register(_:forDecorationViewOfKind:) of the layout
        """)
    }
    let made = make(type, frame)
    made.takeIdentifier(name)
    return made
  }

  /// Has the data source configure the cell that an item has already.
  func reconfigure(_ cell: UICollectionViewCell, at position: ElementPosition) {
    reconfigured = cell
    let answer = request(position, cell.frame)
    reconfigured = nil
    guard answer === cell else {
      misuse(
        """
        collectionView(_:cellForItemAt:) returned another cell for item \(position.item) of section \(position.section), \
        which is being reconfigured; dequeue with the identifier "\(cell.reuseIdentifier ?? "")" the item's cell has, or \
        use reloadItems(at:)
        """)
    }
  }

  // MARK: Handing out

  /// A view that waits, else a new one of the registered class.
  /// - Parameter kind: nil for cells.
  func dequeue(kind: String?, _ identifier: String, for path: IndexPath, _ call: StaticString)
    -> UICollectionReusableView
  {
    noteDequeue(kind, identifier, path, call)
    if kind == nil, let cell = reconfigured, cell.reuseIdentifier == identifier {
      reconfigured = nil
      return cell
    }
    let name = name(kind, identifier)
    if let waiting = waiting(name) { return waiting }
    guard let source = sources[name] else {
      let what = kind.map { "a view of kind \"\($0)\"" } ?? "a cell"
      misuse(
        """
        could not dequeue \(what) with identifier "\(identifier)" - register a nib or a class for the identifier first, \
        with UICollectionView.register
        """)
    }
    let frame = running.map(\.frame) ?? .zero
    let made =
      switch source {
      case .type(let type): make(type, frame)
      case .nib(let nib): only(in: nib, identifier, isCell: kind == nil)
      }
    made.takeIdentifier(identifier)
    made.belong(to: view)
    made.adoptTraits(view.traitCollection)
    return made
  }

  /// The view that waits under a name, prepared for reuse; nil when none does.
  private func waiting(_ name: String) -> UICollectionReusableView? {
    guard let waiting = queue.dequeue(name) else { return nil }
    let shown = CollectionElements.element(waiting)
    shown.leavePool()
    shown.adoptTraits(view.traitCollection)
    shown.prepareForReuse()
    return shown
  }

  /// No checked cast: the compiler knows `UIViewShape` to be no superclass of `type`, see there.
  private func make(_ type: UICollectionReusableView.Type, _ frame: CGRect) -> UICollectionReusableView {
    let shape = unsafeBitCast(type, to: UIViewShape.Type.self)
    return unsafeBitCast(shape.init(frame: frame), to: UICollectionReusableView.self)
  }

  private func only(in nib: UINib, _ identifier: String, isCell: Bool) -> UICollectionReusableView {
    let objects = nib.instantiate(withOwner: nil, options: nil)
    guard objects.count == 1, let view = objects.first as? UICollectionReusableView,
      !isCell || view is UICollectionViewCell
    else {
      let types = objects.map { "\(Swift.type(of: $0))" }.joined(separator: ", ")
      misuse(
        """
        the nib registered for "\(identifier)" holds [\(types)]; it must hold exactly one object, a \
        \(isCell ? "UICollectionViewCell" : "UICollectionReusableView")
        """)
    }
    return view
  }

  /// Under which name a view waits.
  func poolName(of view: UICollectionReusableView, at position: ElementPosition) -> String? {
    guard let identifier = view.reuseIdentifier else { return nil }
    guard !position.isCell, self.view.places.isSupplementary(position) else { return identifier }
    return name(self.view.places.kindName(of: position), identifier)
  }

  /// Ends the program if an element takes a second view.
  private func noteDequeue(_ kind: String?, _ identifier: String, _ path: IndexPath, _ call: StaticString) {
    guard let request = running, request.position.isCell == (kind == nil), request.position.indexPath == path else {
      return
    }
    guard !request.hasDequeued else {
      misuse(
        """
        UICollectionView.\(call) was called twice for \(path), the second time with the identifier "\(identifier)"; decide \
        on one identifier first
        """)
    }
    running?.hasDequeued = true
  }

  override func checkInvariants() {
    precondition(running == nil && reconfigured == nil, "a view is being asked for, and the collection view is whole")
  }
}
