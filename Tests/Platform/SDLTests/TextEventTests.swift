import CSDL2
import Expectations
import Testing

@testable import SDL

extension Headless {
  @Test("Composed text is taken from both of SDL's events, its selection as it comes")
  func editing() throws {
    let long = String(repeating: "かな", count: 40)
    var raw = SDL_Event()
    raw.editExt.type = SDL_TEXTEDITING_EXT.rawValue
    raw.editExt.text = SDL_strdup(long)
    raw.editExt.start = -3
    raw.editExt.length = 99
    expectEqual(EventQueue.translate(raw), .editing(long, start: -3, length: 99))
    raw.editExt.text = nil
    expect(EventQueue.translate(raw) == nil)

    var short = SDL_Event()
    short.edit.type = SDL_TEXTEDITING.rawValue
    withUnsafeMutableBytes(of: &short.edit.text) { $0.copyBytes(from: "漢字".utf8) }
    short.edit.start = 1
    expectEqual(EventQueue.translate(short), .editing("漢字", start: 1, length: 0))
  }

  @Test("A text that was cut off at 31 bytes is the whole one again, also where a character was cut; others stay")
  func committed() {
    expectEqual(CommittedTexts.Event.textOffset, 24)
    let texts = CommittedTexts()
    let (latin, kana) = (String(repeating: "abcdefg ", count: 9), String(repeating: "かな", count: 9))
    for text in ["short", latin, "never came, though it is longer than 31 bytes", kana] { texts.remember(text.utf8) }
    expectEqual(texts.whole(of: Array("short".utf8)), Array("short".utf8))
    expectEqual(texts.whole(of: Array(latin.utf8.prefix(31))), Array(latin.utf8))
    let other = Array("of thirty-one bytes exactly....".utf8)
    expect(other.count == 31 && texts.whole(of: other) == other)
    expectEqual(texts.whole(of: Array(kana.utf8.prefix(31))), Array(kana.utf8))
    expectEqual(texts.whole(of: Array(kana.utf8.prefix(30))), Array(kana.utf8.prefix(30)))
    texts.remember(kana.utf8)
    expectEqual(texts.whole(of: Array(kana.utf8.prefix(30))), Array(kana.utf8))
  }

  @Test("The place of text may lie anywhere")
  func inputArea() {
    EventQueue.setTextInput(true)
    EventQueue.setTextInputArea(x: -1e9, y: 1e9, width: .infinity, height: 2)
    EventQueue.setTextInput(false)
  }

  @Test("A key says whether text follows, as it was when the key came in")
  func keysWithoutText() {
    func press(_ letter: Character) {
      var raw = SDL_Event()
      raw.key.type = SDL_KEYDOWN.rawValue
      raw.key.keysym.sym = SDL_Keycode(letter.asciiValue ?? 0)
      SDL_PushEvent(&raw)
    }
    func nextKey() -> Event.Key? {
      while let event = EventQueue.next() { if case .key(let key) = event { return key } }
      return nil
    }
    EventQueue.setTextInput(false)
    press("a")
    EventQueue.setTextInput(true)
    press("b")
    let keys = [nextKey(), nextKey()]
    EventQueue.setTextInput(false)
    expectEqual(keys.map { $0?.keycode }, [97, 98])
    expectEqual(keys.map { $0?.hasNoText }, [true, false])
  }

  @Test("A key that waits as text input stops, with which SDL forgets its text, says that none follows")
  func forgottenText() {
    EventQueue.setTextInput(true)
    var key = SDL_Event()
    key.key.type = SDL_KEYDOWN.rawValue
    key.key.keysym.sym = SDL_Keycode(Character("z").asciiValue ?? 0)
    SDL_PushEvent(&key)
    var text = SDL_Event()
    text.text.type = SDL_TEXTINPUT.rawValue
    text.text.text.0 = 0x7A
    SDL_PushEvent(&text)
    EventQueue.setTextInput(false)
    EventQueue.setTextInput(true)
    var (told, texts): ([Bool], Int) = ([], 0)
    while let event = EventQueue.next() {
      if case .key(let key) = event { told.append(key.hasNoText) }
      if case .text = event { texts += 1 }
    }
    EventQueue.setTextInput(false)
    expect(told == [true] && texts == 0)
  }
}
