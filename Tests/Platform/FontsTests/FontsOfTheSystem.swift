import Testing

/// The tests that open fonts of this system. They run one after the other, because SDL_ttf has one state for the process.
@MainActor
@Suite("Fonts", .serialized)
struct FontsOfTheSystem {}
