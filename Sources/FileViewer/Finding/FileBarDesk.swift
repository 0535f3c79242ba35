import TextSearch
import UIKit

/// Does what is asked for in the bar above a file: finds while one types, adds filters, goes to lines.
@MainActor
final class FileBarDesk {
  let bar = FileBar()
  /// Called when the bar was opened or closed.
  var onLayout: (() -> Void)?
  /// Called when another text is found, or none any more.
  var onFind: (() -> Void)?
  /// Called with what is to be shown.
  var onGo: ((LinePart) -> Void)?
  /// Called when the lines are to have the keyboard.
  var onLeave: (() -> Void)?

  private let finder: FileFinder
  private let filter: LineFilter
  private let history: SearchHistory
  private let currentLine: () -> Int
  private let goal: (String) -> LinePart?

  /// - Parameters:
  ///   - currentLine: gives the line the user is at.
  ///   - goal: gives what a number or a part of the file leads to; nil for other words.
  init(
    _ finder: FileFinder, _ filter: LineFilter, _ history: SearchHistory, currentLine: @escaping () -> Int,
    goal: @escaping (String) -> LinePart?
  ) {
    (self.finder, self.filter, self.history) = (finder, filter, history)
    (self.currentLine, self.goal) = (currentLine, goal)
    bar.isHidden = true
    bar.history = { history.patterns }
    bar.onChange = { [weak self] in self?.didChange() }
    bar.onReturn = { [weak self] in self?.didReturn() }
    bar.onClose = { [weak self] in self?.close() }
  }

  /// Whether Escape has something to end.
  var isOpen: Bool { !bar.isHidden || finder.isOn }

  /// - Parameter pattern: to begin with; nil for what was there last.
  func open(_ purpose: FileBar.Purpose, pattern: TextPattern? = nil) {
    history.load()
    if let pattern { bar.pattern = pattern }
    bar.isHidden = false
    bar.open(for: purpose)
    onLayout?()
    if purpose == .find { didChange() }
  }

  /// Ends the search and gives the keyboard back.
  func close() {
    finder.end()
    bar.isHidden = true
    onLeave?()
    onLayout?()
    onFind?()
  }

  /// Says how many hits there are, and which one a line is.
  func sayHits(at line: Int?) {
    if bar.purpose == .find, let words = finder.words(at: line) { bar.say(words) }
  }

  private func didChange() {
    let pattern = bar.pattern
    switch bar.purpose {
    case .go: bar.say("")
    case .filter:
      do throws(PatternFault) {
        if !pattern.text.isEmpty { _ = try LineMatcher(pattern) }
        bar.say("Return adds the filter")
      } catch { bar.say(error.description, isFault: true) }
    case .find:
      guard pattern != finder.pattern else { return }
      do throws(PatternFault) {
        try finder.begin(pattern, from: currentLine())
        if !finder.isOn { bar.say("") }
      } catch { bar.say(error.description, isFault: true) }
      onFind?()
    }
  }

  private func didReturn() {
    let pattern = bar.pattern
    switch bar.purpose {
    case .find:
      history.note(pattern)
      onLeave?()
    case .filter:
      guard !pattern.text.isEmpty else { return close() }
      do throws(PatternFault) {
        try filter.add(pattern, isExcluding: bar.isExcluding)
        history.note(pattern)
        close()
      } catch { bar.say(error.description, isFault: true) }
    case .go:
      guard let goal = goal(bar.pattern.text) else {
        return bar.say("a line's number, or a part like 50%", isFault: true)
      }
      close()
      onGo?(goal)
    }
  }
}
