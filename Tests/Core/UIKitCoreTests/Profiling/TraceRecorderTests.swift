import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Trace events")
struct TraceRecorderTests {
  @MainActor final class Collector {
    var bytes: [UInt8] = []
    var largestChunk = 0
    var failsAfter = Int.max

    func take(_ chunk: UnsafeRawBufferPointer) throws {
      guard bytes.count + chunk.count <= failsAfter else { throw CocoaError(.fileWriteOutOfSpace) }
      bytes.append(contentsOf: chunk)
      largestChunk = max(largestChunk, chunk.count)
    }
  }

  let collector = Collector()

  private func recorder(name: String = "test") -> TraceRecorder {
    TraceRecorder(processName: name, processID: 42, origin: 10, sink: collector.take)
  }

  private func parsed() throws -> [[String: Any]] {
    let json = try JSONSerialization.jsonObject(with: Data(collector.bytes))
    return try #require(json as? [[String: Any]])
  }

  @Test("a frame that the display tells of is an instant on the screen, with how long it took to get there")
  func displayed() throws {
    let trace = recorder()
    trace.displayed(7, presented: 10.002, latency: 0.010, inputLatency: 0.014)
    trace.displayed(8, presented: 10.020, latency: nil, inputLatency: nil)
    try trace.finish()
    let check = try TraceEventCheck(json: Data(collector.bytes))
    expectEqual(check.problems, [])
    let events = check.events.filter { $0["ph"] as? String == "i" }
    expectEqual(events.map { $0["name"] as? String }, ["displayed", "discarded"])
    expectEqual(events.map { $0["ts"] as? Double }, [12000, 20000])
    expectEqual(
      events[0]["args"] as? [String: Double], ["index": 7, "present_to_display_ms": 10, "input_to_display_ms": 14])
    expectEqual(events[1]["args"] as? [String: Double], ["index": 8])
  }

  @Test("a renderer is an instant of the trace from which on it draws, and each is told once")
  func renderer() throws {
    let trace = recorder()
    for (words, time) in [("software", 11.0), ("software", 12), ("opengl, slow", 13), ("software", 14)] {
      trace.renderer(words, at: time)
    }
    try trace.finish()
    let check = try TraceEventCheck(json: Data(collector.bytes))
    expectEqual(check.problems, [])
    let events = check.events.filter { $0["name"] as? String == "renderer" }
    expectEqual(events.map { $0["ts"] as? Double }, [1_000_000, 3_000_000, 4_000_000])
    let words = events.map { ($0["args"] as? [String: String])?["words"] }
    expectEqual(words, ["software", "opengl, slow", "software"])
    let labels = check.events.filter { $0["name"] as? String == "process_labels" }
    expectEqual(labels.count, 3)
  }

  @Test("each thread but the main one has a row of its own, on the clock of the frames")
  func threads() throws {
    let trace = recorder()
    func piece(_ name: StaticString, _ thread: UInt, _ start: Double, _ end: Double) -> TracedWork.Piece {
      TracedWork.Piece(name: name, thread: thread, start: start, end: end)
    }
    trace.threads(
      TracedWork.Done(pieces: [
        piece("inner", 9, 1000, 1000.5), piece("outer", 9, 1000, 1001), piece("file", 7, 999, 1002),
      ]),
      clockOffset: -989)
    trace.threads(TracedWork.Done(pieces: [piece("file", 9, 1003, 1004)], dropped: 3), clockOffset: -989)
    try trace.finish()
    let check = try TraceEventCheck(json: Data(collector.bytes))
    expectEqual(check.problems, [])
    let spans = check.events.filter { $0["ph"] as? String == "X" }
    expectEqual(spans.map { $0["name"] as? String }, ["file", "outer", "inner", "file"])
    expectEqual(spans.map { $0["tid"] as? Int }, [43, 44, 44, 44])
    expectEqual(spans.map { $0["ts"] as? Double }, [0, 1_000_000, 1_000_000, 4_000_000])
    let names = check.events.filter { $0["name"] as? String == "thread_name" }.compactMap {
      $0["args"] as? [String: String]
    }
    expectEqual(names.map { $0["name"] }, ["main", "worker 1", "worker 2"])
    let dropped = check.events.first { $0["name"] as? String == "dropped spans" }
    expectEqual(dropped?["args"] as? [String: Int], ["count": 3])
  }

  @Test("a table's questions are spans inside layout, and refreshes that were missed are instants")
  func questions() throws {
    let test = TestApplication()
    let rows = ScriptedTable(sections: [100])
    let table = UITableView(frame: test.window.bounds, style: .plain)
    table.rowHeight = 60
    table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    table.dataSource = rows
    let profiler = test.application.frameLoop.profiler
    profiler.isEnabled = true
    profiler.trace = TraceRecorder(processName: "test", processID: 42, origin: -1, sink: collector.take)
    defer { profiler.trace = nil }
    test.window.addSubview(table)
    test.frame()
    table.contentOffset.y = 120
    test.frame()
    for seconds in [1.0 / 60, 3.0 / 60, 1.0 / 60] {
      table.contentOffset.y += 1
      test.frame(after: seconds)
    }
    try profiler.trace?.finish()
    let check = try TraceEventCheck(json: Data(collector.bytes))
    expectEqual(check.problems, [])
    let names = check.events.compactMap { $0["name"] as? String }
    expectEqual(names.count { $0 == "cellForRow" }, 13)
    let missed = check.events.filter { $0["name"] as? String == "missed" }
    expectEqual(missed.map { $0["args"] as? [String: Int] }, [["refreshes": 2]])
  }

  @Test("work is traced on the thread it is done on, and while nothing is traced no clock is read and nothing kept")
  func work() throws {
    var reads = 0
    let profiler = FrameProfiler {
      reads += 1
      return ProcessFigures.monotonicTime
    }
    func work() {
      expectEqual(TracedWork.run("here") { 1 }, 1)
      let isDone = DispatchSemaphore(value: 0)
      DispatchQueue(label: "test").async {
        expectEqual(TracedWork.run("there") { 2 }, 2)
        isDone.signal()
      }
      isDone.wait()
    }
    profiler.isEnabled = true
    work()
    expect(reads == 0 && TracedWork.take().pieces.isEmpty)
    profiler.trace = TraceRecorder(
      processName: "test", processID: 42, origin: ProcessFigures.monotonicTime, sink: collector.take)
    work()
    profiler.traceThreads()
    try profiler.trace?.finish()
    profiler.trace = nil
    let before = reads
    work()
    expect(reads == before && TracedWork.take().pieces.isEmpty)
    let check = try TraceEventCheck(json: Data(collector.bytes))
    expectEqual(check.problems, [])
    let spans = check.events.filter { $0["ph"] as? String == "X" }
    expectEqual(spans.map { $0["name"] as? String }, ["there", "here"])
    expectEqual(spans.map { $0["tid"] as? Int }, [43, 42])
  }

  @Test("of what other threads do between two frames a bounded number is kept, and the rest counted")
  func manyPieces() {
    let profiler = FrameProfiler(now: { 10 })
    profiler.trace = recorder()
    defer { profiler.trace = nil }
    let isDone = DispatchSemaphore(value: 0)
    DispatchQueue(label: "test").async {
      for _ in 0..<TracedWork.limit + 5 { TracedWork.run("there") {} }
      isDone.signal()
    }
    isDone.wait()
    let done = TracedWork.take()
    expect(done.pieces.count == TracedWork.limit && done.dropped == 5)
  }

  @Test("every event has what the trace event format demands")
  func format() throws {
    let trace = recorder()
    var time = 10.0
    let profiler = FrameProfiler(now: { time })
    profiler.isEnabled = true
    profiler.trace = trace
    for _ in 0..<3 {
      profiler.measure(.events) { time += 0.001 }
      profiler.beginFrame(continuing: true)
      profiler.measure(.layout) { time += 0.002 }
      profiler.measure(.draw) {
        time += 0.001
        profiler.measure(.overlay) { time += 0.001 }
      }
      profiler.counters.rowsLaidOut += 4
      profiler.endFrame(drew: true)
    }
    try trace.finish()

    let check = try TraceEventCheck(json: Data(collector.bytes))
    expectEqual(check.problems, [])
    expectEqual(check.events.count, trace.eventCount)
    expect(check.events.allSatisfy { $0["pid"] as? Int == 42 && $0["tid"] as? Int == 42 })
    let names = Set(check.events.compactMap { $0["name"] as? String })
    expect(names.isSuperset(of: ["process_name", "thread_name", "events", "layout", "draw", "overlay", "frame"]))
  }

  @Test("times are microseconds since the origin, and stages lie inside their frame")
  func times() throws {
    let trace = recorder()
    var time = 10.25
    let profiler = FrameProfiler(now: { time })
    profiler.isEnabled = true
    profiler.trace = trace
    profiler.beginFrame(continuing: false)
    profiler.measure(.layout) { time += 0.0015 }
    profiler.endFrame(drew: true)
    try trace.finish()
    let events = try parsed()
    let layout = try #require(events.first { $0["name"] as? String == "layout" })
    let frame = try #require(events.first { $0["name"] as? String == "frame" })
    expectEqual(layout["ts"] as? Double, 250_000)
    expectEqual(layout["dur"] as? Double, 1500)
    expectEqual(frame["ts"] as? Double, 250_000)
    expectEqual(frame["dur"] as? Double, 1500)
  }

  @Test("a process name from outside is escaped", arguments: hostileNames)
  func processNames(name: String) throws {
    try recorder(name: name).finish()
    try expectEqual(TraceEventCheck(json: Data(collector.bytes)).problems, [])
    let arguments = try #require(try parsed().first?["args"] as? [String: String])
    expectEqual(arguments["name"], name)
  }

  @Test("a frame's span begins when its turn came, after the input that led to it and the wait")
  func waiting() throws {
    let trace = recorder()
    var time = 10.0
    let profiler = FrameProfiler(now: { time })
    profiler.isEnabled = true
    profiler.trace = trace
    profiler.measure(.events) { time += 0.001 }
    time += 0.015
    profiler.beginFrame(continuing: true)
    profiler.measure(.draw) { time += 0.002 }
    profiler.endFrame(drew: true)
    try trace.finish()
    let frame = try #require(try parsed().first { $0["name"] as? String == "frame" })
    expectEqual(frame["ts"] as? Double, 16_000)
    expectEqual(frame["dur"] as? Double, 2000)
  }

  @Test("reuse identifiers are escaped, and each is a counter of its idle cells")
  func identifiers() throws {
    let trace = recorder()
    var reuse: [String: ReuseCounters] = [:]
    for (count, name) in hostileNames.enumerated() { reuse[name] = ReuseCounters(idle: count) }
    let sample = FrameSample(index: 0, start: 11, interval: nil, stages: StageTimes())
    trace.frame(sample, start: 11, end: 12, reuse: reuse)
    try trace.finish()
    try expectEqual(TraceEventCheck(json: Data(collector.bytes)).problems, [])
    let idle = try #require(try parsed().first { $0["name"] as? String == "idle cells" })
    expectEqual(idle["args"] as? [String: Int], reuse.mapValues(\.idle))
  }

  @Test("spans of random instants nest to the nanosecond, those of length 0 included", arguments: 0..<50)
  func nesting(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let trace = recorder()
    var time = 10.0
    let profiler = FrameProfiler(now: { time })
    profiler.isEnabled = true
    profiler.trace = trace
    func pass() { time += Bool.random(using: &random) ? 0 : Double.random(in: 0...2e-7, using: &random) }
    for _ in 0..<200 {
      profiler.measure(.events) { pass() }
      pass()
      profiler.beginFrame(continuing: true)
      profiler.measure(.layout) { pass() }
      pass()
      profiler.measure(.draw) {
        pass()
        profiler.measure(.overlay) { pass() }
        pass()
      }
      pass()
      profiler.endFrame(drew: true)
    }
    try trace.finish()
    try expectEqual(TraceEventCheck(json: Data(collector.bytes)).problems, [], "seed \(seed)")
  }

  @Test(
    "the check finds what is wrong with an event",
    arguments: [
      #"{"ph":"X","ts":0,"dur":1,"pid":1,"tid":1}"#,
      #"{"ph":"Q","name":"a","ts":0,"pid":1,"tid":1}"#,
      #"{"ph":"X","name":"a","ts":0,"dur":-1,"pid":1,"tid":1}"#,
      #"{"ph":"X","name":"a","ts":"0","dur":1,"pid":1,"tid":1}"#,
      #"{"ph":"X","name":"a","ts":0,"dur":1,"pid":1}"#,
      #"{"ph":"X","name":"a","ts":0,"dur":1,"pid":1,"tid":2}"#,
      #"{"ph":"C","name":"a","ts":0,"pid":1,"tid":1,"args":{"n":"many"}}"#,
      #"{"ph":"B","name":"a","ts":0,"pid":1,"tid":1}"#,
      #"{"ph":"E","ts":0,"pid":1,"tid":1}"#,
      #"{"ph":"X","name":"a","ts":0,"dur":2,"pid":1,"tid":1},{"ph":"X","name":"b","ts":1,"dur":2,"pid":1,"tid":1}"#,
    ])
  func checkFinds(event: String) throws {
    let names =
      #"{"ph":"M","name":"process_name","pid":1,"tid":1,"args":{"name":"p"}}"#
      + #",{"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":"t"}}"#
    try expectEqual(TraceEventCheck(json: Data("[\(names)]".utf8)).problems, [])
    try expectEqual(TraceEventCheck(json: Data("[\(names),\(event)]".utf8)).problems.count, 1)
  }

  @Test("what is held in memory is bounded however long the recording")
  func bounded() throws {
    let trace = recorder()
    for index in 0..<20_000 {
      trace.complete("step", start: 10 + Double(index) / 1000, duration: 0.0005)
    }
    expect(collector.bytes.count > TraceRecorder.bufferSize)
    try trace.finish()
    expect(collector.largestChunk <= TraceRecorder.bufferSize + 1024)
    try expectEqual(parsed().count, 20_002)
  }

  @Test("a recording cut short still reads as an array once the bracket is added")
  func cutShort() throws {
    let trace = recorder()
    while collector.bytes.isEmpty { trace.complete("step", start: 11, duration: 1) }
    collector.bytes.append(UInt8(ascii: "]"))
    // A frame's spans are written together; the last of them may not have been given away yet.
    expect((trace.eventCount - TraceRecorder.waitingLimit...trace.eventCount).contains(try parsed().count))
  }

  @Test("a full disk ends the recording, and finishing says so")
  func failure() throws {
    let trace = recorder()
    collector.failsAfter = TraceRecorder.bufferSize / 2
    for _ in 0..<5000 { trace.complete("step", start: 11, duration: 1) }
    expect(collector.bytes.isEmpty)
    #expect(throws: CocoaError.self) { try trace.finish() }
  }

  @Test("finishing twice and recording afterwards change nothing")
  func finishedOnce() throws {
    let trace = recorder()
    try trace.finish()
    let length = collector.bytes.count
    trace.complete("late", start: 11, duration: 1)
    try trace.finish()
    expectEqual(collector.bytes.count, length)
  }

  @Test("a file is written whole, and a path that cannot be written is one clear line")
  func file() throws {
    let directory = FileManager.default.temporaryDirectory.appending(
      path: "trace-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let path = directory.appending(path: "t.json").path
    let file = try OutputFile(path: path)
    let trace = TraceRecorder(processName: "test", processID: 1, origin: 0, sink: file.append)
    trace.complete("step", start: 1, duration: 1)
    try trace.finish()
    let events = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path)))
    expectEqual((events as? [Any])?.count, 3)
    do {
      _ = try OutputFile(path: directory.path)
      Issue.record("a directory was opened for writing")
    } catch {
      expectEqual("\(error)", "cannot write \(directory.path): Is a directory")
    }
  }
}
