import Foundation
import TestSupport
import Testing
import UIKitCore

@MainActor @Suite struct UIViewControllerTests {
  private final class Controller: UIViewController {
    var log: [String] = []
    override func loadView() {
      log.append("loadView")
      super.loadView()
    }
    override func viewDidLoad() { log.append("viewDidLoad") }
    override func viewWillAppear(_ animated: Bool) { log.append("willAppear") }
    override func viewDidAppear(_ animated: Bool) { log.append("didAppear") }
    override func viewWillDisappear(_ animated: Bool) { log.append("willDisappear") }
    override func viewDidDisappear(_ animated: Bool) { log.append("didDisappear") }
  }

  @Test("the life cycle runs once each, in order")
  func lifeCycle() {
    let app = TestApplication()
    let controller = Controller()
    #expect(!controller.isViewLoaded)
    app.window.rootViewController = controller
    #expect(controller.log == ["loadView", "viewDidLoad", "willAppear", "didAppear"])
    app.window.rootViewController = nil
    #expect(controller.log.suffix(2) == ["willDisappear", "didDisappear"])
    #expect(controller.view.superview == nil)
  }

  @Test("the root controller's title is the window's")
  func title() {
    let app = TestApplication()
    let controller = UIViewController()
    controller.title = "Countries"
    app.window.rootViewController = controller
    #expect(app.platformWindow.title == "Countries")
    controller.title = "Files"
    #expect(app.platformWindow.title == "Files")
  }

  @Test("a child appears with its parent and when its view joins later")
  func children() {
    let app = TestApplication()
    let parent = Controller()
    let child = Controller()
    parent.addChild(child)
    parent.view.addSubview(child.view)
    child.didMove(toParent: parent)
    #expect(!child.log.contains("didAppear"))
    app.window.rootViewController = parent
    #expect(child.log.contains("didAppear"))

    let late = Controller()
    parent.addChild(late)
    parent.view.addSubview(late.view)
    late.didMove(toParent: parent)
    #expect(late.log.contains("didAppear"))
    #expect(late.parent === parent)
    late.removeFromParent()
    #expect(late.parent == nil)
    #expect(parent.children.count == 1)
  }

  @Test("quitting makes the root controller disappear first")
  func quitting() {
    let app = TestApplication()
    let controller = Controller()
    app.window.rootViewController = controller
    app.events.post(.quit)
    app.frame()
    #expect(controller.log.suffix(2) == ["willDisappear", "didDisappear"])
  }
}
