@preconcurrency import Benchmark

@main
@MainActor
enum TableBenchmarks {
  static func main() {
    Benchmark.main([
      makeViewTreeSuite(), makeRowHeightIndexSuite(), makeTilingSuite(),
      makeTableSuite(), makeTextSuite(), makeDisplayListSuite(),
      makeUpdatesSuite(), makeSelectionSuite(), makeSelfSizingSuite(), makeHeightServiceSuite(), makeDiffSuite(),
      makeAutoLayoutSuite(),
    ])
  }
}

extension BenchmarkSuite {
  /// A benchmark that runs on the main actor, where the runner calls it.
  @MainActor
  func onMain(_ name: String, _ body: @escaping @MainActor () -> Void) {
    benchmark(name) { MainActor.assumeIsolated(body) }
  }
}
