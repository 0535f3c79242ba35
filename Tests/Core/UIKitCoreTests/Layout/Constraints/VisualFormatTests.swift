import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@Suite("Visual format")
@MainActor
struct VisualFormatTests {
  @MainActor
  private final class Fixture {
    let box = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 200))
    let views = ["a": UIView(), "b": UIView(), "c_2": UIView()]

    init() {
      for view in views.values {
        view.translatesAutoresizingMaskIntoConstraints = false
        box.addSubview(view)
      }
    }

    func lay(
      _ formats: String..., options: NSLayoutConstraint.FormatOptions = [], metrics: [String: Any]? = nil
    ) {
      for format in formats {
        NSLayoutConstraint.activate(
          NSLayoutConstraint.constraints(withVisualFormat: format, options: options, metrics: metrics, views: views))
      }
      box.layoutIfNeeded()
    }

    /// Left edge and width, or top edge and height.
    func x(_ name: String) -> [CGFloat] { views[name].map { [$0.frame.minX, $0.frame.width] } ?? [] }
    func y(_ name: String) -> [CGFloat] { views[name].map { [$0.frame.minY, $0.frame.height] } ?? [] }
  }

  @Test("views stand between the superview's margins with the system's space between them")
  func standard() {
    let fixture = Fixture()
    fixture.lay("|-[a(100)]-[b]-|", "V:|[a]|", "V:|-20-[b(40)]")
    expectEqual(fixture.x("a"), [8, 100])
    expectEqual(fixture.x("b"), [116, 176])
    expectEqual(fixture.y("a"), [0, 200])
    expectEqual(fixture.y("b"), [20, 40])
  }

  @Test("numbers, metrics, fractions, other views' lengths and priorities are read")
  func numbers() {
    let fixture = Fixture()
    fixture.lay(
      "H:|-gap-[a(==b)]-5.5-[b(>=20,<=200@300)]-(gap)-[c_2(a*0.5+10@999)]-0-|", metrics: ["gap": 10])
    let a = fixture.x("a")
    let b = fixture.x("b")
    let c = fixture.x("c_2")
    expect(a[0] == 10 && abs(a[1] - b[1]) < 0.01)
    expect(abs(b[0] - (a[0] + a[1] + 5.5)) <= 0.5)
    expect(abs(c[0] - (b[0] + b[1] + 10)) < 0.01)
    expect(abs(c[1] - (a[1] / 2 + 10)) < 0.01)
    expect(abs(c[0] + c[1] - 300) < 0.01)
  }

  @Test("relations and priorities become constraints as written")
  func relations() {
    let fixture = Fixture()
    let made = NSLayoutConstraint.constraints(
      withVisualFormat: "V:[a(>=30@750)]-(<=12@250,>=4)-[b]", metrics: nil, views: fixture.views)
    expectEqual(made.map(\.relation), [.greaterThanOrEqual, .lessThanOrEqual, .greaterThanOrEqual])
    expectEqual(made.map(\.constant), [30, 12, 4])
    expectEqual(made.map(\.priority.rawValue), [750, 250, 1000])
    expect(made[1].firstItem === fixture.views["b"] && made[1].firstAttribute == .top)
    expect(made[1].secondItem === fixture.views["a"] && made[1].secondAttribute == .bottom)
  }

  @Test("all views are aligned as the options say, and read from right to left where they ask for it")
  func options() {
    let fixture = Fixture()
    fixture.lay("|[a(50)]-[b(60)]", "V:|-30-[a(20)]", options: [])
    fixture.lay("[a]-8-[b(60)]", options: [.alignAllTop, .alignAllBottom])
    expectEqual(fixture.y("b"), [30, 20])
    let reversed = Fixture()
    reversed.lay("|-10-[a(50)]-20-[b(60)]", options: .directionRightToLeft)
    expectEqual(reversed.x("a"), [240, 50])
    expectEqual(reversed.x("b"), [160, 60])
  }

  @Test("layout guides are named like views")
  func guides() {
    let app = TestApplication()
    let controller = UIViewController()
    controller.view.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    let view = UIView()
    view.translatesAutoresizingMaskIntoConstraints = false
    controller.view.addSubview(view)
    NSLayoutConstraint.activate(
      NSLayoutConstraint.constraints(
        withVisualFormat: "V:[top]-[view(20)]", views: ["top": controller.topLayoutGuide, "view": view]))
    controller.view.layoutIfNeeded()
    expectEqual(view.frame.minY, 8)
    withExtendedLifetime(app) {}
  }

  @Test(
    "an error names the reason and the place, in UIKit's words",
    arguments: [
      ("H:|-[x]", "x is not a key in the views dictionary.", 5),
      ("[a(gap)]", "gap is not a key in the metrics or views dictionaries.", 3),
      ("[a]-gap-[b]", "gap is not a key in the metrics dictionary.", 4),
      ("[a", "Expected a ']' here. That's how you give the end of a view", 2),
      ("[a(20]", "Expected a ')' here. That's how you end a list of sizes", 5),
      ("[a(=20)]", "Unknown relation. Must be ==, >=, or <=", 3),
      ("[a]-8[b]", "Expected '-' after the connection's size", 5),
      ("[a]-", "Trailing '-' or connection is not allowed; expected a view or '|'", 4),
      ("", "Expected a '[' here", 0), ("a", "Expected a '[' here", 0), ("[]", "Expected a view name", 1),
      ("[a]|[b]", "Unexpected characters after the end of the format: '|' ends it", 4), ("|", "Expected a view", 1),
      ("[a(20@0)]", "Priorities are above 0 and up to 1000", 6), ("[a(b/0)]", "Division by zero", 5),
      ("[a]x[b]", "Expected a view", 3), ("[a(20@)]", "Expected a number or the name of a metric", 6),
    ])
  func errors(format: String, reason: String, offset: Int) {
    #expect(throws: VisualFormat.ParseError(reason: reason, offset: offset)) {
      try VisualFormat(format, metrics: [:]) { ["a", "b"].contains($0) }
    }
  }

  @Test("random formats are read or refused, and never crash")
  func randomFormats() {
    let pieces = [
      "|", "[", "]", "a", "b", "(", ")", "-", "8", "==", ">=", "@", ",", "H:", "V:", "*", "/", "+", ".", " ", "é",
    ]
    var state: UInt64 = 88_172_645_463_325_252
    for _ in 0..<20_000 {
      var format = ""
      for _ in 0..<10 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        format += pieces[Int(state % UInt64(pieces.count))]
      }
      _ = try? VisualFormat(format, metrics: ["m": 1]) { ["a", "b"].contains($0) }
    }
  }
}
