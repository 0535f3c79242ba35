import Foundation
import UIKitCore

/// A controller that writes down its callbacks in a list it shares with others.
package final class LoggingController: UIViewController {
  package let name: String
  package let log: CallLog
  /// Run once, in the callbacks of their names: as in the log, or `move` for `willMove(toParent:)`.
  package var reactions: [String: () -> Void] = [:]

  package init(_ name: String, _ log: CallLog) {
    self.name = name
    self.log = log
    super.init(nibName: nil, bundle: nil)
    title = name
  }

  package required init?(coder: NSCoder) { nil }

  deinit { log.ends += 1 }

  private func note(_ event: String, _ animated: Bool) {
    log.lines.append("\(name) \(event)\(animated ? "~" : "")")
    reactions.removeValue(forKey: event)?()
  }

  package override func viewDidLoad() { note("load", false) }
  package override func viewWillAppear(_ animated: Bool) { note("will+", animated) }
  package override func viewIsAppearing(_ animated: Bool) { note("is+", animated) }
  package override func viewDidAppear(_ animated: Bool) { note("did+", animated) }
  package override func viewWillDisappear(_ animated: Bool) { note("will-", animated) }
  package override func viewDidDisappear(_ animated: Bool) { note("did-", animated) }
  package override func willMove(toParent parent: UIViewController?) {
    super.willMove(toParent: parent)
    reactions.removeValue(forKey: "move")?()
  }
  package override func didMove(toParent parent: UIViewController?) {
    super.didMove(toParent: parent)
    reactions.removeValue(forKey: "moved")?()
  }
}

/// Callbacks in their order.
package final class CallLog: @unchecked Sendable {
  package var lines: [String] = []
  /// Controllers that have been deallocated.
  package var ends = 0

  package init() {}

  /// The lines since the last call.
  package func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

/// A window with a root controller that presents.
@MainActor
package struct PresentationStage {
  package let app: TestApplication
  package let log = CallLog()
  package let root: LoggingController

  package init(size: CGSize = CGSize(width: 800, height: 600)) {
    app = TestApplication(size: size)
    root = LoggingController("root", log)
    app.window.rootViewController = root
    app.settle()
    _ = log.take()
  }

  package func controller(_ name: String, _ style: UIModalPresentationStyle = .automatic) -> LoggingController {
    let made = LoggingController(name, log)
    made.modalPresentationStyle = style
    return made
  }

  /// Calls `work` and answers what it and what follows write to standard error.
  package func messages(_ work: () -> Void) -> [String] {
    let pipe = Pipe()
    let former = dup(2)
    dup2(pipe.fileHandleForWriting.fileDescriptor, 2)
    work()
    dup2(former, 2)
    close(former)
    try? pipe.fileHandleForWriting.close()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    // Addresses differ from run to run.
    return text.split(separator: "\n").map { String($0).replacing(/0x[0-9a-f]+/, with: "0x") }
  }
}
