import Foundation
import Pixels
import Typesetting
import UIKitCore

/// Frames of a window in which something changes from one to the next.
package protocol DamageScene {
  /// Device pixels of a point.
  var scale: CGFloat { get }
  /// The extent of the largest window.
  var pixelWidth: Int32 { get }
  var pixelHeight: Int32 { get }
  /// Changes something and writes the frame that results.
  mutating func step(into list: inout DisplayList)
}

extension ListScene: DamageScene {}

/// Screens that come and go over others: a page that slides sideways over another one that gives way, each with a ground of
/// its own, and a card with round corners, an edge and a shadow over a shade that deepens; on the card rows scroll.
package struct CardScene: DamageScene {
  private var random: SeededRandom
  private let size = CGSize(width: 64, height: 48)
  package let scale: CGFloat
  private let makeText: (Int, Int, Int) -> TextFrame
  /// Of the upper page's left edge, in points.
  private var edge: CGFloat = 64
  private var cardTop: CGFloat = 48
  private var cardHeight: CGFloat = 36
  private var cardOffset: CGFloat = 0
  private var shade: UInt8 = 0
  private var hasBorder = true
  private var grounds: [DrawColor] = [.white, DrawColor(red: 240, green: 240, blue: 250), .white]
  private var isLowerMoving = true
  private var nextContent = 0
  private static let slots: Int32 = 14

  /// - Parameters:
  ///   - seed: fixes everything that happens.
  ///   - text: what a slot shows, by a number and a size in pixels.
  package init(
    seed: Int, text: @escaping (_ number: Int, _ width: Int, _ height: Int) -> TextFrame = ListScene.emptyText
  ) {
    random = SeededRandom(seed: seed)
    scale = [1, 1.25, 2][seed % 3]
    makeText = text
  }

  package var pixelWidth: Int32 { Int32((size.width * scale).rounded()) }
  package var pixelHeight: Int32 { Int32((size.height * scale).rounded()) }

  package mutating func step(into list: inout DisplayList) {
    list.removeAll()
    list.scale = scale
    list.size = size
    list.background = .white
    if nextContent == 0 {
      for slot in 0..<Self.slots { update(TextSlotID(rawValue: slot), in: &list) }
    }
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<5: edge = min(64, max(0, edge + CGFloat(Int.random(in: -12...9, using: &random))))
    case 5: edge = [0, 64, 30.5][Int.random(in: 0..<3, using: &random)]
    case 6..<10: cardTop = min(48, max(4, cardTop + CGFloat.random(in: -9...7, using: &random)))
    case 10: cardTop = [6, 48][Int.random(in: 0..<2, using: &random)]
    case 11: cardHeight = CGFloat(Int.random(in: 6...40, using: &random))
    case 12, 13: cardOffset = max(0, cardOffset + CGFloat(Int.random(in: -4...6, using: &random)))
    case 14: shade = shade == 0 ? 90 : 0
    case 15: hasBorder.toggle()
    case 16:
      let colors = [DrawColor.white, DrawColor(red: 240, green: 240, blue: 250), DrawColor(red: 9, green: 9, blue: 9)]
      grounds[Int.random(in: 0..<3, using: &random)] = colors[Int.random(in: 0..<3, using: &random)]
    case 17: isLowerMoving.toggle()
    case 18: update(TextSlotID(rawValue: Int32.random(in: 0..<Self.slots, using: &random)), in: &list)
    default: break
    }
    if shade > 0, Bool.random(using: &random) { shade = UInt8.random(in: 60...120, using: &random) }
    appendPages(to: &list)
    appendCard(to: &list)
  }

  private func appendPages(to list: inout DisplayList) {
    let lower = CGRect(x: isLowerMoving ? ((edge - 64) * 0.3).rounded() : 0, y: 0, width: 64, height: 48)
    append(CGRect(x: lower.minX, y: 8, width: 64, height: 40), grounds[0], firstSlot: 0, to: &list)
    if edge < 64 {
      append(CGRect(x: edge, y: 8, width: 64, height: 40), grounds[1], firstSlot: 5, to: &list)
    }
    // A bar above both.
    list.commands.append(.fill(CGRect(x: 0, y: 0, width: 64, height: 8), .white))
    list.commands.append(.text(TextSlotID(rawValue: 4), origin: CGPoint(x: 10, y: 1), opacity: 1))
  }

  /// A page and its rows.
  private func append(_ page: CGRect, _ ground: DrawColor, firstSlot: Int32, to list: inout DisplayList) {
    list.commands.append(.pushClip(page))
    list.commands.append(.fill(page, ground))
    for row in 0..<4 {
      let y = page.minY + CGFloat(row) * 10
      list.commands.append(
        .text(TextSlotID(rawValue: firstSlot + Int32(row)), origin: CGPoint(x: page.minX + 3, y: y + 2), opacity: 1))
      list.commands.append(
        .fill(
          CGRect(x: page.minX + 3, y: y + 9, width: 61, height: 1),
          DrawColor(red: UInt8(60), green: 60, blue: 67, alpha: 74)))
    }
    list.commands.append(.popClip)
  }

  private func appendCard(to list: inout DisplayList) {
    if shade > 0 {
      list.commands.append(
        .fill(CGRect(origin: .zero, size: size), DrawColor(red: UInt8(0), green: 0, blue: 0, alpha: shade)))
    }
    let card = CGRect(x: 8, y: cardTop, width: 48, height: cardHeight)
    guard card.minY < size.height else { return }
    let shape = RoundedRect(card, radius: 4, corners: hasBorder ? .all : [.layerMinXMinYCorner, .layerMaxXMinYCorner])
    list.commands.append(.shadow(shape, blur: 1, DrawColor(red: UInt8(0), green: 0, blue: 0, alpha: 60)))
    list.commands.append(.beginGroup(shape, opacity: 1))
    list.commands.append(.pushClip(card))
    list.commands.append(.fill(card, grounds[2]))
    for row in 0..<6 {
      let y = card.minY + CGFloat(row) * 9 - cardOffset.truncatingRemainder(dividingBy: 18)
      list.commands.append(
        .text(TextSlotID(rawValue: 9 + Int32(row % 5)), origin: CGPoint(x: card.minX + 1, y: y), opacity: 1))
    }
    list.commands.append(.popClip)
    list.commands.append(.endGroup)
    if hasBorder {
      list.commands.append(.strokeRounded(shape, width: 1, DrawColor(red: UInt8(60), green: 60, blue: 67, alpha: 74)))
    }
  }

  private mutating func update(_ slot: TextSlotID, in list: inout DisplayList) {
    nextContent += 1
    let frame = makeText(
      nextContent, Int.random(in: 4...30, using: &random), Int.random(in: 3...10, using: &random))
    list.textUpdates.append(TextSlotUpdate(slot: slot, frame: frame, background: nil))
  }
}
