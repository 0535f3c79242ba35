import UIKitCore

extension StatsReport {
  /// The report as one JSON object on one line, ended by a line feed.
  package var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writeScene(to: &writer)
    writeTimes(to: &writer)
    writeMemory(to: &writer)
    writeCounts(to: &writer)
    writer.member("allocations_per_frame", allocationsPerFrame)
    writer.endObject()
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  private func writeScene(to writer: inout JSONWriter) {
    writer.member("screen", screen)
    writer.member("rows", rows)
    writer.member("renderer", renderer)
    writer.member("picture", picture)
    writer.member("video_driver", videoDriver)
    writer.member("sdl", sdl)
    writer.member("compositor", compositor)
    writer.member("width", width)
    writer.member("height", height)
    writer.member("scale", scale)
    writer.member("frames", frames)
  }

  private func writeTimes(to writer: inout JSONWriter) {
    writer.member("cpu_ms_per_frame", cpuMillisecondsPerFrame)
    writer.member("frame_ms", frameMilliseconds)
    writer.member("main_cpu_ms", mainThreadMilliseconds)
    writer.object("stage_ms") { writer in
      for stage in FrameStage.allCases where stage != .overlay { writer.member(stage.name, stageMilliseconds[stage]) }
    }
    writer.object("interval_ms") { writer in
      writer.member("mean", pacing.mean)
      writer.member("stddev", pacing.standardDeviation)
      writer.member("p50", pacing.p50)
      writer.member("p99", pacing.p99)
      writer.member("max", pacing.max)
    }
    writer.member("missed_frames", pacing.missedFrames)
    writer.member("missed_at_60_hz", pacing.missedFramesAt60Hz)
    writer.member("refresh_rate", pacing.refreshRate)
    write(input, as: "input_to_present_ms", to: &writer)
    write(display?.present, discarded: display?.discarded, as: "present_to_display_ms", to: &writer)
    write(display?.input, as: "input_to_display_ms", to: &writer)
    writer.member("startup_ms", startupMilliseconds)
    writer.member("first_frame_at_ms", firstFrameMilliseconds)
  }

  private func write(
    _ latency: Latency?, discarded: Int? = nil, as key: StaticString, to writer: inout JSONWriter
  ) {
    guard let latency else { return writer.member(key, latency?.mean) }
    writer.object(key) { writer in
      writer.member("answers", latency.answers)
      if let discarded { writer.member("discarded", discarded) }
      writer.member("mean", latency.mean)
      writer.member("p50", latency.p50)
      writer.member("p99", latency.p99)
      writer.member("max", latency.max)
    }
  }

  private func writeMemory(to writer: inout JSONWriter) {
    writer.member("peak_rss_mb", peakResidentMegabytes)
    writer.member("private_dirty_mb", privateDirtyMegabytes)
  }

  private func writeCounts(to writer: inout JSONWriter) {
    writer.object("cells") { writer in
      writer.member("created", totals.cellsCreated)
      writer.member("dequeued", totals.cellsDequeued)
      writer.member("visible", gauges.cellsVisible)
      writer.member("idle", gauges.cellsIdle)
      writer.object("idle_by_identifier") { writer in
        writer.members(idleByIdentifier.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
      }
    }
    writer.object("text") { writer in
      writer.member("rasterized", totals.rendering.textRasterized)
      writer.member("reused", totals.rendering.textReused)
      writer.member("textures", gauges.textTextures)
      writer.member("texture_bytes", gauges.textTextureBytes)
      writer.member("missing_glyphs", gauges.missingGlyphs)
      writer.member("cache_hits", totals.textCacheHits)
      writer.member("cache_misses", totals.textCacheMisses)
      writer.member("shaped_words", totals.words.shapedWords)
      writer.member("word_hits", totals.words.wordHits)
      writer.member("ttf_calls", totals.words.libraryCalls)
    }
    writer.member("texture_creations", totals.rendering.textureCreations)
    writer.object("damage") { writer in
      writer.member("drawn_px_per_frame", mean(totals.rendering.pixelsDrawn))
      writer.member("copied_px_per_frame", mean(totals.rendering.pixelsCopied))
      writer.member("presented_px_per_frame", mean(totals.rendering.pixelsPresented))
      writer.member("presented_rects_per_frame", mean(totals.rendering.rectsPresented))
      writer.member("full_redraws", totals.rendering.fullRedraws)
    }
    writer.object("app") { $0.members(app.map { ($0.name, $0.value) }) }
  }

  /// The mean of a total over the frames drawn.
  private func mean(_ total: Int) -> Double { Double(total) / Double(max(1, frames)) }
}

extension StatsReport.Percentiles: JSONValue {
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("p50", p50)
    writer.member("p95", p95)
    writer.member("p99", p99)
    writer.member("max", max)
    writer.endObject()
  }
}
