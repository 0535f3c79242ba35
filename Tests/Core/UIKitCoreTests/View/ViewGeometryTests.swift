import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@MainActor @Suite struct ViewGeometryTests {
  @Test("frame derives from center, bounds and transform")
  func frameDerives() {
    let view = UIView(frame: CGRect(x: 10, y: 20, width: 100, height: 50))
    expectEqual(view.center, CGPoint(x: 60, y: 45))
    expectEqual(view.bounds, CGRect(x: 0, y: 0, width: 100, height: 50))
    view.center = CGPoint(x: 100, y: 100)
    expectEqual(view.frame, CGRect(x: 50, y: 75, width: 100, height: 50))
    view.bounds.size = CGSize(width: 20, height: 20)
    expectEqual(view.frame, CGRect(x: 90, y: 90, width: 20, height: 20))
    view.transform = CGAffineTransform(scaleX: 2, y: 3)
    expectEqual(view.frame, CGRect(x: 80, y: 70, width: 40, height: 60))
    expectEqual(view.center, CGPoint(x: 100, y: 100))
  }

  @Test("setting frame under a transform keeps the transform and changes bounds")
  func frameSetUnderTransform() {
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    view.transform = CGAffineTransform(scaleX: 2, y: 2)
    view.frame = CGRect(x: 100, y: 100, width: 60, height: 40)
    expectEqual(view.bounds.size, CGSize(width: 30, height: 20))
    expectEqual(view.frame, CGRect(x: 100, y: 100, width: 60, height: 40))
  }

  @Test("a frame far down a billion-row table is read back exactly")
  func exactFarDown() {
    let view = UIView()
    let frame = CGRect(x: 0, y: 59_999_999_940.3, width: 1280, height: 60.7)
    view.frame = frame
    expectEqual(view.frame, frame)
  }

  @Test("points convert through offsets, scrolled bounds and transforms, and back")
  func conversion() {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 500, height: 500))
    let middle = UIView(frame: CGRect(x: 50, y: 60, width: 200, height: 200))
    middle.bounds.origin = CGPoint(x: 0, y: 1000)
    let leaf = UIView(frame: CGRect(x: 10, y: 1010, width: 20, height: 20))
    root.addSubview(middle)
    middle.addSubview(leaf)
    expectEqual(leaf.convert(CGPoint(x: 1, y: 2), to: root), CGPoint(x: 61, y: 72))
    expectEqual(root.convert(CGPoint(x: 61, y: 72), to: leaf), CGPoint(x: 1, y: 2))
    expectEqual(leaf.convert(leaf.bounds, to: root), CGRect(x: 60, y: 70, width: 20, height: 20))

    leaf.transform = CGAffineTransform(rotationAngle: .pi / 2)
    let turned = leaf.convert(CGPoint(x: 0, y: 0), to: middle)
    expect(turned.distance(to: CGPoint(x: 30, y: 1010)) < 1e-6)
    expect(leaf.convert(turned, from: middle).distance(to: .zero) < 1e-6)
  }

  @Test("autoresizing distributes growth over the flexible parts in proportion")
  func autoresizing() {
    let parent = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let filling = UIView(frame: parent.bounds)
    filling.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    let corner = UIView(frame: CGRect(x: 70, y: 80, width: 20, height: 10))
    corner.autoresizingMask = [.flexibleLeftMargin, .flexibleTopMargin]
    let centered = UIView(frame: CGRect(x: 40, y: 40, width: 20, height: 20))
    centered.autoresizingMask = [
      .flexibleLeftMargin, .flexibleRightMargin, .flexibleTopMargin, .flexibleBottomMargin,
    ]
    for view in [filling, corner, centered] { parent.addSubview(view) }
    parent.frame.size = CGSize(width: 200, height: 300)
    expectEqual(filling.frame, CGRect(x: 0, y: 0, width: 200, height: 300))
    expectEqual(corner.frame, CGRect(x: 170, y: 280, width: 20, height: 10))
    expectEqual(centered.center, CGPoint(x: 100, y: 150))
  }

  @Test("a frame set under a transform that is next to flat leaves finite numbers")
  func flatTransform() {
    let view = UIView()
    for transform in [
      CGAffineTransform(a: 1e-300, b: 0, c: 0, d: 10, tx: 2_147_483_647, ty: 0),
      CGAffineTransform(a: 0, b: 50, c: 3.5e38, d: 0, tx: 0, ty: 1e300),
    ] {
      view.transform = transform
      for size in [CGSize.zero, CGSize(width: 10, height: 0), CGSize(width: 1e10, height: 1e10)] {
        view.frame = CGRect(origin: .zero, size: size)
        expect(view.bounds.width.isFinite && view.bounds.height.isFinite)
        expect(view.center.x.isFinite && view.center.y.isFinite)
      }
    }
  }
}
