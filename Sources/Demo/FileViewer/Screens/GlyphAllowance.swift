import Foundation
import TextSearch
import UIKit

/// How much text with glyphs that take their time a frame may begin to show.
///
/// Letters of European scripts come by words, which are known soon. Of other scripts each character is looked for among the
/// fonts, measured and drawn when it is shown first: some 100 µs, so that a window of Chinese takes a third of a second. The
/// characters of a frame are those of some milliseconds; the rest comes with the next ones, and keys are served in between.
@MainActor
final class GlyphAllowance {
  /// The characters shown lately, and the blocks of 256 that they are of, whose font was found.
  private var shown: Set<Character> = []
  private var blocks: Set<UInt32> = []
  /// Estimated milliseconds of this frame: the rest for characters that were not shown before, the time that these have
  /// taken, and the time that all characters have taken.
  private var left = GlyphAllowance.frame
  private var usedByNew = 0.0
  private var used = 0.0
  /// By how much longer than estimated it takes on this machine.
  private var slowness = 1.0
  private var frameBegin = ThreadClock.now
  private var last = ContinuousClock.now
  private var link: CADisplayLink?
  private var waiting: [() -> Void] = []

  /// Milliseconds of a frame, and what is estimated of a character that was shown before, of another one, and of the first
  /// of a block.
  private static let frame = 2.2
  private static let knownCost = 0.004
  private static let newCost = 0.1
  private static let blockCost = 2.2
  /// So many are no longer known to be drawn: words are kept in 2 MB.
  private static let mostShown = 4000
  private static let slownesses = 0.5...10.0
  /// Without anything waiting a frame is over after this time.
  private static let pause = Duration.milliseconds(8)

  isolated deinit { link?.invalidate() }

  /// Where the part of a text ends that may be shown now. Characters that were shown before always may, and one that was
  /// not in each frame: so all are shown in the end, however slow the machine is.
  func end(of text: String) -> String.Index {
    if Self.isKnownSoon(text) { return text.endIndex }
    if waiting.isEmpty, ContinuousClock.now - last > Self.pause { beginFrame() }
    last = .now
    var index = text.startIndex
    while index < text.endIndex {
      let cost = cost(of: text[index]) * slowness
      if cost > Self.knownCost * slowness {
        if cost > left, usedByNew > 0 { return index }
        (left, usedByNew) = (left - cost, usedByNew + cost)
      }
      used += cost
      note(text[index])
      index = text.index(after: index)
    }
    return index
  }

  /// Whether a text has no character from U+0250 on, which begins with the byte 0xC9. On no actor, whose checks would be made
  /// for each byte.
  nonisolated private static func isKnownSoon(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0xc9 } }

  private func cost(of character: Character) -> Double {
    guard let scalar = character.unicodeScalars.first, scalar.value >= 0x250 else { return 0 }
    if shown.contains(character) { return Self.knownCost }
    return blocks.contains(scalar.value >> 8) ? Self.newCost : Self.blockCost
  }

  private func note(_ character: Character) {
    guard let scalar = character.unicodeScalars.first, scalar.value >= 0x250 else { return }
    blocks.insert(scalar.value >> 8)
    if shown.insert(character).inserted, shown.count > Self.mostShown { shown = [character] }
  }

  /// Text gets another size: nothing of it was drawn before.
  func forget() { shown.removeAll() }

  /// Calls `body` with the next frame.
  func wait(_ body: @escaping () -> Void) {
    waiting.append(body)
    if let link {
      link.isPaused = false
      return
    }
    let link = CADisplayLink { [weak self] _ in self?.nextFrame() }
    link.add(to: .main, forMode: .common)
    self.link = link
  }

  private func nextFrame() {
    // The frame before is drawn.
    let milliseconds = (ThreadClock.now - frameBegin) / .milliseconds(1)
    let estimated = used / slowness
    if estimated > 1 {
      let found = min(max(milliseconds / estimated, Self.slownesses.lowerBound), Self.slownesses.upperBound)
      slowness = found > slowness ? found : 0.7 * slowness + 0.3 * found
    }
    beginFrame()
    let bodies = waiting
    waiting = []
    for body in bodies { body() }
    if waiting.isEmpty { link?.isPaused = true }
  }

  private func beginFrame() { (left, usedByNew, used, frameBegin) = (Self.frame, 0, 0, ThreadClock.now) }
}
