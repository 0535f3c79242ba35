/// Rewrites what UIKit code written for iOS has of Objective-C, for Swift without it.
///
/// - `#selector(tapped)` becomes `Selector(Self.tapped, "tapped")`, in the initial value of a property with the class's
///   name instead of `Self`;
/// - `@objc`, `@IBAction`, `@IBOutlet` and their kin go, `@UIApplicationMain` becomes `@main`;
/// - overrides in an extension move into their class, in whichever of the files it is;
/// - names of UIKit that Swift 4.2 wrote in another way become today's: `UITableViewCellStyle`, `UIControlEvents`;
/// - `import UIKit.UIView` becomes `import UIKit`;
/// - a file that names `URLSession` or one of its companions imports `FoundationNetworking`, one that names `XMLParser`
///   `FoundationXML`;
/// - `NSAttributedString()` and one of a text without a label name their argument, `string`.
///
/// Code that it does not understand stays as it is and is named with the reason. A file whose brackets or strings do not end
/// is left alone. Rewriting twice changes nothing more.
public struct SourceConversion {
  /// A file and its text.
  public struct File: Equatable, Sendable {
    /// Names the file in notes and source locations.
    public let path: String
    /// The text.
    public let text: String

    /// - Parameter path: names the file in notes and source locations.
    public init(path: String, text: String) {
      self.path = path
      self.text = text
    }
  }

  /// A line that was changed, or one that cannot be.
  public struct Note: Equatable, Sendable, CustomStringConvertible {
    /// The file.
    public let path: String
    /// The line before the rewriting, counted from 1.
    public let line: Int
    /// The change, or the reason against one.
    public let message: String
    /// Whether something was changed.
    public let isChange: Bool

    /// File, line and message, as compilers write them.
    public var description: String { "\(path):\(line): \(isChange ? "" : "not rewritten: ")\(message)" }
  }

  /// The files after the rewriting, in the order given.
  public private(set) var files: [File]
  /// The changes, and the lines that cannot be changed, by file and line.
  public private(set) var notes: [Note] = []

  private struct Edit {
    let range: Range<Int>
    let text: String
  }

  private let texts: [SwiftText]
  private let outlines: [Outline]
  private var edits: [[Edit]]
  private let keepsLines: Bool

  /// Rewrites files that belong to one module.
  /// - Parameter keepsLines: for copies that only the compiler reads: lines keep their numbers, or the compiler is told
  ///   of them by `#sourceLocation`, so that its messages name the files given.
  public init(_ files: [File], keepsLines: Bool = false) {
    self.files = files
    self.keepsLines = keepsLines
    texts = files.map { SwiftText($0.text) }
    outlines = texts.map { Outline($0) }
    edits = Array(repeating: [], count: files.count)
    for index in files.indices { convert(index) }
    for index in files.indices { moveOverrides(of: index) }
    for index in files.indices { apply(index) }
    let order = Dictionary(files.enumerated().map { ($1.path, $0) }) { first, _ in first }
    notes.sort { (order[$0.path] ?? 0, $0.line) < (order[$1.path] ?? 0, $1.line) }
  }

  private mutating func note(_ index: Int, _ place: Int, _ message: String, isChange: Bool) {
    notes.append(
      Note(path: files[index].path, line: texts[index].line(of: place), message: message, isChange: isChange))
  }

  private mutating func change(_ index: Int, _ range: Range<Int>, _ text: String, _ message: String? = nil) {
    edits[index].append(Edit(range: range, text: text))
    let shown = message ?? "\(texts[index].text(range)) -> \(text.isEmpty ? "nothing" : text)"
    note(index, range.lowerBound, shown, isChange: true)
  }

  private mutating func convert(_ index: Int) {
    guard texts[index].isWhole else {
      note(index, 0, "a bracket, string or comment does not end, or one ends that does not begin", isChange: false)
      return
    }
    convertSelectors(index)
    convertAttributes(index)
    renameOldNames(index)
    importWhole(index)
    addImport(index, of: "FoundationNetworking", for: Self.networking)
    addImport(index, of: "FoundationXML", for: ["XMLParser", "XMLParserDelegate"])
    warn(index)
  }

  // MARK: Selectors

  private mutating func convertSelectors(_ index: Int) {
    let text = texts[index]
    for word in text.places(of: "selector") where word > 0 && text.characters[word - 1] == "#" {
      let open = text.afterSpace(word + "selector".count)
      guard open < text.count, text.characters[open] == "(", let close = text.closing[open] else { continue }
      let range = word - 1..<close + 1
      switch selector(text.text(open + 1..<close), at: word, outlines[index]) {
      case .success(let new): change(index, range, new)
      case .failure(let reason): note(index, word, "\(text.text(range)): \(reason.text)", isChange: false)
      }
    }
  }

  private struct Reason: Error {
    let text: String
  }

  private func selector(_ inside: String, at place: Int, _ outline: Outline) -> Result<String, Reason> {
    var method = Self.squeezed(inside)
    for accessor in ["getter:", "setter:"] where method.hasPrefix(accessor) {
      return .failure(Reason(text: "accessors of properties are no methods here; write a method that sets or reads it"))
    }
    while method.hasPrefix("("), method.hasSuffix(")"), !method.contains(") ") {
      method = Self.squeezed(String(method.dropFirst().dropLast()))
    }
    var cast: String?
    if let found = Self.split(method, at: " as ") { (method, cast) = (found.0, found.1) }
    // The labels in brackets at the end belong to the last name.
    let head = method.prefix { $0 != "(" }
    let labels = method.dropFirst(head.count)
    var names = head.split(separator: ".", omittingEmptySubsequences: false).map { Self.squeezed(String($0)) }
    guard let name = names.popLast(), !name.isEmpty, names.allSatisfy({ !$0.isEmpty }) else {
      return .failure(Reason(text: "it names no method"))
    }
    let owner: String
    if names.isEmpty || names == ["self"] || names == ["Self"] {
      guard let scope = outline.scope(at: place) else {
        return .failure(Reason(text: "it stands in no class; name the class before the method"))
      }
      owner = scope.isInitialValue || cast != nil ? scope.typeName : "Self"
    } else if names == ["super"] {
      return .failure(
        Reason(text: "a method of the superclass alone cannot be named; call it from a method of the class"))
    } else if names.allSatisfy({ $0.first?.isUppercase == true }) {
      owner = names.joined(separator: ".")
    } else {
      return .failure(
        Reason(text: "\(names.joined(separator: ".")) is an object; name its class before the method"))
    }
    let bare = name.filter { $0 != "`" }
    guard let cast else { return .success("Selector(\(owner).\(name)\(labels), \"\(bare)\")") }
    guard cast.hasPrefix("(") else {
      return .failure(Reason(text: "the type after `as` is not understood; name the method by its labels"))
    }
    let type = cast.replacing("?", with: "").contains("->") ? cast.replacing(")?", with: ")") : cast
    let function = type.hasPrefix("((") || type.hasPrefix("(" + owner + ")") ? type : "(\(owner)) -> @MainActor \(type)"
    return .success("Selector(\(owner).\(name)\(labels) as \(function), \"\(bare)\")")
  }

  private static func squeezed(_ text: String) -> String {
    text.split { $0.isWhitespace }.joined(separator: " ")
  }

  private static func split(_ text: String, at separator: String) -> (String, String)? {
    guard let range = text.firstRange(of: separator) else { return nil }
    return (squeezed(String(text[..<range.lowerBound])), squeezed(String(text[range.upperBound...])))
  }

  // MARK: Attributes

  private static let dropped = [
    "objc", "objcMembers", "nonobjc", "IBAction", "IBSegueAction", "IBOutlet", "IBInspectable", "IBDesignable",
    "GKInspectable",
  ]

  private mutating func convertAttributes(_ index: Int) {
    let text = texts[index]
    for place in text.characters.indices where text.characters[place] == "@" && text.isCode[place] {
      let name = text.word(at: place + 1)
      if name == "UIApplicationMain" {
        change(index, place..<place + 1 + name.count, "@main")
        continue
      }
      guard Self.dropped.contains(name) else { continue }
      var end = place + 1 + name.count
      if end < text.count, text.characters[end] == "(", text.isCode[end], let close = text.closing[end] {
        end = close + 1
      }
      let message = "\(text.text(place..<end)) -> nothing"
      let isAlone =
        text.text(text.lineStart(of: place)..<place).allSatisfy(\.isWhitespace)
        && text.text(end..<text.lineEnd(of: end - 1)).allSatisfy(\.isWhitespace)
      if isAlone, !keepsLines {
        change(index, text.lineStart(of: place)..<text.lineEnd(of: end - 1), "", message)
      } else {
        while end < text.count, text.characters[end] == " " { end += 1 }
        change(index, place..<end, "", message)
      }
    }
  }

  // MARK: Names of Swift 4

  private mutating func renameOldNames(_ index: Int) {
    let text = texts[index]
    var place = 0
    while place < text.count {
      guard text.isWordCharacter(place) else {
        place += 1
        continue
      }
      let name = text.word(at: place)
      // A selector is rewritten as a whole.
      if !edits[index].contains(where: { $0.range.contains(place) }) { rename(name, at: place, in: index) }
      place += name.count
    }
  }

  private mutating func rename(_ name: String, at place: Int, in index: Int) {
    let text = texts[index]
    let end = place + name.count
    if let new = OldNames.today(of: name) {
      change(index, place..<end, new)
    } else if let new = OldNames.notification(name), text.has(".", before: place) {
      // `.UIKeyboardWillShow`, with or without the type before it.
      let start = ["NSNotification.Name.", "Notification.Name.", "."].first { text.has($0, before: place) }
      change(index, place - (start?.count ?? 0)..<end, new)
    } else if end < text.count, text.isCode[end], text.characters[end] == "(", let close = text.closing[end] {
      renameCall(name, at: place, end..<close, in: index)
    }
  }

  /// - Parameter brackets: from the opening bracket to before the closing one.
  private mutating func renameCall(_ name: String, at place: Int, _ brackets: Range<Int>, in index: Int) {
    let text = texts[index]
    if let labels = OldNames.labels(ofMaker: name) {
      let arguments = text.arguments(in: brackets)
      guard arguments.count == labels.count else { return }
      change(index, place..<brackets.lowerBound, String(name.dropLast("Make".count)))
      for (label, argument) in zip(labels, arguments) {
        edits[index].append(Edit(range: argument..<argument, text: label + ": "))
      }
      return
    }
    let first = text.afterSpace(brackets.lowerBound + 1)
    if name == "NSAttributedString" || name == "NSMutableAttributedString" {
      let isEmpty = text.text(brackets.dropFirst()).allSatisfy(\.isWhitespace)
      guard isEmpty || text.afterOpen(brackets.lowerBound) else { return }
      let place = text.afterWhitespace(brackets.lowerBound + 1)
      return change(index, place..<place, isEmpty ? "string: \"\"" : "string: ", "\(name)( -> \(name)(string:")
    }
    let label = text.word(at: first)
    guard !label.isEmpty, text.has(":", before: first + label.count + 1) else { return }
    if let new = OldNames.label(of: name, label) {
      change(index, first..<first + label.count, new)
    } else if let new = OldNames.call(name, label) {
      var end = first + label.count
      if new.label.isEmpty {
        end += 1
        while end < text.count, text.characters[end] == " " { end += 1 }
      }
      change(index, place..<end, new.method + "(" + new.label)
    }
  }

  // MARK: Imports

  /// A module of Swift has no parts to import, as the headers of UIKit are.
  private mutating func importWhole(_ index: Int) {
    let text = texts[index]
    for place in text.places(of: "import") {
      let module = text.afterSpace(place + "import".count)
      let name = text.word(at: module, path: true)
      if name.hasPrefix("UIKit.") { change(index, module..<module + name.count, "UIKit") }
    }
  }

  private static let networking: Set = [
    "URLSession", "URLSessionDataTask", "URLSessionDownloadTask", "URLSessionUploadTask", "URLSessionTask",
    "URLSessionDelegate", "URLSessionDataDelegate", "URLSessionDownloadDelegate", "URLSessionTaskDelegate",
    "URLSessionConfiguration", "URLRequest", "URLResponse", "HTTPURLResponse", "URLCache", "HTTPCookieStorage",
    "URLCredential", "URLAuthenticationChallenge", "URLProtocol", "NSURLConnection", "NSMutableURLRequest",
  ]

  private mutating func addImport(_ index: Int, of module: String, for names: Set<String>) {
    let text = texts[index]
    guard text.places(of: module).isEmpty else { return }
    let used = text.characters.indices.first {
      text.characters[$0].isUppercase && !text.isWordCharacter($0 - 1) && text.isCode[$0]
        && names.contains(text.word(at: $0))
    }
    guard let used else { return }
    // Behind the last import that stands under no condition.
    let conditions = text.characters.indices.filter { text.characters[$0] == "#" && text.isCode[$0] }
    func depth(at place: Int) -> Int {
      conditions.filter { $0 < place }.reduce(0) {
        let word = text.word(at: $1 + 1)
        return $0 + (word == "if" ? 1 : word == "endif" ? -1 : 0)
      }
    }
    let imports = text.places(of: "import").filter { depth(at: $0) == 0 }
    let place = imports.last.map { text.lineEnd(of: $0) } ?? text.lineStart(of: text.afterSpace(0))
    let newline = place > 0 && place == text.count && !text.characters[place - 1].isNewline ? "\n" : ""
    var new = newline + "#if canImport(\(module))\nimport \(module)\n#endif\n"
    if keepsLines { new += location(index, text.line(of: place)) }
    change(
      index, place..<place, new,
      "import \(module) added, for \(text.word(at: used)) in line \(text.line(of: used))")
  }

  /// A line that tells the compiler where the next one comes from.
  private func location(_ index: Int, _ line: Int) -> String {
    let path = files[index].path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "#sourceLocation(file: \"\(path)\", line: \(line))\n"
  }

  // MARK: What cannot be done

  private static let unobserved = "properties are not observed by key; use didSet, or a closure of the object's own"

  /// Words that stand for what Objective-C does at run time.
  private static let reasons: [String: String] = {
    let exchange = "methods cannot be exchanged at run time; override them, or call a closure"
    let associated = "objects have no associated values; keep them in a subclass"
    let forwarding = "calls are not forwarded; write the methods that are called"
    return [
      "keyPath": "#keyPath needs Objective-C; use a key path, \\Type.property",
      "NSManaged": "@NSManaged needs Core Data, which is not here",
      "NSSelectorFromString": "a method cannot be found by its name at run time; use Selector(Type.method)",
      "class_getInstanceMethod": exchange, "class_getClassMethod": exchange, "class_addMethod": exchange,
      "class_replaceMethod": exchange, "method_exchangeImplementations": exchange, "method_setImplementation": exchange,
      "objc_setAssociatedObject": associated, "objc_getAssociatedObject": associated,
      "forwardingTarget": forwarding, "forwardInvocation": forwarding, "methodSignature": forwarding,
      "observeValue": unobserved,
    ]
  }()

  /// Calls that reach properties by their name, with the label by which they are known.
  private static let keyed: KeyValuePairs = [
    "value": "forKey", "value": "forKeyPath", "setValue": "forKey", "setValue": "forKeyPath",
    "addObserver": "forKeyPath", "removeObserver": "forKeyPath", "setValuesForKeys": "",
  ]

  private mutating func warn(_ index: Int) {
    let text = texts[index]
    for (word, reason) in Self.reasons {
      for place in text.places(of: word) { note(index, place, reason, isChange: false) }
    }
    for (word, label) in Self.keyed {
      for place in text.places(of: word) where text.has(".", before: place) || word.hasSuffix("Observer") {
        let open = text.afterSpace(place + word.count)
        guard open < text.count, text.characters[open] == "(", let close = text.closing[open] else { continue }
        let labels = text.arguments(in: open..<close).map { text.word(at: $0) }
        guard label.isEmpty || labels.contains(label) else { continue }
        let reason = "a property cannot be found by its name at run time; name it, or use a key path, \\Type.property"
        note(index, place, reason, isChange: false)
      }
    }
    for place in text.places(of: "observe") where text.has(".", before: place) {
      let open = place + "observe".count
      guard open + 1 < text.count, text.characters[open...].starts(with: "(\\.") else { continue }
      note(index, place, Self.unobserved, isChange: false)
    }
    for place in text.places(of: "Selector") {
      let open = text.afterSpace(place + "Selector".count)
      guard open < text.count, text.characters[open] == "(", text.afterOpen(open) else { continue }
      note(
        index, place, "a method cannot be found by its name at run time; use Selector(Type.method)", isChange: false)
    }
    for place in text.places(of: "optional") where outlines[index].isDirectlyInProtocol(place) {
      note(
        index, place,
        "requirements are not optional here; give the method an empty default in an extension of the protocol",
        isChange: false)
    }
  }

  // MARK: Overrides

  private mutating func moveOverrides(of index: Int) {
    guard texts[index].isWhole else { return }
    let text = texts[index]
    for type in outlines[index].types where type.keyword == "extension" {
      for place in text.places(of: "override")
      where type.body.contains(place) && outlines[index].innermost(place) == type {
        guard let member = outlines[index].member(at: place) else {
          note(index, place, "the end of the override is not found; move it into the class", isChange: false)
          continue
        }
        let home = texts.indices.lazy.compactMap { [outlines, texts] file in
          texts[file].isWhole ? outlines[file].types.first { $0.isClass(type.name) }.map { (file, $0) } : nil
        }.first
        guard let home else {
          note(
            index, place,
            "an extension cannot override; \(type.name) is declared in none of these files: move it into the class",
            isChange: false)
          continue
        }
        move(member, of: place, from: index, to: home.0, home.1)
      }
    }
  }

  /// - Parameter keyword: the place of `override`.
  private mutating func move(
    _ member: Range<Int>, of keyword: Int, from index: Int, to home: Int, _ type: Outline.TypeScope
  ) {
    let text = texts[index]
    // Rewritten inside like the rest.
    let inside = edits[index].filter { member.contains($0.range.lowerBound) }
    edits[index].removeAll { member.contains($0.range.lowerBound) }
    let moved = Self.applied(
      inside.map {
        Edit(range: $0.range.lowerBound - member.lowerBound..<$0.range.upperBound - member.lowerBound, text: $0.text)
      },
      to: Array(text.characters[member]))
    let left = keepsLines ? String(repeating: "\n", count: text.characters[member].filter(\.isNewline).count) : ""
    edits[index].append(Edit(range: member, text: left))
    note(
      index, keyword,
      "override moved into class \(type.name), \(files[home].path):\(texts[home].line(of: type.keywordPlace))",
      isChange: true)
    let end = type.body.upperBound
    var new = moved.hasSuffix("\n") ? moved : moved + "\n"
    if keepsLines {
      new = "\n" + location(index, text.line(of: member.lowerBound)) + new + location(home, texts[home].line(of: end))
    } else {
      new = "\n" + new
    }
    edits[home].append(Edit(range: end..<end, text: new))
  }

  // MARK: Writing

  private static func applied(_ edits: [Edit], to characters: [Character]) -> String {
    var result = ""
    var place = 0
    for (_, edit) in edits.enumerated().sorted(by: {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    })
    where edit.range.lowerBound >= place {
      result += String(characters[place..<edit.range.lowerBound]) + edit.text
      place = edit.range.upperBound
    }
    return result + String(characters[place...])
  }

  private mutating func apply(_ index: Int) {
    var text = edits[index].isEmpty ? files[index].text : Self.applied(edits[index], to: texts[index].characters)
    if keepsLines { text = location(index, 1) + text }
    files[index] = File(path: files[index].path, text: text)
  }
}

extension SwiftText {
  /// Whether a string follows an opening bracket.
  fileprivate func afterOpen(_ open: Int) -> Bool {
    var place = open + 1
    while place < count, characters[place].isWhitespace || characters[place] == "(" { place += 1 }
    return place < count && characters[place] == "\""
  }

  /// The first place from `place` on that is no white space.
  fileprivate func afterWhitespace(_ place: Int) -> Int {
    var place = place
    while place < count, characters[place].isWhitespace { place += 1 }
    return place
  }
}
