import Expectations
import Pixels
import Primitives
import Testing

@testable import SDL

@Suite struct PixelBlendTests {
  @Test("A colour over another is the weighted mean of each channel, rounded, for every alpha and pair of levels")
  func blending() {
    func mean(_ above: Int, _ below: Int, _ alpha: Int) -> UInt8 {
      UInt8((above * alpha + below * (255 - alpha) + 127) / 255)
    }
    for alpha in 0...255 {
      for above in 0...255 {
        for below in stride(from: 0, through: 255, by: 5) {
          let color = DrawColor(
            red: UInt8(above), green: UInt8(255 - above), blue: UInt8(below), alpha: UInt8(alpha))
          let ground = DrawColor(
            red: UInt8(below), green: UInt8(above), blue: UInt8(255 - below))
          let expected = DrawColor(
            red: mean(above, below, alpha), green: mean(255 - above, above, alpha),
            blue: mean(below, 255 - below, alpha))
          guard color.over(ground) == expected else {
            Issue.record("\(color) over \(ground)")
            return
          }
        }
      }
    }
  }

  @Test("A row of pixels under one colour is blended as each pixel by itself, for every alpha and level")
  func rows() {
    for alpha in UInt32(0)...255 {
      for above: UInt32 in [0, 0xFF_FFFF, 0x12_80FE, 0xFF_007F] {
        var row = (0..<259).map { (level: UInt32) in
          0xFF00_0000 | level & 255 << 16 | (255 - level & 255) << 8 | level &* 7 & 255
        }
        let expected = row.map { PixelBlend.over(above, alpha, $0) }
        row.withUnsafeMutableBufferPointer { row in
          guard let base = row.baseAddress else { return }
          EvenBlend(above, alpha: alpha).paint(base, count: row.count)
        }
        guard row == expected else {
          Issue.record("\(above) with \(alpha)")
          return
        }
      }
    }
  }

  @Test("Four pixels below a mask in one colour are blended as each by itself, for every coverage and alpha")
  func masks() {
    for alpha in UInt8(0)...255 {
      for coverage in UInt32(0)...255 {
        let color = DrawColor(red: 255 - alpha / 3, green: 18, blue: UInt8(coverage), alpha: alpha)
        var row = (0..<4).map { (number: UInt32) in
          0xFF00_0000 | (coverage &* 0x01_0509 &+ number &* 0x3F_6B11) & 0xFF_FFFF
        }
        let mask = SIMD4<UInt32>(coverage << 24, 0, (255 - coverage) << 24 | 0xFF_FFFF, .max)
        let expected = row.indices.map { number in
          PixelBlend.over(color.argb, PixelBlend.product(mask[number] >> 24, UInt32(alpha)), row[number])
        }
        row.withUnsafeMutableBufferPointer { row in
          if let base = row.baseAddress { MaskBlend(color).paint(base, through: mask) }
        }
        guard row == expected else {
          Issue.record("\(coverage) of \(color)")
          return
        }
      }
    }
  }

  @Test("A column that is stretched over a rectangle is blended as each of its pixels by itself")
  func columns() {
    let colors = [
      DrawColor.white, DrawColor(red: UInt8(0), green: 0, blue: 9, alpha: 51), DrawColor(red: 250, green: 1, blue: 77),
    ]
    for (number, color) in colors.enumerated() {
      for alpha in UInt32(0)...255 {
        let column = [alpha << 24 | 0xFF_FFFF, alpha << 24 | 0x12_34F6, (255 - alpha) << 24 | 0xFF_FFFF]
        var window = (0..<33).map { 0xFF00_0000 | UInt32($0) &* 0x07_0B13 & 0xFF_FFFF }
        var expected = window
        column.withUnsafeBufferPointer { column in
          guard let first = column.baseAddress else { return }
          let bitmap = TextureBitmap(
            base: first, stride: 1, isOpaque: number == 2 && alpha > 99, isSmooth: false, modulation: color)
          expected.withUnsafeMutableBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return }
            for y in 0..<3 {
              for x in 1..<10 { bitmap.draw(first + y, over: base + y * 11 + x, count: 1) }
            }
          }
          window.withUnsafeMutableBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return }
            WindowPixels(base: base, stride: 11, width: 11, height: 3).stretch(
              bitmap, from: PixelRect(x: 0, y: 0, width: 1, height: 3), to: PixelRect(x: 0, y: 0, width: 11, height: 3),
              visible: PixelRect(x: 1, y: 0, width: 9, height: 3))
          }
        }
        guard window == expected else {
          Issue.record("\(color) with \(alpha)")
          return
        }
      }
    }
  }

  @Test(
    "A bitmap that is turned takes means of its pixels, of each as much as it covers, and none from beyond its edge")
  func turned() {
    // Black beside clear white, and white beside black where alpha means nothing.
    for (isOpaque, row, mean) in [
      (false, [0xFF00_0000, 0x00FF_FFFF], 0xFF7F_7F7F), (true, [0xFF, 0xFF00], 0xFF00_8080),
    ] {
      let words = [UInt32](row.map { UInt32($0) } + row.map { UInt32($0) })
      var window = [UInt32](repeating: 0xFFFF_FFFF, count: 16)
      words.withUnsafeBufferPointer { words in
        window.withUnsafeMutableBufferPointer { window in
          guard let first = words.baseAddress, let base = window.baseAddress else { return }
          let bitmap = TextureBitmap(base: first, stride: 2, isOpaque: isOpaque, isSmooth: false, modulation: .white)
          // A quarter turn around the window's middle, and half a pixel further down.
          let turn = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 4, ty: 0.5)
          WindowPixels(base: base, stride: 4, width: 4, height: 4).drawTurned(
            bitmap, from: PixelRect(x: 0, y: 0, width: 2, height: 2), to: PixelRect(x: 1, y: 1, width: 2, height: 2),
            turn.inverted(), visible: PixelRect(x: 0, y: 0, width: 4, height: 4))
        }
      }
      let upper: UInt32 = isOpaque ? 0xFF00_00FF : 0xFF00_0000
      let rows: [UInt32] = [0xFFFF_FFFF, upper, UInt32(mean), 0xFFFF_FFFF]
      for y in 0..<4 {
        for x in 0..<4 {
          let expected = x == 1 || x == 2 ? rows[y] : 0xFFFF_FFFF
          let (found, wanted) = (window[y * 4 + x], expected)
          expect(
            [0, 8, 16].allSatisfy { abs(Int(found >> $0 & 255) - Int(wanted >> $0 & 255)) <= 1 },
            "\(x), \(y): \(String(found, radix: 16)), not \(String(wanted, radix: 16))")
        }
      }
    }
  }

  @Test("A product of levels is rounded to the nearest")
  func products() {
    for a in 0...255 {
      for b in 0...255 {
        let expected = UInt32((Double(a * b) / 255).rounded())
        expectEqual(PixelBlend.product(UInt32(a), UInt32(b)), expected)
      }
    }
  }
}
