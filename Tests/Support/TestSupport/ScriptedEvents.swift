import Foundation
import UIKitCore

/// Input that a test puts in by hand.
@MainActor
package final class ScriptedEvents: EventSource {
  private var queue: [InputEvent] = []
  package var fileDescriptor: Int32? { nil }

  package init() {}

  package func post(_ events: InputEvent...) { queue += events }

  package var hasWaitingEvents: Bool { !queue.isEmpty }

  package func nextEvent() -> InputEvent? { queue.isEmpty ? nil : queue.removeFirst() }
}
