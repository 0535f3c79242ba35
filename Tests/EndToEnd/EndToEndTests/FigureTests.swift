import Expectations
import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// What `--stats` reports of scripted runs.
  @Suite("Figures", .serialized, .timeLimit(.minutes(4)))
  struct FigureTests {
    private static func stress(_ arguments: String..., frames: Int) async throws -> DemoStatistics {
      let run = try await ScriptedRun(
        ["--headless", "--screen", "stress", "--size", "1280x800", "--frames", "\(frames)"] + arguments,
        within: 200)
      expectEqual(run.status, 0, "\(run.errors)")
      return try #require(run.statistics)
    }

    @Test("every frame asked for is drawn, and its cost has an order")
    func frames() async throws {
      let statistics = try await Self.stress("--rows", "1000", "--scroll", "37", frames: 120)
      expectEqual(statistics.frames, 120)
      expectEqual(statistics.rows, 1000)
      expect(statistics.frameMs.p50 > 0)
      expect(statistics.frameMs.p50 <= statistics.frameMs.p95)
      expect(statistics.frameMs.p95 <= statistics.frameMs.p99)
      expect(statistics.frameMs.p99 <= statistics.frameMs.max)
      expect(statistics.stageMs.layout > 0)
      expect(statistics.stageMs.draw > 0)
      expect(statistics.startupMs > 1)
      expect(statistics.peakRssMb > 5)
    }

    @Test("in a window frames come at the display's rate")
    func paced() async throws {
      let display = try await VirtualDisplay()
      let run = try await ScriptedRun(
        ["--screen", "stress", "--rows", "1000", "--frames", "60", "--paced"], on: display)
      expectEqual(run.status, 0, "\(run.errors)")
      let statistics = try #require(run.statistics)
      expectEqual(statistics.frames, 60)
      expect((20...500).contains(statistics.refreshRate), "\(statistics.refreshRate)")
      expect(statistics.intervalMs.mean > 900 / statistics.refreshRate)
      expect(statistics.firstFrameAtMs > 0)
    }

    @Test("10,000 frames of scrolling create at most three cells more than are visible")
    func cellsCreated() async throws {
      let statistics = try await Self.stress("--rows", "1000000", "--scroll", "37", frames: 10_000)
      expect(statistics.cells.visible >= 13)
      expect(statistics.cells.created <= statistics.cells.visible + 3)
      expect(statistics.cells.dequeued > 5000)
    }

    @Test("no texture is created after the first 100 frames")
    func textures() async throws {
      let short = try await Self.stress("--rows", "1000000", frames: 100)
      let long = try await Self.stress("--rows", "1000000", frames: 10_000)
      expectEqual(long.textureCreations, short.textureCreations)
      expect(long.text.rasterized > short.text.rasterized)
    }

    @Test("random jumps through a billion rows create no more cells than scrolling")
    func jumps() async throws {
      let statistics = try await Self.stress("--rows", "1000000000", "--jump", frames: 300)
      expect(statistics.cells.created <= statistics.cells.visible + 3)
    }

    @Test("a billion rows take as much memory as a thousand, within 2 MB")
    func memory() async throws {
      let few = try await Self.stress("--rows", "1000", frames: 300)
      let many = try await Self.stress("--rows", "1000000000", frames: 300)
      expectEqual(many.rows, 1_000_000_000)
      expect(abs(many.peakRssMb - few.peakRssMb) < 2, "\(few.peakRssMb) MB, \(many.peakRssMb) MB")
    }

    @Test("Latin, Chinese, Japanese, Korean, Arabic, Devanagari and emoji all have glyphs")
    func corpus() async throws {
      let scratch = try ScratchDirectory()
      let file = scratch.path("corpus.txt")
      let corpus = """
        Zażółć gęślą jaźń, naïve façade
        床前明月光，疑是地上霜
        いろはにほへと ちりぬるを カタカナ
        다람쥐 헌 쳇바퀴에 타고파
        صِف خَلقَ خَودِ كَمِثلِ الشَمسِ
        ऋषियों को सताने वाले दुष्ट
        😀 🎉 🚀 👍🏽 👩‍👩‍👧 🇯🇵
        """
      try corpus.write(toFile: file, atomically: true, encoding: .utf8)
      let run = try await ScriptedRun([file, "--headless", "--frames", "30"])
      expectEqual(run.status, 0, "\(run.errors)")
      let statistics = try #require(run.statistics)
      expectEqual(statistics.screen, "file")
      expect(statistics.text.rasterized >= 7)
      expectEqual(statistics.text.missingGlyphs, 0)
    }

    @Test("a trace keeps to the trace event format, and every frame has its stages inside")
    func trace() async throws {
      let scratch = try ScratchDirectory()
      let file = scratch.path("trace.json")
      _ = try await Self.stress("--rows", "1000", "--trace", file, frames: 50)
      let check = try TraceEventCheck(json: Data(contentsOf: URL(filePath: file)))
      expectEqual(check.problems, [])
      let spans = check.events.filter { $0["ph"] as? String == "X" }
      func count(_ name: String) -> Int { spans.count { $0["name"] as? String == name } }
      expectEqual(count("frame"), 50)
      for stage in ["layout", "draw", "present"] { expectEqual(count(stage), 50, "\(stage)") }
      expect(count("events") >= 50)
      let counters = check.events.filter { $0["ph"] as? String == "C" }
      let names = Set(counters.compactMap { $0["name"] as? String })
      expect(names.isSuperset(of: ["counters", "existing", "idle cells"]))
    }

    @Test("a run as fast as possible has intervals, and no rate at which a frame could be missed")
    func uncapped() async throws {
      let uncapped = try await Self.stress("--rows", "1000", frames: 100)
      expectEqual(uncapped.refreshRate, 0)
      expectEqual(uncapped.missedFrames, 0)
      expect(uncapped.intervalMs.mean > 0)
      expect(uncapped.intervalMs.p50 <= uncapped.intervalMs.p99)
      expect(uncapped.intervalMs.p99 <= uncapped.intervalMs.max)
      expectEqual(Set(uncapped.cells.idleByIdentifier.keys), ["stress"])
      expectEqual(uncapped.cells.idleByIdentifier.values.reduce(0, +), uncapped.cells.idle)
    }
  }
}
