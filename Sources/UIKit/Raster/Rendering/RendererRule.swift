package import Desktop
internal import SDL
import UIKitCore

/// Which renderer draws a window at first.
///
/// A graphics processor draws where there is one: it scales with the window's pixels, and the others do not. Everything
/// else is drawn by the processor, which is faster in memory than by emulating OpenGL, as long as the display can show
/// memory. X11 can by SDL (MIT-SHM), Wayland by memory shared with the compositor. OpenGL on the processor is left for
/// Wayland compositors that take no memory from programs, where SDL would use it anyway to show the window; it is no way
/// out where the system has no memory to share.
/// `RendererReview` is the rule for what follows.
package struct RendererRule {
  package typealias Wish = UIApplicationLaunchConfiguration.Renderer

  /// A way to draw and show frames.
  package enum Way: Equatable {
    /// OpenGL, on whatever it runs.
    case accelerated
    /// Memory shared with a Wayland compositor.
    case sharedMemory
    /// Memory that SDL shows.
    case memory
  }

  /// A way that is tried, and what it is taken for.
  package struct Attempt: Equatable {
    package let way: Way
    /// Taken only where no processor stands in for a graphics processor.
    package var mustBeReal = false
    /// Why it is tried, for traces.
    package let reason: String
  }

  package var wish: Wish
  /// SDL's name of what shows the window.
  package var videoDriver: String
  package var isHeadless: Bool
  /// There is a device that OpenGL might use.
  package var hasGraphicsProcessor: Bool

  /// - Parameters:
  ///   - wish: the renderer that is asked for.
  ///   - videoDriver: SDL's name of what shows the window.
  ///   - isHeadless: whether no display shows it.
  ///   - hasGraphicsProcessor: whether there is a device that OpenGL might use.
  package init(wish: Wish, videoDriver: String, isHeadless: Bool, hasGraphicsProcessor: Bool) {
    self.wish = wish
    self.videoDriver = videoDriver
    self.isHeadless = isHeadless
    self.hasGraphicsProcessor = hasGraphicsProcessor
  }

  /// The renderers to try, the best first. The last one is taken as it is.
  package var attempts: [Attempt] {
    let isWayland = videoDriver == "wayland" && !isHeadless
    switch wish {
    case .accelerated: return [Attempt(way: .accelerated, reason: "asked for")]
    case .software:
      let memory = Attempt(way: .memory, reason: "asked for")
      return isWayland ? [Attempt(way: .sharedMemory, reason: "asked for"), memory] : [memory]
    case .auto:
      var attempts: [Attempt] = []
      if hasGraphicsProcessor, !isHeadless {
        attempts.append(Attempt(way: .accelerated, mustBeReal: true, reason: "there is a graphics processor"))
      }
      if isWayland {
        attempts.append(Attempt(way: .sharedMemory, reason: "no graphics processor"))
        attempts.append(Attempt(way: .accelerated, reason: "SDL shows memory by OpenGL here"))
      }
      return attempts + [Attempt(way: .memory, reason: isHeadless ? "no display" : "no graphics processor")]
    }
  }

  /// Makes renderers until one is taken.
  /// - Parameters:
  ///   - isEmulated: whether the processor stands in for a graphics processor.
  ///   - make: makes one that draws in a certain way.
  /// - Returns: it, and why it was taken in words for traces, with what stood in the way of others.
  /// - Throws: what the last attempt threw, or the first that lacked memory.
  @MainActor
  func choose<Renderer>(
    isEmulated: (Renderer) -> Bool, make: (Way) throws(SDLError) -> Renderer
  ) throws(SDLError) -> (renderer: Renderer, reason: String) {
    var obstacles: [String] = []
    var failure: SDLError?
    for attempt in attempts {
      do throws(SDLError) {
        let renderer = try make(attempt.way)
        guard attempt.mustBeReal, isEmulated(renderer) else {
          return (renderer, ([attempt.reason] + obstacles).joined(separator: "; "))
        }
        obstacles.append("OpenGL is emulated")
      } catch {
        // OpenGL would need the same memory, and Mesa ends the program without it.
        guard !error.isForMemory else { throw error }
        obstacles.append("\(error)")
        failure = error
      }
    }
    throw failure ?? SDLError(function: "SDL_CreateRenderer", reason: "no renderer can be made")
  }
}

/// Whether a window's renderer is exchanged while the window is open.
///
/// Only `auto` does, and only where it found a graphics processor: without one there is nothing to choose. Not in measured
/// runs, which are to be the same whatever the display. A renderer that was asked for is never exchanged.
///
/// - The first frames of the processor on a display are timed, each until all of it is drawn and without waiting for the
///   display; frames with new texts or textures do not count. When the median is more than `limit` times what memory is
///   known to take for a window of that many pixels, memory draws from then on.
/// - A window in memory that comes to a display of at least `largerDisplay` times the pixels of every one that the
///   processor has drawn on tries the processor again: memory's cost grows with the pixels, that of a poor driver is
///   mostly the same for each frame.
/// - A processor that passed on one display is timed anew on each, and given up only for frames that are dearer by
///   another `provenPatience` times.
///
/// So a window on the border of two displays does not go to and fro: each return to the processor takes a display twice as
/// large as all before. A processor that turns out to be emulated, or that cannot draw when it is tried again, is not
/// tried any more, and emulated OpenGL never takes the place of memory.
///
/// A window that was opened without OpenGL stays without. `SDL_CreateRenderer` does give such a window to OpenGL, by
/// destroying the server's window and making another, with another number on X11 and another surface on Wayland: it goes
/// and comes before the user's eyes, without the keyboard at first, and a Wayland compositor places it anew. Whether a
/// processor draws a window first is decided before it is shown, and one that OpenGL has drawn keeps its window through
/// every exchange, so this keeps nothing from a machine that has one.
///
/// No real graphics processor was measured: the machine that this was written on has none. The limits are
/// made so that one that takes a millisecond or two for a frame stays. They are tested with stand-ins, and the exchange
/// itself with Mesa's emulation counted as a processor.
struct RendererReview {
  typealias Way = RendererRule.Way

  /// A decision, where there was something to decide.
  struct Decision: Equatable {
    var way: Way
    /// For traces.
    var reason: String
  }

  /// Frames that are timed on a display.
  static let timedFrames = 15
  /// More than so many times memory's cost is clearly more.
  static let limit = 3.0
  /// Times as dear frames of a processor may be that has passed before.
  static let provenPatience = 2.0
  /// Times as many pixels a display must have for another try.
  static let largerDisplay = 2

  /// Seconds that memory takes at most for a frame of a window of so many pixels, on a slow machine. A frame of a scrolled
  /// table, shown by the X server, was measured to take 0.2 ms in a window of a million pixels, 2 ms in one of eight.
  static func memoryCost(pixels: Int) -> Double { 0.0005 + 0.5e-9 * Double(pixels) }

  /// How the window is drawn.
  private(set) var way: Way
  /// How it is drawn where the processor is not worth it.
  private let memory: Way
  /// The pixels of the display that the window is on. Not known before the first frames were timed: on Wayland a window has
  /// no display before it is shown.
  private var display = 0
  /// The pixels of the largest display that the processor has drawn on.
  private var largest = 0
  private var hasPassed = false
  /// Whether the coming frames are to be timed.
  private(set) var wantsTimes = true
  /// Nothing will be decided any more.
  private(set) var isClosed = false

  /// - Parameters:
  ///   - rule: by which the first renderer was taken.
  ///   - way: how that one draws.
  ///   - isEmulated: whether the processor stands in for a graphics processor.
  /// - Returns: nil where nothing will ever be decided.
  init?(_ rule: RendererRule, way: Way, isEmulated: Bool) {
    guard rule.wish == .auto, !rule.isHeadless, rule.hasGraphicsProcessor, way == .accelerated, !isEmulated else {
      return nil
    }
    self.way = way
    memory = rule.videoDriver == "wayland" ? .sharedMemory : .memory
  }

  /// The window came to a display.
  /// - Parameters:
  ///   - pixels: of the display; 0 where that is not known.
  ///   - isMadeForOpenGL: whether OpenGL can draw the window as it is.
  /// - Returns: nil on the display it was on, while frames are timed anyway, and where nothing can be decided.
  mutating func windowCame(toDisplayOf pixels: Int, isMadeForOpenGL: Bool) -> Decision? {
    guard !isClosed, !wantsTimes, pixels > 0, pixels != display else { return nil }
    display = pixels
    let words = "a display of \(Self.millions(pixels)) pixels"
    if way == .accelerated {
      largest = max(largest, pixels)
      wantsTimes = true
      return Decision(way: way, reason: "there is a graphics processor, timed anew on \(words)")
    }
    guard isMadeForOpenGL else {
      isClosed = true
      return Decision(way: way, reason: "the window would have to be made anew for the graphics processor")
    }
    guard pixels >= Self.largerDisplay * largest else {
      return Decision(
        way: way,
        reason: "the graphics processor was too slow on \(Self.millions(largest)) pixels, and this is \(words)")
    }
    largest = pixels
    way = .accelerated
    wantsTimes = true
    return Decision(way: way, reason: "the graphics processor is tried again on \(words)")
  }

  /// Frames of the processor were timed.
  /// - Parameters:
  ///   - median: of their times, in seconds.
  ///   - pixels: of the window.
  ///   - display: the pixels of the display that it is on; 0 where that is not known.
  /// - Returns: nil where nothing is to be timed.
  mutating func frames(took median: Double, pixels: Int, onDisplayOf display: Int) -> Decision? {
    guard wantsTimes else { return nil }
    wantsTimes = false
    self.display = display
    largest = max(largest, display)
    let most = Self.memoryCost(pixels: pixels) * Self.limit * (hasPassed ? Self.provenPatience : 1)
    let words = "\(Self.milliseconds(median)) ms a frame, \(Self.milliseconds(most)) ms allowed"
    guard median > most else {
      hasPassed = true
      return Decision(way: way, reason: "there is a graphics processor: \(words)")
    }
    way = memory
    return Decision(way: way, reason: "the graphics processor is slow: \(words)")
  }

  /// The way that was decided for cannot be gone: the window goes on to be drawn as before.
  /// - Parameter obstacle: why.
  /// - Returns: the end of all decisions.
  mutating func failed(_ obstacle: String) -> Decision {
    isClosed = true
    wantsTimes = false
    way = way == .accelerated ? memory : .accelerated
    return Decision(way: way, reason: obstacle)
  }

  private static func millions(_ pixels: Int) -> String { "\((Double(pixels) / 1e5).rounded() / 10) million" }

  private static func milliseconds(_ seconds: Double) -> String { "\((seconds * 1e4).rounded() / 10)" }
}

/// Emulated OpenGL that counts as a graphics processor, for tests on machines without one. `ANOLE_STAND_IN_PROCESSOR` asks
/// for it, with the milliseconds that each of its frames is taken for.
package struct StandInProcessor {
  let frameSeconds: Double

  package init?(_ environment: EnvironmentVariables) {
    guard let value = environment["ANOLE_STAND_IN_PROCESSOR"].flatMap(Double.init) else { return nil }
    frameSeconds = value / 1000
  }
}
