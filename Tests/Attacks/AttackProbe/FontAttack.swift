import TestSupport
import UIKit

/// Damaged copies of installed fonts, which fontconfig is made to give for everything.
///
/// A process asks for its fonts once, so each program has one of its own. Which fonts there are is the machine's: a
/// seed means the same only where the same fonts are installed.
enum FontAttack: Attack {
  static let name = "font"
  static let stage = Stage.headless
  static let programsPerProcess = 1
  /// No font that can be used is left.
  static let honestExits: Set<Int32> = [69]

  static func program(using random: inout SeededRandom) -> [Step] {
    func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    var steps = [Step("font", number(10_000))]
    if number(2) == 0 { steps.append(Step("helper", 1)) }
    for _ in 0..<(1 + number(20)) {
      if number(3) == 0 {
        steps.append(DamagedBytes.step(&random))
      } else {
        // Inside a table, so that its place and length stay right.
        steps.append(Step("table", number(20), [number(64), number(100_000)][number(2)], number(18), number(2)))
      }
    }
    steps.append(Step("show", number(4), 8 + number(60)))
    return steps
  }

  static func prepareProcess(for program: [Step]?, _ journal: Journal) {
    guard let program else { return }
    let directory = FileManager.default.temporaryDirectory.appending(path: "font")
    let fonts = installedFonts
    guard !fonts.isEmpty else { return write("no fonts are installed\n", to: STDERR_FILENO) }
    var original = fonts[0]
    var hasHelper = false
    for step in program {
      if step.verb == "font" { original = fonts[step.choice(0, of: fonts.count)] }
      if step.verb == "helper" { hasHelper = step.flag(0) }
    }
    journal.say("// a damaged copy of \(original) \(hasHelper ? "beside a good font" : "alone")")
    var file = DamagedBytes([UInt8]((try? Data(contentsOf: URL(filePath: original))) ?? Data()))
    for step in program { _ = file.apply(inTable(step, of: file)) }
    do {
      try? FileManager.default.removeItem(at: directory)
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      try Data(file.bytes).write(
        to: directory.appending(path: "damaged." + (original.split(separator: ".").last ?? "ttf")))
      let helper = fonts.first { $0.hasSuffix("/DejaVuSans.ttf") }
      if hasHelper, let helper {
        try FileManager.default.createSymbolicLink(
          atPath: directory.appending(path: "helper.ttf").path, withDestinationPath: helper)
      }
      let configuration =
        "<fontconfig><dir>\(directory.path)</dir><cachedir>\(directory.path)/cache</cachedir></fontconfig>"
      try Data(configuration.utf8).write(to: directory.appending(path: "fonts.conf"))
    } catch {
      write("the font cannot be written: \(error)\n", to: STDERR_FILENO)
    }
    setenv("FONTCONFIG_FILE", directory.appending(path: "fonts.conf").path, 1)
  }

  /// Fonts of up to a megabyte, in a fixed order.
  private static var installedFonts: [String] {
    let root = "/usr/share/fonts"
    let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return names.filter { [".ttf", ".otf", ".ttc"].contains(String($0.suffix(4))) }
      .map { "\(root)/\($0)" }
      .filter { ((try? FileManager.default.attributesOfItem(atPath: $0)[.size]) as? Int ?? .max) < 1 << 20 }
      .sorted()
  }

  /// Makes of `table WHICH OFFSET VALUE SIZE` the damage of a number at its place in the file.
  private static func inTable(_ step: Step, of file: DamagedBytes) -> Step {
    guard step.verb == "table" else { return step }
    let bytes = file.bytes
    func number(at offset: Int, _ size: Int) -> Int {
      guard offset + size <= bytes.count else { return 0 }
      return bytes[offset..<(offset + size)].reduce(0) { $0 << 8 | Int($1) }
    }
    let record = 12 + 16 * step.choice(0, of: max(1, min(number(at: 4, 2), 64)))
    let start = number(at: record + 8, 4)
    let length = number(at: record + 12, 4)
    return Step("number", start + step.choice(1, of: max(1, length)), step[2], step[3])
  }

  static func run(_ program: [Step], _ journal: Journal) throws(Mismatch) {
    let step = program.last { $0.verb == "show" } ?? Step("show", 0, 17)
    let texts = ["Handgloves fi 0123 ÄÖÜ éñ", "العربية כלה", "क्षत्रिय ไทย", "AVATAR To. Wäfflchen\nzweite Zeile"]
    let label = UILabel()
    label.numberOfLines = 0
    label.text = texts[step.choice(0, of: texts.count)]
    label.font = .systemFont(ofSize: CGFloat(max(1, step.choice(1, of: 200))))
    journal.say("label.text = \"\(label.text ?? "")\", size \(label.font.pointSize)")
    let size = label.sizeThatFits(CGSize(width: 390, height: 0))
    journal.say("// \(size)")
    guard size.width.isFinite, size.height.isFinite, size.width >= 0, size.height >= 0 else {
      throw Mismatch("size", "sizeThatFits gives \(size)")
    }
    try HeadlessWindow.shared.show { window in
      label.frame = CGRect(x: 3, y: 3, width: 390, height: 390)
      window.addSubview(label)
      return label
    }
  }
}
