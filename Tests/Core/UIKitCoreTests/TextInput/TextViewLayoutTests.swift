import Expectations
import Foundation
import TestSupport
import Testing
import TypesettingSupport

@testable import UIKitCore

@MainActor
@Suite("Text views: layout")
struct TextViewLayoutTests {
  @Test("a label at the inset and the padding stands where the text does, as placeholders of apps do")
  func placeholder() {
    let scene = TextViewScene()
    let label = UILabel(frame: CGRect(x: 5, y: 8, width: 190, height: 24))
    label.font = scene.view.font
    label.text = "Message"
    scene.view.addSubview(label)
    scene.app.settle()
    func texts() -> [CGPoint] {
      scene.app.backend.list.commands.compactMap { if case .text(_, let place, _) = $0 { place } else { nil } }
    }
    let placeholder = texts()
    label.isHidden = true
    scene.app.type("Message")
    scene.app.settle()
    expectEqual(texts(), placeholder)
    expectEqual(placeholder.count, 1)
    expectEqual(scene.caret, CGRect(x: 50 + 5 + 70 - 1, y: 108, width: 2, height: 24))
  }

  @Test("a text of a megabyte lays out what is shown, and a key lays out its paragraph alone")
  func megabyte() throws {
    let line = String(repeating: "word ", count: 10)
    let scene = TextViewScene(Array(repeating: line, count: 20_000).joined(separator: "\n"))
    let engine = try #require(scene.engine)
    expect(scene.view.layout.laidRows.count < 20, "\(scene.view.layout.laidRows)")
    expect(scene.view.contentSize.height > 20_000 * 24)
    for offset in [0, 600_000] {
      scene.view.selectedRange = NSRange(location: offset, length: 0)
      scene.view.scrollRangeToVisible(scene.view.selectedRange)
      scene.app.settle()
      let before = engine.shapedBytes
      scene.app.type("x")
      scene.app.frame()
      expect(engine.shapedBytes - before < 2_000, "\(engine.shapedBytes - before) bytes for a key")
      expect(scene.caret.map { CGRect(x: 50, y: 100, width: 210, height: 136).contains($0) } ?? false)
    }
    scene.app.settle()
    let before = engine.shapeCalls
    let lists = scene.app.backend.presentCount
    for _ in 0..<20 { scene.app.frame() }
    expectEqual(engine.shapeCalls, before)
    expect(scene.app.backend.presentCount - lists <= 1)
    scene.view.layout.checkInvariants()
  }

  @Test("what is seen stays in its place while rows above turn out higher than they were taken to be")
  func anchoring() {
    // Each is taken for one line and has two.
    let scene = TextViewScene(Array(repeating: "aaaaaaaaaaaa bbbbbbbbb", count: 2000).joined(separator: "\n"))
    scene.view.contentOffset.y = 30_000
    scene.app.settle()
    for _ in 0..<30 {
      let rows = scene.view.layout.laidRows
      let offset = scene.view.contentOffset.y
      let before = rows.map { ($0, scene.view.layout.top(ofRow: $0) - offset) }.first { (0...100).contains($0.1) }
      scene.view.contentOffset.y -= 10
      scene.app.settle()
      if let before {
        expectEqual(scene.view.layout.top(ofRow: before.0) - scene.view.contentOffset.y, before.1 + 10)
      }
    }
  }

  @Test("the paragraph at the top stays there as the view gets another width")
  func turning() {
    let paragraphs = (0..<500).map { "paragraph \($0) " + String(repeating: "word ", count: 8) }
    let scene = TextViewScene(paragraphs.joined(separator: "\n"))
    scene.view.contentOffset.y = 20_000
    scene.app.settle()
    func top() -> Int {
      let layout = scene.view.layout
      let y = scene.view.contentOffset.y
      return layout.laidRows.last { layout.top(ofRow: $0) <= y } ?? -1
    }
    let row = top()
    expect(row > 100)
    for width in [310.0, 110, 210] {
      scene.view.frame.size.width = width
      scene.app.settle()
      expect(abs(top() - row) <= 1, "\(top()) instead of \(row) in \(width) points")
      scene.view.layout.checkInvariants()
    }
  }

  @Test("a text view that does not scroll is as high as its text, at any width, and as wide as its longest line")
  func fitting() {
    let scene = TextViewScene("The first paragraph wraps here.\nshort")
    expectEqual(scene.view.intrinsicContentSize.height, UIView.noIntrinsicMetric)
    scene.view.isScrollEnabled = false
    expectEqual(scene.view.intrinsicContentSize.height, 16 + 3 * 24)
    expectEqual(scene.view.sizeThatFits(CGSize(width: 110, height: 0)).height, 16 + 5 * 24)
    expectEqual(scene.view.sizeThatFits(.zero), CGSize(width: 310 + 10 + 2, height: 16 + 2 * 24))
    scene.view.textContainerInset = .zero
    scene.view.textContainer.lineFragmentPadding = 0
    expectEqual(scene.view.sizeThatFits(CGSize(width: 100, height: 0)).height, 5 * 24)
    scene.view.text = ""
    expectEqual(scene.view.sizeThatFits(CGSize(width: 100, height: 0)).height, 24)
  }

  @Test("most lines are kept to, and the last one ends with an ellipsis where the mode truncates")
  func limits() {
    let scene = TextViewScene("one two three four five six\nseven", editable: false)
    scene.view.isScrollEnabled = false
    scene.view.textContainer.maximumNumberOfLines = 1
    scene.app.settle()
    expectEqual(scene.view.intrinsicContentSize.height, 16 + 24)
    func drawn() -> [String] {
      scene.app.backend.list.commands.compactMap { command in
        guard case .text(let slot, _, _) = command else { return nil }
        return scene.app.backend.slots[slot]?.runs.map { String($0.text) }.joined()
      }
    }
    expectEqual(drawn(), ["one two three four"])
    scene.view.textContainer.lineBreakMode = .byTruncatingTail
    scene.app.settle()
    expectEqual(drawn(), ["one two three four…"])
    expectEqual(scene.view.layout.caretRect(at: 33).minY, 8)
    scene.view.textContainer.maximumNumberOfLines = 3
    scene.app.settle()
    expectEqual(drawn().last, "seven")
  }

  @Test("typing grows a row that sizes itself, and the table moves the rows below")
  func growing() throws {
    final class Cell: UITableViewCell {
      let textView = UITextView()
      override init(style: CellStyle, reuseIdentifier: String?) {
        super.init(style: style, reuseIdentifier: reuseIdentifier)
        textView.isScrollEnabled = false
        textView.font = .systemFont(ofSize: 20)
        textView.translatesAutoresizingMaskIntoConstraints = false
        contentView.addSubview(textView)
        NSLayoutConstraint.activate([
          textView.topAnchor.constraint(equalTo: contentView.topAnchor),
          textView.bottomAnchor.constraint(equalTo: contentView.bottomAnchor),
          textView.leadingAnchor.constraint(equalTo: contentView.leadingAnchor),
          textView.trailingAnchor.constraint(equalTo: contentView.trailingAnchor),
        ])
      }
      required init?(coder: NSCoder) { nil }
    }
    final class Source: NSObject, UITableViewDataSource {
      var text = ""
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
      func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
        (cell as? Cell)?.textView.text = text
        return cell
      }
    }
    let app = TestApplication()
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 210, height: 400))
    let source = Source()
    table.register(Cell.self, forCellReuseIdentifier: "cell")
    table.dataSource = source
    app.window.addSubview(table)
    app.settle()
    let path = IndexPath(row: 0, section: 0)
    let cell = try #require(table.cellForRow(at: path) as? Cell)
    let recorder = TextViewScene.Recorder()
    recorder.changed = { table.performBatchUpdates(nil) }
    cell.textView.delegate = recorder
    cell.textView.becomeFirstResponder()
    var heights: [CGFloat] = []
    for _ in 0..<3 {
      app.type("a line")
      app.key(.keyboardReturnOrEnter)
      app.settle()
      heights.append(table.rectForRow(at: path).height)
    }
    let first = heights[0]
    expectEqual(heights, [first, first + 24, first + 48])
    expectEqual(cell.textView.frame.height, 16 + 4 * 24)
    expectEqual(table.rectForRow(at: IndexPath(row: 1, section: 0)).minY, first + 48)
    expect(cell.textView.isFirstResponder && cell.textView.text == "a line\na line\na line\n")
  }

  @Test("a wrapped line of which nothing changed is not drawn anew as others of its paragraph change")
  func redrawing() {
    let scene = TextViewScene("The first paragraph wraps here and goes on for some lines.")
    scene.view.selectedRange = NSRange(location: 57, length: 0)
    scene.app.settle()
    scene.app.events.post(.textInput("x"))
    scene.app.frame()
    expectEqual(scene.app.backend.list.textUpdates.count, 1)
  }

  @Test("links of the attributes and addresses are opened by a click where the text cannot be edited")
  func links() {
    let scene = TextViewScene("see www.a.org.\nor b@c.de", focused: false, editable: false)
    scene.view.dataDetectorTypes = .link
    scene.app.settle()
    scene.app.click(at: scene.point(6))
    expectEqual(scene.recorder.log.filter { $0 != "selection" }, ["http://www.a.org 4+9"])
    scene.recorder.log = []
    scene.recorder.opens = false
    scene.app.click(at: scene.point(5, line: 1.5))
    scene.app.click(at: scene.point(1))
    expectEqual(scene.recorder.log.filter { $0 != "selection" }, ["mailto:b@c.de 18+6"])
    expectEqual(scene.app.platform.openedURLs.map(\.absoluteString), ["http://www.a.org"])
    let text = NSMutableAttributedString(string: "here")
    text.addAttribute(.link, value: "https://x.y", range: NSRange(location: 0, length: 4))
    scene.view.attributedText = text
    scene.app.settle()
    scene.recorder.log = []
    scene.app.click(at: scene.point(2))
    expectEqual(scene.recorder.log.filter { $0 != "selection" }, ["https://x.y 0+4"])
    scene.view.isEditable = true
    scene.app.click(at: scene.point(2))
    expectEqual(scene.recorder.log.count { $0 != "selection" && $0 != "begin" }, 1)
  }

  @Test("addresses end before signs that end a sentence, and words that only look like them are none")
  func detecting() {
    func found(_ text: String) -> [String] { TextLink.detect(in: text).map(\.url.absoluteString) }
    expectEqual(found("(see https://a.b/c_(d)), or http://x.y!"), ["https://a.b/c_(d)", "http://x.y"])
    expectEqual(found("me@here.org, <you@there.de>"), ["mailto:me@here.org", "mailto:you@there.de"])
    expectEqual(found("a.b 10:30 @name me@here http:// www. end."), [])
  }

  @Test("alignment places lines, in views from right to left on the right")
  func alignment() {
    let scene = TextViewScene("abc")
    func x() -> CGFloat { scene.view.layout.caretRect(at: 0).minX }
    expectEqual(x(), 4)
    scene.view.textAlignment = .right
    scene.app.settle()
    expectEqual(x(), 5 + 200 - 30 - 1)
    scene.view.textAlignment = .center
    scene.app.settle()
    expectEqual(x(), 5 + 85 - 1)
    scene.view.textAlignment = .natural
    scene.view.semanticContentAttribute = .forceRightToLeft
    scene.app.settle()
    expectEqual(x(), 5 + 200 - 30 - 1)
  }

  @Test("tools find a text of several lines, which they read, select and change")
  func accessibility() throws {
    let scene = TextViewScene("one\ntwo")
    let tree = AccessibilityTree(of: scene.app.application)
    let node = AccessibleNode.view(scene.view)
    let field = try #require(tree.field(of: node))
    expect(tree.role(of: node) == .textArea && tree.state(of: node).isEditable && field.hasLines)
    expectEqual(field.text, "one\ntwo")
    field.select(4..<7)
    expectEqual(scene.view.selectedRange, NSRange(location: 4, length: 3))
    expect(field.replace(4..<7, with: "2"))
    expectEqual(scene.view.text, "one\n2")
    expectEqual(field.frame(ofScalar: 4).minY, 100 + 8 + 24)
    scene.view.isEditable = false
    expect(!field.replace(0..<1, with: "") && !tree.state(of: node).isEditable)
  }
}
