import Foundation

/// Variables of an environment, by their names.
///
/// Foundation gives all variables of the program in a dictionary of its own each time. To make one takes a tenth of a
/// millisecond or more, and until the first frame a dozen variables are asked for in half as many places.
package struct EnvironmentVariables: ExpressibleByDictionaryLiteral, Sendable {
  /// Nil for those of the program.
  private let values: [String: String]?

  /// The program's own, each read when it is asked for.
  package static let ofProgram = EnvironmentVariables(values: nil)

  private init(values: [String: String]?) { self.values = values }

  /// An environment with no other variables.
  package init(dictionaryLiteral elements: (String, String)...) {
    self.init(values: Dictionary(uniqueKeysWithValues: elements))
  }

  /// Nil for a variable that is not set.
  package subscript(name: String) -> String? {
    if let values { return values[name] }
    return getenv(name).map { String(cString: $0) }
  }

  /// A folder of the user's as the XDG base directory specification has it: the absolute path a variable names, else one
  /// below the home; nil without a home.
  /// - Parameters:
  ///   - variable: `XDG_CACHE_HOME` and the like.
  ///   - path: from the home to the folder.
  package func folder(_ variable: String, orInHome path: String) -> String? {
    func absolute(_ name: String) -> String? { self[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    return absolute(variable) ?? absolute("HOME").map { "\($0)/\(path)" }
  }
}
