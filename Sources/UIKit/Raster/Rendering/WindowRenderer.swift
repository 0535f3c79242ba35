package import Desktop
import Foundation
package import SDL
import UIKitCore

/// The renderer of a window: makes the first one, and exchanges it when the rule says so.
@MainActor
package final class WindowRenderer {
  package let backend: SDLRenderBackend
  /// Shows frames on Wayland, where SDL does not.
  package private(set) var presenter: WaylandPresenter?
  private let window: Window
  /// Whether frames follow the display's pace.
  private let isPaced: Bool
  /// Nil where the first renderer is the last.
  private var review: RendererReview?
  /// SDL's name of the accelerated renderer.
  private let acceleratedName: String
  private let standIn: StandInProcessor?
  /// How often something has hinted at another display.
  private var hintsOfDisplay = 0
  private var isWaitingForDisplay = false

  /// Seconds that a window stays on a display before that is looked at: one that is dragged may be on its way.
  private static let settlingTime = 0.3

  /// Makes the first renderer.
  /// - Throws: `SDLError` when none can be made.
  package init(
    window: Window, rule: RendererRule, isPaced: Bool, engine: SDLTextEngine, standIn: StandInProcessor?
  ) throws(SDLError) {
    self.window = window
    self.isPaced = isPaced
    self.standIn = standIn
    var way = RendererRule.Way.memory
    let choice = try rule.choose(isEmulated: { $0.isEmulated && standIn == nil }) { attempt throws(SDLError) in
      way = attempt
      return try Self.make(attempt, window: window, isPaced: isPaced)
    }
    let renderer = choice.renderer
    acceleratedName = renderer.name
    backend = SDLRenderBackend(renderer: renderer, engine: engine, reason: choice.reason)
    presenter = renderer.presenter as? WaylandPresenter
    backend.presenterDidFail = { reason in
      // The frame that was made is to be over.
      DispatchQueue.main.async { UIApplication.current?.handle(.showingFailed(reason)) }
    }
    // Measured runs are the same whatever the display.
    guard isPaced else { return }
    review = RendererReview(rule, way: way, isEmulated: renderer.isEmulated && standIn == nil)
    timeFrames()
  }

  /// Pixels of the display that the window is on; 0 where the driver does not say.
  private var displayPixels: Int {
    guard let size = window.displaySize else { return 0 }
    // In the desktop's units on Wayland, and in pixels on X11, which has no others.
    return Int(Double(size.width) * Double(size.height) * window.pixelsPerPoint * window.pixelsPerPoint)
  }

  private static func make(
    _ way: RendererRule.Way, named name: String? = nil, window: Window, isPaced: Bool
  ) throws(SDLError) -> Renderer {
    switch way {
    case .accelerated: try Renderer(window: window, kind: .accelerated, synchronized: isPaced, named: name)
    case .memory: try Renderer(window: window, kind: .software, synchronized: false)
    case .sharedMemory: try makePresentedRenderer(window, isPaced: isPaced)
    }
  }

  private static func makePresentedRenderer(_ window: Window, isPaced: Bool) throws(SDLError) -> Renderer {
    guard let handles = window.waylandHandles else {
      throw SDLError(function: "SDL_GetWindowWMInfo", reason: "the window has no Wayland surface")
    }
    let presenter: WaylandPresenter
    do throws(WaylandPresenter.Unavailable) {
      presenter = try WaylandPresenter(
        display: handles.display, surface: handles.surface, isPaced: isPaced, window: window.extent)
    } catch {
      throw SDLError(function: "shared memory", reason: "\(error)", isForMemory: error.isForMemory)
    }
    return try Renderer(window: window, presenter: presenter)
  }

  // MARK: Another renderer

  /// The window may have come to another display, which is looked at once it has stayed there.
  package func displayMayHaveChanged() {
    guard let review, !review.isClosed else { return }
    hintsOfDisplay += 1
    if !isWaitingForDisplay { waitForDisplay() }
  }

  /// Looks at the display when no more hints come.
  private func waitForDisplay() {
    isWaitingForDisplay = true
    let hints = hintsOfDisplay
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.settlingTime) { [weak self] in
      guard let self else { return }
      guard hints == hintsOfDisplay else { return waitForDisplay() }
      isWaitingForDisplay = false
      lookAtDisplay()
    }
  }

  private func lookAtDisplay() {
    carryOut { $0.windowCame(toDisplayOf: displayPixels, isMadeForOpenGL: window.isMadeForOpenGL) }
    // Those of the display before do not count.
    timeFrames()
  }

  private func timeFrames() {
    guard review?.wantsTimes == true else { return }
    backend.timeFrames(RendererReview.timedFrames) { [weak self] median in
      // The frame that was timed last is to be over.
      DispatchQueue.main.async { self?.framesWereTimed(median) }
    }
  }

  private func framesWereTimed(_ median: Double) {
    let size = window.pixelSize
    carryOut {
      $0.frames(
        took: standIn?.frameSeconds ?? median, pixels: size.width * size.height, onDisplayOf: displayPixels)
    }
  }

  private func carryOut(_ decide: (inout RendererReview) -> RendererReview.Decision?) {
    guard var review, case let before = review.way, let decision = decide(&review) else { return }
    if decision.way == before {
      backend.reason = decision.reason
    } else {
      do throws(SDLError) {
        try backend.exchangeRenderer(reason: decision.reason, isSDLs: decision.way != .sharedMemory) {
          () throws(SDLError) in
          try makeAgain(decision.way)
        } again: { () throws(SDLError) in
          try makeAgain(before)
        }
      } catch {
        backend.reason = review.failed("\(error)").reason
      }
      presenter = backend.presenter as? WaylandPresenter
    }
    self.review = review
    guard backend.canDraw else {
      UIApplication.current?.handle(.displayLost("no renderer can be made: \(backend.reason)"))
      return
    }
    // Size and scale may be others, all pixels are.
    UIApplication.current?.handle(.window(.displayChanged))
  }

  private func makeAgain(_ way: RendererRule.Way) throws(SDLError) -> Renderer {
    // Another driver would have SDL make the window anew.
    let renderer = try Self.make(
      way, named: way == .accelerated ? acceleratedName : nil, window: window, isPaced: isPaced)
    guard way != .accelerated || !renderer.isEmulated || standIn != nil else {
      throw SDLError(function: "SDL_CreateRenderer", reason: "OpenGL is emulated")
    }
    return renderer
  }
}
