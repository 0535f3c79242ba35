import Foundation
import UIKitCore

/// The upper part of the inspector: a table or grid in figures, what they were lately, and switches.
final class InspectorHeader: UIView {
  /// Called when the panel is to go to the other side.
  var onSide: (() -> Void)?
  /// Called with what a switch says now.
  var onBorders: ((Bool) -> Void)?
  /// The same for what is redrawn.
  var onFlash: ((Bool) -> Void)?
  /// Called with the text that the views listed below are to have.
  var onSearch: ((String) -> Void)?
  /// Called when the user has done with the field.
  var onSearchEnd: (() -> Void)?

  private let titleLabel = UILabel()
  private let figuresLabel = UILabel()
  private let chart = InspectorChart()
  private let legendLabel = UILabel()
  private let bordersLabel = UILabel()
  private let flashLabel = UILabel()
  private let bordersSwitch = UISwitch()
  private let flashSwitch = UISwitch()
  private let treeLabel = UILabel()
  private let searchBar = UISearchBar()
  private let sideButton = UIButton(configuration: .tinted(), primaryAction: nil)
  private weak var shown: (any CellKeeper)?
  private var counts: TableDiagnostics.Counts?

  init() {
    super.init(frame: .zero)
    titleLabel.text = "F12 Inspector"
    titleLabel.font = .systemFont(ofSize: 17, weight: .semibold)
    figuresLabel.font = .monospacedSystemFont(ofSize: 12, weight: .regular)
    figuresLabel.numberOfLines = 0
    legendLabel.font = .systemFont(ofSize: 11)
    legendLabel.textColor = .inspectorSecondary
    legendLabel.text = "a look each: red created, green dequeued, grey idle"
    bordersLabel.text = "Borders"
    flashLabel.text = "Flash redrawn"
    for label in [bordersLabel, flashLabel] { label.font = .systemFont(ofSize: 13) }
    treeLabel.text = "Views as they stand: frame in superview, points"
    treeLabel.font = .systemFont(ofSize: 13, weight: .semibold)
    sideButton.titleLabel?.adjustsFontForContentSizeCategory = false
    sideButton.configuration?.title = "Side"
    sideButton.addAction(UIAction { [unowned self] _ in onSide?() }, for: .touchUpInside)
    bordersSwitch.addAction(
      UIAction { [unowned self] _ in onBorders?(bordersSwitch.isOn) }, for: .valueChanged)
    flashSwitch.addAction(UIAction { [unowned self] _ in onFlash?(flashSwitch.isOn) }, for: .valueChanged)
    searchBar.searchBarStyle = .minimal
    searchBar.searchTextField.attributedPlaceholder = NSAttributedString(
      string: "Class, frame or text", attributes: [.foregroundColor: UIColor.inspectorSecondary])
    (searchBar.searchTextField.leftView as? UIImageView)?.tintColor = .inspectorSecondary
    searchBar.delegate = self
    for view in [
      titleLabel, sideButton, figuresLabel, chart, legendLabel, bordersLabel, bordersSwitch, flashLabel, flashSwitch,
      treeLabel, searchBar,
    ] { addSubview(view) }
  }

  required init?(coder: NSCoder) { nil }

  // MARK: Figures

  /// Shows a table or grid, or a note that it is gone.
  func show(_ keeper: (any CellKeeper)?, wasThere: Bool, _ frame: FrameDiagnostics?) {
    var lines: [String] = []
    if let keeper {
      let now = keeper.reuseFigures
      lines = Self.lines(now, isInWindow: keeper.window != nil)
      if shown !== keeper { chart.removeAll() }
      if let counts, shown === keeper {
        chart.append(
          .init(
            made: now.counts.made - counts.made, dequeued: now.counts.dequeued - counts.dequeued, idle: now.idleCount))
      }
      counts = now.counts
    } else {
      lines = [wasThere ? "The table is gone: nothing keeps it any more." : "There is no table."]
    }
    shown = keeper
    if let frame {
      lines.append("text slots \(frame.textSlots), \(Self.bytes(frame.textBytes))")
    }
    let text = lines.joined(separator: "\n")
    guard figuresLabel.text != text else { return }
    figuresLabel.text = text
    setNeedsLayout()
  }

  private static func lines(_ now: ReuseFigures, isInWindow: Bool) -> [String] {
    var lines = [
      now.title + (isInWindow ? "" : ", in no window"), now.extent,
      "visible \(now.visible)  leaving \(now.leaving)  idle \(now.idleCount)",
      "made \(now.counts.made)  dequeued \(now.counts.dequeued)",
      "reclaimed \(now.counts.reclaimed)  let go \(now.counts.released)",
    ]
    for pool in now.idle.prefix(6) { lines.append("  idle \u{201c}\(pool.identifier)\u{201d}: \(pool.count)") }
    if now.idle.count > 6 { lines.append("  and \(now.idle.count - 6) more identifiers") }
    return lines
  }

  private static func bytes(_ count: Int) -> String {
    count < 1_000_000 ? "\(count / 1000) KB" : "\(count / 1_000_000).\(count / 100_000 % 10) MB"
  }

  // MARK: Layout

  /// How high it is in a panel of that width, in points.
  func height(in width: CGFloat) -> CGFloat { places(in: width).tree.maxY + Self.searchHeight }

  private static let searchHeight: CGFloat = 48

  private func places(in width: CGFloat) -> (figures: CGRect, chart: CGRect, switches: CGFloat, tree: CGRect) {
    let inner = max(0, width - 24)
    let size = figuresLabel.sizeThatFits(CGSize(width: inner, height: 10_000))
    let figures = CGRect(x: 12, y: 44, width: inner, height: size.height)
    let chart = CGRect(x: 12, y: figures.maxY + 10, width: inner, height: 56)
    let switches = chart.maxY + 24
    return (figures, chart, switches, CGRect(x: 12, y: switches + 42, width: inner, height: 20))
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let places = places(in: bounds.width)
    let right = bounds.width - 12
    titleLabel.frame = CGRect(x: 12, y: 10, width: max(0, right - 90), height: 26)
    sideButton.frame = CGRect(x: right - 66, y: 8, width: 66, height: 30)
    figuresLabel.frame = places.figures
    chart.frame = places.chart
    legendLabel.frame = CGRect(x: 12, y: places.chart.maxY + 3, width: places.chart.width, height: 16)
    let size = bordersSwitch.sizeThatFits(bounds.size)
    let half = (bounds.width / 2).rounded()
    func place(_ label: UILabel, _ control: UISwitch, from left: CGFloat, to right: CGFloat) {
      control.frame = CGRect(x: right - size.width, y: places.switches, width: size.width, height: size.height)
      label.frame = CGRect(
        x: left, y: places.switches, width: max(0, right - size.width - left - 6), height: size.height)
    }
    place(bordersLabel, bordersSwitch, from: 12, to: half - 10)
    place(flashLabel, flashSwitch, from: half, to: right)
    treeLabel.frame = places.tree
    searchBar.frame = CGRect(x: 4, y: places.tree.maxY, width: max(0, bounds.width - 8), height: Self.searchHeight)
  }
}

extension InspectorHeader: UISearchBarDelegate {
  func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) { onSearch?(searchText) }

  func searchBarSearchButtonClicked(_ searchBar: UISearchBar) { onSearchEnd?() }

  func searchBarCancelButtonClicked(_ searchBar: UISearchBar) { onSearchEnd?() }
}

extension UIColor {
  /// Text of second rank, with a contrast of 4.5 to 1 on every ground of the panel: UIKit's own grey has 3.4.
  static let inspectorSecondary = UIColor { UIColor(white: $0.userInterfaceStyle == .dark ? 0.78 : 0.33, alpha: 1) }
}

/// The numbers of cells made and reused between two samples, as bars, newest at the right.
private final class InspectorChart: CommandView {
  struct Sample: Equatable {
    let made, dequeued, idle: Int
    var isStill: Bool { made == 0 && dequeued == 0 }
  }

  private static let barWidth: CGFloat = 4
  private static let limit = 96
  private var samples: [Sample] = []

  init() {
    super.init(frame: .zero)
    backgroundColor = .secondarySystemBackground
    isUserInteractionEnabled = false
  }

  required init?(coder: NSCoder) { nil }

  /// Adds a look; one like the last, in which nothing happened, adds nothing, so that a still table draws nothing.
  func append(_ sample: Sample) {
    if sample.isStill, let last = samples.last, last == sample { return }
    samples.append(sample)
    if samples.count > Self.limit { samples.removeFirst() }
    setNeedsComposite()
  }

  func removeAll() {
    samples = []
    setNeedsComposite()
  }

  override func append(to builder: DisplayListBuilder, in rect: CGRect) {
    let shown = samples.suffix(Int(rect.width / Self.barWidth))
    let most = CGFloat(max(8, shown.reduce(0) { max($0, $1.made + $1.dequeued, $1.idle) }))
    var x = rect.maxX - CGFloat(shown.count) * Self.barWidth
    for sample in shown {
      var y = rect.maxY
      func bar(_ count: Int, _ color: UIColor) {
        let height = (CGFloat(count) / most * rect.height).rounded()
        guard height > 0 else { return }
        y -= height
        builder.fill(
          CGRect(x: x, y: y, width: Self.barWidth - 1, height: height), color.drawColor(in: builder.traits))
      }
      bar(sample.made, .systemRed)
      bar(sample.dequeued, .systemGreen)
      let idle = rect.maxY - (CGFloat(sample.idle) / most * (rect.height - 2)).rounded() - 2
      builder.fill(
        CGRect(x: x, y: idle, width: Self.barWidth, height: 2), UIColor.inspectorSecondary.drawColor(in: builder.traits)
      )
      x += Self.barWidth
    }
  }
}
