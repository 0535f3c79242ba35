/// What exists at the end of a frame, as opposed to what happened during it.
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
