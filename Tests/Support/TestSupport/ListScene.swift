import Foundation
import Pixels
import Typesetting
import UIKitCore

/// A list that scrolls, with the things that make damage hard: a pinned
/// header, translucent or not, a translucent overlay, a bar of letters, a scroll
/// indicator, groups, shadows, images, recycled text slots, rows that change,
/// fractional offsets, windows of changing size.
///
/// Every other seed has rows of one colour with lines between them, as most
/// lists have, the rest rows that differ.
package struct ListScene {
  private struct Row {
    var slot: TextSlotID
    var content: Int
    var style: Int
  }

  private var random: SeededRandom
  package private(set) var size = CGSize(width: 64, height: 48)
  private let largest = CGSize(width: 64, height: 48)
  private let isPlain: Bool
  private let headerAlpha: UInt8
  private var letters: TextSlotID?
  package let scale: CGFloat
  private let makeText: (Int, Int, Int) -> TextFrame
  private var offset: CGFloat = 0
  private var rows: [Int: Row] = [:]
  private var order: [Int] = []
  private var idle: [TextSlotID] = []
  private var slotCount: Int32 = 0
  private var overlay: CGRect?
  private var background = DrawColor.white
  private var nextContent = 0
  private var hasPanel = true
  private var panelShade: UInt8 = 0

  /// - Parameters:
  ///   - seed: fixes everything that happens.
  ///   - text: what a slot shows, by a number and a size in pixels.
  package init(
    seed: Int,
    text: @escaping (_ number: Int, _ width: Int, _ height: Int) -> TextFrame = Self.emptyText
  ) {
    random = SeededRandom(seed: seed)
    scale = [1, 1.25, 2][seed % 3]
    isPlain = seed % 2 == 0
    headerAlpha = [255, 200][seed / 2 % 2]
    makeText = text
  }

  /// A bitmap of that size without runs.
  package static func emptyText(_ number: Int, _ width: Int, _ height: Int) -> TextFrame {
    var frame = TextFrame()
    frame.pixelWidth = width
    frame.pixelHeight = height
    return frame
  }

  package var pixelWidth: Int32 { Int32((largest.width * scale).rounded()) }
  package var pixelHeight: Int32 { Int32((largest.height * scale).rounded()) }

  /// Changes something and writes the frame that results.
  package mutating func step(into list: inout DisplayList) {
    list.removeAll()
    list.scale = scale
    switch Int.random(in: 0..<24, using: &random) {
    case 0..<10: offset = max(0, offset + CGFloat(Int.random(in: -7...9, using: &random)))
    case 10, 11: offset = max(0, offset + CGFloat.random(in: -6...6, using: &random))
    case 12: offset = CGFloat(Int.random(in: 0...500, using: &random))
    case 13: overlay = overlay == nil ? CGRect(x: 20, y: 10, width: 20, height: 15) : nil
    case 14: overlay?.origin.x += 1
    case 15: order.shuffle(using: &random)
    case 16: background = background == .white ? DrawColor(red: 9, green: 9, blue: 9) : .white
    case 17: if let row = rows.keys.sorted().randomElement(using: &random) { rows[row]?.style += 1 }
    case 18:
      if Bool.random(using: &random) { size.width = largest.width - size.width.truncatingRemainder(dividingBy: 5) * 2 }
    default: break
    }
    list.size = size
    list.background = background
    build(into: &list)
  }

  private mutating func build(into list: inout DisplayList) {
    let rowHeight: CGFloat = 9
    let table = CGRect(x: 4, y: 3, width: 52, height: 41)
    let first = Int(offset / rowHeight)
    let last = Int((offset + table.height) / rowHeight)
    for row in order where row < first || row > last {
      if let leaving = rows.removeValue(forKey: row) { idle.append(leaving.slot) }
    }
    order.removeAll { $0 < first || $0 > last }
    for row in first...last where rows[row] == nil {
      rows[row] = Row(slot: takeSlot(), content: row, style: row)
      order.append(row)
      update(rows[row]!.slot, in: &list)
    }
    if Int.random(in: 0..<6, using: &random) == 0, let row = order.randomElement(using: &random) {
      update(rows[row]!.slot, in: &list)
    }
    list.commands.append(.fill(table, DrawColor(red: UInt8(240), green: 240, blue: 250)))
    list.commands.append(.pushClip(table))
    for row in order {
      let y = table.minY + CGFloat(row) * rowHeight - offset
      append(
        rows[row]!, at: CGRect(x: table.minX, y: y, width: table.width, height: rowHeight),
        to: &list)
    }
    list.commands.append(
      .fill(
        CGRect(x: table.minX, y: table.minY, width: table.width, height: 5),
        DrawColor(red: UInt8(1), green: 2, blue: 3, alpha: headerAlpha)))
    appendLetters(to: &list, in: table)
    appendIndicator(to: &list, in: table)
    list.commands.append(.popClip)
    defer { appendPanel(to: &list) }
    if let overlay {
      list.commands.append(.shadow(RoundedRect(overlay, radius: 2), blur: 1, .black))
      list.commands.append(
        .fill(overlay, DrawColor(red: 0, green: 0, blue: 0, alpha: UInt8(120))))
    }
  }

  /// An opaque panel over everything, most of the time.
  private mutating func appendPanel(to list: inout DisplayList) {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: hasPanel.toggle()
    case 1: panelShade &+= 50
    default: break
    }
    guard hasPanel else { return }
    let panel = CGRect(x: 26, y: 6, width: 16, height: 12)
    list.commands.append(.opaqueOverlay(panel))
    list.commands.append(.fill(panel, DrawColor(red: panelShade, green: 0, blue: 90)))
    list.commands.append(
      .fillRounded(
        RoundedRect(CGRect(x: 26, y: 18, width: 16, height: 4), radius: 2),
        DrawColor(red: panelShade, green: 0, blue: 90)))
  }

  /// Letters that stay while the rows below them move.
  private mutating func appendLetters(to list: inout DisplayList, in table: CGRect) {
    if letters == nil {
      let slot = takeSlot()
      letters = slot
      update(slot, in: &list)
    }
    guard let letters, !isPlain else { return }
    list.commands.append(
      .text(letters, origin: CGPoint(x: table.maxX - 9, y: table.minY + 14), opacity: 0.75))
  }

  private func appendIndicator(to list: inout DisplayList, in table: CGRect) {
    let knob = CGRect(x: table.maxX - 3, y: table.minY + offset * 0.06, width: 2, height: 9)
    list.commands.append(
      .fillRounded(
        RoundedRect(knob, radius: 1), DrawColor(red: UInt8(0), green: 0, blue: 0, alpha: 90)))
  }

  private mutating func append(_ row: Row, at rect: CGRect, to list: inout DisplayList) {
    let shade = UInt8(row.style % 3 * 40)
    if isPlain, row.style % 9 != 0 {
      list.commands.append(.fill(rect, DrawColor(red: UInt8(240), green: 240, blue: 250)))
      list.commands.append(
        .fill(
          CGRect(x: rect.minX + 2, y: rect.maxY - 1, width: rect.width - 2, height: 1),
          DrawColor(red: UInt8(60), green: 60, blue: 67, alpha: 74)))
    } else {
      list.commands.append(
        .fill(
          rect, DrawColor(red: shade, green: 200, blue: 0, alpha: row.style % 5 == 0 ? 120 : 255)))
    }
    if row.style % 7 == 2 {
      list.commands.append(
        .image(
          ImageID(rawValue: 0), destination: CGRect(x: rect.minX + 30, y: rect.minY + 1, width: 7, height: 7),
          source: CGRect(x: 0, y: 0, width: 5, height: 4),
          tint: row.style % 2 == 0 ? DrawColor(red: UInt8(200), green: 0, blue: 90) : nil, opacity: 0.9))
    }
    let text = DrawCommand.text(
      row.slot, origin: CGPoint(x: rect.minX + 2, y: rect.minY + 1), opacity: 1)
    switch row.style % 4 {
    case 0:
      list.commands.append(
        .beginGroup(RoundedRect(rect.insetBy(dx: 2, dy: 1), radius: 2), opacity: 0.5))
      list.commands.append(text)
      list.commands.append(.endGroup)
    case 1:
      list.commands.append(.pushClip(rect.insetBy(dx: 3, dy: 2)))
      list.commands.append(text)
      list.commands.append(.popClip)
    default: list.commands.append(text)
    }
  }

  private mutating func takeSlot() -> TextSlotID {
    if let slot = idle.popLast() { return slot }
    defer { slotCount += 1 }
    return TextSlotID(rawValue: slotCount)
  }

  private mutating func update(_ slot: TextSlotID, in list: inout DisplayList) {
    nextContent += 1
    let frame = makeText(
      nextContent, Int.random(in: 4...30, using: &random), Int.random(in: 3...10, using: &random))
    list.textUpdates.append(TextSlotUpdate(slot: slot, frame: frame, background: nil))
  }
}
