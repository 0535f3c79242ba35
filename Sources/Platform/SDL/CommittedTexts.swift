internal import Desktop
import Foundation
import Synchronization

/// The texts that input methods commit at once where sdl2-compat cuts them off.
///
/// An event of SDL 2 has room for 31 bytes of text, and sdl2-compat hands on no more. SDL 3 tells of its own event with the
/// whole text before, in the same order. What is remembered of it takes the place of the text that was cut off; where none
/// fits, that one stays.
package final class CommittedTexts: Sendable {
  /// `SDL_TextInputEvent` of SDL 3, whose layout stays as it is.
  package struct Event {
    var type: UInt32
    var reserved: UInt32
    var timestamp: UInt64
    var windowID: UInt32
    var text: UnsafePointer<CChar>?

    /// `SDL_EVENT_TEXT_INPUT`.
    static let textInput: UInt32 = 0x303
    /// Bytes before the text in SDL's structure.
    package static let textOffset = MemoryLayout<Event>.offset(of: \.text)
  }

  private typealias Watch = @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer) -> Bool
  private typealias AddWatch = @convention(c) (Watch, UnsafeMutableRawPointer?) -> Bool

  /// The texts of this process, as SDL has one queue.
  package static let inProcess = CommittedTexts()

  /// Bytes of a text that fit into an event of SDL 2.
  private static let room = 31
  /// More that wait are of events that never came.
  private static let most = 64
  private let waiting = Mutex<[[UInt8]]>([])

  package init() {}

  /// Begins to hear of texts, where SDL 2 is sdl2-compat. Called with each start of SDL, with whose end SDL forgets it.
  static func watch() {
    guard LoadedSDL.inProcess.isCompatibilityLayer,
      let add = ClientLibrary(loaded: "libSDL3.so.0").function("SDL_AddEventWatch", as: AddWatch.self)
    else { return }
    let watch: Watch = { _, event in
      guard event.load(as: UInt32.self) == Event.textInput, let text = event.load(as: Event.self).text else {
        return true
      }
      CommittedTexts.inProcess.remember(UnsafeRawBufferPointer(start: text, count: strlen(text)))
      return true
    }
    _ = add(watch, nil)
  }

  /// Keeps a text that has no room in an event of SDL 2. Any thread may call it.
  package func remember(_ text: some Sequence<UInt8>) {
    let text = Array(text)
    guard text.count > Self.room else { return }
    waiting.withLock { texts in
      texts.append(text)
      if texts.count > Self.most { texts.removeFirst() }
    }
  }

  /// The text that an event of SDL 2 began with, and those before it are forgotten.
  /// - Parameter text: of the event.
  /// - Returns: `text`, where it was not cut off.
  package func whole(of text: [UInt8]) -> [UInt8] {
    // A character that does not fit is left out whole, or cut.
    guard text.count > Self.room - 4 else { return text }
    return waiting.withLock { texts in
      guard let index = texts.firstIndex(where: { $0.starts(with: text) }) else { return text }
      defer { texts.removeFirst(index + 1) }
      return texts[index]
    }
  }
}
