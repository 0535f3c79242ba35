import Testing

/// All runs of the built program, one at a time: they share two processor cores
/// and time limits.
@Suite("End to end", .serialized, .enabled(if: Tools.areInstalled, Comment(rawValue: Tools.hint)))
struct EndToEnd {}
