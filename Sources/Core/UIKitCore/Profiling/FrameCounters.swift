import Typesetting

/// The events of one frame, or of many, as plain counts.
///
/// The table, the text store and the display list add to the counters of the
/// running frame whether or not the profiler is on: an addition is cheaper than
/// asking.
package struct FrameCounters: Equatable, Sendable {
  /// Rows a table gave a frame to.
  package var rowsLaidOut = 0
  /// Cells built because no idle one could be had.
  package var cellsCreated = 0
  /// Cells taken out of a reuse queue.
  package var cellsDequeued = 0
  /// Texts laid out before that came back from the typesetter's cache.
  package var textCacheHits = 0
  /// Texts that were not in the typesetter's cache.
  package var textCacheMisses = 0
  /// The text engine's work: words measured, words known, calls of the library that draws text.
  package var words = TextEngineCounts()
  /// Commands in the display list.
  package var drawCommands = 0
  /// The backend's work.
  package var rendering = RenderWork()

  /// Nothing counted.
  package init() {}

  /// Adds the texts a typesetter laid out.
  mutating func addTexts(_ counts: (hits: Int, misses: Int)) {
    textCacheHits += counts.hits
    textCacheMisses += counts.misses
  }

  /// Adds each count of `part` to the same count of `sum`.
  package static func += (sum: inout FrameCounters, part: FrameCounters) {
    sum.rowsLaidOut += part.rowsLaidOut
    sum.cellsCreated += part.cellsCreated
    sum.cellsDequeued += part.cellsDequeued
    sum.textCacheHits += part.textCacheHits
    sum.textCacheMisses += part.textCacheMisses
    sum.words += part.words
    sum.drawCommands += part.drawCommands
    sum.rendering += part.rendering
  }
}

/// The work of a backend: of a frame, of many, or since it was made.
package struct RenderWork: Equatable, Sendable {
  /// Text slots whose content was rasterised anew.
  package var textRasterized = 0
  /// Commands that drew a text slot from the bitmap it already had.
  package var textReused = 0
  /// Textures created, for texts, images, shapes and pictures.
  package var textureCreations = 0
  /// Pixels drawn anew.
  package var pixelsDrawn = 0
  /// Pixels moved within the picture instead.
  package var pixelsCopied = 0
  /// Pixels handed to the display.
  package var pixelsPresented = 0
  /// Rectangles they were handed over in.
  package var rectsPresented = 0
  /// Frames of which every pixel was drawn.
  package var fullRedraws = 0

  /// Nothing done.
  package init() {}

  /// Adds each count of `part` to the same count of `sum`.
  static func += (sum: inout RenderWork, part: RenderWork) { sum.change(by: part, +=) }

  /// The work done between two moments.
  static func - (later: RenderWork, earlier: RenderWork) -> RenderWork {
    var work = later
    work.change(by: earlier, -=)
    return work
  }

  /// Changes each count by the same count of other work.
  private mutating func change(by other: RenderWork, _ change: (inout Int, Int) -> Void) {
    change(&textRasterized, other.textRasterized)
    change(&textReused, other.textReused)
    change(&textureCreations, other.textureCreations)
    change(&pixelsDrawn, other.pixelsDrawn)
    change(&pixelsCopied, other.pixelsCopied)
    change(&pixelsPresented, other.pixelsPresented)
    change(&rectsPresented, other.rectsPresented)
    change(&fullRedraws, other.fullRedraws)
  }
}

/// The figures of a backend; read by the profiler before and after a frame.
package struct RenderCounters: Equatable, Sendable {
  /// The work since the backend was made.
  package var work = RenderWork()
  /// Textures alive for text now.
  package var textTextures = 0
  /// Bytes of the textures alive for text now.
  package var textTextureBytes = 0
  /// Scalars for which no installed font has a glyph, in all texts so far.
  package var missingGlyphs = 0

  /// Nothing done yet.
  package init() {}
}

/// The objects that exist at the end of a frame, as opposed to events during it.
package struct FrameGauges: Equatable, Sendable {
  /// Cells on screen, over all tables of the window.
  package var cellsVisible = 0
  /// Cells waiting in reuse queues.
  package var cellsIdle = 0
  /// Text slots that own a texture.
  package var textTextures = 0
  /// Bytes of those textures, at four bytes a pixel unless the backend says otherwise.
  package var textTextureBytes = 0
  /// Characters no installed font had a glyph for, since the program started.
  package var missingGlyphs = 0

  /// Nothing exists.
  package init() {}
}

/// The life of one reuse identifier's cells since the program started.
package struct ReuseCounters: Equatable, Sendable {
  /// Cells built for the identifier.
  package var created = 0
  /// Times a cell came out of the queue.
  package var dequeued = 0
  /// Cells waiting in the queue now.
  package var idle = 0

  /// No cell yet.
  package init(created: Int = 0, dequeued: Int = 0, idle: Int = 0) {
    self.created = created
    self.dequeued = dequeued
    self.idle = idle
  }
}
