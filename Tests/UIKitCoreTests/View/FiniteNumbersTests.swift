import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Numbers that are none end with a message that names property and value")
struct FiniteNumbersTests {
  private func expectMessage(
    _ parts: [String], _ result: ExitTest.Result?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    for part in parts { #expect(text.contains(part), sourceLocation: sourceLocation) }
  }

  @Test("center")
  func center() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      UIView().center = CGPoint(x: CGFloat.nan, y: 1)
    }
    expectMessage(["UIView.center was set to", "nan"], result)
  }

  @Test("transform")
  func transform() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      UIView().transform = CGAffineTransform(scaleX: .infinity, y: 1)
    }
    expectMessage(["UIView.transform was set to", "inf"], result)
  }

  @Test("contentOffset")
  func contentOffset() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      UIScrollView().contentOffset.y = .infinity
    }
    expectMessage(["contentOffset was set to", "inf", "UIScrollView"], result)
  }

  @Test("contentInset")
  func contentInset() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      UIScrollView().contentInset.top = .nan
    }
    expectMessage(["contentInset was set to", "nan"], result)
  }

  @Test("lengths of a layer")
  func layer() async {
    let radius = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let view = UIView()
      view.layer.cornerRadius = .nan
      withExtendedLifetime(view) {}
    }
    expectMessage(["CALayer.cornerRadius was set to nan"], radius)
    let border = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let view = UIView()
      view.layer.borderWidth = -.infinity
      withExtendedLifetime(view) {}
    }
    expectMessage(["CALayer.borderWidth was set to -inf"], border)
    let shadow = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let view = UIView()
      view.layer.shadowRadius = .infinity
      withExtendedLifetime(view) {}
    }
    expectMessage(["CALayer.shadowRadius was set to inf"], shadow)
    let offset = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let view = UIView()
      view.layer.shadowOffset.height = .nan
      withExtendedLifetime(view) {}
    }
    expectMessage(["CALayer.shadowOffset.height was set to nan"], offset)
  }

  @Test("Finite numbers of any size are taken, laid out and drawn", arguments: [1e6, 1e15, 1e300] as [CGFloat])
  func absurd(number: CGFloat) {
    let test = TestApplication()
    let window = test.window
    let scroll = UIScrollView(frame: window.bounds)
    let view = UIView(frame: CGRect(x: -number, y: number, width: number, height: number))
    window.addSubview(scroll)
    scroll.addSubview(view)
    view.backgroundColor = .red
    view.layer.cornerRadius = number
    view.layer.borderWidth = number
    view.layer.borderColor = .black
    view.layer.shadowRadius = number
    view.layer.shadowOpacity = 1
    view.layer.shadowOffset = CGSize(width: number, height: -number)
    scroll.contentSize = CGSize(width: number, height: number)
    scroll.contentInset = UIEdgeInsets(top: number, left: -number, bottom: number, right: number)
    for offset in [number, -number, 0] {
      scroll.contentOffset = CGPoint(x: offset, y: -offset)
      test.frame()
    }
    view.center = CGPoint(x: number, y: -number)
    view.transform = CGAffineTransform(scaleX: number, y: -number).rotated(by: 1)
    test.frame()
    #expect(window.hitTest(CGPoint(x: 50, y: 50), with: nil) != nil)
  }
}
