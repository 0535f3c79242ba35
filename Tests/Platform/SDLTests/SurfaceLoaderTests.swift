import Expectations
import Foundation
import Testing

@testable import SDL

@MainActor
@Suite("The Vulkan loader for windows without OpenGL")
struct SurfaceLoaderTests {
  private typealias Ask = @convention(c) (UnsafeRawPointer?, UnsafePointer<CChar>) -> UnsafeRawPointer?
  private typealias List =
    @convention(c) (UnsafePointer<CChar>?, UnsafeMutablePointer<UInt32>, UnsafeMutableRawPointer?) -> Int32

  @Test(
    "the Vulkan loader of windows without OpenGL is a library of one function, and names as many extensions as there is room for"
  )
  func extensions() throws {
    let file = try #require(SurfaceLoader.file).get()
    let library = try #require(dlopen("/proc/self/fd/\(file)", RTLD_NOW | RTLD_LOCAL), "\(String(cString: dlerror()))")
    defer { dlclose(library) }
    let ask = unsafeBitCast(try #require(dlsym(library, "vkGetInstanceProcAddr")), to: Ask.self)
    expect(dlsym(library, "vkCreateInstance") == nil && ask(nil, "vkCreateInstance") == nil)
    let list = unsafeBitCast(try #require(ask(nil, "vkEnumerateInstanceExtensionProperties")), to: List.self)
    var count: UInt32 = 0
    expect(list(nil, &count, nil) == 0 && count == 2)
    var properties = [UInt8](repeating: 0xFF, count: 3 * 260)
    for room in [1, 2, 3] {
      count = UInt32(room)
      expect(list(nil, &count, &properties) == 0 && count == min(room, 2))
    }
    let names = (0..<2).map { String(decoding: properties[($0 * 260)...].prefix { $0 != 0 }, as: UTF8.self) }
    expectEqual(names, ["VK_KHR_surface", "VK_KHR_wayland_surface"])
    expect(properties[520...].allSatisfy { $0 == 0xFF })
  }
}
