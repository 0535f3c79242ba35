import Foundation
import SDL
import Testing
import UIKitCore

@testable import UIKit

extension BackendTests {
  /// A window of an application without a display, with a field in it.
  @MainActor
  private struct Scene {
    let application: UIApplication
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 60))
    let field = UITextField(frame: CGRect(x: 10, y: 10, width: 300, height: 40))

    init(style: UIUserInterfaceStyle = .light) throws {
      application = UIApplication(platform: try SDLPlatform(UIApplicationLaunchConfiguration(isHeadless: true)))
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

  @Test("The caret is a bar of two pixels in the tint colour, as high as a line")
  func caret() throws {
    let scene = try Scene()
    let picture = try scene.picture()
    let height = scene.field.font?.lineHeight ?? 0
    #expect(picture.count { $0 == 0x0000FF } == Int(2 * height))
  }

  @Test("Composed text has a line below it, from its first letter to its last")
  func composition() throws {
    let scene = try Scene()
    scene.field.text = "ab"
    scene.application.handle(.textEditing("nihongo", selectionStart: 2, selectionLength: 3))
    let picture = try scene.picture()
    func redRun(row: Int) -> Int {
      var (longest, run) = (0, 0)
      for x in 0..<320 {
        run = picture.color(x, row) == 0xFF0000 ? run + 1 : 0
        longest = max(longest, run)
      }
      return longest
    }
    let longest = (10..<50).map(redRun).max() ?? 0
    let marked = try #require(scene.field.markedTextRange)
    let width = scene.field.firstRect(for: marked).width
    #expect(abs(Double(longest) - width) <= 2, "\(longest) pixels below \(width) points")
    #expect((10..<50).filter { redRun(row: $0) > 15 }.count == 2)
  }

  @Test("What is selected lies on the tint colour, and its letters on that", arguments: [
    UIUserInterfaceStyle.light, .dark,
  ])
  func selection(style: UIUserInterfaceStyle) throws {
    let scene = try Scene(style: style)
    scene.field.text = "Selected"
    let plain = try scene.picture()
    scene.field.selectAll(nil)
    let picture = try scene.picture()
    #expect(picture.count { $0 == 0x0000FF } == 0)
    let ground = plain.color(300, 30)
    let all = try #require(
      scene.field.textRange(from: scene.field.beginningOfDocument, to: scene.field.endOfDocument))
    let place = scene.field.convert(scene.field.firstRect(for: all), to: nil)
    #expect(picture.color(Int(place.minX), Int(place.midY)) != ground)
    #expect(picture.color(Int(place.maxX) - 1, Int(place.minY)) != ground)
    #expect(picture.color(Int(place.maxX) + 1, Int(place.midY)) == ground)
    #expect(picture.count { $0 == 0xFF0000 } > 20)
  }
}
