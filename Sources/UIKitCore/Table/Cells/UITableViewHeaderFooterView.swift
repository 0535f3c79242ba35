import Foundation

/// The view above or below a section's rows, used again for other sections.
@MainActor
open class UITableViewHeaderFooterView: UITableViewHeaderFooterViewCore {
  final let content: UIView
  final var label: UILabel?
  /// The table that shows the view or showed it last.
  final weak var table: UITableView?
  /// The view waits in the pool of `table`.
  final var isIdle = false
  final var detailLabel: UILabel?
  /// The style of the table the view was last given to; decides about fonts and where the labels stand.
  final var tableStyle = UITableView.Style.plain
  final var isHeader = true
  /// The view was on screen before: it counts as reused from now on.
  final var wasDisplayed = false
  /// The height with one line of title, in points, and what the table leaves to text; told before it measures the view.
  final var usualHeight = TableMetrics.plainHeader
  final var fittingRoom = CellRoom()

  /// Called by apps, and by a table for a registered class.
  public override init(reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
    content = UIView(frame: .zero)
    super.init(reuseIdentifier: reuseIdentifier)
    content.frame = bounds
    content.layoutMargins.left = TableMetrics.cellMargin
    content.layoutMargins.right = TableMetrics.cellMargin
    addSubview(content)
  }

  /// A view that is not reused.
  public convenience init(frame: CGRect) {
    self.init(reuseIdentifier: nil)
    self.frame = frame
  }

  /// A view that is not reused.
  public convenience init() { self.init(reuseIdentifier: nil) }

  /// Views are made in code; archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  /// Under what name the view waits for reuse; nil lets it go when its section leaves the screen.
  public internal(set) final var reuseIdentifier: String?

  /// Called before a view that stood for another section is handed out again; content stays. Overrides call super.
  open func prepareForReuse() {}

  /// Where subviews go.
  public final var contentView: UIView { content }

  /// The title; made when first asked for.
  public final var textLabel: UILabel? { label ?? makeLabel() }

  /// Fills the view behind its content.
  open var backgroundView: UIView? {
    didSet {
      guard backgroundView !== oldValue else { return }
      oldValue?.removeFromSuperview()
      if let backgroundView { insertSubview(backgroundView, at: 0) }
      setNeedsLayout()
    }
  }

  /// A second text below the title; only headers of grouped tables have room for it.
  public final var detailTextLabel: UILabel? { detailLabel ?? makeDetailLabel() }

  override func constrainedSize(
    _ target: CGSize, _ horizontal: UILayoutPriority, _ vertical: UILayoutPriority
  ) -> CGSize? {
    let own = super.constrainedSize(target, horizontal, vertical)
    return sizeAround(content, beside: 0, own, target, horizontal, vertical)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let room = (superview as? UITableView)?.chrome.room ?? CellRoom()
    backgroundView?.frame = bounds
    content.frame = CGRect(
      x: room.left, y: 0, width: max(0, bounds.width - room.left - room.right), height: bounds.height)
    if content.layoutMargins.left != room.margin {
      content.layoutMargins.left = room.margin
      content.layoutMargins.right = room.margin
    }
    layoutLabels(CGRect(x: room.margin, y: 0, width: max(0, content.bounds.width - 2 * room.margin), height: bounds.height))
  }

  /// At the width asked for, the usual height and that of further lines.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: fittingHeight(width: size.width))
  }
}
