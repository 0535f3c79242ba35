import DemoParts
import UIKit

/// Collection views in four layouts, one at a time, with the code that makes the layout and what became of the cells: how
/// many were made, and how often one was handed out again.
final class CollectionController: UIViewController, ScrollScreen {
  private let segments = UISegmentedControl(items: CollectionController.types.map { $0.title })
  private let statusLabel = UILabel(.systemFont(ofSize: 13), lines: 3)
  private let codeLabel = UILabel(.monospacedSystemFont(ofSize: 12, weight: .regular), Palette.secondary, lines: 0)
  private let bar = UIView()
  private static let types: [any CollectionExample.Type] = [
    SquaresExample.self, PhotosExample.self, CardsExample.self, OutlineExample.self,
  ]
  /// Those that were shown, by the numbers of their segments.
  private var examples: [Int: any CollectionExample] = [:]
  private var shown: any CollectionExample = SquaresExample()
  /// Where items begin, too, in points.
  private static let margin: CGFloat = 20
  /// In a lower window the items come first.
  private static let leastHeightForCode: CGFloat = 420
  /// In a narrower one lines of code would break.
  private static let leastWidthForCode: CGFloat = 560

  var scriptedView: UIScrollView { shown.collectionView }
  var rowCount: Int { shown.itemCount }
  func scriptedTop(ofRow row: Int) -> CGFloat {
    let path = IndexPath(item: row, section: 0)
    return shown.collectionView.layoutAttributesForItem(at: path)?.frame.minY ?? 0
  }

  var keyHints: [KeyHint] {
    [KeyHint("L", action: "Another layout"), KeyHint("End", action: "The last item")]
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    bar.backgroundColor = .secondarySystemBackground
    bar.addLine(at: .maxYEdge)
    segments.selectedSegmentIndex = 0
    segments.accessibilityLabel = "Layout"
    segments.addAction(
      UIAction { [weak self] _ in self.map { $0.show($0.segments.selectedSegmentIndex) } }, for: .valueChanged)
    for part in [bar, segments, statusLabel, codeLabel] { view.addSubview(part) }
    examples[0] = shown
    show(0)
  }

  // MARK: Choosing

  private func show(_ number: Int) {
    let example = examples[number] ?? Self.types[number].init()
    examples[number] = example
    if example !== shown || example.collectionView.superview == nil {
      shown.collectionView.removeFromSuperview()
      shown.census.onChange = nil
      shown = example
      view.insertSubview(example.collectionView, at: 0)
      example.collectionView.becomeFirstResponder()
    }
    // The cells come in the layout of the view within: what became of them is shown by the next one.
    example.census.onChange = { [weak self] in self?.view.setNeedsLayout() }
    codeLabel.text = type(of: example).code
    segments.selectedSegmentIndex = number
    view.setNeedsLayout()
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard let key = presses.first?.key, key.keyCode == .keyboardL, key.modifierFlags.isEmpty else {
      return super.pressesBegan(presses, with: event)
    }
    show((segments.selectedSegmentIndex + 1) % Self.types.count)
  }

  // MARK: Layout

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    showCounts()
    let room = view.bounds.inset(by: view.safeAreaInsets)
    let margin = Self.margin
    let width = max(0, room.width - 2 * margin)
    let segmentsWidth = min(width, segments.sizeThatFits(room.size).width)
    segments.frame = CGRect(x: room.minX + margin, y: room.minY + 8, width: segmentsWidth, height: 32)
    var y = segments.frame.maxY + 6
    let height = statusLabel.sizeThatFits(CGSize(width: width, height: 100)).height.rounded(.up)
    statusLabel.frame = CGRect(x: room.minX + margin, y: y, width: width, height: height)
    y += height + 6
    codeLabel.isHidden = room.height < Self.leastHeightForCode || room.width < Self.leastWidthForCode
    if !codeLabel.isHidden {
      let height = codeLabel.sizeThatFits(CGSize(width: width, height: 200)).height.rounded(.up)
      codeLabel.frame = CGRect(x: room.minX + margin, y: y, width: width, height: height)
      y += height + 8
    }
    bar.frame = CGRect(x: room.minX, y: room.minY, width: room.width, height: y + 1 - room.minY)
    shown.collectionView.frame = CGRect(x: room.minX, y: y + 1, width: room.width, height: max(0, room.maxY - y - 1))
  }

  override func viewSafeAreaInsetsDidChange() {
    super.viewSafeAreaInsetsDidChange()
    view.setNeedsLayout()
  }

  private func showCounts() {
    let view = shown.collectionView
    let census = shown.census
    let visible = view.visibleCells.count
    let (made, items) = (GroupedNumber.string(census.made), GroupedNumber.string(shown.itemCount))
    statusLabel.text =
      "\(items) items: \(made) cells made, \(visible) of them on screen; cells were handed out again "
      + "\(GroupedNumber.string(census.reused)) times"
  }
}
