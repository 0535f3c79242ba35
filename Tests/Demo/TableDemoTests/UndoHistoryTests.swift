import Expectations
import Testing
import UIKitCore

@testable import DemoParts

@MainActor
@Suite("The history of edits")
struct UndoHistoryTests {
  /// A number that is set, with a history of what it was before.
  struct Model {
    var value = 0
    var history: UndoHistory<Int>

    init(limit: Int = 100) { history = UndoHistory(limit: limit) }

    mutating func set(_ new: Int) {
      history.note(value)
      value = new
    }

    mutating func take(_ step: HistoryStep) {
      guard let edit = history.take(step) else { return }
      history.put(value, after: step)
      value = edit
    }
  }

  @Test("takes edits back and does them again, until another one is made")
  func steps() {
    var model = Model()
    for number in 1...3 { model.set(number) }
    expect(model.history.allows(.undo) && !model.history.allows(.redo))
    model.take(.undo)
    model.take(.undo)
    expectEqual(model.value, 1)
    model.take(.redo)
    expect(model.value == 2 && model.history.allows(.redo))
    model.set(9)
    model.take(.redo)
    expectEqual(model.value, 9)
    for _ in 0..<5 { model.take(.undo) }
    expect(model.value == 0 && !model.history.allows(.undo))
    for _ in 0..<5 { model.take(.redo) }
    expectEqual(model.value, 9)
  }

  @Test("forgets the oldest edits beyond its limit")
  func limit() {
    var model = Model(limit: 3)
    for number in 1...10 { model.set(number) }
    for _ in 0..<10 { model.take(.undo) }
    expectEqual(model.value, 7)
  }
}
