import Expectations
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Drawing of images")
struct ImageRendererRecordingTests {
  let app = TestApplication()

  private var requests: [FakeBitmapPainters.Request] { app.platform.fakePainters.requests }

  @Test("an image has the renderer's size in the format's scale; halves of a pixel are rounded up")
  func sizes() {
    app.becomeCurrent()
    let format = UIGraphicsImageRendererFormat()
    format.scale = 2
    format.opaque = true
    let image = UIGraphicsImageRenderer(size: CGSize(width: 10.2, height: 7), format: format).image { _ in }
    expectEqual(image.size, CGSize(width: 10.5, height: 7))
    expectEqual(image.scale, 2)
    expect(requests.last?.width == 21 && requests.last?.height == 14 && requests.last?.isOpaque == true)
    expect(image.bitmap?.isOpaque == true && image.bitmap?.isTransient == true)
  }

  @Test("no scale of its own takes the screen's; nothing is painted for a size without area")
  func defaults() {
    app.becomeCurrent()
    app.platformWindow.scale = 1.5
    app.events.post(.window(.resized))
    app.settle()
    expectEqual(UIGraphicsImageRendererFormat().scale, 1.5)
    expectEqual(UIGraphicsImageRenderer(size: CGSize(width: 4, height: 2)).image { _ in }.scale, 1.5)
    let count = requests.count
    for size in [CGSize.zero, CGSize(width: 5, height: 0), CGSize(width: 0.001, height: 5)] {
      expectEqual(UIGraphicsImageRenderer(size: size).image { _ in }.size, .zero)
    }
    expectEqual(requests.count, count)
  }

  @Test("what is drawn outside of the bounds' origin moves into the image")
  func origin() {
    app.becomeCurrent()
    let bounds = CGRect(x: 100, y: 40, width: 20, height: 20)
    _ = UIGraphicsImageRenderer(bounds: bounds).image { context in
      UIColor.systemRed.setFill()
      context.fill(CGRect(x: 105, y: 50, width: 5, height: 5))
    }
    let red = UIColor.systemRed.drawColor(in: .light)
    expectEqual(requests.last?.commands, [.fill(CGRect(x: 5, y: 10, width: 5, height: 5), red)])
  }

  @Test("dynamic colours are those of the traits made current, also on other threads")
  func traits() throws {
    app.becomeCurrent()
    let dark = UITraitCollection(userInterfaceStyle: .dark)
    let area = CGRect(x: 0, y: 0, width: 4, height: 4)
    DispatchQueue(label: "other").sync {
      dark.performAsCurrent {
        _ = UIGraphicsImageRenderer(size: area.size).image { context in
          UIColor.label.setFill()
          context.fill(area)
        }
      }
      expectEqual(UITraitCollection.current.userInterfaceStyle, .light)
    }
    expectEqual(requests.last?.commands, [.fill(area, UIColor.label.drawColor(in: dark))])
    expectEqual(requests.last?.isOnMainThread, false)
  }

  @Test("clips left open are closed; an image drawn inside of another has a context of its own")
  func contexts() {
    app.becomeCurrent()
    expect(UIGraphicsGetCurrentContext() == nil)
    _ = UIGraphicsImageRenderer(size: CGSize(width: 30, height: 30)).image { context in
      context.clip(to: CGRect(x: 0, y: 0, width: 10, height: 10))
      context.cgContext.saveGState()
      context.cgContext.clip(to: CGRect(x: 2, y: 2, width: 6, height: 6), cornerRadius: 3)
      let dot = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4)).image { inner in
        expect(UIGraphicsGetCurrentContext() === inner.cgContext)
      }
      expect(UIGraphicsGetCurrentContext() === context.cgContext)
      dot.draw(at: CGPoint(x: 3, y: 3))
    }
    expect(UIGraphicsGetCurrentContext() == nil)
    guard let commands = requests.last?.commands else { return }
    expectEqual(commands.suffix(2), [.endGroup, .popClip])
    expectEqual(requests.last?.imageSizes, [CGSize(width: 4, height: 4)])
  }

  @Test("strings are laid out by the painter's own fonts, as labels would")
  func strings() {
    app.becomeCurrent()
    let style = NSMutableParagraphStyle()
    style.alignment = .right
    let attributes: [NSAttributedString.Key: Any] = [.font: UIFont.systemFont(ofSize: 10), .paragraphStyle: style]
    _ = UIGraphicsImageRenderer(size: CGSize(width: 100, height: 40)).image { _ in
      "abcd".draw(in: CGRect(x: 10, y: 5, width: 60, height: 20), withAttributes: attributes)
      NSAttributedString(string: "xy").draw(at: CGPoint(x: 1, y: 2))
    }
    expectEqual(requests.last?.texts, ["abcd", "xy"])
    // Four characters of five points, at the right of sixty.
    expectEqual(
      requests.last?.commands,
      [
        .text(TextSlotID(rawValue: 0), origin: CGPoint(x: 50, y: 5), opacity: 1),
        .text(TextSlotID(rawValue: 1), origin: CGPoint(x: 1, y: 2), opacity: 1),
      ])
  }

  @Test("a string measures on any thread what a label measures")
  func measuring() {
    app.becomeCurrent()
    let font = UIFont.systemFont(ofSize: 16)
    let text = "some words that take more than one line of the label"
    let label = UILabel()
    label.text = text
    label.font = font
    label.numberOfLines = 0
    label.lineBreakMode = .byWordWrapping
    let wanted = label.sizeThatFits(CGSize(width: 120, height: 0))
    let measure: @Sendable () -> CGSize = {
      text.boundingRect(
        with: CGSize(width: 120, height: CGFloat.infinity), options: .usesLineFragmentOrigin,
        attributes: [.font: font], context: nil
      ).size
    }
    expectEqual(measure(), wanted)
    let elsewhere = Mutex(CGSize.zero)
    let done = DispatchSemaphore(value: 0)
    // A queue's `sync` would stay on this thread.
    Thread.detachNewThread {
      elsewhere.withLock { $0 = measure() }
      done.signal()
    }
    done.wait()
    expectEqual(elsewhere.withLock { $0 }, wanted)
    expectEqual(app.platform.fakePainters.painterCount, 1)
  }

  @Test("threads draw at once up to the limit, with painters of their own")
  func threads() {
    let painters = FakeBitmapPainters()
    painters.seconds = 0.02
    let pool = PainterPool(source: painters, limit: 3)
    let drawing = Drawing()
    DispatchQueue.concurrentPerform(iterations: 12) { _ in
      _ = pool.withContext { context in
        context.painter.paint(
          context.picture(of: drawing, from: .zero, width: 2, height: 2, scale: 1, isOpaque: false))
      }
    }
    expectEqual(painters.requests.count, 12)
    expect(painters.mostAtOnce <= 3 && painters.painterCount <= 3)
  }

  @Test("a view's draw(_:) shows strings in slots of its own and gives them back")
  func viewsDrawStrings() {
    app.becomeCurrent()
    final class Sign: UIView {
      var text = "first"
      override func draw(_ rect: CGRect) {
        text.draw(at: CGPoint(x: 3, y: 4), withAttributes: [.font: UIFont.systemFont(ofSize: 10)])
      }
    }
    let sign = Sign(frame: CGRect(x: 20, y: 30, width: 100, height: 40))
    app.window.addSubview(sign)
    app.settle()
    expectEqual(app.backend.visibleTexts, ["first"])
    sign.text = "second"
    sign.setNeedsDisplay()
    app.settle()
    expectEqual(app.backend.visibleTexts, ["second"])
    expect(app.backend.slots.count <= 2)
    app.application.deviceWasLost()
    app.backend.losesDeviceOnNextDraw = true
    app.settle()
    sign.setNeedsDisplay()
    app.settle()
    expectEqual(app.backend.visibleTexts, ["second"])
    sign.removeFromSuperview()
    app.settle()
    expect(app.backend.visibleTexts.isEmpty)
  }

  @Test("a side longer than 16,384 pixels is refused with the reason")
  func tooLarge() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        _ = TestApplication()
        _ = UIGraphicsImageRenderer(size: CGSize(width: 20_000, height: 10))
      }
    }
  }

  @Test("an image begun and ended by function calls is what was drawn between them, also one within another")
  func functions() throws {
    app.becomeCurrent()
    expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
    UIGraphicsBeginImageContextWithOptions(CGSize(width: 10, height: 4), true, 2)
    UIColor.red.setFill()
    UIRectFill(CGRect(x: 0, y: 0, width: 5, height: 4))
    UIGraphicsBeginImageContext(CGSize(width: 3, height: 3))
    let inner = try #require(UIGraphicsGetImageFromCurrentImageContext())
    UIGraphicsEndImageContext()
    let outer = try #require(UIGraphicsGetImageFromCurrentImageContext())
    UIGraphicsEndImageContext()
    UIGraphicsEndImageContext()
    expect(inner.size == CGSize(width: 3, height: 3) && inner.scale == 1)
    expect(outer.size == CGSize(width: 10, height: 4) && outer.scale == 2 && outer.bitmap?.isOpaque == true)
    let red = UIColor.red.drawColor(in: .light)
    expectEqual(requests.last?.commands, [.fill(CGRect(x: 0, y: 0, width: 5, height: 4), red)])
    expect(UIGraphicsGetCurrentContext() == nil && UIGraphicsGetImageFromCurrentImageContext() == nil)
  }
}
