import Expectations
import Foundation
import Logging
import TestSupport
import Testing

@testable import UIKit
@testable import UIKitCore

@MainActor
@Suite("Height service: its log")
struct HeightServiceLogTests {
  /// Keeps the lines that get through.
  private final class Lines: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String] = []

    func append(_ line: String) { lock.withLock { lines.append(line) } }

    func take() -> [String] {
      lock.withLock {
        defer { lines = [] }
        return lines
      }
    }
  }

  private struct Handler: LogHandler {
    let lines: Lines
    var logLevel = Logger.Level.debug
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { lines.append("\(event.level) \(event.message)") }
  }

  /// A key that counts how often it is put into words.
  private final class Key: Hashable, CustomStringConvertible {
    var described = 0
    var description: String {
      described += 1
      return "a key"
    }
    static func == (left: Key, right: Key) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  @Test("silent at first; then every step is a line at debug level, and nothing is put into words for a higher one")
  func lines() {
    _ = TestApplication()
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 400), style: .plain)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    let service = table.heightService
    let key = Key()
    let lines = Lines()
    func ask() { _ = service.heightForCell(withIdentifier: "row", cachedByKey: key) { $0.textLabel?.text = "text" } }
    expect(service.logger == nil)
    ask()
    expectEqual(key.described, 0)
    var logger = Logger(label: "heights") { _ in Handler(lines: lines) }
    service.logger = logger
    ask()
    expectEqual(lines.take(), ["debug hit cache [a key] 44.0"])
    service.keyedCache.invalidateAll()
    table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    ask()
    expectEqual(lines.take(), ["debug layout cell created: row", "debug calculate [a key] 44.0 (row)"])
    let described = key.described
    logger.logLevel = .info
    service.logger = logger
    ask()
    expectEqual(lines.take(), [])
    service.logger = nil
    ask()
    expectEqual(key.described, described)
  }
}
