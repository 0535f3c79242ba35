import Foundation
import TableModel
import UIKitCore

/// The view of one cell, or one header, of a `GridView`.
///
/// A cell is made once and shows one place after another: `prepareForReuse()` removes the state of the former place.
/// The grid sets its frame; lines between cells and the marks of the selection are the grid's, so that a cell need draw
/// neither.
@preconcurrency @MainActor
open class GridViewCell: UIView {
  /// The identifier it was dequeued with; nil for a cell made by the app, which is not used again.
  public private(set) final var reuseIdentifier: String?
  /// Whether the place shown is selected; of a header, whether some cell of its row or column is. Set by the grid.
  open var isSelected = false
  /// Where it is shown; nil while it is not. Headers have `GridAxis.header` for a number.
  private(set) final var position: GridPosition?
  /// The grid that shows it, or has it waiting.
  private(set) final weak var grid: GridView?
  /// Whether it waits in the grid's pool.
  private(set) final var isIdle = false
  /// It was on screen before.
  private final var wasShown = false
  /// Whether it is shown in a grid that reads from right to left, and whether it reads so for that reason.
  private final var turned = (isOuter: false, isOwn: false)

  /// Called by the grid for a registered class, with an empty frame.
  /// - Parameter frame: place and size, in points.
  public required override init(frame: CGRect) {
    super.init(frame: frame)
    declareGridCell()
  }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  /// Has the cell read as the grid, unless the app chose a direction for it.
  final func adoptDirection(isTurned: Bool) {
    guard isTurned != turned.isOuter else { return }
    turned.isOuter = isTurned
    if isTurned, semanticContentAttribute == .unspecified {
      turned.isOwn = true
      semanticContentAttribute = .forceRightToLeft
    } else if turned.isOwn {
      turned.isOwn = false
      if semanticContentAttribute == .forceRightToLeft { semanticContentAttribute = .unspecified }
    }
  }

  /// Called before the cell is dequeued a second time. Overrides call super.
  open func prepareForReuse() {}

  /// Presses on a cell are the grid's: what a drag selects goes on growing when the cell it began in has left the
  /// screen. Controls and other views inside that take presses have theirs.
  open override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    let hit = super.hitTest(point, with: event)
    return hit === self ? nil : hit
  }

  // MARK: Between pool and screen

  /// The cell was made by the grid, for an identifier.
  final func takeIdentifier(_ identifier: String) { reuseIdentifier = identifier }

  /// A grid shows the cell, or keeps it.
  final func belong(to grid: GridView) { self.grid = grid }

  /// The cell comes on screen at a place of a grid.
  /// - Returns: whether it does for the first time; later on it counts as used again.
  final func show(_ place: GridPosition, of grid: GridView) -> Bool {
    belong(to: grid)
    position = place
    defer { wasShown = true }
    return !wasShown
  }

  /// Its lines have other numbers.
  final func move(to place: GridPosition) { position = place }

  /// The cell is for no place any more.
  final func leavePlace() { position = nil }

  /// The cell waits in the pool.
  final func enterPool() { isIdle = true }

  /// The cell was dequeued, or is returned by an app that has kept it.
  final func leavePool() { isIdle = false }
}

/// A cell with a line of text.
@preconcurrency @MainActor
open class GridTextCell: GridViewCell {
  /// Points left and right of the text.
  static let margin: CGFloat = 6

  /// The font of `textLabel` until another is set, of 13 points at the usual content size category. A cell that sets another
  /// for some places sets this one for the rest.
  public static let font = dense(13)

  /// The desktop's own face, named: lines of a grid stand as it has them, and not as on iOS.
  static func dense(_ size: CGFloat) -> UIFont {
    UIFontMetrics.default.scaledFont(for: UIFont(name: "sans-serif", size: size) ?? .systemFont(ofSize: size))
  }

  /// The text; as wide as the cell but for a margin. Follows the content size category, as long as its font does.
  public final let textLabel = UILabel(frame: .zero)

  /// A cell with an empty label. Called by the grid when no idle cell is left; `frame` is in points, in its pane.
  public required init(frame: CGRect) {
    super.init(frame: frame)
    textLabel.adjustsFontForContentSizeCategory = true
    textLabel.font = Self.font
    addSubview(textLabel)
  }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  open override func layoutSubviews() {
    super.layoutSubviews()
    textLabel.turn(effectiveUserInterfaceLayoutDirection == .rightToLeft)
    textLabel.frame = CGRect(
      x: Self.margin, y: 0, width: max(0, bounds.width - 2 * Self.margin), height: bounds.height)
  }

  /// The size the text needs, in points: of one line its full width, of more lines the height at the given width.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let room = CGSize(width: max(0, size.width - 2 * Self.margin), height: size.height)
    let text = textLabel.sizeThatFits(room)
    return CGSize(width: text.width + 2 * Self.margin, height: text.height + 6)
  }
}

/// The number of a row or the letters of a column, on a ground of its own that tells what is selected.
@preconcurrency @MainActor
open class GridHeaderCell: GridTextCell {
  private static let headerFont = dense(12)
  private static let markFont = dense(9)
  /// Points between the text and the mark.
  private static let gap: CGFloat = 4
  /// Points between the mark and the edges of a column that has no room for a margin.
  private static let leastMargin: CGFloat = 2
  /// Points of text below which it is left out beside a mark: it would be two dots.
  private static let leastText: CGFloat = 16

  /// How rows are sorted by a column.
  public struct SortMark: Equatable, Sendable {
    /// Whether large values come first.
    public var isDescending: Bool
    /// Which of several columns this is that decide one after the other, from 1; nil for the only one.
    public var rank: Int?

    /// - Parameters:
    ///   - isDescending: whether large values come first.
    ///   - rank: which of several columns this is, from 1; nil for the only one.
    public init(isDescending: Bool, rank: Int? = nil) { (self.isDescending, self.rank) = (isDescending, rank) }

    fileprivate var triangle: String { isDescending ? "\u{25bc}" : "\u{25b2}" }
    fileprivate var sign: String { triangle + (rank.map { "\u{2009}\($0)" } ?? "") }

    /// For assistive tools.
    var words: String {
      (isDescending ? "sorted descending" : "sorted ascending") + (rank.map { ", key \($0)" } ?? "")
    }
  }

  private var markLabel: UILabel?

  /// Shown beside the text, to where it ends. Set by a grid that shows an arrangement.
  public final var sortMark: SortMark? {
    didSet { if sortMark != oldValue { showMark() } }
  }

  /// Takes the mark away.
  open override func prepareForReuse() {
    super.prepareForReuse()
    sortMark = nil
  }

  private func showMark() {
    if markLabel == nil, sortMark != nil {
      let label = UILabel(frame: .zero)
      label.adjustsFontForContentSizeCategory = true
      label.font = Self.markFont
      label.textAlignment = .center
      label.textColor = textLabel.textColor
      addSubview(label)
      markLabel = label
    }
    markLabel?.isHidden = sortMark == nil
    markLabel?.text = sortMark?.sign
    markLabel?.accessibilityLabel = sortMark?.words
    setNeedsLayout()
  }

  /// The room that the mark takes beside the text, in points.
  private var markWidth: CGFloat {
    guard let sortMark, let markLabel else { return 0 }
    markLabel.text = sortMark.sign
    return markLabel.sizeThatFits(.zero).width.rounded(.up) + Self.gap
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let room = markWidth
    guard room > 0, let markLabel else { return }
    let isTurned = effectiveUserInterfaceLayoutDirection == .rightToLeft
    var text = textLabel.frame
    text.size.width = text.width - room < Self.leastText ? 0 : text.width - room
    if isTurned { text.origin.x += room }
    textLabel.frame = text
    var width = room - Self.gap
    if width > bounds.width - 2 * Self.leastMargin {
      // The place among several goes first.
      markLabel.text = sortMark?.triangle
      width = min(markLabel.sizeThatFits(.zero).width.rounded(.up), bounds.width)
    }
    let margin = min(Self.margin, max(0, (bounds.width - width) / 2).rounded(.down))
    let x = isTurned ? margin : bounds.width - margin - width
    markLabel.frame = CGRect(x: x, y: 0, width: width, height: bounds.height)
  }

  /// The size that the text needs, and the mark beside it, in points.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let room = markWidth
    let needed = super.sizeThatFits(CGSize(width: max(0, size.width - room), height: size.height))
    return CGSize(width: needed.width + room, height: needed.height)
  }

  /// A header cell with an empty label. Called by the grid when no idle cell is left; `frame` is in points, in its pane.
  public required init(frame: CGRect) {
    super.init(frame: frame)
    textLabel.font = Self.headerFont
    textLabel.textAlignment = .center
    showSelection()
  }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  open override var isSelected: Bool { didSet { if isSelected != oldValue { showSelection() } } }

  private func showSelection() {
    backgroundColor = isSelected ? .systemGray4 : .systemGray6
    textLabel.textColor = isSelected ? .label : .secondaryLabel
    markLabel?.textColor = textLabel.textColor
  }
}
