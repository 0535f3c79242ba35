// swift-tools-version: 6.2
import PackageDescription

// Depends on SDL2 and SDL2_ttf alone, not on Anole.
let package = Package(
  name: "TinyTable",
  targets: [
    // Without pkg-config, whose answer for SDL holds a flag that SwiftPM warns of.
    .systemLibrary(name: "CSDL2"),
    .executableTarget(name: "TinyTable", dependencies: ["CSDL2"], swiftSettings: [.defaultIsolation(MainActor.self)]),
  ]
)
