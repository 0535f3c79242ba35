import Foundation

/// Checks a trace against the Trace Event Format, and against what Perfetto demands beyond it.
///
/// Perfetto drops, rather than reports, what it cannot place: a span that outlasts the one around it, a
/// counter whose value is no number. So these are problems here.
package struct TraceEventCheck {
  /// What is wrong, one sentence each; empty when nothing is.
  package private(set) var problems: [String] = []
  /// The events, in the order of the file.
  package private(set) var events: [[String: Any]] = []

  private struct Thread: Hashable {
    let process, thread: Int
  }

  private struct Span {
    let name: String
    let start, end: Int  // nanoseconds
  }

  private var used: Set<Thread> = []
  private var spans: [Thread: [Span]] = [:]
  private var openSpans: [Thread: [String]] = [:]
  private var named: Set<Thread> = []
  private var namedProcesses: Set<Int> = []

  private static let phases = Set("BEXiICbneSTpFstfPNODMVvRc".map(String.init))

  /// Reads the text of a trace, either of the format's two forms: an array of events, or an object
  /// whose `traceEvents` is one.
  package init(json: Data) throws {
    let root = try JSONSerialization.jsonObject(with: json)
    let list = (root as? [String: Any])?["traceEvents"] ?? root
    guard let list = list as? [Any] else {
      problems.append("the file is neither an array of events nor an object with traceEvents")
      return
    }
    for (index, entry) in list.enumerated() {
      guard let event = entry as? [String: Any] else {
        problems.append("entry \(index) is no object")
        continue
      }
      events.append(event)
      check(event, "event \(index)")
    }
    checkThreads()
  }

  private mutating func check(_ event: [String: Any], _ place: String) {
    guard let phase = event["ph"] as? String, Self.phases.contains(phase) else {
      return problems.append("\(place) has no phase of the format")
    }
    let name = event["name"] as? String ?? ""
    guard !name.isEmpty || phase == "E" else { return problems.append("\(place) has no name") }
    guard let process = event["pid"] as? Int, let number = event["tid"] as? Int else {
      return problems.append("\(place) names no process and thread by number")
    }
    let thread = Thread(process: process, thread: number)
    guard phase != "M" else { return checkMetadata(event, name, thread, place) }
    guard let time = event["ts"] as? Double, time.isFinite, time >= 0 else {
      return problems.append("\(place) has no time")
    }
    used.insert(thread)
    switch phase {
    case "X":
      guard let duration = event["dur"] as? Double, duration.isFinite, duration >= 0 else {
        return problems.append("\(place) has no duration")
      }
      let start = Int((time * 1000).rounded())
      spans[thread, default: []].append(
        Span(name: name, start: start, end: start + Int((duration * 1000).rounded())))
    case "B": openSpans[thread, default: []].append(name)
    case "E":
      if openSpans[thread, default: []].popLast() == nil { problems.append("\(place) ends what did not begin") }
    case "C":
      let values = event["args"] as? [String: Any] ?? [:]
      if values.isEmpty || !values.values.allSatisfy({ $0 is Double }) {
        problems.append("\(place), a counter, has values that are no numbers, or none")
      }
    default: break
    }
  }

  private mutating func checkMetadata(
    _ event: [String: Any], _ name: String, _ thread: Thread, _ place: String
  ) {
    guard name == "process_name" || name == "thread_name" else { return }
    guard let value = (event["args"] as? [String: Any])?["name"] as? String, !value.isEmpty else {
      return problems.append("\(place) gives no name")
    }
    if name == "thread_name" { named.insert(thread) } else { namedProcesses.insert(thread.process) }
  }

  private mutating func checkThreads() {
    for thread in used {
      if !named.contains(thread) { problems.append("thread \(thread.thread) has no name") }
      if !namedProcesses.contains(thread.process) { problems.append("process \(thread.process) has no name") }
      checkNesting(of: spans[thread, default: []])
    }
    for (thread, open) in openSpans where !open.isEmpty {
      problems.append("on thread \(thread.thread) \(open) never end")
    }
  }

  /// By time, and as in the file where times are equal, as Perfetto takes them.
  private mutating func checkNesting(of spans: [Span]) {
    let ordered = spans.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
    var around: [Span] = []
    for span in ordered.map(\.element) {
      while let outer = around.last, outer.end <= span.start { around.removeLast() }
      if let outer = around.last, outer.end < span.end {
        problems.append("\(span.name) at \(span.start) ns outlasts \(outer.name) around it")
      } else {
        around.append(span)
      }
    }
  }
}
