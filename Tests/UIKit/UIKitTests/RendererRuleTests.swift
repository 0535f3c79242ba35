import Expectations
import SDL
import Testing
import UIKitCore

@testable import Raster

/// Which renderer is taken, with stand-ins for all of them.
@MainActor @Suite struct RendererRuleTests {
  /// A renderer that is no more than its name.
  private struct StandIn {
    let way: RendererRule.Way
    let isEmulated: Bool
  }

  /// What a machine can do.
  struct Machine: Sendable {
    var wish: UIApplicationLaunchConfiguration.Renderer = .auto
    var driver: String
    var device = false
    var openGL = OpenGL.emulated
    var sharesMemory = true
    var hasMemory = true
    var isHeadless = false

    enum OpenGL: Sendable { case real, emulated, missing }
  }

  /// What the last choice has tried.
  private var tried: [RendererRule.Way] = []

  /// - Returns: what was taken, why, and what was tried.
  private mutating func choose(_ machine: Machine) throws(SDLError) -> (RendererRule.Way, String, [RendererRule.Way]) {
    let rule = RendererRule(
      wish: machine.wish, videoDriver: machine.driver, isHeadless: machine.isHeadless,
      hasGraphicsProcessor: machine.device)
    tried = []
    let choice = try rule.choose(isEmulated: \StandIn.isEmulated) { way throws(SDLError) in
      tried.append(way)
      switch way {
      case .accelerated:
        guard machine.openGL != .missing else { throw SDLError(function: "SDL_CreateRenderer", reason: "no OpenGL") }
        return StandIn(way: way, isEmulated: machine.openGL == .emulated)
      case .sharedMemory:
        guard machine.hasMemory else {
          throw SDLError(function: "shared memory", reason: "no memory", isForMemory: true)
        }
        guard machine.sharesMemory else { throw SDLError(function: "shared memory", reason: "no wl_shm") }
        return StandIn(way: way, isEmulated: false)
      case .memory: return StandIn(way: way, isEmulated: false)
      }
    }
    return (choice.renderer.way, choice.reason, tried)
  }

  private static let table: [(Machine, RendererRule.Way)] = [
    (Machine(driver: "x11"), .memory),
    (Machine(driver: "x11", device: true), .memory),
    (Machine(driver: "x11", device: true, openGL: .real), .accelerated),
    (Machine(driver: "x11", device: true, openGL: .missing), .memory),
    (Machine(driver: "wayland"), .sharedMemory),
    (Machine(driver: "wayland", openGL: .missing), .sharedMemory),
    (Machine(driver: "wayland", device: true), .sharedMemory),
    (Machine(driver: "wayland", device: true, openGL: .real), .accelerated),
    (Machine(driver: "wayland", device: true, openGL: .real, sharesMemory: false), .accelerated),
    (Machine(driver: "wayland", device: true, openGL: .missing), .sharedMemory),
    (Machine(driver: "wayland", sharesMemory: false), .accelerated),
    (Machine(driver: "wayland", device: true, sharesMemory: false), .accelerated),
    (Machine(driver: "wayland", openGL: .missing, sharesMemory: false), .memory),
    (Machine(driver: "dummy", isHeadless: true), .memory),
    (Machine(driver: "dummy", device: true, openGL: .real, isHeadless: true), .memory),
    (Machine(wish: .software, driver: "x11", device: true, openGL: .real), .memory),
    (Machine(wish: .software, driver: "wayland", device: true, openGL: .real), .sharedMemory),
    (Machine(wish: .software, driver: "wayland", sharesMemory: false), .memory),
    (Machine(wish: .software, driver: "dummy", isHeadless: true), .memory),
    (Machine(wish: .accelerated, driver: "x11"), .accelerated),
    (Machine(wish: .accelerated, driver: "wayland"), .accelerated),
  ]

  @Test("a window is drawn by a graphics processor, else in memory; OpenGL is emulated only where nothing else shows")
  mutating func decisions() throws {
    for (machine, expected) in Self.table {
      let (way, reason, _) = try choose(machine)
      expectEqual(way, expected, "\(machine): \(way), \(reason)")
    }
  }

  @Test("without a device for it OpenGL, which would load a compiler, is not asked as long as memory can be shared")
  mutating func untouched() throws {
    for driver in ["x11", "wayland", "dummy"] {
      try expect(!choose(Machine(driver: driver, isHeadless: driver == "dummy")).2.contains(.accelerated))
    }
  }

  @Test("the reason says what stood in the way of something better")
  mutating func reasons() throws {
    try expectEqual(choose(Machine(driver: "wayland")).1, "no graphics processor")
    try expectEqual(choose(Machine(driver: "wayland", device: true)).1, "no graphics processor; OpenGL is emulated")
    try expectEqual(
      choose(Machine(driver: "wayland", sharesMemory: false)).1,
      "SDL shows memory by OpenGL here; shared memory: no wl_shm")
  }

  @Test("where the system lacks memory to share nothing else is tried: OpenGL would need the same")
  mutating func memory() {
    for wish in [.auto, .software] as [UIApplicationLaunchConfiguration.Renderer] {
      for device in [false, true] {
        #expect(throws: SDLError(function: "shared memory", reason: "no memory", isForMemory: true)) {
          try choose(Machine(wish: wish, driver: "wayland", device: device, hasMemory: false))
        }
        expect(tried.last == .sharedMemory && tried.contains(.accelerated) == (device && wish == .auto))
      }
    }
  }

  @Test("a renderer that was asked for and cannot be made is an error, not another renderer")
  mutating func refused() {
    #expect(throws: SDLError(function: "SDL_CreateRenderer", reason: "no OpenGL")) {
      try choose(Machine(wish: .accelerated, driver: "x11", openGL: .missing))
    }
  }
}
