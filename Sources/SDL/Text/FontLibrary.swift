internal import CFreeType

/// FreeType, for faces that one thread at a time opens, draws from and closes.
///
/// A catalog has one of its own, so that catalogs of different threads share nothing that FreeType writes to. Lives as
/// long as the last of its faces.
final class FontLibrary {
  /// Nil where FreeType could not be started. Freed once, in deinit.
  let handle: FT_Library?

  init() {
    var library: FT_Library?
    handle = FT_Init_FreeType(&library) == 0 ? library : nil
  }

  deinit {
    if let handle { FT_Done_FreeType(handle) }
  }
}
