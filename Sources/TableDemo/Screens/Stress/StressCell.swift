import DemoParts
import UIKit

/// Three labels: title and subtitle at the left, detail at the right, or below where text is very large.
final class StressCell: UITableViewCell {
  static var height: CGFloat { metrics.length(UITraitCollection.stacksColumns ? 102 : 60) }
  private static let metrics = UIFontMetrics.default

  /// The margin at either side of the texts, in points. In a wide table the texts stay together, so that the eye does
  /// not lose the row on the way to the detail.
  static func margin(in width: CGFloat) -> CGFloat { max(0, ((width - 1280) / 2).rounded()) }

  private let titleLabel = UILabel()
  private let subtitleLabel = UILabel()
  private let detailLabel = UILabel()

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: .default, reuseIdentifier: reuseIdentifier)
    titleLabel.follow(Self.metrics.scaledFont(for: .systemFont(ofSize: 17)))
    subtitleLabel.follow(Self.metrics.scaledFont(for: .systemFont(ofSize: 13)))
    subtitleLabel.textColor = Palette.secondary
    detailLabel.follow(Self.metrics.scaledFont(for: .systemFont(ofSize: 15)))
    for label in [titleLabel, subtitleLabel, detailLabel] { contentView.addSubview(label) }
  }

  required init?(coder: NSCoder) { nil }

  func show(_ row: StressRow) {
    titleLabel.text = row.title
    subtitleLabel.text = row.subtitle
    detailLabel.text = row.detail
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let column = Self.margin(in: contentView.bounds.width)
    let width = contentView.bounds.width - 2 * column
    let growth = Self.metrics.growth
    func length(_ points: CGFloat) -> CGFloat { (points * growth).rounded() }
    let isStacked = UITraitCollection.stacksColumns
    let detail = isStacked ? max(0, width - 32) : length(120)
    let left = isStacked ? detail : max(0, width - detail - 40)
    titleLabel.frame = CGRect(x: column + 16, y: length(9), width: left, height: length(24))
    subtitleLabel.numberOfLines = isStacked ? 2 : 1
    subtitleLabel.frame = CGRect(
      x: column + 16, y: titleLabel.frame.maxY, width: left, height: length(isStacked ? 36 : 19))
    detailLabel.textAlignment = isStacked ? .left : .right
    detailLabel.frame = CGRect(
      x: column + (isStacked ? 16 : width - detail - 16), y: isStacked ? subtitleLabel.frame.maxY : length(19),
      width: detail, height: length(22))
  }
}

/// The three texts of a generated row: the day and the time of a second, counted from the beginning of 1970. A billion of
/// them last until September 2001.
struct StressRow: Equatable {
  let title: String
  let subtitle: String
  let detail: String

  /// - Parameter row: its number, counted from 0.
  init(_ row: Int) {
    title = "Row \(GroupedNumber.string(row))"
    let (day, second) = row.quotientAndRemainder(dividingBy: 86_400)
    subtitle = "\(Self.date(ofDay: day)), second \(GroupedNumber.string(second)) of the day"
    detail = Self.time(ofSecond: second)
  }

  private static let weekdays = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// "Sunday, 9 September 2001", in the Gregorian calendar.
  /// - Parameter day: counted from 1 January 1970, a Thursday.
  private static func date(ofDay day: Int) -> String {
    // Years begin in March here, so that a leap day is the last of one.
    let days = day + 719_468
    let (era, dayOfEra) = days.quotientAndRemainder(dividingBy: 146_097)
    let year = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
    let calendarYear = era * 400 + year + (month < 10 ? 0 : 1)
    return "\(weekdays[day % 7]), \(dayOfMonth) \(months[(month + 2) % 12]) \(calendarYear)"
  }

  /// "01:46:39".
  private static func time(ofSecond second: Int) -> String {
    func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(twoDigits(second / 3600)):\(twoDigits(second / 60 % 60)):\(twoDigits(second % 60))"
  }
}
