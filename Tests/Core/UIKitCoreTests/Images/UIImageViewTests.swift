import Expectations
import Foundation
import Pixels
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Image views")
struct UIImageViewTests {
  private struct Drawn: Equatable {
    let id: ImageID
    let destination, source: CGRect
    let tint: DrawColor?
  }

  /// The images of the last frame.
  private func drawn(_ test: TestApplication) -> [Drawn] {
    test.backend.list.commands.compactMap {
      guard case .image(let id, let destination, let source, let tint, _) = $0 else { return nil }
      return Drawn(id: id, destination: destination, source: source, tint: tint)
    }
  }

  private func image(width: UInt8, height: UInt8) throws -> UIImage {
    try #require(UIImage(data: Data("ok".utf8) + [width, height]))
  }

  private func show(_ view: UIImageView, in test: TestApplication) {
    test.window.addSubview(view)
    test.settle()
  }

  @Test("takes the image's size, no events, and shows all of the image")
  func plain() throws {
    let test = TestApplication()
    let view = UIImageView(image: try image(width: 40, height: 20))
    expectEqual(view.frame, CGRect(x: 0, y: 0, width: 40, height: 20))
    expectEqual(view.intrinsicContentSize, CGSize(width: 40, height: 20))
    expectEqual(view.sizeThatFits(.zero), CGSize(width: 40, height: 20))
    expect(!view.isUserInteractionEnabled)
    show(view, in: test)
    expectEqual(drawn(test).count, 1)
    expectEqual(drawn(test).first?.destination, view.frame)
    expectEqual(drawn(test).first?.source, CGRect(x: 0, y: 0, width: 40, height: 20))
    expect(drawn(test).first?.tint == nil)
  }

  @Test(
    "content modes place the image as in UIKit",
    arguments: [
      (UIView.ContentMode.scaleToFill, CGRect(x: 10, y: 10, width: 100, height: 100)),
      (.redraw, CGRect(x: 10, y: 10, width: 100, height: 100)),
      (.scaleAspectFit, CGRect(x: 10, y: 35, width: 100, height: 50)),
      (.scaleAspectFill, CGRect(x: -40, y: 10, width: 200, height: 100)),
      (.center, CGRect(x: 40, y: 50, width: 40, height: 20)),
      (.top, CGRect(x: 40, y: 10, width: 40, height: 20)),
      (.bottom, CGRect(x: 40, y: 90, width: 40, height: 20)),
      (.left, CGRect(x: 10, y: 50, width: 40, height: 20)),
      (.right, CGRect(x: 70, y: 50, width: 40, height: 20)),
      (.topLeft, CGRect(x: 10, y: 10, width: 40, height: 20)),
      (.topRight, CGRect(x: 70, y: 10, width: 40, height: 20)),
      (.bottomLeft, CGRect(x: 10, y: 90, width: 40, height: 20)),
      (.bottomRight, CGRect(x: 70, y: 90, width: 40, height: 20)),
    ])
  func contentModes(mode: UIView.ContentMode, expected: CGRect) throws {
    let test = TestApplication()
    let view = UIImageView(image: try image(width: 40, height: 20))
    view.frame = CGRect(x: 10, y: 10, width: 100, height: 100)
    view.contentMode = mode
    show(view, in: test)
    expectEqual(drawn(test).map(\.destination), [expected])
  }

  @Test("an image at its own size starts on a whole pixel")
  func pixelAligned() throws {
    let test = TestApplication()
    let view = UIImageView(image: try image(width: 5, height: 5))
    view.frame = CGRect(x: 10.3, y: 10.7, width: 20, height: 20)
    view.contentMode = .topLeft
    show(view, in: test)
    expectEqual(drawn(test).first?.destination.origin, CGPoint(x: 10, y: 11))
  }

  @Test("a template takes the view's tint, an original none, a tinted original its own")
  func tint() throws {
    let test = TestApplication()
    let symbol = try #require(UIImage(systemName: "checkmark"))
    let view = UIImageView(image: symbol)
    view.tintColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    show(view, in: test)
    let red = DrawColor(red: 255, green: 0, blue: 0)
    expectEqual(drawn(test).first?.tint, red)
    view.image = symbol.withRenderingMode(.alwaysOriginal)
    test.settle()
    expect(drawn(test).first?.tint == nil)
    let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
    view.image = symbol.withTintColor(green)
    test.settle()
    expectEqual(drawn(test).first?.tint, red)
    view.image = symbol.withTintColor(green, renderingMode: .alwaysOriginal)
    test.settle()
    expectEqual(drawn(test).first?.tint, DrawColor(red: 0, green: 255, blue: 0))
    view.image = try image(width: 4, height: 4).withRenderingMode(.alwaysTemplate)
    test.settle()
    expectEqual(drawn(test).first?.tint, red)
  }

  @Test("the highlighted image shows while highlighted, the image when there is none")
  func highlighted() throws {
    let test = TestApplication()
    let view = UIImageView(
      image: try image(width: 10, height: 10), highlightedImage: try image(width: 20, height: 20))
    show(view, in: test)
    expectEqual(drawn(test).first?.source.width, 10)
    view.isHighlighted = true
    test.settle()
    expectEqual(drawn(test).first?.source.width, 20)
    view.highlightedImage = nil
    test.settle()
    expectEqual(drawn(test).first?.source.width, 10)
  }

  @Test("views of one symbol share one texture for each size in pixels")
  func sharedTextures() throws {
    let test = TestApplication()
    for index in 0..<10 {
      let view = UIImageView(image: UIImage(systemName: "chevron.right"))
      view.frame.origin.y = CGFloat(index * 30)
      test.window.addSubview(view)
    }
    test.settle()
    expectEqual(drawn(test).count, 10)
    expectEqual(Set(drawn(test).map(\.id)).count, 1)
    expectEqual(test.platform.fakeImageDecoder.rasterizeCount, 1)
    expectEqual(test.backend.images.count, 1)
    let large = UIImageView(image: UIImage(systemName: "chevron.right"))
    large.frame.size = CGSize(width: 60, height: 60)
    show(large, in: test)
    expectEqual(test.platform.fakeImageDecoder.rasterizeCount, 2)
    expectEqual(test.backend.images.values.map(\.width).sorted(), [22, 60])
  }

  @Test("a drawing is rasterised for the display's scale")
  func displayScale() throws {
    let test = TestApplication()
    test.platformWindow.scale = 2
    test.application.handle(.window(.displayChanged))
    show(UIImageView(image: UIImage(systemName: "trash")), in: test)
    expectEqual(test.backend.images.values.map(\.width), [44])
    expectEqual(drawn(test).first?.destination.width, 22)
  }

  @Test("the texture is released with the last image that shares it")
  func released() throws {
    let test = TestApplication()
    var first: UIImageView? = UIImageView(image: UIImage(systemName: "folder"))
    var second: UIImageView? = UIImageView(image: UIImage(systemName: "folder"))
    second?.frame.origin.y = 100
    for view in [first, second] { test.window.addSubview(try #require(view)) }
    test.settle()
    expectEqual(test.backend.images.count, 1)
    first?.removeFromSuperview()
    first = nil
    test.settle()
    expectEqual(test.backend.images.count, 1)
    second?.removeFromSuperview()
    second = nil
    test.window.setNeedsDisplay()
    test.settle()
    expect(test.backend.images.isEmpty)
  }

  @Test("a drawing shown in ever new sizes keeps only a few textures")
  func boundedSizes() throws {
    let test = TestApplication()
    let view = UIImageView(image: UIImage(systemName: "folder"))
    test.window.addSubview(view)
    for side in 20..<60 {
      view.frame.size = CGSize(width: side, height: side)
      test.settle()
    }
    expect(test.backend.images.count <= 5)
  }

  @Test("after the device was lost the picture is uploaded again")
  func deviceLost() throws {
    let test = TestApplication()
    show(UIImageView(image: try image(width: 6, height: 6)), in: test)
    expectEqual(test.backend.images.count, 1)
    test.backend.losesDeviceOnNextDraw = true
    test.window.setNeedsDisplay()
    test.settle()
    expectEqual(test.backend.images.count, 1)
    expectEqual(drawn(test).count, 1)
    expectEqual(test.platform.fakeImageDecoder.decodeCount, 1)
  }

  @Test("a preferred symbol configuration applies to symbols that state none")
  func preferredConfiguration() throws {
    _ = TestApplication()
    let view = UIImageView(image: UIImage(systemName: "star.fill"))
    view.preferredSymbolConfiguration = UIImage.SymbolConfiguration(pointSize: 40)
    expectEqual(view.intrinsicContentSize.width, 52)
    let own = UIImage.SymbolConfiguration(pointSize: 10)
    view.image = UIImage(systemName: "star.fill", withConfiguration: own)
    expectEqual(view.intrinsicContentSize.width, 13)
  }

  @Test("setting the same image marks nothing, another one a frame")
  func marks() throws {
    let test = TestApplication()
    let picture = try image(width: 6, height: 6)
    let view = UIImageView(image: picture)
    show(view, in: test)
    let count = test.backend.drawCount
    view.image = picture
    test.settle()
    expectEqual(test.backend.drawCount, count)
    view.image = nil
    test.settle()
    expectEqual(test.backend.drawCount, count + 1)
    expect(drawn(test).isEmpty)
  }
}
