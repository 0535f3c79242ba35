import Expectations
import Testing

@testable import SDL

@Suite("SDLError")
struct SDLErrorTests {
  @Test("An error names the function and what the library said")
  func description() {
    let error = SDLError(function: "SDL_CreateWindow", reason: "out of windows")
    expectEqual(error.description, "SDL_CreateWindow: out of windows")
  }

  @Test("An error without a reason says so")
  func emptyReason() {
    expectEqual(SDLError(function: "F", reason: "").reason, "no reason given")
  }

  @Test("The funnel passes answers through and throws for null and negative ones")
  func funnel() throws {
    try expectEqual(check("F") { Optional(3) }, 3)
    try expectEqual(checkStatus("F") { 2 }, 2)
    #expect(throws: SDLError.self) { try check("F") { Int?.none } }
    #expect(throws: SDLError.self) { try checkStatus("F") { -1 } }
  }
}
