internal import CSDL2

/// A failed call into SDL, SDL_image, SDL_ttf or fontconfig.
///
/// Every wrapper in this target reports failure by throwing one of these, so
/// that callers have a single thing to catch and print.
package struct SDLError: Error, Equatable, CustomStringConvertible {
  /// The C function that failed, without parentheses.
  package let function: String
  /// The library's message; never empty.
  package let reason: String
  /// The system lacks memory: another way to the same end would lack it, too.
  package let isForMemory: Bool

  /// Made by `check` from SDL's message, or directly for libraries that keep
  /// none. An empty `reason` is replaced by a phrase that says so.
  package init(function: String, reason: String, isForMemory: Bool = false) {
    self.function = function
    self.isForMemory = isForMemory
    self.reason = reason.isEmpty ? "no reason given" : reason
  }

  /// `function: reason`, on one line.
  package var description: String { "\(function): \(reason)" }

  /// The error SDL last reported on this thread, as the failure of `function`.
  package static func last(_ function: String) -> SDLError {
    SDLError(function: function, reason: String(cString: SDL_GetError()))
  }
}

/// Runs a C call that answers with a handle, or with null on failure.
/// - Throws: `SDLError` with SDL's message when the answer is null.
package func check<Handle>(_ function: String, _ call: () -> Handle?) throws(SDLError) -> Handle {
  SDL_ClearError()
  guard let handle = call() else { throw SDLError.last(function) }
  return handle
}

/// Runs a C call that answers with zero or more on success.
/// - Throws: `SDLError` with SDL's message when the answer is negative.
@discardableResult
package func checkStatus(_ function: String, _ call: () -> Int32) throws(SDLError) -> Int32 {
  SDL_ClearError()
  let status = call()
  guard status >= 0 else { throw SDLError.last(function) }
  return status
}
