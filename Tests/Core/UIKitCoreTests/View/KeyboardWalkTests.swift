import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

/// Where Tab stops in a form.
private enum Stop: Hashable {
  /// The table that the form's controls are the rows of.
  case table
  case control(Int)
  /// The button in a field, at its right.
  case side(Int)
}

/// A control of a form, as it was made.
private struct Design {
  enum Effect { case none, hidesItself, flips(Int) }

  enum Kind {
    case field(clear: UITextField.ViewMode, side: UITextField.ViewMode?)
    case button(Effect)
    case toggle
    /// A button that the program shows while a field is edited.
    case companion(of: Int)
  }

  let kind: Kind
  /// Hiding it makes it transparent instead.
  let fades: Bool

  var isField: Bool { if case .field = kind { true } else { false } }
}

/// Which control has the keyboard, and what keys and clicks do to it: the rules, without any view.
private struct FormModel {
  let designs: [Design]
  let hasTable: Bool
  private(set) var focus: Stop?
  private(set) var texts: [String]
  private(set) var clicks: [Int]
  private(set) var sideClicks: [Int]
  private var isHidden: [Bool]
  /// The stop that lost the keyboard as it was hidden, until another has it.
  private var place: Stop?
  /// The row the keyboard is at.
  private(set) var cursor: Int?

  init(_ designs: [Design], hasTable: Bool) {
    self.designs = designs
    self.hasTable = hasTable
    focus = hasTable ? .table : nil
    texts = designs.map { _ in "" }
    clicks = designs.map { _ in 0 }
    sideClicks = clicks
    isHidden = designs.map { _ in false }
  }

  // MARK: What is seen

  func shows(_ stop: Stop) -> Bool { shows(stop, focus: focus) }

  private func shows(_ stop: Stop, focus: Stop?) -> Bool {
    switch stop {
    case .table: return true
    case .control(let number):
      if case .companion(let field) = designs[number].kind { return focus == .control(field) }
      return !isHidden[number]
    case .side(let number):
      guard case .field(_, let side?) = designs[number].kind, shows(.control(number), focus: focus) else {
        return false
      }
      return holds(side, of: number, focus) && !showsClear(number, focus: focus)
    }
  }

  private func holds(_ mode: UITextField.ViewMode, of number: Int, _ focus: Stop?) -> Bool {
    switch mode {
    case .never: false
    case .whileEditing: focus == .control(number)
    case .unlessEditing: focus != .control(number)
    case .always: true
    }
  }

  func showsClear(_ number: Int) -> Bool { showsClear(number, focus: focus) && shows(.control(number)) }

  private func showsClear(_ number: Int, focus: Stop?) -> Bool {
    guard case .field(let clear, _) = designs[number].kind else { return false }
    return !texts[number].isEmpty && holds(clear, of: number, focus)
  }

  // MARK: Who has the keyboard

  private mutating func give(to stop: Stop?) {
    focus = stop
    place = nil
  }

  private func row(_ stop: Stop) -> Int? {
    switch stop {
    case .table: nil
    case .control(let number), .side(let number): number
    }
  }

  mutating func tab(isForward: Bool) {
    let start = focus ?? place
    var stops: [Stop] = hasTable ? [.table] : []
    for number in designs.indices { stops += [.control(number), .side(number)] }
    stops.removeAll { !shows($0) && $0 != start }
    var order = isForward ? stops : stops.reversed()
    if let start, let index = order.firstIndex(of: start) {
      order = Array(order[(index + 1)...] + order[..<index])
      if start == .table, isForward, let cursor {
        order = order.filter { row($0)! >= cursor } + order.filter { row($0)! < cursor }
      }
    }
    let wasField = focus.map { if case .control(let number) = $0 { designs[number].isField } else { false } } ?? false
    if focus == nil, let start { order.append(start) }
    for stop in order where shows(stop, focus: focus) {
      give(to: stop)
      guard shows(stop) else {
        focus = nil
        continue
      }
      if hasTable { cursor = row(stop) ?? cursor ?? 0 }
      return
    }
    if wasField { give(to: nil) }
  }

  /// After a frame.
  mutating func settle() {
    guard let stop = focus, !shows(stop) else { return }
    give(to: hasTable ? .table : nil)
    if !hasTable { place = stop }
    if hasTable, let row = row(stop), stop == .side(row) || !designs[row].isField { cursor = row }
  }

  // MARK: Keys and clicks

  mutating func type(_ letter: String) {
    if case .control(let number)? = focus, designs[number].isField { texts[number] += letter }
  }

  mutating func space() {
    switch focus {
    case .control(let number)? where designs[number].isField: texts[number] += " "
    default: press()
    }
  }

  /// Return.
  mutating func press() {
    switch focus {
    case .control(let number)? where !designs[number].isField: use(number)
    case .side(let number)?: sideClicks[number] += 1
    default: break
    }
  }

  mutating func click(_ number: Int) {
    place = nil
    if designs[number].isField { give(to: .control(number)) } else { use(number) }
  }

  mutating func clickSide(_ number: Int) {
    place = nil
    sideClicks[number] += 1
  }

  mutating func clickClear(_ number: Int) {
    give(to: .control(number))
    texts[number] = ""
  }

  private mutating func use(_ number: Int) {
    clicks[number] += 1
    guard case .button(let effect) = designs[number].kind else { return }
    switch effect {
    case .none: break
    case .hidesItself: isHidden[number] = true
    case .flips(let other): isHidden[other].toggle()
    }
  }
}

/// The form itself.
@MainActor
private final class FormScene {
  private static let rowHeight: CGFloat = 44

  let app: TestApplication
  private(set) var controls: [UIControl] = []
  private var sides: [Int: UIButton] = [:]
  private(set) var clicks: [Int]
  private(set) var sideClicks: [Int]
  private var table: UITableView?
  private var source: ScriptedTable?
  private let designs: [Design]

  init(_ designs: [Design], hasTable: Bool, random: inout SeededRandom) {
    self.designs = designs
    clicks = designs.map { _ in 0 }
    sideClicks = clicks
    let size = CGSize(width: 400, height: Self.rowHeight * CGFloat(designs.count) + 40)
    app = TestApplication(size: size)
    for number in designs.indices { controls.append(make(number)) }
    for (number, design) in designs.enumerated() { wire(design, number) }
    if hasTable {
      let atEnd = designs.map { _ in Bool.random(using: &random) }
      let source = ScriptedTable(sections: [designs.count])
      source.makesCell = { [controls] table, path in
        let cell = table.dequeueReusableCell(withIdentifier: "cell", for: path)
        let control = controls[path.row]
        if atEnd[path.row] { cell.accessoryView = control } else { cell.contentView.addSubview(control) }
        return cell
      }
      let table = UITableView(frame: CGRect(origin: .zero, size: size), style: .plain)
      table.rowHeight = Self.rowHeight
      table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
      table.dataSource = source
      (self.table, self.source) = (table, source)
      app.window.addSubview(table)
    } else {
      for (number, control) in controls.enumerated() {
        control.frame.origin.y = Self.rowHeight * CGFloat(number) + 4
        app.window.addSubview(control)
      }
    }
    app.settle()
  }

  private func make(_ number: Int) -> UIControl {
    let frame = CGRect(x: 0, y: 4, width: 200, height: 34)
    switch designs[number].kind {
    case .field(let clear, let side):
      let field = UITextField(frame: frame)
      field.clearButtonMode = clear
      if let side {
        let button = UIButton(frame: CGRect(x: 0, y: 0, width: 30, height: 30))
        button.addAction(UIAction { [weak self] _ in self?.sideClicks[number] += 1 }, for: .touchUpInside)
        field.rightView = button
        field.rightViewMode = side
        sides[number] = button
      }
      return field
    case .toggle: return UISwitch(frame: frame)
    case .button, .companion: return UIButton(frame: frame)
    }
  }

  private func wire(_ design: Design, _ number: Int) {
    let control = controls[number]
    switch design.kind {
    case .field: break
    case .toggle:
      control.addAction(UIAction { [weak self] _ in self?.clicks[number] += 1 }, for: .valueChanged)
    case .button(let effect):
      control.addAction(
        UIAction { [weak self] _ in
          guard let self else { return }
          clicks[number] += 1
          switch effect {
          case .none: break
          case .hidesItself: flip(number)
          case .flips(let other): flip(other)
          }
        }, for: .touchUpInside)
    case .companion(let field):
      control.isHidden = true
      control.addAction(UIAction { [weak self] _ in self?.clicks[number] += 1 }, for: .touchUpInside)
      controls[field].addAction(UIAction { [weak control] _ in control?.isHidden = false }, for: .editingDidBegin)
      controls[field].addAction(UIAction { [weak control] _ in control?.isHidden = true }, for: .editingDidEnd)
    }
  }

  private func flip(_ number: Int) {
    let control = controls[number]
    if designs[number].fades { control.alpha = 1 - control.alpha } else { control.isHidden.toggle() }
  }

  // MARK: Input

  func click(_ view: UIView) { app.click(at: view.convert(CGPoint(x: 5, y: view.bounds.midY), to: nil)) }

  func click(_ number: Int) { click(controls[number]) }

  func clickSide(_ number: Int) { if let side = sides[number] { click(side) } }

  func clickClear(_ number: Int) {
    guard let field = controls[number] as? UITextField else { return }
    let rect = field.clearButtonRect(forBounds: field.bounds)
    app.click(at: field.convert(CGPoint(x: rect.midX, y: rect.midY), to: nil))
  }

  /// Space, whose text comes with the key.
  func space() {
    let key = InputEvent.Key(code: .keyboardSpacebar, characters: " ", timestamp: app.clock.now)
    app.events.post(.keyDown(key), .textInput(" "), .keyUp(key))
    app.application.frameLoop.turn()
  }

  // MARK: State

  var focus: Stop? {
    guard let holder = app.window.firstResponder else { return nil }
    if holder === table { return .table }
    if let number = controls.firstIndex(where: { $0 === holder }) { return .control(number) }
    return sides.first { $0.value === holder }.map { .side($0.key) }
  }

  var texts: [String] { controls.map { ($0 as? UITextField)?.text ?? "" } }

  /// Whether a view has the keyboard that is hidden, itself or with what it is in.
  var isFocusHidden: Bool {
    var view = app.window.firstResponder as? UIView
    while let current = view {
      if current.isHidden || current.alpha < 0.01 { return true }
      view = current.superview
    }
    return false
  }

  func checkInvariants() { table?.checkInvariants() }
}

@MainActor
@Suite("The keyboard's focus: random walks")
struct KeyboardWalkTests {
  private static let modes: [UITextField.ViewMode] = [.never, .whileEditing, .unlessEditing, .always]

  private static func designs(_ random: inout SeededRandom) -> [Design] {
    let count = Int.random(in: 1...7, using: &random)
    var kinds: [Design.Kind] = (0..<count).map { _ in
      switch Int.random(in: 0..<8, using: &random) {
      case 0..<4:
        return .field(
          clear: modes.randomElement(using: &random)!,
          side: Bool.random(using: &random) ? nil : modes.randomElement(using: &random)!)
      case 4: return .button(.none)
      case 5: return .button(.hidesItself)
      case 6: return .button(.flips(Int.random(in: 0..<count, using: &random)))
      default: return .toggle
      }
    }
    let fields = kinds.indices.filter { if case .field = kinds[$0] { true } else { false } }
    if let field = fields.randomElement(using: &random), Bool.random(using: &random) {
      kinds.append(.companion(of: field))
    }
    return kinds.map { Design(kind: $0, fades: Int.random(in: 0..<4, using: &random) == 0) }
  }

  @Test(
    "Tab, Space, Return, letters and clicks in any form do as a model of its rules, and nothing hidden has the keyboard",
    arguments: 0..<60)
  func walk(seed: Int) {
    var random = SeededRandom(seed: seed)
    let designs = Self.designs(&random)
    let hasTable = seed % 3 != 0
    var model = FormModel(designs, hasTable: hasTable)
    let scene = FormScene(designs, hasTable: hasTable, random: &random)
    var log: [String] = []
    for _ in 0..<60 {
      let number = Int.random(in: designs.indices, using: &random)
      switch Int.random(in: 0..<16, using: &random) {
      case 0..<5:
        log.append("tab")
        model.tab(isForward: true)
        scene.app.key(.keyboardTab)
      case 5..<8:
        log.append("shift tab")
        model.tab(isForward: false)
        scene.app.key(.keyboardTab, modifiers: .shift)
      case 8..<10:
        log.append("space")
        model.space()
        scene.space()
      case 10:
        log.append("return")
        model.press()
        scene.app.key(.keyboardReturnOrEnter)
      case 11..<13:
        // A table looks for rows by their letters.
        guard !hasTable || model.texts.indices.contains(where: { model.focus == .control($0) && designs[$0].isField })
        else { continue }
        log.append("letter")
        model.type("x")
        scene.app.type("x")
      case 13:
        guard model.shows(.side(number)) else { continue }
        log.append("click at side \(number)")
        model.clickSide(number)
        scene.clickSide(number)
      case 14:
        guard model.showsClear(number) else { continue }
        log.append("clear \(number)")
        model.clickClear(number)
        scene.clickClear(number)
      default:
        guard model.shows(.control(number)) else { continue }
        log.append("click \(number)")
        model.click(number)
        scene.click(number)
        if designs[number].isField { scene.app.key(.keyboardEnd) }
      }
      scene.app.settle()
      model.settle()
      let story = "seed \(seed), \(designs.map(\.kind)), \(log.joined(separator: ", "))"
      expectEqual(scene.focus, model.focus, "\(story)")
      expectEqual(scene.texts, model.texts, "\(story)")
      expect(scene.clicks == model.clicks && scene.sideClicks == model.sideClicks, "\(story)")
      expect(!scene.isFocusHidden, "\(story)")
      scene.checkInvariants()
      guard scene.focus == model.focus else { return }
    }
  }
}
