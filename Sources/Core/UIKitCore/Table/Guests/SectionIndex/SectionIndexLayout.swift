import Primitives

/// Where the titles of a section index stand in its strip, and which title a place in the strip means. Knows no view.
///
/// Titles stand below each other, a line each, in the middle of the strip. Where they do not fit, every n-th is shown,
/// the first and the last among them, and a dot between two stands for those left out.
///
/// Invariants: the lines lie within the strip; a place on a title's line means that title; going down the strip never
/// means an earlier title; with two titles or more shown every title has a place.
package struct SectionIndexLayout: Equatable, Sendable {
  /// From the top of a line to the top of the next, in points.
  package static let pitch = 14.0

  /// The content of a line.
  package enum Line: Equatable, Sendable {
    /// The title of this number.
    case title(Int)
    /// A dot for the titles of these numbers; never empty.
    case dot(Range<Int>)
  }

  /// Titles there are, shown or not.
  package let titleCount: Int
  /// Lines shown; 0 when not even one fits.
  package let lineCount: Int
  /// Upper edge of the first line, in points from the top of the strip; whole points.
  package let top: Double

  /// - Parameters:
  ///   - titleCount: 0 or more.
  ///   - height: of the strip, in points; what is not a length counts as 0.
  package init(titleCount: Int, height: Double) {
    precondition(titleCount >= 0, "SectionIndexLayout: \(titleCount) titles; give 0 or more")
    self.titleCount = titleCount
    let room = Int(measured: max(0, height) / Self.pitch, else: 0)
    // With dots between titles the number of lines is odd.
    lineCount = titleCount <= room ? titleCount : room == 0 ? 0 : (room + 1) / 2 * 2 - 1
    top = lineCount == 0 ? 0 : ((height - Double(lineCount) * Self.pitch) / 2).rounded(.down)
  }

  /// Whether titles are left out.
  package var hasDots: Bool { lineCount > 0 && lineCount < titleCount }

  /// The content of a line.
  /// - Precondition: the line is one of `lineCount`.
  package func line(_ number: Int) -> Line {
    precondition(
      (0..<lineCount).contains(number), "SectionIndexLayout.line(\(number)): there are \(lineCount) lines")
    guard hasDots else { return .title(number) }
    let before = shownTitle(number / 2)
    return number % 2 == 0 ? .title(before) : .dot(before + 1..<shownTitle(number / 2 + 1))
  }

  /// The number of the `place`-th title that is shown.
  private func shownTitle(_ place: Int) -> Int {
    let last = lineCount / 2
    return last == 0 ? 0 : (place * (titleCount - 1) + last / 2) / last
  }

  /// The title meant by a place in the strip: places above the first line mean the first one, below the last line the
  /// last, and the line of a dot is divided among the titles it stands for. Nil when nothing is shown.
  /// - Parameter y: points from the top of the strip.
  package func title(at y: Double) -> Int? {
    guard lineCount > 0, y.isFinite else { return nil }
    let place = (y - top) / Self.pitch
    let number = min(max(Int(measured: place.rounded(.down), else: 0), 0), lineCount - 1)
    switch line(number) {
    case .title(let title): return title
    case .dot(let titles):
      let share = min(max(place - Double(number), 0), 1)
      return min(titles.lowerBound + Int(measured: share * Double(titles.count), else: 0), titles.upperBound - 1)
    }
  }
}
