import Foundation
import TableModel

/// The text of rows: finding a row by typing how it begins, and copying rows.
final class RowText: TableGuest {
  /// Seconds after which a letter begins a new search.
  static let pause = 1.0
  /// Rows whose cells are made at most to read what their labels say.
  private static let mostCellsRead = 1000

  private var typed = ""
  /// When the last letter was typed, in seconds of the frame clock.
  private var lastTyped = -Double.infinity

  // MARK: Typing ahead

  /// Takes a letter if the data source gives rows a text: the next row that begins with the letters typed in one go has
  /// the keyboard then. One letter over and over goes from row to row. Case and accents make no difference.
  ///
  /// Up to `RowChooser.mostAsked` rows below the present one are asked for their text, from the top on again at
  /// the end.
  /// - Returns: whether the key was a letter of a search.
  func take(_ key: UIKey) -> Bool {
    let table = table
    guard let letter = key.characters.first, !key.characters.isEmpty, table.chooser.isAllowed,
      table.allowsTypeSelect, table.app.mayHave(.rowText), let application = table.window?.application
    else { return false }
    let now = application.platform.clock.now
    let isNew = now - lastTyped > Self.pause
    // Space acts on a row, except within a text; other signs are commands.
    guard letter.isLetter || letter.isNumber || (letter == " " && !isNew) else { return false }
    if isNew { typed = "" }
    let repeats = !typed.isEmpty && typed.allSatisfy { $0 == letter }
    lastTyped = now
    if !(repeats && typed.count == 1) { typed.append(letter) }
    let found = row(beginningWith: TextPrefix(typed), isBelow: isNew || repeats)
    guard table.app.mayHave(.rowText) else { return false }
    if let found { table.go(to: found) }
    return true
  }

  /// - Parameter isBelow: the search starts below the row that has the keyboard, not at it.
  private func row(beginningWith prefix: TextPrefix, isBelow: Bool) -> RowPosition? {
    let table = table
    // Changes that the data source makes to the rows here wait for the end of the search, and cancel it.
    let outer = table.work.begin(.reporting)
    defer { table.work.end(outer) }
    let cursor = table.chooser.cursorRow
    let start = isBelow ? cursor.flatMap { table.index.neighbour(of: $0, isBelow: true) } : cursor
    guard var position = start ?? table.index.end(isBottom: false) else { return nil }
    var rows = table.index.rowCount(inSection: position.section)
    let total = table.index.rowCount
    for _ in 0..<min(total, RowChooser.mostAsked) {
      guard case .text(let text) = table.app.text(of: position) else { return nil }
      if let text, prefix.begins(text) { return position }
      position.row += 1
      guard position.row >= rows else { continue }
      guard
        let next = table.index.neighbour(of: position, isBelow: true) ?? table.index.end(isBottom: false)
      else { return nil }
      position = next
      rows = table.index.rowCount(inSection: position.section)
    }
    return nil
  }

  // MARK: Copying

  /// Puts the selected rows on the clipboard, a line each; without a selection the row that has the keyboard.
  /// - Returns: false when there is nothing to copy, or more than `RowChooser.mostAsked` rows.
  func copy() -> Bool {
    let table = table
    table.bringUpToDate()
    let selection = table.chooser.selection
    guard selection.count <= RowChooser.mostAsked else { return false }
    var rows = selection.all
    if rows.isEmpty, let cursor = table.chooser.cursorRow { rows = [cursor] }
    guard !rows.isEmpty, table.app.hasDataSource, let application = table.window?.application else { return false }
    let outer = table.work.begin(.reporting)
    defer { table.work.end(outer) }
    var lines: [String] = []
    for row in rows {
      guard let line = text(of: row, makesCell: rows.count <= Self.mostCellsRead) else { return false }
      lines.append(line)
    }
    application.platform.clipboard.string = lines.joined(separator: "\n")
    return true
  }

  /// The text a row is copied as.
  func text(of row: RowPosition) -> String? {
    let table = table
    guard table.app.hasDataSource else { return nil }
    let outer = table.work.begin(.reporting)
    defer { table.work.end(outer) }
    return text(of: row, makesCell: true)
  }

  private func text(of row: RowPosition, makesCell: Bool) -> String? {
    let table = table
    guard !table.mustEndPass, table.index.contains(row) else { return nil }
    switch table.app.text(of: row) {
    case .text(let text): return text ?? ""
    case .rowsChanged: return nil
    case .missing: break
    }
    if let cell = table.cells.view(at: row) { return cell.labelText }
    guard makesCell else { return nil }
    return table.rows.withCell(of: row) { $0.labelText }
  }
}

/// The beginning of a text that is searched for; case and accents make no difference.
struct TextPrefix {
  private let scalars: [UInt32]

  init(_ text: String) {
    scalars = text.unicodeScalars.compactMap { Self.isAccent($0.value) ? nil : Self.plain($0.value) }
  }

  /// Whether `text` begins so; without allocating.
  /// - Complexity: O(length of the prefix).
  func begins(_ text: String) -> Bool {
    var index = 0
    for scalar in text.unicodeScalars {
      if index == scalars.count { return true }
      if Self.isAccent(scalar.value) { continue }
      guard Self.plain(scalar.value) == scalars[index] else { return false }
      index += 1
    }
    return index == scalars.count
  }

  private static func isAccent(_ scalar: UInt32) -> Bool { scalar >= 0x300 && scalar < 0x370 }

  /// The small letter without accent.
  private static func plain(_ scalar: UInt32) -> UInt32 {
    if scalar < UInt32(plainLetters.count) { return plainLetters[Int(scalar)] }
    guard let scalar = Unicode.Scalar(scalar) else { return 0 }
    let lower = scalar.properties.lowercaseMapping.unicodeScalars
    return lower.first?.value ?? scalar.value
  }

  /// Of the Latin letters up to U+024F.
  private static let plainLetters: [UInt32] = (0..<0x250).map { number in
    guard let scalar = Unicode.Scalar(UInt32(number)) else { return UInt32(number) }
    let base = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.first ?? scalar
    return base.properties.lowercaseMapping.unicodeScalars.first?.value ?? base.value
  }
}

extension UITableViewCell {
  /// The texts of the cell's labels, from left to right, those below each other from the top down, with tabs between.
  fileprivate var labelText: String {
    var found: [(place: CGPoint, text: String)] = []
    func collect(_ view: UIView) {
      guard !view.isHidden else { return }
      if let label = view as? UILabel, let text = label.text, !text.isEmpty {
        found.append((label.convert(.zero, to: self), text))
      }
      for child in view.children where !(child is UIControl) { collect(child) }
    }
    collect(contentView)
    let ordered = found.enumerated().sorted {
      ($0.element.place.x.rounded(), $0.element.place.y, $0.offset)
        < ($1.element.place.x.rounded(), $1.element.place.y, $1.offset)
    }
    return ordered.map(\.element.text).joined(separator: "\t")
  }
}

extension UITableView {
  /// Copies the selected rows as text, a line each; without a selection the row the keyboard is at. Called by Control-C
  /// and by apps. Does nothing without rows, and with more than 100,000.
  public func copy(_ sender: Any?) { _ = rowText.copy() }

  /// A row as `copy(_:)` writes it: the data source's text for it, else what the labels of its cell say, with tabs
  /// between; of a row that is not on screen a cell is made for that. Not in UIKit.
  /// - Precondition: the row exists.
  /// - Returns: nil when the data source changed the rows meanwhile.
  public func text(forRowAt indexPath: IndexPath) -> String? {
    loadIfNeeded()
    return rowText.text(of: require(indexPath, "text(forRowAt:)"))
  }
}
