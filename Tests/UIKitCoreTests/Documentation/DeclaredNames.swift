import Foundation

/// The names declared in source files, by the type they are declared in: properties and types as they are, functions
/// with the labels of their parameters.
struct DeclaredNames {
  private var names: [String: Set<String>] = [:]

  /// Reads every Swift file below a folder.
  init(below folder: URL) throws {
    let files = FileManager.default.enumerator(at: folder.resolvingSymlinksInPath(), includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      if file.pathExtension == "swift" { read(try String(contentsOf: file, encoding: .utf8)) }
    }
  }

  /// Whether the type, or an extension of it, declares the name; a type may be named as a member of itself.
  func declares(_ name: String, in type: String) -> Bool {
    names[type, default: []].contains(name) || (name == type && names[type] != nil)
  }

  /// Declarations at the start of a line open a type; what follows belongs to it.
  mutating func read(_ source: String) {
    var owner = ""
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      let code = line.drop { $0 == " " }
      if code.hasPrefix("//") { continue }
      if let type = line.prefixMatch(
        of: /(?:@\w+ )*(?:(?:public|open|package|final|private|nonisolated) )*(?:class|struct|enum|protocol|extension|actor) (\w+)/)
      {
        owner = String(type.1)
        names[owner, default: []].insert(owner)
      }
      for found in code.matches(of: /\b(?:class|struct|enum|protocol|typealias|var|let) (\w+)/) { add(found.1, to: owner) }
      if code.hasPrefix("case "), !code.contains(":") {
        for found in code.dropFirst(5).matches(of: /`?([A-Za-z]\w*)`?(?: = -?\w+)?/) { add(found.1, to: owner) }
      }
      if let function = code.firstMatch(of: /\bfunc (\w+)(?:<[^>]*>)?\(|\b(init)\??\(/), let name = function.1 ?? function.2 {
        let rest = code[function.range.upperBound...] + "\n" + lines[(number + 1)...].prefix(12).joined(separator: "\n")
        add(name + "(" + Self.labels(rest) + ")", to: owner)
      }
    }
  }

  private mutating func add(_ name: some StringProtocol, to owner: String) { names[owner, default: []].insert(String(name)) }

  /// The labels of a parameter list, given what follows its opening parenthesis.
  private static func labels(_ text: some StringProtocol) -> String {
    var depth = 0
    var parameters = [""]
    for character in text {
      if depth == 0, character == ")" { break }
      switch character {
      case "(", "[", "<", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case ">" where parameters[parameters.count - 1].last != "-": depth -= 1
      case "," where depth == 0: parameters.append("")
      default: break
      }
      if character != "," || depth > 0 { parameters[parameters.count - 1].append(character) }
    }
    return parameters.compactMap { parameter in
      parameter.split { $0 == " " || $0 == "\n" || $0 == ":" }.first.map { $0 + ":" }
    }.joined()
  }
}
