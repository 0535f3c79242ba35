import Expectations
import Foundation
import Testing

extension EndToEnd {
  /// The program in compositors that lack something or misbehave.
  @Suite(
    "In a faulty Wayland compositor", .serialized, .timeLimit(.minutes(2)),
    .enabled(if: FakeCompositor.isAvailable, "needs python3"))
  struct WaylandFaultTests {
    private func start(
      _ compositor: FakeCompositor, _ scratch: ScratchDirectory, _ arguments: String...
    ) throws -> ChildProcess {
      try ChildProcess(
        Tools.tableDemo,
        [
          "--screen", "stress", "--rows", "1000", "--size", "1000x800", "--stats", scratch.path("stats.json"),
          "--trace", scratch.path("trace.json"),
        ] + arguments, environment: compositor.environment)
    }

    /// Waits until the program has shown more frames than so many.
    private func waitForFrames(_ compositor: FakeCompositor, beyond count: Int = 0) async throws {
      try await waiting(for: "more than \(count) frames") { compositor.frames.count > count ? () : nil }
    }

    /// Waits until no frame came for longer than scroll bars stay before they fade, half a second; gives the number of
    /// frames.
    private func rest(_ compositor: FakeCompositor) async throws -> Int {
      var last = -1
      return try await waiting(for: "frames to end") {
        let count = compositor.frames.count
        defer { last = count }
        if count == last { return count }
        try await Task.sleep(for: .milliseconds(800))
        return nil
      }
    }

    /// Expects no frame and no work while nothing happens.
    private func expectRest(_ process: ChildProcess, _ compositor: FakeCompositor) async throws {
      let frames = try await rest(compositor)
      let before = process.cpuTime
      try await Task.sleep(for: .seconds(1))
      expect(process.cpuTime - before < 0.005)
      expectEqual(compositor.frames.count, frames)
    }

    @Test(
      "a window scrolls, rests and ends on a good compositor, an old one, one that keeps buffers and one that magnifies",
      arguments: [nil, .keepsBuffers, .isOld, .isMagnified] as [FakeCompositor.Fault?])
    func working(fault: FakeCompositor.Fault?) async throws {
      let compositor =
        if let fault { try await FakeCompositor(fault) } else { try await FakeCompositor() }
      let scratch = try ScratchDirectory()
      let process = try start(compositor, scratch)
      try await waitForFrames(compositor)
      let count = try await rest(compositor)
      compositor.turnWheel()
      try await waitForFrames(compositor, beyond: count + 1)
      try await expectRest(process, compositor)
      process.send(SIGTERM)
      try await expectEqual(process.exitStatus(), 0)
      expect(WaylandSession.ownErrors(of: process) == [] && compositor.lines("misuse") == [], "\(process.errors)")
      expectEqual(compositor.lines("window").count, 1)
      let figures = try DemoStatistics(path: scratch.path("stats.json"))
      expectEqual(figures.picture, "kept in shared memory, shown in parts")
    }

    @Test("a window shown from shared memory loads no OpenGL")
    func memory() async throws {
      let compositor = try await FakeCompositor()
      let scratch = try ScratchDirectory()
      let process = try start(compositor, scratch)
      try await waitForFrames(compositor)
      compositor.turnWheel()
      try await waitForFrames(compositor, beyond: 1)
      _ = try await rest(compositor)
      let file = try #require(FileHandle(forReadingAtPath: "/proc/\(process.pid)/maps"))
      let map = String(decoding: try #require(try file.readToEnd()), as: UTF8.self)
      expect(map.contains("libwayland-client"))
      // From SDL 2.28 on the library that chooses a driver is opened, and no driver.
      let version = try #require(map.firstMatch(of: /libSDL2-2\.0\.so\.0\.(\d+)/).flatMap { Int($0.1) })
      for library in (version < 2800 ? ["libEGL", "libGL"] : []) + ["LLVM", "_dri.so", "libgallium"] {
        expect(!map.contains(library), "\(library)")
      }
      process.send(SIGTERM)
      try await expectEqual(process.exitStatus(), 0)
    }

    @Test("the compositor is told of the row that changed, not of the window")
    func damage() async throws {
      let compositor = try await FakeCompositor()
      let scratch = try ScratchDirectory()
      let process = try start(compositor, scratch)
      // The pointer stands on a row, which is shaded: one row of the window's thirteen.
      try await waitForFrames(compositor, beyond: 1)
      let frames = compositor.frames
      expectEqual(frames[0], [1000, 800, 800_000])
      expect(frames[1][2] > 0 && frames[1][2] < 80_000, "\(frames[1])")
      process.send(SIGTERM)
      try await expectEqual(process.exitStatus(), 0)
    }

    @Test("one and a half pixels to a point are drawn as such, and not stretched")
    func fractional() async throws {
      let compositor = try await FakeCompositor(.isFractional)
      let scratch = try ScratchDirectory()
      let process = try start(compositor, scratch)
      try await waiting(for: "frames of 1500 x 1200") { compositor.frames.last?.prefix(2) == [1500, 1200] ? () : nil }
      expectEqual(compositor.lines("destination").last, "1000 800")
      // SDL 3 has taken the scale for the surface below, which is covered.
      expect(["1000 800", "1500 1200"].contains(compositor.lines("window").last))
      process.send(SIGTERM)
      try await expectEqual(process.exitStatus(), 0)
      expect(WaylandSession.ownErrors(of: process) == [] && compositor.lines("misuse") == [], "\(process.errors)")
      try expectEqual(DemoStatistics(path: scratch.path("stats.json")).scale, 1.5)
    }

    @Test("a window that comes to an output of another fractional scale is drawn anew with its pixels, all of it")
    func changedFraction() async throws {
      let compositor = try await FakeCompositor(.isFractional)
      let scratch = try ScratchDirectory()
      let process = try start(compositor, scratch)
      for (width, height) in [(1500, 1200), (2000, 1600), (1000, 800), (1500, 1200)] {
        let whole = [width, height, width * height]
        try await waiting(for: "frames of \(width) x \(height)") { compositor.frames.contains(whole) ? () : nil }
        _ = try await rest(compositor)
        expectEqual(compositor.frames.last?.prefix(2), [width, height])
        expectEqual(compositor.lines("destination").last, "1000 800")
        compositor.moveWindow()
      }
      process.send(SIGTERM)
      try await expectEqual(process.exitStatus(), 0)
      expect(WaylandSession.ownErrors(of: process) == [] && compositor.lines("misuse") == [], "\(process.errors)")
    }

    @Test("a window that is covered while it moves gets a frame a second, and the display's pace when it is uncovered")
    func covered() async throws {
      let compositor = try await FakeCompositor()
      let scratch = try ScratchDirectory()
      let process = try start(compositor, scratch, "--frames", "1000000", "--paced")
      try await waitForFrames(compositor, beyond: 20)
      for _ in 1...2 {
        compositor.moveWindow()
        // What was asked for before comes now.
        try await Task.sleep(for: .milliseconds(100))
        let (before, used) = (compositor.frames.count, process.cpuTime)
        try await Task.sleep(for: .milliseconds(2200))
        expect((1...3).contains(compositor.frames.count - before))
        expect(process.cpuTime - used < 0.03)
        compositor.moveWindow()
        let count = compositor.frames.count
        try await Task.sleep(for: .seconds(1))
        expect(compositor.frames.count - count > 20, "\(compositor.frames.count - count) frames in a second")
      }
      process.send(SIGTERM)
      try await expectEqual(process.exitStatus(), 0)
      expect(WaylandSession.ownErrors(of: process) == [] && compositor.lines("misuse") == [], "\(process.errors)")
    }

    @Test(
      "a compositor that never asks for a frame gets one a second while something moves, none at rest, and is left by TERM",
      arguments: [[.isSilent], [.isSilent, .keepsBuffers]] as [[FakeCompositor.Fault]])
    func silent(faults: [FakeCompositor.Fault]) async throws {
      let compositor =
        faults.count == 2 ? try await FakeCompositor(faults[0], faults[1]) : try await FakeCompositor(faults[0])
      let scratch = try ScratchDirectory()
      let process = try start(compositor, scratch)
      try await waitForFrames(compositor)
      compositor.turnWheel()
      try await waitForFrames(compositor, beyond: 1)
      let before = process.cpuTime
      try await Task.sleep(for: .seconds(3))
      expect(process.cpuTime - before < 0.1)
      expect((2...8).contains(compositor.frames.count))
      process.send(SIGTERM)
      try await expectEqual(process.exitStatus(), 0)
      expect(WaylandSession.ownErrors(of: process) == [] && compositor.lines("misuse") == [], "\(process.errors)")
    }

    @Test("how long frames take to the screen is what the compositor tells, of those that it shows")
    func displayTimes() async throws {
      let compositor = try await FakeCompositor(.tellsTimes)
      let scratch = try ScratchDirectory()
      let process = try start(compositor, scratch)
      try await waitForFrames(compositor)
      compositor.turnWheel()
      try await waitForFrames(compositor, beyond: 8)
      try await expectRest(process, compositor)
      process.send(SIGTERM)
      try await expectEqual(process.exitStatus(), 0)
      expect(WaylandSession.ownErrors(of: process) == [] && compositor.lines("misuse") == [], "\(process.errors)")
      let figures = try DemoStatistics(path: scratch.path("stats.json"))
      let times = try #require(figures.presentToDisplayMs)
      expect(times.answers + times.discarded == compositor.lines("question").count && times.discarded >= 2)
      expect((19...60).contains(times.p50) && (19...60).contains(times.mean), "\(times)")
      let input = try #require(figures.inputToDisplayMs)
      expect(input.answers > 0 && input.mean > 19 + figures.inputToPresentMs.mean / 2, "\(input)")
      let trace = try String(contentsOfFile: scratch.path("trace.json"), encoding: .utf8)
      expect(trace.contains("displayed") && trace.contains("discarded") && trace.contains("present_to_display_ms"))
    }

    @Test(
      "a compositor that tells no times, or senseless ones, leaves none; one that keeps them is asked no more",
      arguments: [nil, .keepsTimes, .hasStrangeClock, .tellsAbsurdTimes] as [FakeCompositor.Fault?])
    func noDisplayTimes(fault: FakeCompositor.Fault?) async throws {
      let compositor =
        if let fault { try await FakeCompositor(fault) } else { try await FakeCompositor() }
      let scratch = try ScratchDirectory()
      let process = try start(compositor, scratch, "--frames", "1000000", "--paced")
      try await waitForFrames(compositor, beyond: 40)
      process.send(SIGTERM)
      try await expectEqual(process.exitStatus(), 0)
      expect(WaylandSession.ownErrors(of: process) == [] && compositor.lines("misuse") == [], "\(process.errors)")
      let figures = try DemoStatistics(path: scratch.path("stats.json"))
      expectEqual(figures.presentToDisplayMs?.answers ?? 0, 0, "\(String(describing: figures.presentToDisplayMs))")
      let questions = compositor.lines("question").count
      switch fault {
      case .keepsTimes: expectEqual(questions, 16)
      case .tellsAbsurdTimes: expect(questions > 16)
      default: expect(questions == 0 && figures.presentToDisplayMs == nil)
      }
    }

    @Test("a window of 100,000 x 100,000 points is drawn as far as memory goes, and ends by TERM")
    func huge() async throws {
      let compositor = try await FakeCompositor(.isHuge)
      let scratch = try ScratchDirectory()
      let process = try start(compositor, scratch)
      try await waitForFrames(compositor)
      let frame = compositor.frames[0]
      expect(frame[0] <= 16384 && frame[0] * frame[1] <= 1 << 27)
      process.send(SIGTERM)
      // A busy machine may need more for a frame of this size than the two seconds a main thread has to answer.
      let status = try await process.exitStatus()
      expect([0, -SIGTERM].contains(status), "\(status)")
      expect(WaylandSession.ownErrors(of: process) == [] && compositor.lines("misuse") == [], "\(process.errors)")
    }

    @Test("where a compositor takes no memory from programs the next best renderer draws, and the trace says why")
    func nextBest() async throws {
      let compositor = try await FakeCompositor(.lacksSubsurfaces)
      let scratch = try ScratchDirectory()
      let process = try start(compositor, scratch)
      try await waiting(for: "a window") { compositor.lines("window").isEmpty ? nil : () }
      process.send(SIGTERM)
      try await expectEqual(process.exitStatus(), 0)
      try expect(DemoStatistics(path: scratch.path("stats.json")).picture.hasPrefix("kept in a texture"))
      let trace = try String(contentsOfFile: scratch.path("trace.json"), encoding: .utf8)
      expect(trace.contains("the compositor lacks wl_subcompositor"))
    }

    /// Leads the program to a C library that has memory to share with others for so many frames only.
    /// - Parameter isBare: it has none for anything else either.
    private func scarceMemory(_ frames: Int, isBare: Bool = false, _ scratch: ScratchDirectory) async throws -> String {
      try await Tools.makeLibrary(
        "scarce.so",
        """
        #include <errno.h>
        #include <string.h>
        #include <sys/syscall.h>
        #include <unistd.h>
        static int frames;
        int memfd_create(const char *name, unsigned flags) {
          int isFrame = !strcmp(name, "anole-frame");
          if (isFrame ? frames >= \(frames) : \(isBare ? 1 : 0)) return errno = ENOMEM, -1;
          frames += isFrame;
          return syscall(SYS_memfd_create, name, flags);
        }
        """, in: scratch)
    }

    @Test(
      "without memory to share for a window and its first frame the program ends with 69 and one line that says so",
      .enabled(if: Tools.compiler != nil), arguments: [(0, true), (0, false), (1, false)])
    func noMemory(frames: Int, isBare: Bool) async throws {
      let compositor = try await FakeCompositor()
      let scratch = try ScratchDirectory()
      let library = try await scarceMemory(frames, isBare: isBare, scratch)
      let process = try ChildProcess(
        Tools.tableDemo, ["--screen", "stress", "--size", "1000x800"],
        environment: compositor.environment.merging(["LD_PRELOAD": library]) { $1 })
      try await expectEqual(process.exitStatus(), 69)
      let errors = WaylandSession.ownErrors(of: process)
      expect(errors.count == 1 && errors[0].contains("Cannot allocate memory"), "\(process.errors)")
      expectEqual(compositor.frames, [])
    }

    @Test("a limit on the size of files below that of a frame ends the program with 69 and one line that names it")
    func fileSize() async throws {
      let compositor = try await FakeCompositor()
      // Of 512 or 1024 bytes.
      let process = try ChildProcess(
        "/bin/sh", ["-c", "ulimit -f 128; exec \"$0\" --screen stress --size 1000x800", Tools.tableDemo],
        environment: compositor.environment)
      try await expectEqual(process.exitStatus(), 69)
      let errors = WaylandSession.ownErrors(of: process)
      expect(errors.count == 1 && errors[0].contains("ulimit -f"), "\(process.errors)")
    }

    @Test(
      "with memory to share for one or two frames only, the window goes on with these, scrolls, rests and ends",
      .enabled(if: Tools.compiler != nil), arguments: [nil, .copiesBuffers, .keepsBuffers] as [FakeCompositor.Fault?],
      [2, 3])
    func littleMemory(fault: FakeCompositor.Fault?, frames: Int) async throws {
      let compositor = if let fault { try await FakeCompositor(fault) } else { try await FakeCompositor() }
      let scratch = try ScratchDirectory()
      let library = try await scarceMemory(frames, scratch)
      let process = try ChildProcess(
        Tools.tableDemo,
        ["--screen", "stress", "--rows", "1000", "--size", "1000x800", "--stats", scratch.path("stats.json")],
        environment: compositor.environment.merging(["LD_PRELOAD": library]) { $1 })
      try await waitForFrames(compositor)
      for _ in 1...2 {
        let count = try await rest(compositor)
        compositor.turnWheel()
        try await waitForFrames(compositor, beyond: count + 4)
      }
      try await expectRest(process, compositor)
      process.send(SIGTERM)
      try await expectEqual(process.exitStatus(), 0)
      expectEqual(WaylandSession.ownErrors(of: process), [], "\(process.errors)")
      // The only buffer is shown again while the compositor has it.
      let misuse = Set(compositor.lines("misuse"))
      expect(fault == .copiesBuffers ? misuse.isEmpty : misuse.isSubset(of: ["a buffer that was not given back"]))
      try expect(DemoStatistics(path: scratch.path("stats.json")).picture.contains("shared memory"))
    }

    @Test(
      "a window that becomes larger than there is memory to share for ends the program with 69, one line and its results"
    )
    func memoryGone() async throws {
      let compositor = try await FakeCompositor(.isFractional)
      let scratch = try ScratchDirectory()
      // Each size needs some of it.
      let library = try await scarceMemory(8, scratch)
      let process = try ChildProcess(
        Tools.tableDemo, ["--screen", "stress", "--size", "1000x800", "--stats", scratch.path("stats.json")],
        environment: compositor.environment.merging(["LD_PRELOAD": library]) { $1 })
      try await waitForFrames(compositor, beyond: 1)
      for _ in 1...8 where process.isRunning {
        compositor.moveWindow()
        try await Task.sleep(for: .milliseconds(500))
      }
      try await expectEqual(process.exitStatus(), 69)
      let errors = WaylandSession.ownErrors(of: process)
      expect(errors.count == 1 && errors[0].contains("the window cannot be shown: there is no memory"), "\(errors)")
      try expect(DemoStatistics(path: scratch.path("stats.json")).frames > 0)
    }

    @Test("a compositor that is stopped is left by TERM; one that goes ends the program with 69 and one line")
    func stoppedAndGone() async throws {
      var compositor = try await FakeCompositor()
      let scratch = try ScratchDirectory()
      var process = try start(compositor, scratch)
      try await waitForFrames(compositor)
      compositor.process.send(SIGSTOP)
      process.send(SIGTERM)
      try await expectEqual(process.exitStatus(within: 5), 0)
      compositor.process.send(SIGKILL)
      compositor = try await FakeCompositor()
      process = try start(compositor, scratch)
      try await waitForFrames(compositor)
      compositor.process.send(SIGKILL)
      try await expectEqual(process.exitStatus(), 69)
      expectEqual(WaylandSession.ownErrors(of: process).count, 1, "\(process.errors)")
    }
  }
}
