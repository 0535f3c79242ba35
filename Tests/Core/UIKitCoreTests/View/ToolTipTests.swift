import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@Suite("Tool tips")
@MainActor
struct ToolTipTests {
  private let app = TestApplication(size: CGSize(width: 400, height: 300))

  private func point(_ x: CGFloat, _ y: CGFloat) {
    app.events.post(.pointerMoved(InputEvent.Pointer(location: CGPoint(x: x, y: y), timestamp: app.clock.now)))
    app.application.frameLoop.turn()
  }

  private var panel: ToolTipView? { app.window.subviews.compactMap { $0 as? ToolTipView }.first }

  private func wait(_ seconds: TimeInterval) { for _ in 0..<Int(seconds * 60) { app.frame() } }

  /// A view with a tip and, in it, one without.
  private func show(_ text: String = "What it is for") -> UIView {
    app.becomeCurrent()
    let view = UIView(frame: CGRect(x: 20, y: 20, width: 200, height: 40))
    view.toolTip = text
    view.addSubview(UIView(frame: view.bounds))
    app.window.addSubview(view)
    app.settle()
    return view
  }

  @Test("a tool tip comes when the pointer has rested for 0.6 s, on whatever is inside, and goes when it leaves")
  func rest() throws {
    let view = show()
    point(60, 40)
    wait(0.5)
    expect(panel == nil)
    point(64, 40)
    wait(0.5)
    expect(panel == nil, "the pointer has not rested")
    wait(0.3)
    let shown = try #require(panel)
    expect(shown.frame.minY > 40 && app.window.bounds.contains(shown.frame))
    expect(app.backend.visibleTexts.contains("What it is for"))
    point(70, 42)
    expect(panel === shown, "it stays on the view")
    point(300, 200)
    expect(panel == nil)
    wait(1)
    expect(panel == nil)
    withExtendedLifetime(view) {}
  }

  @Test("a button, the wheel, a key, a view that leaves and a pointer that leaves the window take it away")
  func ends() {
    let view = show()
    let ends: [(String, () -> Void)] = [
      ("button", { app.click(at: CGPoint(x: 60, y: 40)) }), ("wheel", { app.wheel(1, at: CGPoint(x: 60, y: 40)) }),
      ("key", { app.key(.keyboardA) }), ("another text", { view.toolTip = view.toolTip == "A" ? "B" : "A" }),
      (
        "window",
        {
          app.window.touchRouter.pointerDidLeave(app.window)
        }
      ),
      ("view", { view.removeFromSuperview() }),
    ]
    for (name, end) in ends {
      point(200, 200)
      point(60, 40)
      wait(0.8)
      expect(panel != nil, "\(name)")
      end()
      expect(panel == nil, "\(name)")
    }
  }

  @Test("near an edge the text stays inside of the window")
  func edges() throws {
    let view = show("A text that is long enough to be broken into a few lines where the window is as small as this one")
    view.frame = app.window.bounds
    app.settle()
    for (x, y) in [(395.0, 295.0), (2, 2), (395, 2), (2, 295)] {
      point(200, 150)
      point(x, y)
      wait(0.8)
      expect(app.window.bounds.contains(try #require(panel).frame), "\(x) \(y)")
    }
  }

  @Test("assistive tools read it as the hint, unless there is another one")
  func hint() {
    let view = show()
    expectEqual(view.accessibilityHint, "What it is for")
    view.accessibilityHint = "Opens"
    expect(view.accessibilityHint == "Opens" && view.toolTip == "What it is for")
    view.toolTip = nil
    expect(view.toolTip == nil)
  }

  @Test("a label tells its text where that is cut, if it is asked to")
  func cutText() {
    app.becomeCurrent()
    let label = UILabel(frame: CGRect(x: 20, y: 20, width: 60, height: 20))
    label.text = "Much longer than sixty points"
    app.window.addSubview(label)
    app.settle()
    func shows() -> Bool {
      point(200, 200)
      point(30, 30)
      wait(0.8)
      return panel != nil
    }
    expect(!shows())
    label.showsExpansionTextWhenTruncated = true
    expect(shows())
    label.frame.size.width = 380
    expect(!shows())
  }

  @Test("no frame is drawn while the pointer rests and nothing is to be said")
  func rests() {
    _ = show()
    point(300, 200)
    app.settle()
    let frames = app.backend.drawCount
    wait(1)
    expectEqual(app.backend.drawCount, frames)
  }
}
