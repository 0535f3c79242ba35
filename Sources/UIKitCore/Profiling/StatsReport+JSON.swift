extension StatsReport {
  /// The report as one JSON object on one line, ended by a line feed.
  package var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("screen")
    writer.value(screen)
    writer.key("rows")
    writer.value(rows)
    writer.key("renderer")
    writer.value(renderer)
    writer.key("picture")
    writer.value(picture)
    writer.key("video_driver")
    writer.value(videoDriver)
    writer.key("sdl")
    writer.value(sdl)
    writer.key("compositor")
    if let compositor { writer.value(compositor) } else { writer.null() }
    writer.key("width")
    writer.value(width)
    writer.key("height")
    writer.value(height)
    writer.key("scale")
    writer.value(scale)
    writer.key("frames")
    writer.value(frames)
    writer.key("cpu_ms_per_frame")
    writer.value(cpuMillisecondsPerFrame)
    writeTimes(to: &writer)
    writePacing(to: &writer)
    writeInput(to: &writer)
    writer.key("startup_ms")
    writer.value(startupMilliseconds)
    writer.key("first_frame_at_ms")
    writer.value(firstFrameMilliseconds)
    writer.key("peak_rss_mb")
    writer.value(peakResidentMegabytes)
    writer.key("private_dirty_mb")
    writer.value(privateDirtyMegabytes)
    writeCounts(to: &writer)
    writer.key("allocations_per_frame")
    if let allocationsPerFrame { writer.value(allocationsPerFrame) } else { writer.null() }
    writer.endObject()
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  private func writeTimes(to writer: inout JSONWriter) {
    writer.key("frame_ms")
    write(frameMilliseconds, to: &writer)
    writer.key("main_cpu_ms")
    if let mainThreadMilliseconds { write(mainThreadMilliseconds, to: &writer) } else { writer.null() }
    writer.key("stage_ms")
    writer.beginObject()
    for stage in FrameStage.allCases where stage != .overlay {
      writer.key(stage.name)
      writer.value(stageMilliseconds[stage])
    }
    writer.endObject()
  }

  private func write(_ percentiles: Percentiles, to writer: inout JSONWriter) {
    writer.object([
      "p50": percentiles.p50, "p95": percentiles.p95, "p99": percentiles.p99, "max": percentiles.max,
    ]) { $0.value($1) }
  }

  private func writePacing(to writer: inout JSONWriter) {
    writer.key("interval_ms")
    writer.object([
      "mean": pacing.mean, "stddev": pacing.standardDeviation, "p50": pacing.p50, "p99": pacing.p99,
      "max": pacing.max,
    ]) { $0.value($1) }
    writer.key("missed_frames")
    writer.value(pacing.missedFrames)
    writer.key("missed_at_60_hz")
    writer.value(pacing.missedFramesAt60Hz)
    writer.key("refresh_rate")
    writer.value(pacing.refreshRate)
  }

  private func writeInput(to writer: inout JSONWriter) {
    writer.key("input_to_present_ms")
    writer.beginObject()
    writer.key("answers")
    writer.value(input.answers)
    writer.members(["mean": input.mean, "p50": input.p50, "p99": input.p99, "max": input.max]) { $0.value($1) }
    writer.endObject()
  }

  private func writeCounts(to writer: inout JSONWriter) {
    writer.key("cells")
    writer.beginObject()
    writer.members([
      "created": cells.created, "dequeued": cells.dequeued, "visible": cells.visible,
      "idle": cells.idle,
    ]) { $0.value($1) }
    writer.key("idle_by_identifier")
    writer.beginObject()
    for (identifier, idle) in cells.idleByIdentifier.sorted(by: { $0.key < $1.key }) {
      writer.key(identifier)
      writer.value(idle)
    }
    writer.endObject()
    writer.endObject()
    writer.key("text")
    writer.object([
      "rasterized": text.rasterized, "reused": text.reused, "textures": text.textures,
      "texture_bytes": text.textureBytes, "missing_glyphs": text.missingGlyphs,
      "cache_hits": text.cacheHits, "cache_misses": text.cacheMisses,
      "shaped_words": text.words.shapedWords, "word_hits": text.words.wordHits, "ttf_calls": text.words.libraryCalls,
    ]) { $0.value($1) }
    writer.key("texture_creations")
    writer.value(textureCreations)
    writer.key("damage")
    writer.beginObject()
    writer.key("drawn_px_per_frame")
    writer.value(damage.drawnPixels)
    writer.key("copied_px_per_frame")
    writer.value(damage.copiedPixels)
    writer.key("presented_px_per_frame")
    writer.value(damage.presentedPixels)
    writer.key("presented_rects_per_frame")
    writer.value(damage.presentedRects)
    writer.key("full_redraws")
    writer.value(damage.fullRedraws)
    writer.endObject()
    writer.key("app")
    writer.beginObject()
    for entry in app {
      writer.key(entry.name)
      writer.value(entry.value)
    }
    writer.endObject()
  }
}

extension JSONWriter {
  /// Writes an object of these members, in their order.
  fileprivate mutating func object<Value>(
    _ members: KeyValuePairs<StaticString, Value>, write: (inout JSONWriter, Value) -> Void
  ) {
    beginObject()
    self.members(members, write: write)
    endObject()
  }

  /// Writes these members of the object that is open, in their order.
  fileprivate mutating func members<Value>(
    _ members: KeyValuePairs<StaticString, Value>, write: (inout JSONWriter, Value) -> Void
  ) {
    for (name, value) in members {
      key(name)
      write(&self, value)
    }
  }
}
