// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that no user of Anole fetches the benchmark
// library. The modules below UIKit and the test fakes are links to the same sources: built
// inside of this package, their `package` declarations can be measured.
let measured: [Target.Dependency] = [
  "UIKitCore", "Pixels", "Primitives", "TableModel", "Typesetting", "ConstraintSolver",
]

let package = Package(
  name: "Benchmarks",
  dependencies: [
    .package(url: "https://github.com/google/swift-benchmark", from: "0.1.0"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.1.0"),
  ],
  targets: [
    .target(name: "SymbolDefinitions"),
    .target(name: "Pixels"),
    .target(name: "Primitives", dependencies: ["Pixels"]),
    .target(name: "ConstraintSolver"),
    .target(name: "TableModel"),
    .target(name: "Typesetting", dependencies: ["Pixels", "Primitives"]),
    .target(
      name: "UIKitCore",
      dependencies: [
        "Pixels", "Primitives", "SymbolDefinitions", "ConstraintSolver", "TableModel", "Typesetting",
        .product(name: "Histogram", package: "hdrhistogram-swift"),
      ]),
    .target(name: "Diffable", dependencies: measured),
    .target(name: "Instruments", dependencies: measured),
    .target(name: "UIKitGrid", dependencies: measured),
    .target(name: "RandomSupport"),
    .target(name: "TypesettingSupport", dependencies: ["Typesetting", "Pixels", "Primitives", "RandomSupport"]),
    .target(
      name: "TestSupport",
      dependencies: measured + ["UIKitGrid", "Instruments", "TypesettingSupport", "RandomSupport"]),
    .executableTarget(
      name: "TableBenchmarks",
      dependencies: measured + [
        "Diffable", "TestSupport", "TypesettingSupport", "RandomSupport",
        .product(name: "Benchmark", package: "swift-benchmark"),
      ]),
  ]
)
