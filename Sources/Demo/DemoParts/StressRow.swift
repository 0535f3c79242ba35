/// The three texts of a generated row: the day and the time of a second, counted from the beginning of 1970. A billion of
/// them last until September 2001. The benchmarks have this file by a link, and show the same texts.
package struct StressRow: Equatable {
  package let title: String
  package let subtitle: String
  package let detail: String

  /// - Parameter row: its number, counted from 0.
  package init(_ row: Int) {
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
