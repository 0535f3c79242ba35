import Foundation

/// The lines at a cell's lower and upper edge, a device pixel high, and where they begin.
@MainActor
final class CellLines: CellFacet {
  /// Between this row and the next.
  let lower = SeparatorLine()
  /// Above the first row of a grouped section; made when it is first needed.
  private(set) var upper: SeparatorLine?
  /// The inset the app chose for the cell.
  private var ownInset: UIEdgeInsets?
  /// The inset the app chose for the table.
  private var tableInset: UIEdgeInsets?
  /// The lower line ends the section, from edge to edge.
  private var isFullWidth = false

  // MARK: Insets

  /// The cell's own inset, else the table's, else from where the text starts; `automaticDimension` stands for the last. The
  /// left one is where reading begins.
  var inset: UIEdgeInsets {
    let room = cell.room
    let automatic = cell.leadingRoom + cell.textLeft
    guard var inset = ownInset ?? tableInset else {
      return UIEdgeInsets(top: 0, left: automatic, bottom: 0, right: room.lineEnd)
    }
    if inset.left == UITableView.automaticDimension {
      inset.left = automatic
    } else if ownInset == nil, room.addsSeparatorInset {
      inset.left += automatic
      if inset.right != UITableView.automaticDimension { inset.right += room.lineEnd }
    }
    if inset.right == UITableView.automaticDimension { inset.right = room.lineEnd }
    return inset
  }

  /// The app chooses for the cell.
  func setInset(_ inset: UIEdgeInsets) {
    ownInset = inset
    cell.setNeedsLayout()
  }

  // MARK: By the table

  /// Gives the lines the table's colour and inset.
  func follow(color: UIColor, inset: UIEdgeInsets?) {
    lower.backgroundColor = color
    upper?.backgroundColor = color
    guard tableInset != inset else { return }
    tableInset = inset
    cell.setNeedsLayout()
  }

  /// Shows the lower line or hides it.
  func showLower(_ isShown: Bool, isFullWidth: Bool) {
    if lower.isHidden == isShown { lower.isHidden = !isShown }
    guard self.isFullWidth != isFullWidth else { return }
    self.isFullWidth = isFullWidth
    cell.setNeedsLayout()
  }

  /// Shows the upper line or hides it.
  func showUpper(_ isShown: Bool) {
    guard isShown else {
      if let upper, !upper.isHidden { upper.isHidden = true }
      return
    }
    let line = upper ?? makeUpper()
    if line.isHidden { line.isHidden = false }
  }

  private func makeUpper() -> SeparatorLine {
    let made = SeparatorLine()
    made.backgroundColor = lower.backgroundColor
    upper = made
    cell.addSubview(made)
    cell.setNeedsLayout()
    return made
  }

  // MARK: Layout

  /// Places the lines, up to the section index. Insets wider than the row leave nothing, and break nothing.
  func layOut() {
    let cell = cell
    let size = cell.bounds.size
    let pixel = cell.room.pixel
    let end = size.width - cell.trailingRoom
    let inset = isFullWidth ? .zero : cell.separatorInset
    let left = max(0, inset.left) + (isFullWidth ? 0 : cell.edges.shift)
    let width = max(0, end - left - max(0, inset.right))
    place(lower, CGRect(x: left, y: size.height - pixel, width: width, height: pixel), in: size.width)
    place(upper, CGRect(x: 0, y: 0, width: max(0, end), height: pixel), in: size.width)
  }
}

/// A coloured strip that takes no touches; hidden at first.
final class SeparatorLine: UIView {
  init() {
    super.init(frame: .zero)
    isHidden = true
    isUserInteractionEnabled = false
  }

  required init?(coder: NSCoder) { nil }
}
