import Expectations
import SourceConversion
import Testing

@Suite("Rewriting UIKit code for iOS")
struct SourceConversionTests {
  private func converted(_ text: String, keepsLines: Bool = false) -> String {
    SourceConversion([.init(path: "A.swift", text: text)], keepsLines: keepsLines).files[0].text
  }

  private func notes(_ text: String) -> [String] {
    SourceConversion([.init(path: "A.swift", text: text)]).notes.map(\.description)
  }

  @Test(
    "a selector names its method by the class, without labels in the name",
    arguments: [
      ("#selector(tapped)", "Selector(Self.tapped, \"tapped\")"),
      ("#selector(tapped(_:))", "Selector(Self.tapped(_:), \"tapped\")"),
      ("#selector(tapped(sender:event:))", "Selector(Self.tapped(sender:event:), \"tapped\")"),
      ("#selector(self.tapped)", "Selector(Self.tapped, \"tapped\")"),
      ("#selector(Self.tapped)", "Selector(Self.tapped, \"tapped\")"),
      ("#selector(Other.tapped(_:))", "Selector(Other.tapped(_:), \"tapped\")"),
      ("#selector(Outer.Inner.tapped)", "Selector(Outer.Inner.tapped, \"tapped\")"),

      ("#selector(tapped as () -> Void)", "Selector(C.tapped as (C) -> @MainActor () -> Void, \"tapped\")"),
      (
        "#selector(tapped(_:) as (UIButton) -> Void)",
        "Selector(C.tapped(_:) as (C) -> @MainActor (UIButton) -> Void, \"tapped\")"
      ),
    ])
  func selectors(from: String, to: String) {
    func file(_ selector: String) -> String { "class C {\n  func f() {\n    add((\(selector)), [1])\n  }\n}\n" }
    expectEqual(converted(file(from)), file(to))
  }

  @Test("the initial value of a property names the class, and a computed property Self")
  func properties() {
    let source = """
      final class List: UIViewController {
        private lazy var button: UIBarButtonItem = {
          UIBarButtonItem(title: "}", target: self, action: #selector(add))
        }()
        lazy var item = Item(target: self, action: #selector(add))
        var other: Item { Item(action: #selector(add)) }
        init(a: Int = 3) { use(#selector(add)) }
        func add() {}
      }
      extension Outer.Inner { func f() { use(#selector(add)) } }
      """
    let result = converted(source)
    expect(result.contains("title: \"}\", target: self, action: Selector(List.add, \"add\"))\n"))
    expect(result.contains("lazy var item = Item(target: self, action: Selector(List.add, \"add\"))"))
    expect(result.contains("{ Item(action: Selector(Self.add, \"add\")) }"))
    expect(result.contains("init(a: Int = 3) { use(Selector(Self.add, \"add\")) }"))
    expect(result.contains("Inner { func f() { use(Selector(Self.add, \"add\")) } }"))
  }

  @Test("strings and comments stay as they are")
  func noCode() {
    let source = #####"""
      class C { // #selector(a) @objc
        /* outer /* @objc inner */ #selector(b) */
        let a = "#selector(c) \(name("@objc )")) @objc"
        let b = #"@objc " \" #selector(d)"#
        let c = """
          @objc "quoted" #selector(e)
          """
        let d = ##"""
          "# """# @IBAction
          """##
        let `objc` = 'x'
      }
      """#####
    expectEqual(converted(source), source)
    expect(notes(source).isEmpty)
  }

  @Test("attributes of Objective-C go, with their line where they have it to themselves")
  func attributes() {
    let source = """
      @objcMembers
      class C: NSObject {
        @objc func a() {}
        @objc(doIt:with:)
        private func b() {}
        @IBAction private func c(_ sender: Any) {}
        @IBOutlet weak var table: UITableView!
        @objc dynamic var d = 1
        @objcOther func e() {}
        @available(iOS 13, *) @objc func f() {}
      }
      """
    expectEqual(
      converted(source),
      """
      class C: NSObject {
        func a() {}
        private func b() {}
        private func c(_ sender: Any) {}
        weak var table: UITableView!
        dynamic var d = 1
        @objcOther func e() {}
        @available(iOS 13, *) func f() {}
      }
      """)
  }

  @Test("overrides move from an extension into their class, with comments and attributes, also into another file")
  func overrides() {
    let extensionFile = """
      // MARK: Life
      extension Screen {
        /// Loads.
        @objc
        override func viewDidLoad() {
          super.viewDidLoad()
          use(#selector(helper), { "}" })
        }

        func helper() {}
        override var title: String? { didSet { } }
      }
      """
    let classFile = "class Other: UIViewController {}\nfinal class Screen: UIViewController {\n  let a = 1\n}\n"
    let conversion = SourceConversion([
      .init(path: "Life.swift", text: extensionFile), .init(path: "Screen.swift", text: classFile),
    ])
    expectEqual(
      conversion.files[0].text,
      """
      // MARK: Life
      extension Screen {

        func helper() {}
      }
      """)
    expectEqual(
      conversion.files[1].text,
      """
      class Other: UIViewController {}
      final class Screen: UIViewController {
        let a = 1

        /// Loads.
        override func viewDidLoad() {
          super.viewDidLoad()
          use(Selector(Self.helper, "helper"), { "}" })
        }

        override var title: String? { didSet { } }
      }

      """)
    expect(
      conversion.notes.map(\.description).contains("Life.swift:5: override moved into class Screen, Screen.swift:2"))
  }

  @Test("an override of a class that is in none of the files stays, and is named")
  func foreignOverride() {
    let source = "extension UITextField {\n  open override var x: Int { 1 }\n}\n"
    expectEqual(converted(source), source)
    expectEqual(
      notes(source),
      [
        "A.swift:2: not rewritten: an extension cannot override; UITextField is declared in none of these files: move it "
          + "into the class"
      ])
  }

  @Test("a file that reads XML imports FoundationXML, beside FoundationNetworking where it needs both")
  func xml() {
    expectEqual(
      converted("import UIKit\nlet a = XMLParser()\n"),
      "import UIKit\n#if canImport(FoundationXML)\nimport FoundationXML\n#endif\nlet a = XMLParser()\n")
    let both = converted("import UIKit\nlet a = XMLParser(contentsOf: u), b = URLSession.shared\n")
    expect(both.contains("import FoundationNetworking\n") && both.contains("import FoundationXML\n"))
    expectEqual(converted(both), both)
  }

  @Test(
    "an import of a part of UIKit becomes one of UIKit; the import of a single declaration stays",
    arguments: [
      ("import UIKit.UIGestureRecognizerSubclass\n", "import UIKit\n"),
      ("import App\n  import UIKit.UIViewController // here\n", "import App\n  import UIKit // here\n"),
      ("import class UIKit.UIView\n", "import class UIKit.UIView\n"),
      ("import Foundation.NSURL\n", "import Foundation.NSURL\n"),
      ("// import UIKit.UIView\n", "// import UIKit.UIView\n"),
    ])
  func submodules(from: String, to: String) {
    expectEqual(converted(from), to)
    expectEqual(notes(from).count, from == to ? 0 : 1)
  }

  @Test("a file that names URLSession imports FoundationNetworking once, behind its imports")
  func networking() {
    let source = "import UIKit\n#if DEBUG\nimport Debug\n#endif\n\nlet task = URLSession.shared\n"
    let result = converted(source)
    expectEqual(
      result,
      "import UIKit\n#if canImport(FoundationNetworking)\nimport FoundationNetworking\n#endif\n#if DEBUG\n"
        + "import Debug\n#endif\n\nlet task = URLSession.shared\n")
    expectEqual(converted(result), result)
    expectEqual(converted("let a = \"URLSession\" // URLRequest\n"), "let a = \"URLSession\" // URLRequest\n")
  }

  @Test(
    "what cannot be rewritten stays, and is named with its line and the reason",
    arguments: [
      ("#selector(getter: title)", "accessors of properties are no methods here"),
      ("#selector(model.load)", "model is an object; name its class before the method"),
      ("#selector(super.load)", "a method of the superclass alone cannot be named"),
      ("#selector()", "it names no method"), ("#keyPath(C.title)", "#keyPath needs Objective-C"),
      ("Selector(\"load\")", "a method cannot be found by its name at run time"),
      ("Selector((\"load\"))", "a method cannot be found by its name at run time"),
      ("class_getInstanceMethod(C.self, s)", "methods cannot be exchanged at run time"),
      ("objc_getAssociatedObject(self, &key)", "objects have no associated values"),
      ("super.forwardingTarget(for: s)", "calls are not forwarded"),
      ("bar.value(forKey: \"searchField\")", "a property cannot be found by its name at run time"),
      ("cell.setValue(3, forKeyPath: \"layer.x\")", "a property cannot be found by its name at run time"),
      ("player.addObserver(self, forKeyPath: k, options: [])", "a property cannot be found by its name at run time"),
      ("addObserver(self, forKeyPath: \"items\", options: .new)", "a property cannot be found by its name at run time"),
      ("table.observe(\\.contentSize, options: [.new]) { _, _ in }", "properties are not observed by key"),
    ])
  func reasons(code: String, reason: String) {
    let source = "class C {\n  func f() {\n    use(\(code))\n  }\n}\n"
    expectEqual(converted(source), source)
    let found = notes(source)
    expect(
      found.count == 1 && found[0].hasPrefix("A.swift:3: not rewritten: ") && found[0].contains(reason), "\(found)")
  }

  @Test("calls that only look like those by the names of properties are not named")
  func ownCalls() {
    let calls = "m.value(for: 1), value(forKey: 1), m.addObserver(o, selector: s), bus.observe(e), observe(\\.name)"
    expectEqual(notes("class C {\n  func f() {\n    use(\(calls))\n  }\n}\n"), [])
  }

  @Test("a selector outside of classes and an optional requirement are named")
  func outside() {
    expectEqual(notes("let a = #selector(f)\n").first?.contains("it stands in no class"), true)
    expect(notes("@objc protocol P {\n  @objc optional func f()\n}\n").contains { $0.contains("not optional here") })
  }

  @Test(
    "a file whose brackets, strings or comments do not end is left alone",
    arguments: ["class C { @objc func f( {}", "@objc let a = \"x\nlet b = 1", "/* @objc", "@objc class C {} }"])
  func broken(source: String) {
    expectEqual(converted(source), source)
    expectEqual(notes(source).count, 1)
  }

  @Test("rewriting twice changes nothing more")
  func idempotent() {
    let source = "class C {\n  @objc func f() { use(#selector(f)) }\n}\nextension C { override func g() {} }\n"
    let once = converted(source)
    expect(once != source)
    expectEqual(converted(once), once)
  }

  @Test("for the compiler every line keeps its number or says where it comes from")
  func sourceLocations() {
    let source = """
      import UIKit
      class C {
        @objc
        func f() { URLSession.shared.use(#selector(f)) }
      }
      extension C {
        override func g() {
        }
      }
      let last = 9
      """
    var number = 0
    var found: [String: Int] = [:]
    for line in converted(source, keepsLines: true).split(separator: "\n", omittingEmptySubsequences: false) {
      if let match = line.firstMatch(of: /#sourceLocation\(file: "A.swift", line: (\d+)\)/) {
        number = Int(match.1) ?? 0
        continue
      }
      found[String(line)] = number
      number += 1
    }
    expectEqual(found["import UIKit"], 1)
    expectEqual(found["class C {"], 2)
    expectEqual(found["  func f() { URLSession.shared.use(Selector(Self.f, \"f\")) }"], 4)
    expectEqual(found["  override func g() {"], 7)
    expectEqual(found["extension C {"], 6)
    expectEqual(found["let last = 9"], 10)
  }
}
