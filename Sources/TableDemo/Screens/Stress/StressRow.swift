/// The three texts of a generated row.
struct StressRow: Equatable {
  let title: String
  let subtitle: String
  let detail: String

  /// - Parameter row: its number, counted from 0.
  init(_ row: Int) {
    title = "Row \(row)"
    subtitle = "Subtitle for row \(row) - the quick brown fox"
    detail = "\(row * 7 % 1000) ms"
  }
}
