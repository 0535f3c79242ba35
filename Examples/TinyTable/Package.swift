// swift-tools-version: 6.2
import PackageDescription

// Depends on SDL2 and SDL2_ttf alone, not on Anole.
let package = Package(
  name: "TinyTable",
  targets: [
    .systemLibrary(
      name: "CSDL2", pkgConfig: "SDL2_ttf", providers: [.apt(["libsdl2-ttf-dev"]), .yum(["SDL2_ttf-devel"])]),
    .executableTarget(name: "TinyTable", dependencies: ["CSDL2"], swiftSettings: [.defaultIsolation(MainActor.self)]),
  ]
)
