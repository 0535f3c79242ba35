import TestSupport
import UIKit

/// Hostile strings in labels, fields and drawings: marks without end, nested directions, joined emoji, broken UTF-8,
/// words as long as books.
enum TextAttack: Attack {
  static let name = "text"
  static let stage = Stage.headless

  static func program(using random: inout SeededRandom) -> [Step] {
    func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    func length() -> Int {
      [1, 2, 5, 30, 300, 3000, 50_000][[0, 1, 2, 3, 4, 4, 5, 6][number(number(6) == 0 ? 8 : 5)]]
    }
    var steps = [Step("label", number(500), number(6), number(7), 1 + number(60))]
    if number(3) == 0 { steps.append(Step("align", number(5))) }
    if number(4) == 0 { steps.append(Step("shrink", number(100))) }
    for _ in 0..<(1 + number(8)) { steps.append(Step("piece", number(HostileText.kinds), length(), number(100_000))) }
    for _ in 0..<number(4) { steps.append(Step("attribute", number(100_000), number(100_000), number(6), number(200))) }
    switch number(4) {
    case 0: steps.append(Step("draw"))
    case 1:
      steps.append(Step("field", number(2)))
      for _ in 0..<number(12) { steps.append(Step("press", number(TextScene.keys.count), number(4))) }
    default: break
    }
    return steps
  }

  static func run(_ program: [Step], _ journal: Journal) throws(Mismatch) {
    var scene = TextScene(journal)
    for step in program { scene.apply(step) }
    try scene.show()
  }
}

/// Pieces of text that break what is not made for them.
private enum HostileText {
  static let kinds = 22

  static func piece(_ kind: Int, length: Int, seed: Int) -> String {
    var random = SeededRandom(seed: seed)
    func pick(_ characters: String) -> String {
      String(Array(characters.unicodeScalars).randomElement(using: &random) ?? "?")
    }
    func many(_ make: () -> String) -> String { (0..<length).map { _ in make() }.joined() }
    func scalar(_ range: ClosedRange<UInt32>) -> String {
      Unicode.Scalar(UInt32.random(in: range, using: &random)).map(String.init) ?? "\u{FFFD}"
    }
    switch kind {
    case 0: return many { pick("abcdefgh ijkl MNOP .,;-") }
    case 1: return "e" + many { scalar(0x300...0x36F) }
    case 2: return many { pick("\u{202A}\u{202B}\u{202D}\u{202E}\u{202C}\u{2066}\u{2067}\u{2068}\u{2069}aב1") }
    case 3: return many { pick("👩👨👧👦🏽❤💻🚀") + "\u{200D}" }
    case 4: return String(decoding: (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }, as: UTF8.self)
    case 5: return String(repeating: pick("xWi漢م"), count: length)
    case 6: return many { pick("\n\r\u{0B}\u{0C}\u{85}\u{2028}\u{2029}") }
    case 7: return many { scalar(0x4E00...0x9FFF) }
    case 8: return many { scalar(0x600...0x6FF) }
    case 9: return many { pick("כלה שלום 123 abc ()[]{}") }
    case 10: return many { scalar(0x900...0x97F) }
    case 11: return many { scalar(0xE00...0xE7F) }
    case 12: return many { pick("a\u{FE0F}\u{FE0E}\u{E0001}\u{E007F}🏴\u{E0067}") }
    case 13: return many { scalar(0...0x10FFFF) }
    case 14: return many { pick("\u{200B}\u{200C}\u{200D}\u{2060}\u{FEFF}\u{AD}") }
    case 15: return many { scalar(0x1F1E6...0x1F1FF) }
    case 16: return many { pick("\t\u{A0}\u{3000} \u{2003}") }
    case 17: return many { scalar(0x1100...0x11FF) }
    case 18: return many { pick("\u{0}\u{1}\u{7F}\u{FFFE}\u{FFFF}\u{1FFFE}") }
    case 19: return many { scalar(0xD80...0x109F) }
    case 20: return many { pick("fiflffiAVToſt") }
    default: return many { scalar(0x1F300...0x1FAFF) + (Bool.random(using: &random) ? scalar(0x1F3FB...0x1F3FF) : "") }
    }
  }
}

/// A label or field and what is put into it.
@MainActor
private struct TextScene {
  static let keys: [UIKeyboardHIDUsage] = [
    .keyboardLeftArrow, .keyboardRightArrow, .keyboardHome, .keyboardEnd, .keyboardDeleteOrBackspace,
    .keyboardDeleteForward, .keyboardA, .keyboardX, .keyboardV, .keyboardZ,
  ]
  /// As many bytes as a text field holds, in UTF-8.
  private static let fieldCapacity = 65_536
  private static let modifiers: [UIKeyModifierFlags] = [[], .shift, .control, [.shift, .control]]

  private let journal: Journal
  private var text = ""
  private var attributes: [Step] = []
  private var width: CGFloat = 200
  private var lines = 1
  private var mode = NSLineBreakMode.byTruncatingTail
  private var size: CGFloat = 17
  private var alignment = NSTextAlignment.natural
  private var scale: CGFloat?
  private var draws = false
  private var isField = false
  private var isSecure = false
  private var presses: [Step] = []

  init(_ journal: Journal) { self.journal = journal }

  mutating func apply(_ step: Step) {
    switch step.verb {
    case "label":
      width = CGFloat(step.choice(0, of: 1000))
      lines = step.choice(1, of: 6)
      mode = NSLineBreakMode(rawValue: step.choice(2, of: 6)) ?? .byTruncatingTail
      size = CGFloat(max(1, step.choice(3, of: 200)))
    case "align": alignment = NSTextAlignment(rawValue: step.choice(0, of: 5)) ?? .natural
    case "shrink": scale = CGFloat(step.choice(0, of: 100)) / 100
    case "piece":
      text += HostileText.piece(
        step.choice(0, of: HostileText.kinds), length: step.choice(1, of: 200_000), seed: step[2])
    case "attribute": attributes.append(step)
    case "draw": draws = true
    case "field":
      isField = true
      isSecure = step.flag(0)
    case "press": presses.append(step)
    default: break
    }
  }

  func show() throws(Mismatch) {
    let literal = text.unicodeScalars.prefix(80).map { "\\u{\(String($0.value, radix: 16))}" }.joined()
    journal.say("let text = \"\(literal)\" // \(text.unicodeScalars.count) scalars")
    if draws { return try draw() }
    if isField { return try type() }
    let label = UILabel()
    label.numberOfLines = lines
    label.lineBreakMode = mode
    label.textAlignment = alignment
    label.font = .systemFont(ofSize: size)
    if let scale {
      label.adjustsFontSizeToFitWidth = true
      label.minimumScaleFactor = scale
    }
    if attributes.isEmpty { label.text = text } else { label.attributedText = attributed }
    journal.say(
      "label.numberOfLines = \(lines), lineBreakMode = \(mode), font size \(size), width \(width), attributes \(attributes.count)"
    )
    let fitting = label.sizeThatFits(CGSize(width: width, height: 10_000))
    guard fitting.width.isFinite, fitting.height.isFinite, fitting.width >= 0, fitting.height >= 0 else {
      throw Mismatch("size", "sizeThatFits gives \(fitting)")
    }
    let highest = max(attributes.map { CGFloat($0.choice(3, of: 200)) }.max() ?? 0, size)
    guard lines == 0 || fitting.height <= CGFloat(lines) * (highest * 5 + 5) else {
      throw Mismatch("size", "\(lines) lines of \(highest) points are \(fitting.height) high")
    }
    try HeadlessWindow.shared.show { window in
      label.frame = CGRect(x: 3, y: 3, width: width, height: min(fitting.height, 390))
      window.addSubview(label)
      return label
    } then: { (label: UILabel) in
      label.frame.size.width = width / 2
    }
  }

  /// Fonts in one place at most: Foundation of Swift 6.3 ends the program when two runs side by side have different
  /// objects for the same attributes, before any of the framework's code is called.
  private var attributed: NSAttributedString {
    let string = NSMutableAttributedString(string: String(text.prefix(5000)))
    var hasFont = false
    for step in attributes where string.length > 0 {
      let start = step.choice(0, of: string.length)
      let range = NSRange(location: start, length: step.choice(1, of: string.length - start + 1))
      switch step.choice(2, of: 6) {
      case 0, 1:
        guard !hasFont else { continue }
        hasFont = true
        let size = CGFloat(step.choice(3, of: 200))
        let font = step.flag(2) ? UIFont.boldSystemFont(ofSize: size) : .systemFont(ofSize: size)
        string.addAttribute(.font, value: font, range: range)
      case 2: string.addAttribute(.foregroundColor, value: UIColor.red, range: range)
      case 3: string.addAttribute(.backgroundColor, value: UIColor.yellow, range: range)
      case 4: string.addAttribute(.underlineStyle, value: step[3], range: range)
      default: string.addAttribute(.strikethroughStyle, value: step[3], range: range)
      }
    }
    return string
  }

  private func draw() throws(Mismatch) {
    let attributes: [NSAttributedString.Key: Any] = [.font: UIFont.systemFont(ofSize: size)]
    let size = text.size(withAttributes: attributes)
    journal.say("text.size(withAttributes:) // \(size)")
    guard size.width.isFinite, size.height.isFinite, size.width >= 0, size.height >= 0 else {
      throw Mismatch("size", "text.size gives \(size)")
    }
    journal.say("UIGraphicsImageRenderer(size: 200 x 200).image { text.draw(in: width \(width)) }")
    _ = UIGraphicsImageRenderer(size: CGSize(width: 200, height: 200)).image { _ in
      text.draw(in: CGRect(x: -10, y: 5, width: width, height: 150), withAttributes: attributes)
      attributed.draw(in: CGRect(x: 0, y: 50, width: width, height: 150))
    }
  }

  private func type() throws(Mismatch) {
    let field = UITextField(frame: CGRect(x: 5, y: 5, width: width, height: 34))
    field.isSecureTextEntry = isSecure
    journal.say("field.becomeFirstResponder(); field.insertText(text); // then \(presses.count) keys")
    try HeadlessWindow.shared.show { window in
      window.addSubview(field)
      return field
    } then: { (field: UITextField) in
      _ = field.becomeFirstResponder()
      field.insertText(text)
      for step in presses {
        let key = InputEvent.Key(
          code: Self.keys[step.choice(0, of: Self.keys.count)], modifiers: Self.modifiers[step.choice(1, of: 4)],
          timestamp: 0)
        UIApplication.shared.handle(.keyDown(key))
        UIApplication.shared.handle(.keyUp(key))
      }
      field.insertText("x")
    }
    let bytes = field.text?.utf8.count ?? 0
    guard bytes <= Self.fieldCapacity else { throw Mismatch("field", "the field holds \(bytes) bytes") }
    // A full field takes no letter. A letter before a mark is one character with it.
    guard bytes == Self.fieldCapacity || field.text?.unicodeScalars.contains("x") == true else {
      throw Mismatch("field", "a typed letter is not there, in \(bytes) bytes")
    }
  }
}
