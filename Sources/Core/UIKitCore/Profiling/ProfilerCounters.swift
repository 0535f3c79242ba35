/// Numbers a program counts about itself, shown beside those of the framework: in the profiler's overlay, under the key
/// `app` of the statistics, and as a track of the trace.
///
/// ```swift
/// UIApplication.shared.profilerCounters["rows drawn"] += 1
/// ```
@preconcurrency @MainActor
public final class ProfilerCounters {
  /// How many the overlay shows, those named first.
  public static let shownLimit = 8

  /// In the order they were first set.
  public private(set) var names: [String] = []
  private var values: [String: Int] = [:]

  init() {}

  /// The number of a name; 0 until it is set. Setting it asks for no frame: it is seen with the next one.
  public subscript(name: String) -> Int {
    get { values[name] ?? 0 }
    set {
      if values.updateValue(newValue, forKey: name) == nil { names.append(name) }
    }
  }

  /// Names and numbers in the order of `names`.
  package var entries: [Entry] { names.map { Entry(name: $0, value: self[$0]) } }

  /// A name with its number.
  package struct Entry: Equatable, Sendable {
    /// As the program spells it.
    package let name: String
    /// The count.
    package let value: Int
  }
}
