import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("The keyboard's focus")
struct KeyboardFocusTests {
  /// Where the fields of a form stand.
  enum Place: CaseIterable { case window, cells, accessories }

  /// Two fields below each other.
  private struct Form {
    let app: TestApplication
    let fields: [UITextField]
    let table: UITableView?

    @MainActor
    init(_ place: Place, size: CGSize = CGSize(width: 300, height: 440)) {
      let fields = (0..<2).map { UITextField(frame: CGRect(x: 0, y: 44 * $0, width: 200, height: 34)) }
      self.fields = fields
      guard place != .window else {
        app = TestApplication(size: size)
        table = nil
        for field in fields { app.window.addSubview(field) }
        app.settle()
        return
      }
      let fixture = TableFixture(sections: [2], size: size) { table, source in
        table.rowHeight = 44
        source.makesCell = { table, path in
          let cell = table.dequeueReusableCell(withIdentifier: "cell", for: path)
          let field = fields[path.row]
          field.frame.origin.y = 5
          if place == .cells { cell.contentView.addSubview(field) } else { cell.accessoryView = field }
          return cell
        }
      }
      (app, table) = (fixture.app, fixture.table)
      app.settle()
    }

    @MainActor
    func click(_ view: UIView) {
      app.click(at: view.convert(CGPoint(x: 4, y: view.bounds.midY), to: nil))
      app.settle()
    }

    @MainActor
    func key(_ code: UIKeyboardHIDUsage, _ modifiers: UIKeyModifierFlags = []) {
      app.key(code, modifiers: modifiers)
      app.settle()
    }
  }

  private func button(in app: TestApplication, y: CGFloat, click: @escaping @MainActor () -> Void = {}) -> UIButton {
    let button = UIButton(frame: CGRect(x: 0, y: y, width: 100, height: 30))
    button.addAction(UIAction { _ in click() }, for: .touchUpInside)
    app.window.addSubview(button)
    return button
  }

  @Test(
    "tab goes from a field past its button that empties it to the next field, and Space and Return empty neither",
    arguments: Place.allCases)
  func clearButton(place: Place) {
    let form = Form(place)
    for field in form.fields { field.clearButtonMode = .whileEditing }
    form.click(form.fields[0])
    form.app.type("name")
    form.app.settle()
    form.key(.keyboardTab)
    expect(form.fields[1].isFirstResponder && form.fields[1].isEditing)
    form.app.type(" b")
    form.key(.keyboardReturnOrEnter)
    expectEqual(form.fields.map(\.text), ["name", " b"])
    form.key(.keyboardTab, .shift)
    expect(form.fields[0].isFirstResponder)
    form.app.type("s")
    expectEqual(form.fields[0].text, "names")
  }

  @Test("tab passes over what hides as the field before loses the keyboard, and on to the next view")
  func hidingWithTheField() {
    let form = Form(.window)
    let reveal = UIButton(frame: CGRect(x: 0, y: 0, width: 30, height: 30))
    form.fields[0].rightView = reveal
    form.fields[0].rightViewMode = .whileEditing
    let done = button(in: form.app, y: 36)
    done.isHidden = true
    form.fields[0].addAction(UIAction { _ in done.isHidden = false }, for: .editingDidBegin)
    form.fields[0].addAction(UIAction { _ in done.isHidden = true }, for: .editingDidEnd)
    form.click(form.fields[0])
    expect(!reveal.isHidden && !done.isHidden)
    form.key(.keyboardTab)
    expect(form.fields[1].isFirstResponder && reveal.isHidden && done.isHidden)
    // Alone with what hides, the field gives the keyboard up, as it does where there is nothing else.
    form.fields[1].isHidden = true
    form.click(form.fields[0])
    form.key(.keyboardTab)
    expect(form.app.window.firstResponder == nil)
    form.key(.keyboardTab)
    expect(form.fields[0].isFirstResponder)
  }

  @Test("a control that is hidden while it has the keyboard loses it, and Tab goes on from its place", arguments: 0..<3)
  func hidden(way: Int) {
    let app = TestApplication()
    let around = UIView(frame: app.window.bounds)
    let first = button(in: app, y: 0)
    var clicks = 0
    let middle = button(in: app, y: 40) { clicks += 1 }
    let last = button(in: app, y: 80)
    app.window.addSubview(around)
    around.addSubview(middle)
    app.settle()
    for modifiers: UIKeyModifierFlags in [[], .shift] {
      _ = middle.becomeFirstResponder()
      switch way {
      case 0: middle.isHidden = true
      case 1: around.isHidden = true
      default: around.alpha = 0
      }
      app.key(.keyboardSpacebar)
      expect(app.window.firstResponder == nil && clicks == 0)
      app.key(.keyboardTab, modifiers: modifiers)
      expect((modifiers.isEmpty ? last : first).isFirstResponder)
      middle.isHidden = false
      around.isHidden = false
      around.alpha = 1
    }
    // What was shown again is come back to, also where it is all there is.
    first.isHidden = true
    last.isHidden = true
    _ = middle.becomeFirstResponder()
    middle.isHidden = true
    app.settle()
    expect(app.window.firstResponder == nil)
    middle.isHidden = false
    app.key(.keyboardTab)
    expect(middle.isFirstResponder)
  }

  @Test("a control of a row that is hidden leaves the keyboard to its row, and no other control takes it later")
  func hiddenInRow() throws {
    var switches: [UISwitch] = []
    let fixture = TableFixture(sections: [40]) { table, source in
      table.rowHeight = 44
      source.makesCell = { table, path in
        let cell = table.dequeueReusableCell(withIdentifier: "cell", for: path)
        if cell.accessoryView == nil {
          let made = UISwitch()
          made.tag = 1
          switches.append(made)
          cell.accessoryView = made
          let other = UIButton(frame: CGRect(x: 4, y: 4, width: 30, height: 30))
          cell.contentView.addSubview(other)
        }
        return cell
      }
    }
    fixture.app.key(.keyboardDownArrow)
    fixture.app.key(.keyboardTab)
    let path = IndexPath(row: 0, section: 0)
    let button = try #require(fixture.table.cellForRow(at: path)?.contentView.subviews.first as? UIButton)
    expect(button.isFirstResponder)
    button.isHidden = true
    fixture.app.settle()
    expect(fixture.table.isFirstResponder)
    fixture.app.key(.keyboardTab)
    expectEqual(fixture.table.cellForRow(at: path)?.accessoryView?.isFirstResponder, true)
    fixture.app.key(.keyboardTab, modifiers: .shift)
    button.isHidden = false
    _ = button.becomeFirstResponder()
    button.isHidden = true
    fixture.app.settle()
    fixture.scroll(to: 800)
    fixture.scroll(to: 0)
    expect(fixture.table.isFirstResponder && switches.allSatisfy { !$0.isFirstResponder })
    fixture.table.checkInvariants()
  }

  @Test("a field that is hidden while it is edited ends editing; one that is shown again before a frame goes on")
  func hiddenField() {
    let form = Form(.window)
    form.click(form.fields[0])
    form.fields[0].isHidden = true
    form.fields[0].isHidden = false
    form.app.settle()
    form.app.type("a")
    expect(form.fields[0].isEditing && form.fields[0].text == "a")
    form.fields[0].isHidden = true
    form.app.settle()
    expect(!form.fields[0].isEditing && form.app.platformWindow.textInputArea == nil)
    form.app.type("b")
    expectEqual(form.fields[0].text, "a")
    form.key(.keyboardTab)
    expect(form.fields[1].isFirstResponder)
  }

  @Test("a hidden field that the program makes first responder gets what is typed, as in UIKit")
  func hiddenByTheProgram() {
    let form = Form(.window)
    form.fields[0].isHidden = true
    form.app.settle()
    expect(form.fields[0].becomeFirstResponder())
    form.fields[1].isHidden = true
    form.app.settle()
    form.app.type("12")
    expectEqual(form.fields[0].text, "12")
  }
}
