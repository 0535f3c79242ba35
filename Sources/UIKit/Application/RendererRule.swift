internal import SDL

/// Which renderer draws a window.
///
/// A graphics processor draws where there is one: it scales with the window's pixels, and the others do not. Everything
/// else is drawn by the processor, which is faster in memory than by emulating OpenGL, as long as the display can show
/// memory. X11 can by SDL (MIT-SHM), Wayland by memory shared with the compositor. OpenGL on the processor is left for
/// Wayland compositors with which no memory can be shared, where SDL would use it anyway to show the window.
struct RendererRule {
  typealias Wish = UIApplicationLaunchConfiguration.Renderer

  /// A way to draw and show frames.
  enum Way: Equatable {
    /// OpenGL, on whatever it runs.
    case accelerated
    /// Memory shared with a Wayland compositor.
    case sharedMemory
    /// Memory that SDL shows.
    case memory
  }

  /// A way that is tried, and what it is taken for.
  struct Attempt: Equatable {
    let way: Way
    /// Taken only where no processor stands in for a graphics processor.
    var mustBeReal = false
    /// Why it is tried, for traces.
    let reason: String
  }

  var wish: Wish
  /// SDL's name of what shows the window.
  var videoDriver: String
  var isHeadless: Bool
  /// There is a device that OpenGL might use.
  var hasGraphicsProcessor: Bool

  /// The renderers to try, the best first. The last one is taken as it is.
  var attempts: [Attempt] {
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
  /// - Throws: what the last attempt threw.
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
        obstacles.append("\(error)")
        failure = error
      }
    }
    throw failure ?? SDLError(function: "SDL_CreateRenderer", reason: "no renderer can be made")
  }
}
