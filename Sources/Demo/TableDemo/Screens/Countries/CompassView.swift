import DemoParts
import UIKit

/// A country among its neighbours, as on a map: three by three fields with the flag in the middle, and around it in each
/// direction the neighbours that lie there. A click on a neighbour leads to it.
final class CompassView: UIView {
  private let flag = UILabel(.systemFont(ofSize: 64), alignment: .center)
  /// The grounds of the directions in which there are neighbours, and the neighbours from above.
  private let fields: [(direction: CountryAtlas.Direction, ground: UIView, buttons: [UIButton])]

  private static let gap: CGFloat = 8
  private static let padding: CGFloat = 6
  private static let buttonHeight: CGFloat = 30
  /// Of the row with the flag, and of a flag alone.
  private static let flagHeight: CGFloat = 96

  /// - Parameter open: called with the neighbour that the user chooses.
  init(
    _ country: Country, _ neighbours: [CountryAtlas.Neighbour], open: @escaping @MainActor (Country) -> Void
  ) {
    let byDirection = Dictionary(grouping: neighbours, by: \.direction)
    fields = CountryAtlas.Direction.allCases.compactMap { direction in
      guard let there = byDirection[direction] else { return nil }
      return (direction, UIView(), there.map { Self.button($0, open) })
    }
    super.init(frame: .zero)
    flag.text = country.flag
    flag.accessibilityLabel = "The flag of \(country.name)"
    addSubview(flag)
    for field in fields {
      field.ground.backgroundColor = .secondarySystemGroupedBackground
      field.ground.layer.cornerRadius = 10
      for view in [field.ground] + field.buttons { addSubview(view) }
    }
    frame.size.height = rowHeights.reduce(2 * Self.gap, +) + 2 * Self.gap
  }

  required init?(coder: NSCoder) { nil }

  private static func button(
    _ neighbour: CountryAtlas.Neighbour, _ open: @escaping @MainActor (Country) -> Void
  ) -> UIButton {
    let country = neighbour.country
    var configuration = UIButton.Configuration.plain()
    configuration.buttonSize = .small
    let title = "\(country.flag) \(country.name)"
    configuration.title = title
    let button = UIButton(
      configuration: configuration, primaryAction: UIAction(title: title) { _ in open(country) })
    button.keepTitleSize()
    button.toolTip = "\(country.name), in the \(neighbour.direction.rawValue)"
    button.accessibilityLabel = "\(country.name), \(neighbour.direction.rawValue)"
    return button
  }

  /// Of the rows of fields from the north, in points; 0 for one without neighbours.
  private var rowHeights: [CGFloat] {
    (0..<3).map { row in
      let most = fields.filter { $0.direction.field.row == row }.map(\.buttons.count).max() ?? 0
      let needed = most == 0 ? 0 : CGFloat(most) * Self.buttonHeight + 2 * Self.padding
      return row == 1 ? max(needed, Self.flagHeight) : needed
    }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let margin = ContentWidth.readable.margin(in: bounds.width)
    let width = max(0, (bounds.width - 2 * margin - 2 * Self.gap) / 3)
    let heights = rowHeights
    func place(_ row: Int, _ column: Int) -> CGRect {
      let y = heights.prefix(row).reduce(Self.gap) { $0 + $1 + Self.gap }
      return CGRect(x: margin + CGFloat(column) * (width + Self.gap), y: y, width: width, height: heights[row])
    }
    flag.frame = place(1, 1)
    for field in fields {
      let frame = place(field.direction.field.row, field.direction.field.column)
      field.ground.frame = frame
      // In the middle of a field that is higher than its neighbours need.
      let used = CGFloat(field.buttons.count) * Self.buttonHeight
      var y = frame.minY + ((frame.height - used) / 2).rounded()
      for button in field.buttons {
        button.frame = CGRect(
          x: frame.minX + Self.padding, y: y, width: max(0, width - 2 * Self.padding), height: Self.buttonHeight)
        y += Self.buttonHeight
      }
    }
  }
}

extension CountryAtlas.Direction {
  /// The place in a table of three by three whose first row is the north and whose first column the west.
  fileprivate var field: (row: Int, column: Int) {
    (
      rawValue.hasPrefix("north") ? 0 : rawValue.hasPrefix("south") ? 2 : 1,
      rawValue.hasSuffix("west") ? 0 : rawValue.hasSuffix("east") ? 2 : 1
    )
  }
}
