import DemoParts
import UIKit

/// A country: code, name over capital and region, population over area; where text is very large, all of them one below
/// the other in as many lines as they need.
final class CountryCell: UITableViewCell {
  static var height: CGFloat {
    UITraitCollection.stacksColumns ? UITableView.automaticDimension : metrics.length(60)
  }
  /// Where names start, in points from the content's left margin; separators start there too.
  static var textInset: CGFloat { UITraitCollection.stacksColumns ? 0 : metrics.length(60) }

  /// Sets up a table of countries.
  static func prepare(_ tableView: UITableView) {
    tableView.register(CountryCell.self, forCellReuseIdentifier: "country")
    tableView.cellLayoutMarginsFollowReadableWidth = true
    tableView.separatorInsetReference = .fromAutomaticInsets
    fitRows(of: tableView)
  }

  /// Gives the rows of a table of countries their height and separators, in the present size of text.
  static func fitRows(of tableView: UITableView) {
    tableView.rowHeight = height
    tableView.separatorInset = UIEdgeInsets(top: 0, left: textInset, bottom: 0, right: 0)
  }

  /// Between names and figures, in points.
  private static let gap: CGFloat = 20
  /// Room for populations and areas, in points: ten digits and their commas at 17 pt.
  private static var figuresWidth: CGFloat { metrics.length(130) }
  private static let metrics = UIFontMetrics.default

  private let codeLabel = UILabel(.scaled(13, .semibold), alignment: .center)
  private let populationLabel = UILabel(.scaled(17))
  private let areaLabel = UILabel(.scaled(13), Palette.secondary)

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: .subtitle, reuseIdentifier: reuseIdentifier)
    selectedBackgroundView = RowSelectionView()
    codeLabel.layer.cornerRadius = 8
    codeLabel.layer.masksToBounds = true
    textLabel?.follow(.scaled(17))
    detailTextLabel?.follow(.scaled(13))
    detailTextLabel?.textColor = Palette.secondary
    for label in [textLabel, detailTextLabel] { label?.showsExpansionTextWhenTruncated = true }
    for label in [codeLabel, populationLabel, areaLabel] { contentView.addSubview(label) }
  }

  required init?(coder: NSCoder) { nil }

  func show(_ country: Country) {
    let colour = RegionColour.colour(of: country.region)
    codeLabel.text = country.code
    codeLabel.textColor = colour.ink
    codeLabel.backgroundColor = colour.ground
    textLabel?.text = country.name
    detailTextLabel?.text = "\(country.capital) \u{b7} \(country.region)"
    populationLabel.text = country.population == 0 ? "no residents" : GroupedNumber.string(country.population)
    areaLabel.text = "\(GroupedNumber.string(country.area)) km\u{b2}"
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let column = contentView.bounds.inset(by: contentView.layoutMargins)
    let isStacked = UITraitCollection.stacksColumns
    for label in [populationLabel, areaLabel] { label.textAlignment = isStacked ? .left : .right }
    for label in texts { label.numberOfLines = isStacked ? 0 : 1 }
    guard !isStacked else {
      for (label, frame) in zip([codeLabel] + texts, stack(in: column)) { label.frame = frame }
      return
    }
    var figures = min(Self.figuresWidth, max(0, (column.width - Self.textInset) / 2))
    // In a narrow row names have the room that figures leave.
    if figures < Self.figuresWidth {
      figures = [populationLabel, areaLabel].map { min(figures, $0.sizeThatFits(.zero).width.rounded(.up)) }.max() ?? 0
    }
    let names = max(0, column.width - Self.textInset - figures - Self.gap)
    let left = column.minX + Self.textInset
    let growth = Self.metrics.growth
    func length(_ points: CGFloat) -> CGFloat { (points * growth).rounded() }
    codeLabel.frame = CGRect(x: column.minX, y: length(14), width: length(44), height: length(32))
    textLabel?.frame = CGRect(x: left, y: length(8), width: names, height: length(24))
    detailTextLabel?.frame = CGRect(x: left, y: length(33), width: names, height: length(18))
    populationLabel.frame = CGRect(x: column.maxX - figures, y: length(8), width: figures, height: length(24))
    areaLabel.frame = CGRect(x: column.maxX - figures, y: length(33), width: figures, height: length(18))
  }

  /// All but the code, from above.
  private var texts: [UILabel] { [textLabel, detailTextLabel, populationLabel, areaLabel].compactMap { $0 } }

  /// Where the code and the texts stand one below the other.
  private func stack(in column: CGRect) -> [CGRect] {
    var frames = [CGRect(x: column.minX, y: 12, width: Self.metrics.length(44), height: Self.metrics.length(24))]
    for label in texts {
      label.numberOfLines = 0
      let height = label.sizeThatFits(CGSize(width: column.width, height: .greatestFiniteMagnitude)).height
      frames.append(
        CGRect(x: column.minX, y: (frames.last?.maxY ?? 0) + 2, width: column.width, height: height.rounded(.up)))
    }
    return frames
  }

  /// Asked for while texts stand one below the other.
  override func sizeThatFits(_ size: CGSize) -> CGSize {
    let column = CGRect(origin: .zero, size: size).inset(by: contentView.layoutMargins)
    return CGSize(width: size.width, height: (stack(in: column).last?.maxY ?? 0) + 12)
  }
}
