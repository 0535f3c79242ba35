import Foundation

/// All processes in order, and which of them are to be seen.
struct ProcessList: Sendable {
  /// In order, whether they are to be seen or not.
  private(set) var all: [ProcessEntry] = []

  /// Processes that are equal in this keep the order they had, so that rows do not change places for nothing.
  var sorting = ProcessSorting(.load) {
    didSet { if sorting != oldValue { sort() } }
  }

  /// Words that all have to be found in a process: in its name, its command line, its user, or as its number.
  var filter = "" {
    didSet {
      guard filter != oldValue else { return }
      words = filter.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    }
  }
  private var words: [String] = []

  /// Those to be seen, in order.
  var visible: [ProcessEntry] { words.isEmpty ? all : all.filter(isFound) }

  /// Replaces the figures of all processes.
  mutating func take(_ figures: [ProcessEntry]) {
    let ranks = Dictionary(all.enumerated().map { ($1.identity, $0) }) { first, _ in first }
    // New processes come behind those equal to them in order; the kernel's own come at the end.
    let placed = figures.map { (figures: $0, rank: ranks[$0.identity] ?? all.count + ($0.isOfKernel ? 1 : 0)) }
    all = placed.sorted { ($0.rank, $0.figures.identity.pid) < ($1.rank, $1.figures.identity.pid) }.map(\.figures)
    sort()
  }

  private mutating func sort() {
    let sorted = all.enumerated().sorted { first, second in
      if sorting.puts(first.element, before: second.element) { return true }
      return !sorting.puts(second.element, before: first.element) && first.offset < second.offset
    }
    all = sorted.map(\.element)
  }

  private func isFound(_ process: ProcessEntry) -> Bool {
    words.allSatisfy { process.searchText.contains($0) || String(process.identity.pid).hasPrefix($0) }
  }
}

extension ProcessEntry {
  /// Whether the process has no program of its own.
  fileprivate var isOfKernel: Bool { command.isEmpty && memory == 0 }
}
