import Expectations
import Foundation
import Testing

@testable import Desktop
@testable import SDL

@Suite("The SDL in the process")
struct LoadedSDLTests {
  @Test("it is told by its version, sdl2-compat with the SDL 3 behind it")
  func names() {
    expectEqual(LoadedSDL(version: .init(2, 26, 5), behind: nil).description, "2.26.5")
    let layer = LoadedSDL(version: .init(2, 32, 74), behind: .init(3, 4, 18))
    expect(layer.description == "2.32.74 (sdl2-compat on SDL 3.4.18)" && layer.isCompatibilityLayer)
    expectEqual(LoadedSDL(version: .init(2, 32, 50), behind: nil).description, "2.32.50 (sdl2-compat)")
    expect(!LoadedSDL(version: .init(2, 32, 10), behind: nil).isCompatibilityLayer)
  }

  @Test("one that is older than 2.26 is refused in a line that names both versions")
  func tooOld() throws {
    let problem = try #require(LoadedSDL(version: .init(2, 24, 2), behind: nil).problem)
    expect(problem.contains("SDL 2.26.0 or newer is needed, this is 2.24.2"))
    expect(LoadedSDL(version: .init(2, 26, 0), behind: nil).problem == nil)
    expect(LoadedSDL.inProcess.problem == nil)
  }

  @Test("displays of this machine are found by their sockets, others are not asked")
  func sockets() {
    expectEqual(DisplayServer.socketPath(ofX11: ":3"), "/tmp/.X11-unix/X3")
    expectEqual(DisplayServer.socketPath(ofX11: ":12.1"), "/tmp/.X11-unix/X12")
    for name in ["host:3", "[::1]:0", "", ":", ":a", "3", ":-1"] {
      expect(DisplayServer.socketPath(ofX11: name) == nil)
    }
    expectEqual(DisplayServer.description([:]), "no display")
    expectEqual(DisplayServer.description(["DISPLAY": "far.example:0"]), "x11")
    expectEqual(DisplayServer.description(["DISPLAY": ":3", "WAYLAND_DISPLAY": "/nowhere"]), "wayland")
    expectEqual(DisplayServer.description(["SDL_VIDEODRIVER": "dummy", "DISPLAY": ":3"]), "dummy")
  }
}

extension Headless {
  @Test(
    "what sdl2-compat does for programs of old is taken back; what the user's environment says goes first",
    arguments: [
      ("SDL_VIDEO_WAYLAND_SCALE_TO_DISPLAY", "0"), ("SDL_VIDEO_SYNC_WINDOW_OPERATIONS", "0"),
      ("SDL_MOUSE_INTEGER_MODE", "1"),
    ])
  func overrides(name: String, value: String) throws {
    expectEqual(SDLContext.hint(name), value)
    SDLContext.forgetHint(name)
    setenv(name, "7", 1)
    defer { unsetenv(name) }
    let other = try SDLContext(display: .headless)
    expectEqual(SDLContext.hint(name), "7")
    withExtendedLifetime(other) {}
  }
}
