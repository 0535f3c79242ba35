import Foundation

/// Streams what the profiler measures as Chrome trace events, the JSON that
/// Perfetto (ui.perfetto.dev) and chrome://tracing open.
///
/// Each stage and each frame is a complete event (`"ph":"X"`) with start and
/// duration in microseconds; what was counted in a frame, what exists after it
/// and the idle cells by reuse identifier are counter events (`"ph":"C"`); a
/// frame that comes late has an instant with the refreshes missed. Work of the
/// main thread (`cellForRow`, `text`, `image`) is nested in the stage it is done
/// in; each other thread has a row of its own. The
/// text is the array form of the format, whose closing bracket readers do not
/// require: the file of a program that was killed still opens.
///
/// Readers build the tree of spans from their times alone, take the first of
/// two that start together for the outer one, and drop a span that outlasts the
/// one around it. So a frame is written before its stages, which wait for it,
/// and times are rounded to nanoseconds as instants, never as lengths.
///
/// At most ``bufferSize`` bytes, one event and ``waitingLimit`` spans are held;
/// everything older has been given to the sink. The first failure of the sink ends the recording and
/// is thrown by ``finish()``.
@MainActor
package final class TraceRecorder {
  /// Bytes collected before they are given to the sink.
  package static let bufferSize = 64 * 1024
  /// Spans that wait for the end of their frame at most.
  package static let waitingLimit = 512

  private struct Span {
    let name: StaticString
    let start, end: Double
  }

  /// Events written, metadata included.
  package private(set) var eventCount = 0
  private var waiting: ContiguousArray<Span> = []
  private let sink: (UnsafeRawBufferPointer) throws -> Void
  private let processID: Int
  private let origin: Double
  private var writer: JSONWriter
  private var failure: (any Error)?
  private var isFinished = false
  /// Of the renderer that was told of last.
  private var rendererWords: String?
  /// The numbers of threads other than the main one, from 1 in the order in which they are told of.
  private var threadNumbers: [UInt: Int] = [:]

  /// - Parameters:
  ///   - processName: shown at the head of the track.
  ///   - processID: identifies the process, and its main thread, in the trace.
  ///   - origin: the time, in seconds of the profiler's clock, that becomes 0.
  ///   - sink: takes bytes in order; called on the main actor.
  package init(
    processName: String, processID: Int, origin: Double,
    sink: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) {
    self.sink = sink
    self.processID = processID
    self.origin = origin
    writer = JSONWriter(capacity: Self.bufferSize + 1024)
    waiting.reserveCapacity(Self.waitingLimit)
    writer.beginArray()
    metadata("process_name", processName)
    metadata("thread_name", "main")
  }

  /// Records a span of work, which is written with the frame that ends next.
  /// Spans that lie inside one another in time are shown nested.
  ///
  /// - Parameters:
  ///   - name: what was done.
  ///   - start: seconds of the profiler's clock.
  ///   - duration: seconds; negative counts as 0.
  package func complete(_ name: StaticString, start: Double, duration: Double) {
    if waiting.count == Self.waitingLimit { writeWaiting() }
    // Spans end from the inside out: those inside this one are the last ones waiting.
    let inner = waiting.lastIndex { $0.start < start }.map { $0 + 1 } ?? 0
    waiting.insert(Span(name: name, start: start, end: start + max(0, duration)), at: inner)
  }

  /// Records a finished frame: its span, the spans that waited for it, and its counts.
  ///
  /// Input that led to the frame stands before its span: between the two the loop may have waited for
  /// the display.
  ///
  /// - Parameters:
  ///   - sample: the frame.
  ///   - missed: refreshes of the display before it for which no frame was ready.
  ///   - start: when its turn came, in seconds of the profiler's clock.
  ///   - end: when it was over, in seconds of the profiler's clock.
  ///   - gauges: what exists now.
  ///   - reuse: the cells of each reuse identifier.
  ///   - app: what the program counts about itself.
  package func frame(
    _ sample: FrameSample, missed: Int = 0, start: Double, end: Double, gauges: FrameGauges = FrameGauges(),
    reuse: [String: ReuseCounters] = [:], app: [ProfilerCounters.Entry] = []
  ) {
    span(Span(name: "frame", start: start, end: max(start, end))) { writer in
      writer.object("args") { writer in
        writer.member("index", sample.index)
        if let latency = sample.inputLatency { writer.member("input_to_present_ms", latency * 1000) }
      }
    }
    writeWaiting()
    if missed > 0 {
      instant("missed", at: start) { $0.member("refreshes", missed) }
    }
    counter("counters", at: end) { $0.write(sample.counters) }
    counter("damage", at: end) { $0.writeDamage(sample.counters.rendering) }
    counter("existing", at: end) { $0.write(gauges) }
    if !app.isEmpty {
      counter("app", at: end) { $0.members(app.map { ($0.name, $0.value) }) }
    }
    guard !reuse.isEmpty else { return }
    counter("idle cells", at: end) { $0.members(reuse.map { ($0.key, $0.value.idle) }) }
  }

  /// Records the moment at which a frame was on the screen, or at which it was replaced without having been there.
  /// - Parameters:
  ///   - index: of the frame.
  ///   - presented: the end of presenting it, in seconds of the profiler's clock.
  ///   - latency: seconds from there to the screen; nil for a frame that was never shown.
  ///   - inputLatency: seconds from the input that it answers to the screen; nil without input.
  package func displayed(_ index: Int, presented: Double, latency: Double?, inputLatency: Double?) {
    event("i", latency == nil ? "discarded" : "displayed") { writer in
      writer.key("ts")
      writer.value(Double(nanoseconds(presented + (latency ?? 0))) / 1000)
      writer.key("s")
      writer.value("t" as StaticString)
      writer.key("args")
      writer.beginObject()
      writer.key("index")
      writer.value(index)
      if let latency {
        writer.key("present_to_display_ms")
        writer.value(latency * 1000)
      }
      if let inputLatency {
        writer.key("input_to_display_ms")
        writer.value(inputLatency * 1000)
      }
      writer.endObject()
    }
  }

  /// Records what threads other than the main one have done.
  /// - Parameter clockOffset: seconds from the clock of the pieces to the profiler's.
  package func threads(_ done: TracedWork.Done, clockOffset: Double) {
    // Of two that begin together the outer one comes first.
    for piece in done.pieces.sorted(by: { ($0.start, -$0.end) < ($1.start, -$1.end) }) {
      let thread = row(of: piece.thread)
      span(Span(name: piece.name, start: piece.start + clockOffset, end: piece.end + clockOffset), on: thread) { _ in }
    }
    guard done.dropped > 0, let last = done.pieces.last else { return }
    instant("dropped spans", at: last.end + clockOffset) { $0.member("count", done.dropped) }
  }

  /// The row of a thread: beside that of the main thread, whose number is the process's.
  private func row(of thread: UInt) -> Int {
    if let number = threadNumbers[thread] { return processID + number }
    let number = threadNumbers.count + 1
    threadNumbers[thread] = number
    metadata("thread_name", "worker \(number)", on: processID + number)
    return processID + number
  }

  /// Closes the text and gives the rest to the sink; further events are ignored.
  ///
  /// - Throws: the first error the sink threw during the recording or now.
  package func finish() throws {
    guard !isFinished else { return }
    writeWaiting()
    isFinished = true
    if failure == nil {
      writer.endArray()
      flush()
    }
    if let failure { throw failure }
  }

  /// Says which renderer draws, and why: beside the process's name, and at the moment from which it does. Does nothing
  /// where the last call said the same.
  /// - Parameter time: seconds of the profiler's clock.
  package func renderer(_ words: String, at time: Double) {
    guard words != rendererWords else { return }
    rendererWords = words
    metadata("process_labels", words, key: "labels")
    event("i", "renderer") { writer in
      writer.member("ts", Double(nanoseconds(time)) / 1000)
      writer.member("s", "p" as StaticString)
      writer.object("args") { $0.member("words", words) }
    }
  }

  private func metadata(_ name: StaticString, _ value: String, key: StaticString = "name", on thread: Int? = nil) {
    event("M", name, on: thread) { writer in
      writer.object("args") { $0.member(key, value) }
    }
  }

  private func writeWaiting() {
    for span in waiting { self.span(span) { _ in } }
    waiting.removeAll(keepingCapacity: true)
  }

  /// - Parameter thread: nil for the main one.
  private func span(_ span: Span, on thread: Int? = nil, _ details: (inout JSONWriter) -> Void) {
    let start = nanoseconds(span.start)
    let duration = nanoseconds(span.end) - start
    event("X", span.name, on: thread) { writer in
      writer.member("ts", Double(start) / 1000)
      writer.member("dur", Double(duration) / 1000)
      details(&writer)
    }
  }

  private func instant(_ name: StaticString, at time: Double, _ values: (inout JSONWriter) -> Void) {
    event("i", name) { writer in
      writer.member("ts", Double(nanoseconds(time)) / 1000)
      writer.member("s", "t" as StaticString)
      writer.object("args", values)
    }
  }

  private func counter(
    _ name: StaticString, at time: Double, _ values: (inout JSONWriter) -> Void
  ) {
    let time = nanoseconds(time)
    event("C", name) { writer in
      writer.member("ts", Double(time) / 1000)
      writer.object("args", values)
    }
  }

  /// The instant in the trace; the clock counts no further than some 290 years from the origin.
  private func nanoseconds(_ time: Double) -> Int { Int(((time - origin) * 1e9).rounded()) }

  private func event(
    _ phase: StaticString, _ name: StaticString, on thread: Int? = nil, _ details: (inout JSONWriter) -> Void
  ) {
    guard !isFinished, failure == nil else { return }
    if eventCount > 0 { writer.newline() }
    writer.beginObject()
    writer.member("ph", phase)
    writer.member("name", name)
    writer.member("pid", processID)
    writer.member("tid", thread ?? processID)
    details(&writer)
    writer.endObject()
    eventCount += 1
    if writer.bytes.count >= Self.bufferSize { flush() }
  }

  private func flush() {
    do {
      try writer.bytes.withUnsafeBytes(sink)
    } catch {
      failure = error
    }
    writer.drain()
  }
}

extension JSONWriter {
  fileprivate mutating func write(_ gauges: FrameGauges) {
    member("cells_visible", gauges.cellsVisible)
    member("cells_idle", gauges.cellsIdle)
    member("text_textures", gauges.textTextures)
    member("text_texture_bytes", gauges.textTextureBytes)
  }

  fileprivate mutating func writeDamage(_ work: RenderWork) {
    member("drawn_px", work.pixelsDrawn)
    member("copied_px", work.pixelsCopied)
    member("presented_px", work.pixelsPresented)
    member("presented_rects", work.rectsPresented)
  }

  fileprivate mutating func write(_ counters: FrameCounters) {
    member("text_reused", counters.rendering.textReused)
    member("rows_laid_out", counters.rowsLaidOut)
    member("cells_created", counters.cellsCreated)
    member("cells_dequeued", counters.cellsDequeued)
    member("text_rasterized", counters.rendering.textRasterized)
    member("text_cache_hits", counters.textCacheHits)
    member("text_cache_misses", counters.textCacheMisses)
    member("draw_commands", counters.drawCommands)
    member("textures_created", counters.rendering.textureCreations)
  }
}
