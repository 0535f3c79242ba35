import Foundation

/// The names declared in source files, by the type they are declared in: properties and types as they are, functions
/// with the labels of their parameters.
struct DeclaredNames {
  private var names: [String: Set<String>] = [:]

  /// Reads every Swift file below a folder.
  init(below folder: URL) throws { try read(below: folder) }

  /// Reads the Swift files below one more folder.
  mutating func read(below folder: URL) throws {
    let files = FileManager.default.enumerator(at: folder.resolvingSymlinksInPath(), includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      if file.pathExtension == "swift" { read(try String(contentsOf: file, encoding: .utf8)) }
    }
  }

  /// Whether the type, or an extension of it, declares the name; a type may be named as a member of itself.
  func declares(_ name: String, in type: String) -> Bool {
    names[type, default: []].contains(name) || (name == type && names[type] != nil)
  }

  private static let typeWords: Set<Substring> = ["class", "struct", "enum", "protocol", "extension", "actor"]
  private static let memberWords: Set<Substring> = ["class", "struct", "enum", "protocol", "typealias", "var", "let"]

  /// Declarations at the start of a line open a type; what follows belongs to it.
  mutating func read(_ source: String) {
    var owner = ""
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      let code = line.drop { $0 == " " }
      if code.isEmpty || code.hasPrefix("//") { continue }
      let words = Self.words(code)
      if code.startIndex == line.startIndex,
        let place = words.firstIndex(where: { Self.typeWords.contains($0) }), place + 1 < words.count
      {
        owner = String(words[place + 1])
        add(owner, to: owner)
      }
      if words.first == "case" {
        if !code.contains(":") { for name in words.dropFirst() { add(name, to: owner) } }
        continue
      }
      for (word, name) in zip(words, words.dropFirst()) where Self.memberWords.contains(word) { add(name, to: owner) }
      let function = words.firstIndex(of: "func").flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
      if let name = function ?? words.first(where: { $0 == "init" && !code[..<$0.startIndex].hasSuffix(".") }),
        let open = code[name.endIndex...].firstIndex(of: "(")
      {
        let rest = code[code.index(after: open)...] + "\n" + lines[(number + 1)...].prefix(12).joined(separator: "\n")
        add(name + "(" + Self.labels(rest) + ")", to: owner)
      }
    }
  }

  /// The words of a line: letters of ASCII, digits and underscores.
  private static func words(_ line: Substring) -> [Substring] {
    line.utf8.split { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): false
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): false
      default: true
      }
    }.map { Substring($0) }
  }

  private mutating func add(_ name: some StringProtocol, to owner: String) {
    names[owner, default: []].insert(String(name))
  }

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
