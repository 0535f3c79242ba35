// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Anole",
  products: [
    .library(name: "UIKit", targets: ["UIKit"]),
    .executable(name: "TableDemo", targets: ["TableDemo"]),
    .library(name: "AllocationCounter", type: .dynamic, targets: ["AllocationCounter"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.1.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CSDL2", pkgConfig: "sdl2", providers: [.apt(["libsdl2-dev"])]),
    .systemLibrary(
      name: "CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),
    .systemLibrary(
      name: "CHarfBuzz", pkgConfig: "harfbuzz", providers: [.apt(["libharfbuzz-dev"])]),
    .systemLibrary(
      name: "CFontconfig", pkgConfig: "fontconfig", providers: [.apt(["libfontconfig-dev"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    .target(
      name: "SDL",
      dependencies: ["CSDL2", "CFreeType", "CHarfBuzz", "CFontconfig", "CZlib"]),
    .target(
      name: "Assets",
      path: "Assets",
      exclude: ["PROVENANCE.md"],
      resources: [
        .embedInCode("countries.csv"), .embedInCode("Icon"), .embedInCode("SettingsIcons"),
        .embedInCode("Symbols"), .embedInCode("Texts"),
      ]),
    .target(name: "ConstraintSolver"),
    .target(name: "TableModel"),
    .target(
      name: "UIKitCore",
      dependencies: [
        "Assets", "ConstraintSolver", "TableModel", .product(name: "Histogram", package: "hdrhistogram-swift"),
      ]),
    .target(
      name: "UIKit",
      dependencies: ["UIKitCore", "SDL", .product(name: "Logging", package: "swift-log")]),
    .executableTarget(
      name: "TableDemo",
      dependencies: [
        "UIKit", "Assets", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ]),

    .target(name: "RandomSupport", path: "Tests/RandomSupport"),
    .target(name: "TestSupport", dependencies: ["UIKitCore", "RandomSupport"], path: "Tests/TestSupport"),
    .target(
      name: "TableModelSupport", dependencies: ["TableModel", "RandomSupport"], path: "Tests/TableModelSupport"),
    .testTarget(name: "TableModelTests", dependencies: ["TableModel", "TableModelSupport", "RandomSupport"]),
    .testTarget(name: "ConstraintSolverTests", dependencies: ["ConstraintSolver", "RandomSupport"]),
    .testTarget(name: "SDLTests", dependencies: ["SDL"]),
    .testTarget(name: "UIKitCoreTests", dependencies: ["UIKitCore", "TestSupport", "TableModelSupport"]),
    .testTarget(
      name: "UIKitTests",
      dependencies: ["UIKit", "SDL", "TestSupport", .product(name: "Logging", package: "swift-log")]),
    .testTarget(
      name: "TableDemoTests",
      dependencies: [
        "TableDemo", "TestSupport", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(name: "LoopProbe", dependencies: ["UIKit"], path: "Tests/LoopProbe"),
    .executableTarget(name: "ContractProbe", dependencies: ["UIKit"], path: "Tests/ContractProbe"),
    .executableTarget(
      name: "SoakProbe", dependencies: ["UIKit"], path: "Tests/SoakProbe", exclude: ["valgrind.supp"]),
    .executableTarget(
      name: "FrameProbe", dependencies: ["UIKit", "SDL", "TestSupport"], path: "Tests/FrameProbe"),
    .executableTarget(name: "AttackProbe", dependencies: ["UIKit", "TestSupport"], path: "Tests/AttackProbe"),
    .testTarget(name: "AttackProbeTests", dependencies: ["AttackProbe"]),
    .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
    .testTarget(
      name: "EndToEndTests", dependencies: ["TableDemo", "LoopProbe", "ContractProbe", "SoakProbe", "TestSupport"]),
  ]
)
