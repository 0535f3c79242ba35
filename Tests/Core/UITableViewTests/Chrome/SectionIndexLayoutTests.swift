import Expectations
import Testing

@testable import UIKitCore

@Suite("Section index: layout")
struct SectionIndexLayoutTests {
  private func lines(_ layout: SectionIndexLayout) -> [SectionIndexLayout.Line] {
    (0..<layout.lineCount).map(layout.line)
  }

  @Test("titles that fit stand a line each in the middle of the strip")
  func fitting() {
    let layout = SectionIndexLayout(titleCount: 4, height: 100)
    expectEqual(lines(layout), [.title(0), .title(1), .title(2), .title(3)])
    expectEqual(layout.top, 22)
    expect(!layout.hasDots)
  }

  @Test("if the titles do not fit, every n-th is shown with dots between, the first and the last among them")
  func dots() {
    let layout = SectionIndexLayout(titleCount: 26, height: 100)
    expectEqual(layout.lineCount, 7)
    expectEqual(
      lines(layout),
      [
        .title(0), .dot(1..<8), .title(8), .dot(9..<17), .title(17), .dot(18..<25), .title(25),
      ])
  }

  @Test("a strip lower than a line shows nothing, one line the first title")
  func tiny() {
    for height in [-5.0, 0, 13.9, .nan, .infinity] {
      let layout = SectionIndexLayout(titleCount: 5, height: height)
      expect(layout.lineCount == 0 && layout.title(at: 3) == nil)
    }
    for height in [14.0, 28, 41] { expectEqual(lines(SectionIndexLayout(titleCount: 5, height: height)), [.title(0)]) }
    expectEqual(SectionIndexLayout(titleCount: 0, height: 500).lineCount, 0)
  }

  @Test("places above the first line mean the first title, below the last the last")
  func beyond() {
    let layout = SectionIndexLayout(titleCount: 5, height: 300)
    expectEqual(layout.title(at: -1000), 0)
    expectEqual(layout.title(at: layout.top - 1), 0)
    expectEqual(layout.title(at: 1e9), 4)
    expect(layout.title(at: .nan) == nil)
  }

  @Test(
    "every place means a title, none earlier going down; a shown title's line means that title, and every title has a place"
  )
  func roundTrip() {
    for count in 1...60 {
      for height in stride(from: 14.0, through: 900, by: 7.5) {
        let layout = SectionIndexLayout(titleCount: count, height: height)
        var covered: [Int] = []
        for number in 0..<layout.lineCount {
          switch layout.line(number) {
          case .title(let title):
            covered.append(title)
            for share in [0.01, 0.5, 0.99] {
              let y = layout.top + (Double(number) + share) * SectionIndexLayout.pitch
              expectEqual(layout.title(at: y), title, "\(count) titles in \(height), line \(number)")
            }
          case .dot(let titles):
            expect(!titles.isEmpty)
            covered += titles
            for (place, title) in titles.enumerated() {
              let share = (Double(place) + 0.5) / Double(titles.count)
              let y = layout.top + (Double(number) + share) * SectionIndexLayout.pitch
              expectEqual(layout.title(at: y), title, "\(count) titles in \(height), line \(number)")
            }
          }
        }
        if layout.lineCount > 1 || count == 1 { expectEqual(covered, Array(0..<count), "\(count) titles in \(height)") }
        expect(layout.top >= 0 && layout.top + Double(layout.lineCount) * SectionIndexLayout.pitch <= height)
        if layout.hasDots { expect(Double(layout.lineCount + 2) * SectionIndexLayout.pitch > height) }
      }
    }
  }
}
