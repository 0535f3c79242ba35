import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@Suite("Sheets and popovers")
@MainActor
struct SheetTests {
  private func resize(_ stage: PresentationStage, _ width: CGFloat, _ height: CGFloat) {
    stage.app.platformWindow.resize(to: CGSize(width: width, height: height))
    stage.app.events.post(.window(.resized))
    stage.app.settle()
  }

  private func drag(_ stage: PresentationStage, from start: CGPoint, by distance: CGFloat, steps: Int = 20) {
    var pointer = InputEvent.Pointer(location: start, timestamp: stage.app.clock.now)
    stage.app.events.post(.pointerDown(pointer))
    stage.app.frame()
    for step in 1...steps {
      pointer.location.y = start.y + distance * CGFloat(step) / CGFloat(steps)
      pointer.timestamp = stage.app.clock.now
      stage.app.events.post(.pointerMoved(pointer))
      stage.app.frame()
    }
    // Rest, so that it is no fling.
    for _ in 0..<20 { stage.app.frame() }
    pointer.timestamp = stage.app.clock.now
    stage.app.events.post(.pointerMoved(pointer), .pointerUp(pointer))
    stage.app.settle()
  }

  @Test("a page sheet and a form sheet stand in the middle of a wide window, and reach down in a narrow one")
  func places() throws {
    let stage = PresentationStage(size: CGSize(width: 1000, height: 800))
    let sheet = stage.controller("B", .pageSheet)
    stage.root.present(sheet, animated: false)
    stage.app.settle()
    let host = try #require(sheet.view.superview)
    expectEqual(host.frame, CGRect(x: 148, y: 28, width: 704, height: 744))
    resize(stage, 320, 500)
    expectEqual(host.frame, CGRect(x: 0, y: 12, width: 320, height: 488))
    resize(stage, 1, 1)
    expect(host.frame.width <= 1 && host.frame.height <= 1)
    resize(stage, 1000, 800)
    stage.root.dismiss(animated: false)
    let form = stage.controller("C", .formSheet)
    form.preferredContentSize = CGSize(width: 300, height: 200)
    stage.root.present(form, animated: false)
    stage.app.settle()
    expectEqual(form.view.superview?.frame, CGRect(x: 350, y: 300, width: 300, height: 200))
    form.preferredContentSize = CGSize(width: 400, height: 300)
    stage.app.settle()
    expectEqual(form.view.superview?.frame, CGRect(x: 300, y: 250, width: 400, height: 300))
  }

  @Test("a sheet rests at its detents, is pulled from one to the next, and goes when pulled down far")
  func detents() throws {
    final class Listener: NSObject, UISheetPresentationControllerDelegate {
      var changes: [UISheetPresentationController.Detent.Identifier?] = []
      var isGone = false
      func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
        _ sheetPresentationController: UISheetPresentationController
      ) { changes.append(sheetPresentationController.selectedDetentIdentifier) }
      func presentationControllerDidDismiss(_ presentationController: UIPresentationController) { isGone = true }
    }
    let stage = PresentationStage(size: CGSize(width: 400, height: 612))
    let listener = Listener()
    let sheet = stage.controller("B")
    let manager = try #require(sheet.sheetPresentationController)
    manager.detents = [.custom(identifier: .init("low")) { _ in 150 }, .medium(), .large()]
    manager.prefersGrabberVisible = true
    manager.delegate = listener
    stage.root.present(sheet, animated: true)
    stage.app.settle()
    let host = try #require(sheet.view.superview)
    expect(host.frame.height == 150 && host.frame.maxY == 612)
    drag(stage, from: CGPoint(x: 200, y: host.frame.minY + 10), by: -160)
    expect(manager.selectedDetentIdentifier == .medium && host.frame.height == 324)
    drag(stage, from: CGPoint(x: 200, y: host.frame.minY + 10), by: -900)
    expect(listener.changes == [.medium, .large] && host.frame.height == 600)
    manager.animateChanges { manager.selectedDetentIdentifier = .medium }
    stage.app.settle()
    expect(host.frame.height == 324 && listener.changes.count == 2)
    // What is not the upper edge does not move the sheet.
    drag(stage, from: CGPoint(x: 200, y: host.frame.minY + 100), by: 200)
    expectEqual(host.frame.height, 324)
    sheet.isModalInPresentation = true
    drag(stage, from: CGPoint(x: 200, y: host.frame.minY + 10), by: 300)
    expect(stage.layers == 1 && !listener.isGone)
    sheet.isModalInPresentation = false
    drag(stage, from: CGPoint(x: 200, y: host.frame.minY + 10), by: 300)
    expect(stage.layers == 0 && listener.isGone)
  }

  @Test("up to its largest undimmed detent a sheet leaves the window to the user")
  func undimmed() throws {
    let stage = PresentationStage(size: CGSize(width: 400, height: 612))
    var clicks = 0
    let button = UIButton(frame: CGRect(x: 10, y: 10, width: 100, height: 40))
    button.addAction(UIAction { _ in clicks += 1 }, for: .touchUpInside)
    stage.root.view.addSubview(button)
    let sheet = stage.controller("B")
    let manager = try #require(sheet.sheetPresentationController)
    manager.detents = [.medium(), .large()]
    manager.largestUndimmedDetentIdentifier = .medium
    stage.root.present(sheet, animated: true)
    stage.app.settle()
    stage.app.click(at: CGPoint(x: 30, y: 30))
    expect(clicks == 1 && stage.layers == 1)
    manager.selectedDetentIdentifier = .large
    stage.app.settle()
    stage.app.click(at: CGPoint(x: 30, y: 5))
    stage.app.settle()
    expect(clicks == 1 && stage.layers == 0)
  }

  @Test(
    "a popover stands on the first permitted side with room, with its arrow at the source",
    arguments: [
      (UIPopoverArrowDirection.any, CGRect(x: 400, y: 20, width: 40, height: 20), UIPopoverArrowDirection.up),
      (.any, CGRect(x: 400, y: 560, width: 40, height: 20), .down),
      (.left, CGRect(x: 20, y: 300, width: 40, height: 20), .left),
      (.right, CGRect(x: 740, y: 300, width: 40, height: 20), .right),
    ])
  func popover(permitted: UIPopoverArrowDirection, source: CGRect, direction: UIPopoverArrowDirection) throws {
    let stage = PresentationStage()
    let view = UIView(frame: source)
    stage.root.view.addSubview(view)
    let screen = stage.controller("B", .popover)
    screen.preferredContentSize = CGSize(width: 200, height: 150)
    let manager = try #require(screen.popoverPresentationController)
    manager.sourceView = view
    manager.permittedArrowDirections = permitted
    stage.root.present(screen, animated: true)
    stage.app.settle()
    let host = try #require(screen.view.superview)
    expect(manager.arrowDirection == direction && host.frame.size == CGSize(width: 200, height: 150))
    expect(!host.frame.intersects(source))
    let arrow = try #require(host.superview?.subviews.first { $0 is UIImageView })
    // The arrow touches source and card.
    expect(arrow.frame.insetBy(dx: -2, dy: -2).intersects(source) && arrow.frame.intersects(host.frame))
    stage.app.click(at: CGPoint(x: 790, y: 590))
    stage.app.settle()
    expect(stage.layers == 0 && manager.arrowDirection == .unknown)
  }

  @Test("the arrow of a popover has the ground of what is shown in it, inside of a navigation controller, too")
  func arrowGround() throws {
    let stage = PresentationStage()
    let source = UIView(frame: CGRect(x: 400, y: 20, width: 40, height: 20))
    stage.root.view.addSubview(source)
    let rows = UITableViewController(style: .grouped)
    let screen = UINavigationController(rootViewController: rows)
    screen.modalPresentationStyle = .popover
    screen.popoverPresentationController?.sourceView = source
    stage.root.present(screen, animated: true)
    stage.app.settle()
    let container = try #require(screen.popoverPresentationController?.containerView)
    let arrow = try #require(container.subviews.compactMap { $0 as? UIImageView }.first)
    expectEqual(arrow.subviews.first?.tintColor, .systemGroupedBackground)
  }

  @Test("a popover keeps within the window for any source, size and permitted side", arguments: 0..<3)
  func popoverPlaces(seed: Int) {
    var random = SeededRandom(seed: seed)
    func number(_ range: ClosedRange<CGFloat>) -> CGFloat { CGFloat.random(in: range, using: &random) }
    for _ in 0..<2000 {
      let area = CGRect(x: 10, y: 10, width: number(0...900), height: number(0...700))
      let source = CGRect(x: number(-50...900), y: number(-50...700), width: number(0...200), height: number(0...200))
      let permitted = UIPopoverArrowDirection(rawValue: UInt.random(in: 0..<16, using: &random))
      let place = PopoverPlace(
        CGSize(width: number(1...500), height: number(1...600)), at: source, in: area, permitted: permitted)
      let isWithin =
        place.card.minX >= area.minX - 1 && place.card.minY >= area.minY - 1 && place.card.maxX <= area.maxX + 1
        && place.card.maxY <= area.maxY + 1
      expect(isWithin, "\(area) \(source) \(place)")
      expect(place.direction.isSubset(of: permitted))
      if !place.direction.isEmpty {
        expect(!place.card.intersects(source.insetBy(dx: 1, dy: 1)), "\(source) \(place)")
      }
    }
  }

  @Test("a popover becomes a sheet in a narrow window and a popover again, unless its delegate has it stay one")
  func adaptation() throws {
    final class Stayer: NSObject, UIPopoverPresentationControllerDelegate {
      var styles: [UIModalPresentationStyle] = []
      var answer = UIModalPresentationStyle.none
      func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle { answer }
      func presentationController(
        _ presentationController: UIPresentationController,
        willPresentWithAdaptiveStyle style: UIModalPresentationStyle,
        transitionCoordinator: (any UIViewControllerTransitionCoordinator)?
      ) { styles.append(style) }
    }
    let stage = PresentationStage()
    let delegate = Stayer()
    let screen = stage.controller("B", .popover)
    let manager = try #require(screen.popoverPresentationController)
    manager.sourceView = stage.root.view
    manager.sourceRect = CGRect(x: 20, y: 20, width: 10, height: 10)
    stage.root.present(screen, animated: true)
    stage.app.settle()
    let host = try #require(screen.view.superview)
    _ = stage.log.take()
    resize(stage, 400, 600)
    expect(host.frame == CGRect(x: 0, y: 12, width: 400, height: 588) && manager.arrowDirection == .unknown)
    resize(stage, 800, 600)
    expect(host.frame.width == 320 && manager.arrowDirection == .up)
    manager.delegate = delegate
    resize(stage, 400, 600)
    expect(host.frame.width == 320 && manager.arrowDirection == .up)
    // Its view stays in the window all the while.
    expectEqual(stage.log.take(), [])
    resize(stage, 800, 600)
    delegate.answer = .overFullScreen
    resize(stage, 400, 600)
    expect(host.frame == CGRect(x: 0, y: 0, width: 400, height: 600) && delegate.styles == [.overFullScreen])
  }

  @Test("views that a popover passes touches through to take clicks, and its source may leave")
  func passedThrough() {
    let stage = PresentationStage()
    let screen = stage.controller("B", .popover)
    var clicks = 0
    let button = UIButton(frame: CGRect(x: 10, y: 500, width: 100, height: 40))
    button.addAction(UIAction { _ in clicks += 1 }, for: .touchUpInside)
    stage.root.view.addSubview(button)
    screen.popoverPresentationController?.sourceItem = button
    screen.popoverPresentationController?.passthroughViews = [button]
    stage.root.present(screen, animated: true)
    stage.app.settle()
    stage.app.click(at: CGPoint(x: 50, y: 520))
    expect(clicks == 1 && stage.layers == 1)
    // A source that leaves takes no popover with it.
    button.removeFromSuperview()
    resize(stage, 810, 610)
    expectEqual(stage.layers, 1)
  }

  @Test("of the sides of its source a popover takes the one to which text goes first")
  func popoverDirection() throws {
    let source = CGRect(x: 380, y: 290, width: 40, height: 20)
    func frame(isTurned: Bool) throws -> (CGRect, UIPopoverArrowDirection) {
      let stage = PresentationStage()
      if isTurned { stage.root.view.semanticContentAttribute = .forceRightToLeft }
      let view = UIView(frame: source)
      stage.root.view.addSubview(view)
      let screen = stage.controller("B", .popover)
      screen.preferredContentSize = CGSize(width: 200, height: 150)
      let manager = try #require(screen.popoverPresentationController)
      manager.sourceView = view
      manager.permittedArrowDirections = [.left, .right]
      stage.root.present(screen, animated: false)
      stage.app.settle()
      return (try #require(screen.view.superview).frame, manager.arrowDirection)
    }
    let (plain, turned) = (try frame(isTurned: false), try frame(isTurned: true))
    expect(plain.1 == .left && turned.1 == .right)
    expect(turned.0 == plain.0.mirrored(in: 800) && turned.0.maxX < source.minX)
  }

  @Test("a radius of a sheet's corners that is not a number")
  func radiusIsNoNumber() async {
    for name in ["inf", "nan"] {
      let result: ExitTest.Result?
      if name == "inf" {
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
          UIViewController().sheetPresentationController?.preferredCornerRadius = .infinity
        }
      } else {
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
          UIViewController().sheetPresentationController?.preferredCornerRadius = .nan
        }
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      expect(text.contains("UISheetPresentationController.preferredCornerRadius was set to \(name)"))
    }
  }
}
