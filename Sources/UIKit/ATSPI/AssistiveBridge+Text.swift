internal import Desktop
import Foundation
import UIKitCore

/// The texts of labels, fields and text views, and changes of the latter two.
extension AssistiveBridge {
  /// The text of a field, or a label.
  func text(of node: AccessibleNode) -> AssistiveText {
    AssistiveText(tree.field(of: node)?.text ?? label(of: node))
  }

  func answerText(_ member: String, _ node: AccessibleNode, _ number: (Int) -> Int) -> AssistiveReply {
    let text = text(of: node)
    let field = tree.field(of: node)
    func part(_ range: Range<Int>) -> AssistiveReply {
      .values([
        .text(text.part(range.lowerBound, range.upperBound)), .int32(Int32(clamping: range.lowerBound)),
        .int32(Int32(clamping: range.upperBound)),
      ])
    }
    /// The unit at an offset, by the numbers of boundaries: a character, two of words, all others the line.
    func boundary(_ offset: Int) -> Range<Int> {
      text.range(of: number(1) == 0 ? .character : (1...2).contains(number(1)) ? .word : .line, at: offset)
    }
    let noAttributes = BusArgument.list("{ss}", [])
    switch member {
    case "GetText": return .values([.text(text.part(number(0), number(1)))])
    case "GetStringAtOffset":
      // Granularities, which have one number for words.
      let units: [AssistiveText.Unit] = [.character, .word]
      return part(text.range(of: units.indices.contains(number(1)) ? units[number(1)] : .line, at: number(0)))
    case "GetTextAtOffset": return part(boundary(number(0)))
    case "GetTextBeforeOffset":
      let start = boundary(number(0)).lowerBound
      return part(start > 0 ? boundary(start - 1) : 0..<0)
    case "GetTextAfterOffset":
      let end = boundary(number(0)).upperBound
      return part(end < text.count ? boundary(end) : end..<end)
    case "GetCharacterAtOffset": return .values([.int32(Int32(clamping: text.scalar(at: number(0))))])
    case "GetAttributeValue": return .values([.text("")])
    case "GetAttributes", "GetAttributeRun":
      return .values([noAttributes, .int32(0), .int32(Int32(clamping: text.count))])
    case "GetDefaultAttributes", "GetDefaultAttributeSet": return .values([noAttributes])
    case "GetCharacterExtents":
      return .values(extents(field?.frame(ofScalar: number(0)) ?? tree.frame(of: node), node, kind: number(1)))
    case "GetRangeExtents":
      guard let field else { return .values(extents(tree.frame(of: node), node, kind: number(2))) }
      let last = max(number(0), number(1) - 1)
      return .values(
        extents(field.frame(ofScalar: number(0)).union(field.frame(ofScalar: last)), node, kind: number(2)))
    case "GetOffsetAtPoint": return .values([.int32(-1)])
    case "GetNSelections": return .values([.int32(field?.selection.isEmpty == false ? 1 : 0)])
    case "GetSelection":
      let range = number(0) == 0 ? field?.selection ?? 0..<0 : 0..<0
      return .values([.int32(Int32(clamping: range.lowerBound)), .int32(Int32(clamping: range.upperBound))])
    case "SetCaretOffset": return select(field, number(0), number(0))
    case "AddSelection": return select(field, number(0), number(1))
    case "SetSelection": return number(0) == 0 ? select(field, number(1), number(2)) : .values([.flag(false)])
    case "RemoveSelection":
      return number(0) == 0 ? select(field, field?.caret ?? 0, field?.caret ?? 0) : .values([.flag(false)])
    case "ScrollSubstringTo", "ScrollSubstringToPoint": return .values([.flag(tree.show(node))])
    default: return .unknownMethod
    }
  }

  private func select(_ field: AccessibleField?, _ start: Int, _ end: Int) -> AssistiveReply {
    guard let field, start >= 0, end >= 0 else { return .values([.flag(false)]) }
    field.select(min(start, end)..<max(start, end))
    return .values([.flag(true)])
  }

  func answerEditing(
    _ member: String, _ node: AccessibleNode, _ values: [DesktopBus.Value], _ number: (Int) -> Int
  ) -> AssistiveReply {
    guard let field = tree.field(of: node) else { return .unknownMethod }
    let count = text(of: node).count
    func range(_ start: Int, _ end: Int) -> Range<Int> {
      let start = min(max(0, start), count)
      return start..<max(start, end < 0 ? count : min(end, count))
    }
    let isDone: Bool
    switch member {
    case "SetTextContents": isDone = field.replace(0..<count, with: values.first?.text ?? "")
    case "InsertText":
      guard values.count == 3, let text = values[1].text else { return .invalid }
      isDone = field.replace(range(number(0), number(0)), with: String(text.unicodeScalars.prefix(max(0, number(2)))))
    case "DeleteText": isDone = field.replace(range(number(0), number(1)), with: "")
    case "CopyText":
      field.copy(range(number(0), number(1)))
      return .values([])
    case "CutText":
      field.copy(range(number(0), number(1)))
      isDone = field.replace(range(number(0), number(1)), with: "")
    case "PasteText":
      isDone = field.pasteboardText.map { field.replace(range(number(0), number(0)), with: $0) } ?? false
    default: return .unknownMethod
    }
    return .values([.flag(isDone)])
  }
}
