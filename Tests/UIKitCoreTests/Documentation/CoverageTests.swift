import Foundation
import Testing

/// `Documentation/uikit-coverage.md` against the sources.
@Suite("Documentation: which of UIKit's names there are")
struct CoverageTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Names in backquotes below each heading of a type, in one chapter of the document.
  private func names(inChapter chapter: String) throws -> [(type: String, name: String)] {
    let text = try String(contentsOf: Self.root.appending(path: "Documentation/uikit-coverage.md"), encoding: .utf8)
    let chapters = text.components(separatedBy: "\n## ")
    let lines = try #require(chapters.first { $0.hasPrefix(chapter) }).split(separator: "\n")
    var type = ""
    var found: [(type: String, name: String)] = []
    for line in lines {
      if line.hasPrefix("### ") {
        type = String(line.dropFirst(4))
      } else {
        found += line.matches(of: /`([^`]+)`/).map { (type, String($0.1)) }
      }
    }
    return found
  }

  @Test(
    "every name said to be there is declared in its type",
    arguments: [("Supported", 200), ("Besides UIKit's", 5)])
  func supported(chapter: String, leastCount: Int) throws {
    let declared = try DeclaredNames(below: Self.root.appending(path: "Sources/UIKitCore"))
    // UITableView.RowAnimation is another name of the model's.
    let model = try DeclaredNames(below: Self.root.appending(path: "Sources/TableModel"))
    let names = try names(inChapter: chapter)
    #expect(names.count > leastCount)
    for (type, name) in names {
      let isDeclared =
        declared.declares(name, in: type) || type == "UITableView" && model.declares(name, in: "RowAnimation")
      #expect(isDeclared, "\(type).\(name)")
    }
  }

  @Test("declarations are read with their types and labels")
  func reading() throws {
    var declared = try DeclaredNames(below: Self.root.appending(path: "Sources/CSDL2"))
    declared.read(
      """
      @MainActor
      open class Table: View {
        enum Style: Int { case plain = 0 }
        case one, `default`, three = 3
        open func move<T>(_ row: T, to place: (Int, Int) -> [Int: Int] = { _, _ in [:] }) {}
        // func hidden()
        public init?(
          frame: CGRect,
          style: Style
        ) {}
      }
      extension Other {
        var size: Int { 0 }
      }
      """)
    for name in ["Style", "one", "default", "three", "move(_:to:)", "init(frame:style:)", "Table"] {
      #expect(declared.declares(name, in: "Table"), "\(name)")
    }
    #expect(declared.declares("size", in: "Other") && !declared.declares("size", in: "Table"))
    #expect(!declared.declares("hidden()", in: "Table") && !declared.declares("Nothing", in: "Nothing"))
  }

  @Test("every behaviour promised is the title of a test in the file named behind it")
  func behaviour() throws {
    let page = try String(contentsOf: Self.root.appending(path: "Documentation/Behaviour.md"), encoding: .utf8)
    let lines = page.split(separator: "\n").filter { $0.hasPrefix("- ") && $0.hasSuffix(".swift`") }
    #expect(lines.count > 300)
    var sources: [String: String] = [:]
    for line in lines {
      let promise = try #require(line.wholeMatch(of: /- (.+?)\. `([^`]+\.swift)`/), "no test is named in: \(line)")
        .output
      let file = String(promise.2)
      let source = try sources[file] ?? String(contentsOf: Self.root.appending(path: "Tests/\(file)"), encoding: .utf8)
      sources[file] = source
      // In the page a promise begins with a capital letter.
      let rest = promise.1.dropFirst().replacing("\"", with: "\\\"")
      let isShown = [promise.1.prefix(1).lowercased(), promise.1.prefix(1).uppercased()].contains {
        source.contains("\"\($0)\(rest)\"")
      }
      #expect(isShown, "\(promise.1) is no title in \(file)")
    }
  }
}
