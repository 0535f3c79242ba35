import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@Suite("Progress bars and activity indicators")
@MainActor
struct ProgressTests {
  @Test(
    "progress is clamped to 0...1 and what is no number is 0",
    arguments: [
      (Float(0.25), Float(0.25)), (-3, 0), (7, 1), (.nan, 0), (.infinity, 1), (-.infinity, 0),
    ])
  func clamping(value: Float, expected: Float) {
    let view = UIProgressView(progressViewStyle: .default)
    view.progress = 0.5
    view.progress = value
    expectEqual(view.progress, expected)
  }

  @Test("the filled part is as wide as the progress says, at every width")
  func filled() {
    let app = TestApplication()
    let view = UIProgressView(frame: CGRect(x: 0, y: 0, width: 200, height: 4))
    app.window.addSubview(view)
    view.progress = 0.25
    app.settle()
    expectEqual(view.subviews.first?.frame, CGRect(x: 0, y: 0, width: 50, height: 4))
    view.frame.size.width = 400
    app.settle()
    expectEqual(view.subviews.first?.frame.width, 100)
    view.setProgress(1, animated: true)
    app.settle()
    expectEqual(view.subviews.first?.frame.width, 400)
  }

  @Test("a stopped indicator is hidden unless it is told to stay; a spinning one is seen")
  func hiding() {
    let view = UIActivityIndicatorView(style: .large)
    expect(view.isHidden && view.bounds.size == CGSize(width: 37, height: 37))
    view.startAnimating()
    expect(!view.isHidden && view.isAnimating)
    view.stopAnimating()
    expect(view.isHidden && !view.isAnimating)
    view.hidesWhenStopped = false
    expect(!view.isHidden)
  }

  @Test("a spinning indicator draws ten pictures a second, a stopped or hidden one none")
  func frames() {
    let app = TestApplication()
    let view = UIActivityIndicatorView(style: .medium)
    app.window.addSubview(view)
    view.startAnimating()
    app.frame()
    let before = app.backend.drawCount
    for _ in 0..<120 { app.frame() }
    let drawn = app.backend.drawCount - before
    expect((19...21).contains(drawn))
    view.stopAnimating()
    app.settle()
    let rested = app.backend.drawCount
    for _ in 0..<60 { app.frame() }
    expectEqual(app.backend.drawCount, rested)
  }

  @Test("an indicator taken out of its window lets the loop sleep, and spins on when it comes back")
  func leaving() {
    let app = TestApplication()
    let view = UIActivityIndicatorView(style: .medium)
    app.window.addSubview(view)
    view.startAnimating()
    app.frame()
    view.removeFromSuperview()
    expect(app.settle() < 600)
    app.window.addSubview(view)
    let before = app.backend.drawCount
    for _ in 0..<60 { app.frame() }
    expect(app.backend.drawCount - before > 5)
  }

  @Test("where text goes from right to left a bar fills from the right, as it says itself, else what is around it")
  func rightToLeft() {
    let app = TestApplication()
    let view = UIProgressView(frame: CGRect(x: 0, y: 0, width: 200, height: 4))
    app.window.addSubview(view)
    view.progress = 0.25
    app.settle()
    app.window.semanticContentAttribute = .forceRightToLeft
    app.settle()
    expectEqual(view.subviews.first?.frame, CGRect(x: 150, y: 0, width: 50, height: 4))
    view.setProgress(0.5, animated: true)
    app.settle()
    expectEqual(view.subviews.first?.frame, CGRect(x: 100, y: 0, width: 100, height: 4))
    view.semanticContentAttribute = .forceLeftToRight
    app.settle()
    expectEqual(view.subviews.first?.frame.minX, 0)
  }

  @available(*, deprecated, message: "So that former styles can be tried without a warning.")
  @Test("former styles of the indicator are those of today, in white but for the grey one")
  func formerStyles() {
    let sizes = [UIActivityIndicatorView.Style.whiteLarge, .white, .gray].map { UIActivityIndicatorView(style: $0) }
    expectEqual(sizes.map(\.bounds.width), [37, 20, 20])
    expectEqual(sizes.map(\.color), [.white, .white, .systemGray])
    let indicator = UIActivityIndicatorView(style: .medium)
    indicator.style = .whiteLarge
    expect(indicator.color == .white && indicator.bounds.width == 37)
    indicator.color = .red
    indicator.style = .white
    expectEqual(indicator.color, .red)
  }
}
