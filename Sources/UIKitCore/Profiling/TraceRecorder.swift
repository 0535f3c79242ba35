import Foundation

/// Streams what the profiler measures as Chrome trace events, the JSON that
/// Perfetto (ui.perfetto.dev) and chrome://tracing open.
///
/// Each stage and each frame is a complete event (`"ph":"X"`) with start and
/// duration in microseconds; counters of a frame are a counter event
/// (`"ph":"C"`). The text is the array form of the format, whose closing bracket
/// readers do not require: the file of a program that was killed still opens.
///
/// At most ``bufferSize`` bytes and one event are held; everything older has
/// been given to the sink. The first failure of the sink ends the recording and
/// is thrown by ``finish()``.
@MainActor
package final class TraceRecorder {
  /// Bytes collected before they are given to the sink.
  package static let bufferSize = 64 * 1024

  /// Events written, metadata included.
  package private(set) var eventCount = 0
  private let sink: (UnsafeRawBufferPointer) throws -> Void
  private let processID: Int
  private let origin: Double
  private var writer: JSONWriter
  private var failure: (any Error)?
  private var isFinished = false

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
    writer.beginArray()
    metadata("process_name", processName)
    metadata("thread_name", "main")
  }

  /// Records a span of work. Spans that lie inside one another in time are
  /// shown nested.
  ///
  /// - Parameters:
  ///   - name: what was done.
  ///   - start: seconds of the profiler's clock.
  ///   - duration: seconds; negative counts as 0.
  package func complete(_ name: StaticString, start: Double, duration: Double) {
    event("X", name) { writer, origin in
      writer.key("ts")
      writer.value((start - origin) * 1e6)
      writer.key("dur")
      writer.value(max(0, duration) * 1e6)
    }
  }

  /// Records a finished frame: its span and its counters.
  ///
  /// - Parameters:
  ///   - sample: the frame.
  ///   - end: when it was over, in seconds of the profiler's clock.
  package func frame(_ sample: FrameSample, end: Double) {
    event("X", "frame") { writer, origin in
      writer.key("ts")
      writer.value((sample.start - origin) * 1e6)
      writer.key("dur")
      writer.value(max(0, end - sample.start) * 1e6)
      writer.key("args")
      writer.beginObject()
      writer.key("index")
      writer.value(sample.index)
      writer.endObject()
    }
    event("C", "damage") { writer, origin in
      writer.key("ts")
      writer.value((end - origin) * 1e6)
      writer.key("args")
      writer.beginObject()
      writer.key("drawn_px")
      writer.value(sample.counters.pixelsDrawn)
      writer.key("copied_px")
      writer.value(sample.counters.pixelsCopied)
      writer.key("presented_px")
      writer.value(sample.counters.pixelsPresented)
      writer.key("presented_rects")
      writer.value(sample.counters.rectsPresented)
      writer.endObject()
    }
    event("C", "counters") { writer, origin in
      writer.key("ts")
      writer.value((end - origin) * 1e6)
      writer.key("args")
      writer.beginObject()
      writer.write(sample.counters)
      writer.endObject()
    }
  }

  /// Closes the text and gives the rest to the sink; further events are ignored.
  ///
  /// - Throws: the first error the sink threw during the recording or now.
  package func finish() throws {
    guard !isFinished else { return }
    isFinished = true
    if failure == nil {
      writer.endArray()
      flush()
    }
    if let failure { throw failure }
  }

  private func metadata(_ name: StaticString, _ value: String) {
    event("M", name) { writer, _ in
      writer.key("args")
      writer.beginObject()
      writer.key("name")
      writer.value(value)
      writer.endObject()
    }
  }

  private func event(
    _ phase: StaticString, _ name: StaticString, _ details: (inout JSONWriter, Double) -> Void
  ) {
    guard !isFinished, failure == nil else { return }
    if eventCount > 0 { writer.newline() }
    writer.beginObject()
    writer.key("ph")
    writer.value(phase)
    writer.key("name")
    writer.value(name)
    writer.key("pid")
    writer.value(processID)
    writer.key("tid")
    writer.value(processID)
    details(&writer, origin)
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
  fileprivate mutating func write(_ counters: FrameCounters) {
    key("rows_laid_out")
    value(counters.rowsLaidOut)
    key("cells_created")
    value(counters.cellsCreated)
    key("cells_dequeued")
    value(counters.cellsDequeued)
    key("text_rasterized")
    value(counters.textRasterized)
    key("draw_commands")
    value(counters.drawCommands)
    key("textures_created")
    value(counters.texturesCreated)
  }
}
