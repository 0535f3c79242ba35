import Foundation
import SourceConversion

/// `convert-uikit FOLDER` rewrites the Swift files of a folder in place; `convert-uikit --output FOLDER FILE...` writes
/// rewritten copies for the compiler, beside each other.
@main
enum ConvertUIKit {
  static func main() {
    do throws(Complaint) {
      var arguments = Array(CommandLine.arguments.dropFirst())
      if arguments.first == "--output" {
        guard arguments.count > 2 else { throw Complaint(usage, code: 64) }
        try copy(Array(arguments[2...]), to: arguments[1])
        return
      }
      arguments.removeAll { $0 == "--" }
      guard arguments.count == 1, let folder = arguments.first, !folder.hasPrefix("-") else {
        throw Complaint(usage, code: 64)
      }
      try rewrite(folder)
    } catch {
      FileHandle.standardError.write(Data("convert-uikit: \(error.message)\n".utf8))
      exit(error.code)
    }
  }

  private static let usage = "give one folder or file with Swift sources: swift package convert-uikit FOLDER"

  struct Complaint: Error {
    let message: String
    let code: Int32

    init(_ message: String, code: Int32) {
      self.message = message
      self.code = code
    }
  }

  private static func read(_ path: String) throws(Complaint) -> SourceConversion.File {
    do {
      return SourceConversion.File(path: path, text: try String(contentsOfFile: path, encoding: .utf8))
    } catch {
      throw Complaint("\(path) cannot be read as UTF-8: \(error.localizedDescription)", code: 66)
    }
  }

  private static func write(_ text: String, to path: String) throws(Complaint) {
    do {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    } catch {
      throw Complaint("\(path) cannot be written: \(error.localizedDescription)", code: 73)
    }
  }

  /// The Swift files of a folder and those below it, without hidden ones and those of a build; a file itself.
  private static func sources(in folder: String) throws(Complaint) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
      throw Complaint("there is no folder \(folder)", code: 66)
    }
    guard isFolder.boolValue else { return [folder] }
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { name in
      let parts = name.split(separator: "/")
      return name.hasSuffix(".swift") && parts.last != "Package.swift" && !parts.contains { $0.hasPrefix(".") }
    }.sorted().map { folder.hasSuffix("/") ? folder + $0 : folder + "/" + $0 }
  }

  private static func rewrite(_ folder: String) throws(Complaint) {
    let paths = try sources(in: folder)
    guard !paths.isEmpty else { throw Complaint("there is no Swift file in \(folder)", code: 66) }
    var before: [SourceConversion.File] = []
    for path in paths { before.append(try read(path)) }
    let conversion = SourceConversion(before)
    for (old, new) in zip(before, conversion.files) where old != new { try write(new.text, to: new.path) }
    for note in conversion.notes { print(note) }
    let changed = zip(before, conversion.files).filter { $0 != $1 }.count
    let open = conversion.notes.filter { !$0.isChange }.count
    print("\(changed) of \(before.count) files changed, \(conversion.notes.count - open) places; \(open) not rewritten")
  }

  private static func copy(_ paths: [String], to folder: String) throws(Complaint) {
    var before: [SourceConversion.File] = []
    for path in paths { before.append(try read(path)) }
    let conversion = SourceConversion(before, keepsLines: true)
    for file in conversion.files {
      // Another name than the source: `#fileID` is made of it.
      try write(file.text, to: folder + "/Rewritten-" + (file.path.split(separator: "/").last ?? "Source.swift"))
    }
    // In the form in which a build shows warnings.
    for note in conversion.notes where !note.isChange {
      print("\(note.path):\(note.line): warning: not rewritten: \(note.message)")
    }
  }
}
