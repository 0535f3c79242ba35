internal import Desktop
import Foundation
import UIKitCore

/// The words of AT-SPI: paths, roles, states.
enum AssistiveObject {
  private static let folder = "/org/a11y/atspi/accessible/"
  /// Stands for no object.
  static let null = "/org/a11y/atspi/null"
  /// Most rows of a list; one with more is told as a table.
  static let longestList = 500
  /// Most characters of a label that are told.
  static let longestLabel = 16_384

  /// The path of the object with a name.
  static func path(_ name: String) -> String { folder + name }

  /// The name of the object at a path; nil for other paths.
  static func name(_ path: String) -> String? {
    guard path.hasPrefix(folder), path.utf8.count < 200 else { return nil }
    return String(path.dropFirst(folder.count))
  }

  /// The part of an interface's name behind the last dot.
  static func lastPart(of interface: String) -> String {
    guard let dot = interface.utf8.lastIndex(of: UInt8(ascii: ".")) else { return interface }
    return String(interface[interface.utf8.index(after: dot)...])
  }

  /// A text that is not longer than tools can use. One of the usual length is not looked through.
  static func limited(_ text: String) -> String {
    text.utf8.count <= longestLabel ? text : String(text.unicodeScalars.prefix(longestLabel))
  }

  /// The edge that a scroll type of AT-SPI names, of those along which rows stand.
  static func edge(_ type: Int) -> UITableView.ScrollPosition {
    switch type {
    case 0, 2: .top
    case 1, 3: .bottom
    default: .none
    }
  }

  /// The state bits of AT-SPI.
  enum State: Int {
    case active = 1, checked = 4, editable = 7, enabled = 8, expandable = 9, expanded = 10, focusable = 11, focused = 12
    case modal = 16, multiLine = 17
    case multiselectable = 18, selectable = 22, selected = 23, sensitive = 24, showing = 25, singleLine = 26
    case transient = 28, vertical = 29, visible = 30, managesDescendants = 31, indeterminate = 32
    case selectableText = 38, checkable = 41
  }

  /// The number and the name of a role.
  static func role(_ role: AccessibleRole) -> (number: UInt32, name: String) {
    switch role {
    case .application: (75, "application")
    case .window: (23, "frame")
    case .plain, .group: (39, "panel")
    case .scrollArea: (49, "scroll pane")
    case .list: (31, "list")
    case .row: (32, "list item")
    case .holderRow: (90, "table row")
    case .grid: (55, "table")
    case .cell: (56, "table cell")
    case .columnTitle: (57, "table column header")
    case .rowTitle: (58, "table row header")
    case .label: (29, "label")
    case .heading: (83, "heading")
    case .image: (27, "image")
    case .link: (88, "link")
    case .button: (43, "push button")
    case .toggle: (7, "check box")
    case .field: (79, "entry")
    case .secureField: (40, "password text")
    case .textArea: (61, "text")
    case .progress: (42, "progress bar")
    case .spinner: (3, "animation")
    case .slider: (51, "slider")
    case .menu: (33, "menu")
    case .menuItem: (35, "menu item")
    case .toolbar: (63, "tool bar")
    case .dialog: (16, "dialog")
    case .alert: (2, "alert")
    case .tabList: (38, "page tab list")
    case .tab: (37, "page tab")
    }
  }
}

/// A text by Unicode scalars, as tools count.
struct AssistiveText {
  private let scalars: [Unicode.Scalar]

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  var count: Int { scalars.count }

  /// The part from `start` to `end`, clamped; an end of -1 is that of the text.
  func part(_ start: Int, _ end: Int) -> String {
    let end = end < 0 ? count : min(end, count)
    let start = min(max(0, start), end)
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[start..<end])
    return String(view)
  }

  /// The scalar at an offset; 0 at the end.
  func scalar(at offset: Int) -> UInt32 { scalars.indices.contains(offset) ? scalars[offset].value : 0 }

  /// A part of the text that tools step by. Lines, sentences and paragraphs are what stands between line ends.
  enum Unit { case character, word, line }

  /// The unit at an offset, clamped to the text.
  func range(of unit: Unit, at offset: Int) -> Range<Int> {
    switch unit {
    case .character:
      let start = min(max(0, offset), count)
      return start..<min(start + 1, count)
    case .word: return word(at: offset)
    case .line: return line(at: offset)
    }
  }

  /// The characters from line end to line end at an offset, with the one behind them.
  private func line(at offset: Int) -> Range<Int> {
    let offset = min(max(0, offset), count)
    let start = scalars[..<offset].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    return start..<(scalars[offset...].firstIndex(of: "\n").map { $0 + 1 } ?? count)
  }

  /// The word at an offset with the spaces up to the next, clamped to the text.
  private func word(at offset: Int) -> Range<Int> {
    let offset = min(max(0, offset), count)
    func isSpace(_ index: Int) -> Bool { scalars[index].properties.isWhitespace }
    var start = offset
    while start > 0, !(isSpace(start - 1) && (start == count || !isSpace(start))) { start -= 1 }
    var end = offset
    while end < count, !isSpace(end) { end += 1 }
    while end < count, isSpace(end) { end += 1 }
    return start..<end
  }
}

/// The last announcements, by the names under which tools ask for them.
struct AssistiveNotices {
  /// The number and the name of the role.
  static let role: (number: UInt32, name: String) = (101, "notification")
  /// How many are kept.
  private static let most = 16
  private var texts: [String] = []
  private var first = 0

  /// - Returns: the name.
  mutating func add(_ text: String) -> String {
    texts.append(text)
    if texts.count > Self.most {
      texts.removeFirst()
      first += 1
    }
    return "notice\(first + texts.count - 1)"
  }

  func text(named name: String) -> String? {
    guard name.hasPrefix("notice"), let number = Int(name.dropFirst("notice".count)) else { return nil }
    return texts.indices.contains(number - first) ? texts[number - first] : nil
  }
}
