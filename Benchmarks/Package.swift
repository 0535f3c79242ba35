// swift-tools-version: 6.0
import PackageDescription

// A package of its own, so that nobody who uses Anole fetches the benchmark
// library. UIKitCore and the test fakes are links to the same sources: built
// inside of this package, their `package` declarations can be measured.
let package = Package(
  name: "Benchmarks",
  dependencies: [
    .package(url: "https://github.com/google/swift-benchmark", from: "0.1.0"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.1.0"),
  ],
  targets: [
    .target(
      name: "UIKitCore",
      dependencies: [.product(name: "Histogram", package: "hdrhistogram-swift")]),
    .target(name: "TestSupport", dependencies: ["UIKitCore"]),
    .executableTarget(
      name: "TableBenchmarks",
      dependencies: [
        "UIKitCore", "TestSupport", .product(name: "Benchmark", package: "swift-benchmark"),
      ]),
  ]
)
