internal import CFontconfig
package import Desktop
import Foundation

/// Fontconfig's answers in an earlier run of a program, in a file below the user's cache folder.
///
/// Reading fontconfig's configuration takes longer than drawing a first frame, and the answers are nearly always those
/// of the run before. So the file holds them, and the paths of all they depend on: the files and folders of the
/// configuration, the folders of fonts, the fonts that were found. A digest tells whether one of these has changed, or
/// the environment, fontconfig itself or the file: the memory is then dropped.
///
/// The digest detects accidents, not forgery: a program that may write the file may write its digest, too. So a face
/// that is named here is trusted no more than one that fontconfig names, whose file may be gone or of any kind.
package struct FontMemory: Sendable {
  private let path: String
  private let environment: EnvironmentVariables
  /// Patterns as fontconfig writes them.
  private var answers: [FontQuery: String]

  private static let header = "fonts of fontconfig, format 1"
  /// The first character of lines that are answers, and not paths.
  private static let answerMark: Unicode.Scalar = "="
  /// A file with more is not one of ours.
  private static let mostBytes = 1 << 18
  private static let mostAnswers = 64
  /// Digits of a hexadecimal number no greater than the greatest scalar.
  private static let mostHexDigits = 6
  /// The variables of the environment that fontconfig reads.
  private static let variables = [
    "FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT", "FC_LANG", "LC_ALL", "LC_CTYPE", "LANG", "HOME",
    "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CURRENT_DESKTOP",
  ]
  /// The properties of a face that `FontFile` reads.
  private static let properties = [
    FC_FILE, FC_INDEX, FC_FONTFORMAT, FC_FAMILY, FC_WEIGHT, FC_SLANT, FC_COLOR, FC_SCALABLE, FC_OUTLINE, FC_PIXEL_SIZE,
    FC_CHARSET,
  ]

  /// Reads the file of a program; what cannot be used is passed over.
  /// - Parameter program: names the folder.
  /// - Returns: nil where the environment names no folder.
  package init?(program: String, environment: EnvironmentVariables = .ofProgram) {
    guard let folder = environment.folder("XDG_CACHE_HOME", orInHome: ".cache") else { return nil }
    self.environment = environment
    path = "\(folder)/\(program)/fonts"
    answers = Self.answers(in: path, environment) ?? [:]
  }

  /// The face that answers a query, as a pattern the caller destroys; nil when that is not known.
  func answer(to query: FontQuery) -> OpaquePointer? { answers[query].flatMap { FcNameParse($0) } }

  /// Whether the answer to a query is known.
  package func knows(_ query: FontQuery) -> Bool { answers[query] != nil }

  /// Forgets what fontconfig would answer otherwise now: something changed that the digest does not cover.
  func check(against configuration: OpaquePointer) {
    guard !answers.allSatisfy({ Self.answer(to: $0.key, configuration) == $0.value }) else { return }
    unlink(path)
  }

  /// Forgets everything, for a face that was named cannot be used.
  mutating func forget() {
    answers = [:]
    unlink(path)
  }

  // MARK: Writing

  /// Remembers the faces that were used, beside those of earlier runs, unless all are known; none whose file is not
  /// there any more. If the memory cannot be written, the next start takes longer and no message is printed.
  func keep(_ faces: [FontQuery: FontFile], _ configuration: OpaquePointer) {
    guard !faces.keys.allSatisfy(knows) else { return }
    var answers: [String] = []
    var paths = self.paths(configuration)
    for query in Array(faces.keys) + self.answers.keys.filter({ faces[$0] == nil }) {
      guard answers.count < Self.mostAnswers, !query.family.contains("\t"),
        let answer = Self.answer(to: query, configuration), let pattern = FcNameParse(answer)
      else { continue }
      defer { FcPatternDestroy(pattern) }
      guard let first = FontFile(pattern, library: FontLibrary()), !first.isColor else { continue }
      // Another is in use where this program cannot draw with the first.
      if let used = faces[query], used.path != first.path || used.index != first.index { continue }
      // A file that fontconfig read at the start may have been removed or renamed since.
      guard (try? FontBytes(path: first.path)) != nil else { continue }
      answers.append("\(Self.answerMark)\(query.family)\t\(query.weight)\t\(query.isSlanted ? 1 : 0)\t\(answer)")
      paths.append(first.path)
    }
    guard !answers.isEmpty, paths.allSatisfy({ $0.hasPrefix("/") }),
      !(paths + answers).contains(where: { $0.contains("\n") })
    else { return }
    let text = Self.text(paths: paths, answers: answers, environment)
    let folder = (path as NSString).deletingLastPathComponent
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try? Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
  }

  /// The content of a file.
  static func text(paths: [String], answers: [String], _ environment: EnvironmentVariables) -> String {
    var digest = StateDigest(environment, variables)
    for path in paths { digest.addState(of: path) }
    for answer in answers { digest.add(answer) }
    return ([header, "\(digest.value)"] + paths + answers).map { $0 + "\n" }.joined()
  }

  /// Fontconfig's present answer.
  private static func answer(to query: FontQuery, _ configuration: OpaquePointer) -> String? {
    guard let pattern = query.pattern(configuration: configuration) else { return nil }
    defer { FcPatternDestroy(pattern) }
    var result = FcResultNoMatch
    guard let match = FcFontMatch(configuration, pattern, &result) else { return nil }
    defer { FcPatternDestroy(match) }
    guard let set = FcObjectSetCreate() else { return nil }
    defer { FcObjectSetDestroy(set) }
    for property in properties { FcObjectSetAdd(set, property) }
    guard let face = FcPatternFilter(match, set) else { return nil }
    defer { FcPatternDestroy(face) }
    guard let text = FcNameUnparse(face) else { return nil }
    defer { FcStrFree(text) }
    return String(cString: text)
  }

  /// All that answers depend on, but for the fonts themselves. The user's own files are among them even while they are
  /// not there.
  private func paths(_ configuration: OpaquePointer) -> [String] {
    var paths: [String] = []
    if let own = environment.folder("XDG_CONFIG_HOME", orInHome: ".config") {
      paths += ["fontconfig", "fontconfig/fonts.conf", "fontconfig/conf.d"].map { "\(own)/\($0)" }
    }
    if let home = environment["HOME"] { paths += ["\(home)/.fonts.conf", "\(home)/.fonts.conf.d"] }
    for list in [FcConfigGetConfigFiles(configuration), FcConfigGetFontDirs(configuration)] {
      guard let list else { continue }
      while let path = FcStrListNext(list) { paths.append(String(cString: path)) }
      FcStrListDone(list)
    }
    return paths
  }

  // MARK: Reading

  /// The answers in a file; nil for one that does not fit. The file is looked through in place: it has as many lines as
  /// there are files of the configuration, all of which are asked after.
  private static func answers(in path: String, _ environment: EnvironmentVariables) -> [FontQuery: String]? {
    guard var bytes = StateFile.bytes(of: path, most: mostBytes) else { return nil }
    var digest = StateDigest(environment, variables)
    var answers: [FontQuery: String] = [:]
    let fits = bytes.withUnsafeMutableBufferPointer { bytes in
      var lines = FileLines(bytes)
      guard lines.next().map(String.init(cString:)) == header, let wanted = lines.next().map(String.init(cString:))
      else {
        return false
      }
      while let line = lines.next() {
        if line.pointee != CChar(answerMark.value) {
          digest.addState(of: line)
          continue
        }
        digest.add(line)
        let fields = String(cString: line + 1).split(separator: "\t", maxSplits: 3)
        guard fields.count == 4, let weight = Int(fields[1]), hasSoundScalars(fields[3]) else { return false }
        answers[FontQuery(family: String(fields[0]), weight: weight, isSlanted: fields[2] == "1")] = String(fields[3])
      }
      return lines.isAtEnd && wanted == "\(digest.value)"
    }
    return fits ? answers : nil
  }

  /// Whether fontconfig reads the scalars of a pattern, which are hexadecimal numbers and ranges of them, in next to no
  /// time: a range without end would keep it busy for hours.
  private static func hasSoundScalars(_ pattern: Substring) -> Bool {
    pattern.split(separator: ":\(FC_CHARSET)=", omittingEmptySubsequences: false).dropFirst().allSatisfy { scalars in
      var digits = 0
      for byte in scalars.utf8 where digits <= mostHexDigits {
        if byte == UInt8(ascii: ":") { break }
        digits = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-") ? 0 : digits + 1
      }
      return digits <= mostHexDigits
    }
  }
}

/// The lines of a file in memory, each ended by a zero instead as it is given out.
private struct FileLines {
  private var rest: UnsafeMutableBufferPointer<UInt8>

  init(_ bytes: UnsafeMutableBufferPointer<UInt8>) { rest = bytes }

  /// Whether all bytes were in lines that end.
  var isAtEnd: Bool { rest.isEmpty }

  mutating func next() -> UnsafePointer<CChar>? {
    guard let start = rest.baseAddress, let end = memchr(start, Int32(UInt8(ascii: "\n")), rest.count) else {
      return nil
    }
    end.storeBytes(of: 0, as: UInt8.self)
    let length = UnsafeMutableRawPointer(start).distance(to: end)
    rest = UnsafeMutableBufferPointer(start: start + length + 1, count: rest.count - length - 1)
    return UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
  }
}

/// A number that is another, most likely, when one of many files has changed.
private struct StateDigest {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Begins with the values of variables, and the version of fontconfig.
  init(_ environment: EnvironmentVariables, _ variables: [String]) {
    add(UInt64(FcGetVersion()))
    for name in variables { add(environment[name] ?? "") }
  }

  /// Adds a path, and the state of the file or folder there, or that it is missing.
  mutating func addState(of path: UnsafePointer<CChar>) {
    add(path)
    var status = stat()
    guard stat(path, &status) == 0 else { return add(0) }
    add(UInt64(status.st_mode))
    add(UInt64(status.st_ino))
    add(UInt64(bitPattern: Int64(status.st_size)))
    for time in [status.st_mtim, status.st_ctim] {
      add(UInt64(bitPattern: Int64(time.tv_sec)))
      add(UInt64(bitPattern: Int64(time.tv_nsec)))
    }
  }

  /// Adds the bytes of a text, and its end.
  mutating func add(_ text: UnsafePointer<CChar>) {
    var place = text
    while place.pointee != 0 {
      add(UInt64(UInt8(bitPattern: place.pointee)))
      place += 1
    }
    add(UInt64.max)
  }

  /// As in the hash of Fowler, Noll and Vo, a word at a time.
  private mutating func add(_ word: UInt64) { value = (value ^ word) &* 0x0000_0100_0000_01B3 }
}
