import Foundation
import Testing

@testable import SDL

@Suite("What the desktop says: scale and bus")
struct DesktopTests {
  @Test(
    "the scale is the larger of GDK_SCALE and the resolution of text, between 1 and 4",
    arguments: [
      (nil, [:], 1), (96, [:], 1), (144, [:], 1.5), (192, [:], 2), (120, [:], 1.25), (72, [:], 1),
      (nil, ["GDK_SCALE": "2"], 2), (144, ["GDK_SCALE": "1"], 1.5), (192, ["GDK_SCALE": "2"], 2),
      (nil, ["GDK_SCALE": "2", "GDK_DPI_SCALE": "0.75"], 1.5), (nil, ["GDK_SCALE": "large"], 1),
      (nil, ["GDK_SCALE": "-2"], 1), (nil, ["GDK_SCALE": "inf"], 1), (1e9, [:], 4),
    ] as [(Double?, [String: String], Double)])
  func scale(resolution: Double?, environment: [String: String], expected: Double) {
    #expect(Window.desktopScale(textResolution: resolution, environment: environment) == expected)
  }

  @Test("the resolution of text is read from the resources of the X server")
  func resources() {
    #expect(DisplayConnection.textResolution(inResources: "") == nil)
    #expect(DisplayConnection.textResolution(inResources: "Xft.dpi:\t144\nXcursor.size:\t24\n") == 144)
    #expect(DisplayConnection.textResolution(inResources: "Xft.antialias:\t1\nXft.dpi:  168.5") == 168.5)
    for text in ["Xft.dpi:", "Xft.dpi: none", "Xft.dpi: nan", "Xft.dpi: -96", "Xft.dpi 96", "MyXft.dpi: 96"] {
      #expect(DisplayConnection.textResolution(inResources: text) == nil, "\(text)")
    }
  }

  @Test("a bus is where the environment says, and none is started")
  func address() {
    #expect(DesktopBus.address([:]) == nil)
    #expect(DesktopBus.address(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"]) == "unix:path=/x")
    #expect(DesktopBus.address(["DBUS_SESSION_BUS_ADDRESS": "autolaunch:"]) == nil)
    #expect(DesktopBus.address(["XDG_RUNTIME_DIR": "/nowhere"]) == nil)
    #expect(DesktopBus(environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus"]) == nil)
    #expect(DesktopBus(environment: ["DBUS_SESSION_BUS_ADDRESS": "nonsense"]) == nil)
  }
}
