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
      writer.member("created", cells.created)
      writer.member("dequeued", cells.dequeued)
      writer.member("visible", cells.visible)
      writer.member("idle", cells.idle)
      writer.object("idle_by_identifier") { writer in
        writer.members(cells.idleByIdentifier.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
      }
    }
    writer.object("text") { writer in
      writer.member("rasterized", text.rasterized)
      writer.member("reused", text.reused)
      writer.member("textures", text.textures)
      writer.member("texture_bytes", text.textureBytes)
      writer.member("missing_glyphs", text.missingGlyphs)
      writer.member("cache_hits", text.cacheHits)
      writer.member("cache_misses", text.cacheMisses)
      writer.member("shaped_words", text.words.shapedWords)
      writer.member("word_hits", text.words.wordHits)
      writer.member("ttf_calls", text.words.libraryCalls)
    }
    writer.member("texture_creations", textureCreations)
    writer.object("damage") { writer in
      writer.member("drawn_px_per_frame", damage.drawnPixels)
      writer.member("copied_px_per_frame", damage.copiedPixels)
      writer.member("presented_px_per_frame", damage.presentedPixels)
      writer.member("presented_rects_per_frame", damage.presentedRects)
      writer.member("full_redraws", damage.fullRedraws)
    }
    writer.object("app") { $0.members(app.map { ($0.name, $0.value) }) }
  }
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
