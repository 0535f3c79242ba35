import Expectations
import Foundation
import RandomSupport
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("UndoManager")
struct UndoManagerTests {
  /// A list of numbers whose changes can be taken back.
  @MainActor
  final class Numbers {
    let manager = UndoManager()
    private(set) var values = [0, 0, 0, 0]

    func set(_ index: Int, to value: Int) {
      let old = values[index]
      manager.registerUndo(withTarget: self) { $0.set(index, to: old) }
      values[index] = value
    }
  }

  /// The same history as whole states.
  struct NaiveHistory {
    struct Step {
      let values: [Int]
      var name = ""
    }
    var past: [Step] = []
    var future: [Step] = []
    var open: Step?
    var hasChanges = false
    var level = 0
    var limit = 0

    mutating func begin(_ values: [Int]) {
      if open == nil { (open, hasChanges) = (Step(values: values), false) }
      level += 1
    }

    mutating func close() {
      guard let step = open else { return }
      if hasChanges { past.append(step) }
      (open, hasChanges, level) = (nil, false, 0)
      trim()
    }

    mutating func trim() {
      guard limit > 0 else { return }
      past = past.suffix(limit)
      future = future.suffix(limit)
    }

    mutating func name(_ name: String) {
      if open != nil { open?.name = name } else if !past.isEmpty { past[past.count - 1].name = name }
    }

    var undoName: String { (hasChanges ? open : past.last)?.name ?? "" }
  }

  @Test("random changes, groups, names and steps are those of a history of whole states", arguments: 0..<40)
  func random(seed: Int) {
    var random = SeededRandom(seed: seed)
    let numbers = Numbers()
    let manager = numbers.manager
    manager.groupsByEvent = seed.isMultiple(of: 2)
    var naive = NaiveHistory()
    for step in 0..<300 {
      switch Int.random(in: 0..<16, using: &random) {
      case 0..<5:
        guard manager.groupsByEvent || naive.level > 0 else { continue }
        if naive.level == 0 { naive.begin(numbers.values) }
        (naive.hasChanges, naive.future) = (true, [])
        numbers.set(Int.random(in: 0..<4, using: &random), to: step)
      case 5, 6:
        guard naive.level < 4 else { continue }
        if manager.groupsByEvent, naive.level == 0 { naive.begin(numbers.values) }
        naive.begin(numbers.values)
        manager.beginUndoGrouping()
      case 7, 8:
        guard naive.level > 0 else { continue }
        if naive.level == 1 { naive.close() } else { naive.level -= 1 }
        manager.endUndoGrouping()
      case 9:
        manager.endEvent()
        if manager.groupsByEvent, naive.level == 1 { naive.close() }
      case 10, 11:
        guard naive.level < 2 else { continue }
        naive.close()
        let last = naive.past.popLast()
        if let last { naive.future.append(.init(values: numbers.values, name: last.name)) }
        naive.trim()
        manager.undo()
        if let last { expectEqual(numbers.values, last.values, "step \(step)") }
      case 12:
        guard naive.level == 0 else { continue }
        let last = naive.future.popLast()
        if let last { naive.past.append(.init(values: numbers.values, name: last.name)) }
        manager.redo()
        if let last { expectEqual(numbers.values, last.values, "step \(step)") }
      case 13:
        let name = "\(step)"
        naive.name(name)
        manager.setActionName(name)
      case 14:
        manager.disableUndoRegistration()
        manager.registerUndo(withTarget: numbers) { $0.set(0, to: -1) }
        manager.enableUndoRegistration()
      default:
        naive.limit = Int.random(in: 0..<6, using: &random)
        naive.trim()
        manager.levelsOfUndo = naive.limit
      }
      expectEqual(manager.groupingLevel, naive.level, "step \(step)")
      expectEqual(manager.canUndo, naive.hasChanges || !naive.past.isEmpty, "step \(step)")
      expectEqual(manager.canRedo, !naive.future.isEmpty, "step \(step)")
      expectEqual(manager.undoActionName, naive.undoName, "step \(step)")
      expectEqual(manager.redoActionName, naive.future.last?.name ?? "", "step \(step)")
    }
    while manager.groupingLevel > 0 { manager.endUndoGrouping() }
    naive.close()
    for past in naive.past.reversed() {
      manager.undo()
      expectEqual(numbers.values, past.values)
    }
    expect(!manager.canUndo)
  }

  @Test("the last group within an open one is taken back alone, and an open group of changes is not")
  func nested() {
    let numbers = Numbers()
    let manager = numbers.manager
    manager.beginUndoGrouping()
    numbers.set(0, to: 1)
    manager.beginUndoGrouping()
    numbers.set(1, to: 2)
    manager.endUndoGrouping()
    manager.undoNestedGroup()
    expectEqual(numbers.values, [1, 0, 0, 0])
    manager.endUndoGrouping()
    manager.undo()
    expectEqual(numbers.values, [0, 0, 0, 0])
  }

  @Test("what is registered until the event ends is one step")
  func events() {
    let numbers = Numbers()
    numbers.set(0, to: 1)
    numbers.manager.endEvent()
    expectEqual(numbers.manager.groupingLevel, 0)
    numbers.set(0, to: 2)
    numbers.set(1, to: 2)
    numbers.manager.undo()
    expectEqual(numbers.values, [1, 0, 0, 0])
    numbers.manager.undo()
    expectEqual(numbers.values, [0, 0, 0, 0])
  }

  @Test("a target that is gone, or is taken out, takes its actions along")
  func targets() {
    let (numbers, others) = (Numbers(), Numbers())
    let manager = numbers.manager
    manager.registerUndo(withTarget: others) { $0.set(0, to: 5) }
    manager.endEvent()
    numbers.set(0, to: 1)
    manager.endEvent()
    do {
      let gone = Numbers()
      manager.registerUndo(withTarget: gone) { $0.set(0, to: 5) }
      manager.endEvent()
    }
    manager.removeAllActions(withTarget: others)
    manager.undo()
    expect(numbers.values == [0, 0, 0, 0] && !manager.canUndo && others.values == [0, 0, 0, 0])
    manager.redo()
    manager.removeAllActions()
    expect(!manager.canUndo && !manager.canRedo && numbers.values[0] == 1)
  }

  @Test("titles name the step, observers hear of it, and a selector's method is called with its object")
  func wordsAndNotifications() {
    final class Receiver: NSObject {
      var heard: [String] = []
      func take(_ text: Any?) { heard.append(text as? String ?? "") }
    }
    let (numbers, receiver) = (Numbers(), Receiver())
    let manager = numbers.manager
    nonisolated(unsafe) var names: [String] = []
    let kinds: [Notification.Name] = [
      .NSUndoManagerDidOpenUndoGroup, .NSUndoManagerWillCloseUndoGroup, .NSUndoManagerDidCloseUndoGroup,
      .NSUndoManagerWillUndoChange, .NSUndoManagerDidUndoChange, .NSUndoManagerWillRedoChange,
      .NSUndoManagerDidRedoChange,
    ]
    let observers = kinds.map { kind in
      NotificationCenter.default.addObserver(forName: kind, object: manager, queue: nil) { note in
        names.append(note.name.rawValue.replacing("NSUndoManager", with: "").replacing("Notification", with: ""))
      }
    }
    defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    numbers.set(0, to: 1)
    manager.setActionName("Count")
    manager.setActionIsDiscardable(true)
    expect(manager.undoMenuItemTitle == "Undo Count" && manager.redoMenuItemTitle == "Redo")
    manager.undo()
    expect(manager.undoMenuItemTitle == "Undo" && manager.redoMenuItemTitle == "Redo Count")
    expect(manager.redoActionIsDiscardable && !manager.undoActionIsDiscardable)
    manager.redo()
    expectEqual(
      names,
      [
        "DidOpenUndoGroup", "WillCloseUndoGroup", "DidCloseUndoGroup", "WillUndoChange", "DidUndoChange",
        "WillRedoChange", "DidRedoChange",
      ])
    manager.registerUndo(withTarget: receiver, selector: Selector(Receiver.take(_:)), object: "words")
    manager.undo()
    expectEqual(receiver.heard, ["words"])
  }

  @Test("keys take steps of the nearest manager up the chain, one for each event; a lack of steps is announced")
  func keys() {
    final class Owner: UIView {
      let own = UndoManager()
      override var undoManager: UndoManager? { own }
      override var canBecomeFirstResponder: Bool { true }
      var value = 0
      func set(_ new: Int) {
        let old = value
        own.registerUndo(withTarget: self) { $0.set(old) }
        value = new
      }
      override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        if presses.first?.key?.keyCode == .keyboardUpArrow { set(value + 1) }
        super.pressesBegan(presses, with: event)
      }
    }
    let app = TestApplication()
    let owner = Owner(frame: app.window.bounds)
    app.window.addSubview(owner)
    expect(owner.superview?.undoManager === app.window.undoManager && app.window.undoManager != nil)
    owner.becomeFirstResponder()
    for _ in 0..<3 { app.key(.keyboardUpArrow) }
    app.shortcut("z")
    app.shortcut("z")
    expectEqual(owner.value, 1)
    app.shortcut("z", [.control, .shift])
    app.shortcut("y")
    expectEqual(owner.value, 3)
    // A program in the middle of a group of its own is left alone.
    owner.own.beginUndoGrouping()
    app.shortcut("z")
    expectEqual(owner.value, 3)
  }

  @Test("what breaks the rules of groups and steps ends the program with the cure")
  func misuse() async {
    func text(_ result: ExitTest.Result?) -> String {
      String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }
    var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      UndoManager().endUndoGrouping()
    }
    expect(text(result).contains("no group is open; call beginUndoGrouping() first"))
    result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let manager = UndoManager()
      manager.beginUndoGrouping()
      manager.undo()
    }
    expect(text(result).contains("UndoManager.undo: 2 groups are open"))
    result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let manager = UndoManager()
      manager.groupsByEvent = false
      manager.registerUndo(withTarget: manager) { _ in }
    }
    expect(text(result).contains("no group is open and groupsByEvent is false"))
    result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let manager = UndoManager()
      manager.registerUndo(withTarget: manager) { $0.undo() }
      manager.undo()
    }
    expect(text(result).contains("was called by an action that a step runs"))
  }
}
