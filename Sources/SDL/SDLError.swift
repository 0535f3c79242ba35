import CSDL2

/// A failed call into SDL, SDL_ttf, SDL_image or fontconfig.
///
/// Every wrapper in this target reports failure by throwing one of these, so
/// that callers have a single thing to catch and print.
public struct SDLError: Error, Equatable, CustomStringConvertible {
  /// The C function that failed, without parentheses.
  public let function: String
  /// What the library said of it; never empty.
  public let reason: String

  public init(function: String, reason: String) {
    self.function = function
    self.reason = reason.isEmpty ? "no reason given" : reason
  }

  public var description: String { "\(function): \(reason)" }
}
