import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@MainActor @Suite struct ConstraintTextTests {
  private let app = TestApplication()

  @Test("text of several lines takes the width it is given and the height of its lines there")
  func wrapping() {
    let label = makeLabel("aaaa bbbb cccc dddd", lines: 0)
    let below = Block(10, 10)
    let root = UIView(size: CGSize(width: 220, height: 300), label, below)
    NSLayoutConstraint.activate([
      label.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 10),
      label.trailingAnchor.constraint(equalTo: root.trailingAnchor, constant: -10),
      label.topAnchor.constraint(equalTo: root.topAnchor), below.topAnchor.constraint(equalTo: label.bottomAnchor),
      below.leadingAnchor.constraint(equalTo: label.leadingAnchor),
    ])
    for (width, lines) in [(220.0, 1), (120, 2), (110, 2), (109, 4), (60, 4), (220, 1)] {
      root.frame.size.width = width
      root.layoutIfNeeded()
      expectEqual(label.frame, CGRect(x: 10, y: 0, width: width - 20, height: Double(lines) * 24), "at \(width)")
      expectEqual(below.frame.minY, label.frame.maxY)
    }
  }

  @Test("a recycled layout whose text changed equals a fresh one")
  func recycling() {
    var random = SeededRandom(seed: 5)
    func text() -> String {
      (0..<Int.random(in: 0...12, using: &random))
        .map { _ in String(repeating: "w", count: Int.random(in: 1...9, using: &random)) }.joined(separator: " ")
    }
    func make(_ texts: [String], _ width: CGFloat) -> (UIView, [UILabel]) {
      let labels = texts.map { makeLabel($0, lines: 0) }
      let root = UIView(frame: CGRect(x: 0, y: 0, width: width, height: 400))
      for label in labels { root.addSubview(label) }
      NSLayoutConstraint.activate([
        labels[0].leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 3),
        labels[0].topAnchor.constraint(equalTo: root.topAnchor),
        labels[1].leadingAnchor.constraint(greaterThanOrEqualTo: labels[0].trailingAnchor, constant: 5),
        labels[1].trailingAnchor.constraint(equalTo: root.trailingAnchor),
        labels[1].topAnchor.constraint(equalTo: root.topAnchor),
      ])
      labels[1].setContentCompressionResistancePriority(UILayoutPriority(751), for: .horizontal)
      labels[0].setContentHuggingPriority(UILayoutPriority(251), for: .horizontal)
      return (root, labels)
    }
    let (root, labels) = make(["", ""], 300)
    for step in 0..<100 {
      let texts = [text(), text()]
      let width: CGFloat = [300, 250, 180][Int.random(in: 0..<3, using: &random)]
      root.frame.size.width = width
      for (label, text) in zip(labels, texts) { label.text = text }
      root.layoutIfNeeded()
      let (fresh, twins) = make(texts, width)
      fresh.layoutIfNeeded()
      expectEqual(labels.map(\.frame), twins.map(\.frame), "step \(step): \(texts) in \(width)")
    }
  }

  @Test("a row of avatar, wrapping title, subtitle and date has its closed form at every width")
  func row() {
    let avatar = Block()
    let title = makeLabel("one two three four five six", lines: 0)
    let subtitle = makeLabel("below", size: 10)
    let date = makeLabel("today")
    let root = UIView(size: CGSize(width: 0, height: 500), avatar, title, subtitle, date)
    date.setContentCompressionResistancePriority(.required, for: .horizontal)
    date.setContentHuggingPriority(.required, for: .horizontal)
    NSLayoutConstraint.activate([
      avatar.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 16),
      avatar.topAnchor.constraint(equalTo: root.topAnchor, constant: 12),
      avatar.widthAnchor.constraint(equalToConstant: 40),
      avatar.heightAnchor.constraint(equalTo: avatar.widthAnchor),
      title.leadingAnchor.constraint(equalTo: avatar.trailingAnchor, constant: 12),
      title.topAnchor.constraint(equalTo: avatar.topAnchor),
      date.leadingAnchor.constraint(equalTo: title.trailingAnchor, constant: 8),
      date.trailingAnchor.constraint(equalTo: root.trailingAnchor, constant: -16),
      date.firstBaselineAnchor.constraint(equalTo: title.firstBaselineAnchor),
      subtitle.topAnchor.constraint(equalTo: title.bottomAnchor, constant: 4),
      subtitle.leadingAnchor.constraint(equalTo: title.leadingAnchor),
      subtitle.trailingAnchor.constraint(equalTo: title.trailingAnchor),
    ])
    for width in stride(from: 200.0, through: 600, by: 7) {
      root.frame.size.width = width
      root.layoutIfNeeded()
      let room = width - 16 - 40 - 12 - 8 - 50 - 16
      let lines = linesNeeded(["one", "two", "three", "four", "five", "six"], characters: Int(room / 10))
      expectEqual(avatar.frame, CGRect(x: 16, y: 12, width: 40, height: 40))
      expectEqual(title.frame, CGRect(x: 68, y: 12, width: room, height: Double(lines) * 24), "at \(width)")
      expectEqual(date.frame, CGRect(x: width - 66, y: 12, width: 50, height: 24), "at \(width)")
      expectEqual(subtitle.frame, CGRect(x: 68, y: 16 + Double(lines) * 24, width: room, height: 12), "at \(width)")
    }
  }

  private func linesNeeded(_ words: [String], characters: Int) -> Int {
    var lines = 1
    var used = -1
    for word in words {
      if used + 1 + word.count > characters {
        lines += 1
        used = word.count
      } else {
        used += 1 + word.count
      }
    }
    return lines
  }

  @Test("a preferred width of the app's own wins over the width the label gets")
  func preferredWidth() {
    let label = makeLabel("aaaa bbbb", lines: 0)
    label.preferredMaxLayoutWidth = 50
    let root = UIView(size: CGSize(width: 300, height: 100), label)
    NSLayoutConstraint.activate([
      label.leadingAnchor.constraint(equalTo: root.leadingAnchor), label.topAnchor.constraint(equalTo: root.topAnchor),
    ])
    root.layoutIfNeeded()
    expectEqual(label.frame.size, CGSize(width: 40, height: 48))
  }
}
