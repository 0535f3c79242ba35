/// Why an input cannot be shown: what was asked for and what the system said of it, as one line.
package struct UnreadableInput: Error, Equatable, CustomStringConvertible {
  package let path: String
  package let reason: String

  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  package var description: String { path.isEmpty ? "an empty path names no file" : "\(path): \(reason)" }
}
