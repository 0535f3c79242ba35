import UIKitCore

/// Writes down the touches it hears of.
@MainActor
package final class TouchLog: UIView {
  package var events: [String] = []

  package override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    events.append("began")
  }
  package override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    if events.last != "moved" { events.append("moved") }
  }
  package override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    events.append("ended")
  }
  package override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    events.append("cancelled")
  }
}
