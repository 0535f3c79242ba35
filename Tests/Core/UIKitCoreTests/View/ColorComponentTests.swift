import Expectations
import Foundation
import Testing

@testable import UIKitCore

@Suite("Components of colours")
struct ColorComponentTests {
  @Test("hue, saturation and brightness come back as they were given", arguments: [0, 0.1, 0.35, 0.5, 0.7, 0.95])
  func hue(hue: CGFloat) {
    var (h, s, b, a): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
    let color = UIColor(hue: hue, saturation: 0.8, brightness: 0.6, alpha: 0.4)
    expect(color.getHue(&h, saturation: &s, brightness: &b, alpha: &a))
    for (found, given) in [(h, hue), (s, 0.8), (b, 0.6), (a, 0.4)] { expect(abs(found - given) < 0.01) }
  }

  @Test("a grey has a white, another colour has none; grey has no hue")
  func white() {
    var (white, alpha): (CGFloat, CGFloat) = (-1, -1)
    expect(!UIColor.red.getWhite(&white, alpha: &alpha) && white == -1)
    expect(UIColor(white: 0.2, alpha: 0.6).getWhite(&white, alpha: &alpha) && abs(white - 0.2) < 0.01)
    expect(abs(alpha - 0.6) < 0.01)
    var (hue, saturation): (CGFloat, CGFloat) = (-1, -1)
    expect(UIColor.gray.getHue(&hue, saturation: &saturation, brightness: nil, alpha: nil))
    expect(hue == 0 && saturation == 0)
  }

  @Test("a layer's colour is a colour again, and stays dynamic")
  func layers() {
    expectEqual(UIColor(cgColor: UIColor.label.cgColor), .label)
  }
}
