import Expectations
import Foundation
import SDL
import Testing
import UIKitCore

@testable import Raster
@testable import UIKit

extension BackendTests {
  /// A window of an application without a display, with a field in it.
  @MainActor
  private struct Scene {
    let application: UIApplication
    let window: UIWindow
    let field: UITextField

    init(style: UIUserInterfaceStyle = .light) throws {
      application = UIApplication(platform: try SDLPlatform(UIApplicationLaunchConfiguration(isHeadless: true)))
      // Not before there is the application they belong to.
      window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 60))
      field = UITextField(frame: CGRect(x: 10, y: 10, width: 300, height: 40))
      window.overrideUserInterfaceStyle = style
      field.borderStyle = .roundedRect
      field.textColor = .red
      field.tintColor = .blue
      window.addSubview(field)
      window.makeKeyAndVisible()
      field.becomeFirstResponder()
    }

    func picture() throws -> Surface {
      application.frameLoop.frame()
      let backend = try #require(window.platformWindow?.backend as? SDLRenderBackend)
      return try backend.renderer.snapshot()
    }
  }

  @Test("The caret is a bar of two pixels in the tint colour, as high as a line in whole pixels")
  func caret() throws {
    let scene = try Scene()
    let picture = try scene.picture()
    let height = scene.field.font?.lineHeight ?? 0
    expectEqual(picture.count { $0 == 0x0000FF }, Int(2 * height.rounded(.up)))
  }

  @Test("Composed text has a line below it, from its first letter to its last")
  func composition() throws {
    let scene = try Scene()
    scene.field.text = "ab"
    scene.application.handle(.textEditing("nihongo", selectionStart: 2, selectionLength: 3))
    let picture = try scene.picture()
    // The caret cuts the line in two.
    func redSpan(row: Int) -> Int {
      let red = (0..<320).filter { picture.color($0, row) == 0xFF0000 }
      return (red.last ?? -1) - (red.first ?? 0) + 1
    }
    func isLine(row: Int) -> Bool {
      (0..<300).contains { x in (x..<x + 15).allSatisfy { picture.color($0, row) == 0xFF0000 } }
    }
    let lines = (10..<50).filter(isLine)
    expectEqual(lines.count, 2)
    let longest = lines.map(redSpan).max() ?? 0
    let marked = try #require(scene.field.markedTextRange)
    let width = scene.field.firstRect(for: marked).width
    expect(abs(Double(longest) - width) <= 2, "\(longest) pixels below \(width) points")
  }

  @Test(
    "What is selected lies on the tint colour, and its letters on that",
    arguments: [
      UIUserInterfaceStyle.light, .dark,
    ])
  func selection(style: UIUserInterfaceStyle) throws {
    let scene = try Scene(style: style)
    scene.field.text = "Selected"
    let plain = try scene.picture()
    scene.field.selectAll(nil)
    let picture = try scene.picture()
    expectEqual(picture.count { $0 == 0x0000FF }, 0)
    let ground = plain.color(300, 30)
    let all = try #require(
      scene.field.textRange(from: scene.field.beginningOfDocument, to: scene.field.endOfDocument))
    let place = scene.field.convert(scene.field.firstRect(for: all), to: nil)
    expect(picture.color(Int(place.minX), Int(place.midY)) != ground)
    expect(picture.color(Int(place.maxX) - 1, Int(place.minY)) != ground)
    expectEqual(picture.color(Int(place.maxX) + 1, Int(place.midY)), ground)
    expect(picture.count { $0 == 0xFF0000 } > 20)
  }
}
