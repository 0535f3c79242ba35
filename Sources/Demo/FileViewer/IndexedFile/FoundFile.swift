import DemoParts
import Foundation

/// A file to be shown: its path, and which file it was when it was looked for.
package struct FoundFile: Sendable, Equatable {
  package let path: String
  /// The path that means standard input.
  package static let standardInput = "-"
  /// Nil for one whose file system did not answer.
  package var identity: FileStamp.Identity?

  var name: String {
    path == Self.standardInput ? "Standard input" : path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Whether this is another name of the same file, or the same one.
  func isSame(as other: FoundFile) -> Bool { path == other.path || identity != nil && identity == other.identity }

  /// - Parameter identity: nil as long as the file system has not answered.
  package init(path: String, identity: FileStamp.Identity? = nil) {
    self.path = path
    self.identity = identity
  }
}

/// Files that were named on the command line, dropped or chosen: which of them can be shown.
package struct FileFinding: Sendable {
  /// Those that can be read, each once, in order.
  package private(set) var files: [FoundFile] = []
  package private(set) var failures: [UnreadableInput] = []
  /// Names of files that were named before.
  package private(set) var doubles = 0
  /// Files for which a window has no room.
  package private(set) var surplus = 0

  /// Descriptors that stay free for windows, the clipboard, pictures and fonts.
  private static let freeDescriptors = 64
  /// A file on screen takes two: its own, and that of its watch.
  private static let descriptorsPerFile = 2
  /// Tabs of a window, whatever the system allows.
  static let mostTabs = 256

  /// Looks for files, on a thread that may wait for their file systems. None stays open.
  package init(_ paths: [String]) {
    let most = Self.mostFiles
    var known: Set<FileStamp.Identity> = []
    var names: Set<String> = []
    for path in paths {
      if !names.insert(path).inserted {
        doubles += 1
      } else if files.count >= most {
        surplus += 1
      } else if path == FoundFile.standardInput {
        if let fault = StandardInput.fault { failures.append(fault) } else { files.append(FoundFile(path: path)) }
      } else {
        do throws(UnreadableInput) {
          let identity = try OpenFile.identity(ofFileAt: path)
          if known.insert(identity).inserted {
            files.append(FoundFile(path: path, identity: identity))
          } else {
            doubles += 1
          }
        } catch { failures.append(error) }
      }
    }
  }

  /// Looks for files on a thread of its own.
  /// - Returns: nil when it takes longer.
  @MainActor
  package static func of(_ paths: [String], withinMilliseconds limit: Int) -> FileFinding? {
    var finding: FileFinding?
    let ticket = FileLane(.thread, label: "file finding").run({ FileFinding(paths) }, then: { finding = $0 })
    return ticket.wait(milliseconds: limit) ? finding : nil
  }

  /// Files that can be on screen in tabs.
  private static var mostFiles: Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return mostTabs }
    // More than a million descriptors are never short.
    let allowed = Int(min(limit.rlim_cur, 1 << 20))
    let used = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 32
    return min(max((allowed - used - freeDescriptors) / descriptorsPerFile, 1), mostTabs)
  }

  /// A sentence for the user about files that are not shown; nil when all are shown.
  /// - Parameter count: files that were asked for.
  package func notice(of count: Int) -> String? {
    var notes: [String] = []
    if surplus > 0 { notes.append("\(surplus) left out: a window has room for \(files.count)") }
    if let first = failures.first, surplus == 0 {
      return failures.count == 1
        ? "Cannot open \(first)" : "Cannot open \(failures.count) of \(count) files, the first: \(first)"
    } else if let first = failures.first {
      notes.append(failures.count == 1 ? first.description : "\(failures.count) unreadable, the first: \(first)")
    }
    if doubles > 0 { notes.append(doubles == 1 ? "1 was named twice" : "\(doubles) were named more than once") }
    return notes.isEmpty ? nil : "Opened \(files.count) of \(count) files: " + notes.joined(separator: "; ")
  }
}
